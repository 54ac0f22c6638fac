"""Queries that are the name of one work or trial and nothing else. Pure."""

import re

from shared import messages as m
from shared.works import normalise, registry_number

_PMID = re.compile(r"(?:pmid|medline|pubmed(?: id)?)\s*:?\s*(\d{1,8})|(\d{5,8})(?:\.0)?", re.IGNORECASE)
"""A bare number of fewer digits may be a year or a count."""
_PMCID = re.compile(r"(?:pmcid\s*:?\s*)?(pmc\s?\d{3,9})(?:\.\d+)?", re.IGNORECASE)
_DOI = re.compile(r"(?:doi\s*:?\s*)?(?:(?:https?://)?(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_OPENALEX = re.compile(r"(?:https?://)?(?:api\.)?(?:openalex\.org/(?:works/)?(?:w\d{4,12})|w\d{7,12})", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_TRIAL_PREFIX = re.compile(
    r"(?:trial|registration|registry|number|no|id|nct|euctr|eudract|ctis|[\s:.#-])*", re.IGNORECASE
)


def named(text: str) -> m.Identifiers:
    """Return the one identifier that *text* consists of, or none at all."""
    if found := _PMID.fullmatch(text):
        return normalise(m.Identifiers(pmid=found[1] or found[2]))
    if found := _PMCID.fullmatch(text):
        return normalise(m.Identifiers(pmcid=found[1]))
    if found := _DOI.fullmatch(text):
        return normalise(m.Identifiers(doi=text))
    if found := _OPENALEX.fullmatch(text):
        return normalise(m.Identifiers(openalex=found[0]))
    return _addressed(text) if _ADDRESS.fullmatch(text) else m.Identifiers()


def _addressed(url: str) -> m.Identifiers:
    """Return the identifier that an address stands for; an address that names none is no identifier here."""
    return normalise(m.Identifiers(url=url)).model_copy(update={"url": ""})


def trial_named(text: str) -> str:
    """Return the registry number that *text* consists of, in one spelling, or nothing."""
    number = registry_number(text) if any(character.isdigit() for character in text) else ""
    if not number:
        return ""
    if _ADDRESS.fullmatch(text):
        return number
    bare = text.upper().replace(" ", "")
    return number if bare.endswith(number) and _TRIAL_PREFIX.fullmatch(bare.removesuffix(number)) else ""
