"""PubMed as a source of literature."""

from .source import PubMed

__all__ = ["PubMed"]
