"""PubMed's E-utilities over the corpus: real queries, real paging, real limits."""

from .limiting import Arrivals, Limits
from .serving import BackendFailed, app

__all__ = ["Arrivals", "BackendFailed", "Limits", "app"]
