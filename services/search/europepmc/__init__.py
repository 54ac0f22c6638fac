"""Europe PMC as a source of literature."""

from .source import EuropePMC

__all__ = ["EuropePMC"]
