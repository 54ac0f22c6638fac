"""Identifiers and registry numbers, from the fields that are meant for them."""

import re
from collections.abc import Iterable

from shared.works import doi_of, pmid_of, registry_number

_REGISTRY_NAMES = (
    "anzctr chictr clinicaltrials.gov cris ctis ctri drks eu-ctr euctr eudract irct isrctn japiccti jprn jrct kct"
    " lbctr ntr pactr rebec repec rpcec slctr tctr umin umin-ctr"
)
REGISTRIES = frozenset(_REGISTRY_NAMES.split())
"""The names of trial registries in PubMed's data bank field; its other banks hold sequences and data sets."""

_PMCID = re.compile(r"\bPMC\d+\b", re.IGNORECASE)
_CENTRAL_SOURCE = re.compile(r"\bPUBMED\s+(\d{1,8})\b")
_PUBMED_PROVIDER = re.compile(r"nlm|pubmed", re.IGNORECASE)
_EMBASE_PROVIDER = re.compile(r"embase|medline", re.IGNORECASE)
_REGISTRY_ADDRESS = re.compile(
    r"clinicaltrials\.gov|who\.int/trialsearch|trialsearch\.who\.int|isrctn\.(?:com|org)|anzctr\.org|chictr\.org"
    r"|clinicaltrialsregister\.eu|euclinicaltrials\.eu|ctri\.nic\.in|drks\.de|umin\.ac\.jp|irct\.(?:ir|behdasht)"
    r"|pactr\.(?:samrc|org)|trialregister\.nl|cris\.nih\.go\.kr|ensaiosclinicos\.gov|jrct\.(?:niph|mhlw)",
    re.IGNORECASE,
)


def doi_in(*texts: str) -> str:
    """Return the first DOI in *texts*; the name a database gives its own record is none."""
    return next((doi for text in texts if (doi := doi_of(text))), "")


def pmid_in(*texts: str) -> str:
    """Return the first of *texts* that is a PMID and nothing else."""
    return next((pmid for text in texts if (pmid := pmid_of(text))), "")


def pmcid_in(*texts: str) -> str:
    """Return the first PMCID in *texts*; its letters tell it from any other number."""
    return next((found[0].upper() for text in texts if (found := _PMCID.search(text))), "")


def pmid_of_central(sources: str) -> str:
    """Return the PMID among the sources CENTRAL names for a record: ``PUBMED 12625150,EMBASE 36231497``."""
    found = _CENTRAL_SOURCE.search(sources)
    return found[1] if found else ""


def is_pubmed(provider: str) -> bool:
    """Say whether the accession numbers of *provider* are PMIDs."""
    return _PUBMED_PROVIDER.search(provider) is not None


def is_embase(provider: str) -> bool:
    """Say whether *provider* exports from Embase, which keeps the PMID in its fifth custom field."""
    return _EMBASE_PROVIDER.search(provider) is not None


def is_registry_address(text: str) -> bool:
    """Say whether *text* is the address of a trial registry."""
    return _REGISTRY_ADDRESS.search(text) is not None


def registered(bank: str, number: str) -> str:
    """Return a registry number in one spelling, or nothing where *bank* registers no trials."""
    return registry_number(number) if bank.strip().lower().replace(" ", "-") in REGISTRIES else ""


def banked(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the numbers of lines that read ``ClinicalTrials.gov/NCT01234567`` and nothing else.

    So MEDLINE text writes PubMed's data bank field (SI), and EndNote keeps it among the notes.
    """
    parts = (line.strip().partition("/") for line in lines if " " not in line.strip())
    return tuple(dict.fromkeys(number for bank, _, rest in parts if (number := registered(bank, rest))))
