"""ClinicalTrials.gov as a source of literature."""

from .source import ClinicalTrials

__all__ = ["ClinicalTrials"]
