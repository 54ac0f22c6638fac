"""ClinicalTrials.gov as its second API answers: plain text for what is wrong, pages by a token, results as text."""

from tests.world.clinicaltrials.serving import app

__all__ = ["app"]
