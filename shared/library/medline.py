"""MEDLINE text, which PubMed also calls NBIB: a record begins with ``PMID`` and ends with a blank line.

rispy reads it, with every tag kept: the nbib package keeps but the last of several registry numbers (SI),
collective authors (CN) and languages, drops what a record says of its retraction, and gives up the whole file
at a line that was cut.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import count
from typing import ClassVar

from shared import messages as m

from .dates import partial_date
from .identifying import banked, doi_in, pmcid_in, pmid_in
from .tagged import Fields, TaggedParser, every, first
from .values import Parsed, Record, RetractionStatus, Skipped

BEGINNING = re.compile(r"^PMID ?- ?\d", re.MULTILINE)

_NOTICES = frozenset({"EFR", "ROF", "PROF", "ECF"})
"""Erratum for, retraction of, partial retraction of, expression of concern for."""

_STATES: tuple[tuple[str, RetractionStatus], ...] = (
    ("RIN", "retracted"),
    ("RRI", "republished"),
    ("RRF", "republished"),
    ("PRIN", "partially-retracted"),
    ("ECI", "concern"),
    ("EIN", "corrected"),
    ("CRI", "corrected"),
    ("CRF", "corrected"),
)
"""What a work says of itself, the gravest first."""


class _MedlineParser(TaggedParser):
    """Tags of up to four letters, filled up with spaces."""

    START_TAG = "PMID"
    END_TAG = "ER"
    LINE: ClassVar[re.Pattern[str]] = re.compile(r"([A-Z][A-Z0-9 ]{3})-(?=\s|$)(.*)")


def parse(text: str, _name: str) -> Parsed:
    """Return the records; a last one that lacks the source line all others end with was cut off."""
    parser = _MedlineParser()
    found = [parser.fields(block) for block in parser.blocks(text)]
    cut = _is_cut(found)
    whole = found[:-1] if cut else found
    skipped = Skipped(f"record {len(found)}", "the file is cut off within it (no SO line). Export it again")
    return Parsed(tuple(map(_record, whole, count(1))), (skipped,) if cut else ())


def _is_cut(found: Sequence[Fields]) -> bool:
    """Say whether the last record, and it alone, has no source line."""
    return bool(found) and "SO" not in found[-1] and all("SO" in fields for fields in found[:-1])


def _record(fields: Fields, number: int) -> Record:
    """Return what one record says."""
    pmid = pmid_in(first(fields, "PMID"))
    return Record(
        name=f"record {number} (PMID {pmid or 'missing'})",
        title=first(fields, "TI", "BTI", "TT"),
        abstract=(("", first(fields, "AB")),),
        authors=(*(every(fields, "FAU") or every(fields, "AU")), *every(fields, "CN")),
        journal=first(fields, "JT", "TA"),
        volume=first(fields, "VI"),
        issue=first(fields, "IP"),
        pages=first(fields, "PG"),
        dates=tuple(map(partial_date, every(fields, "DP", "DEP"))),
        identifiers=m.Identifiers(
            pmid=pmid, pmcid=pmcid_in(first(fields, "PMC")), doi=_doi(every(fields, "LID", "AID"))
        ),
        registry_numbers=banked(every(fields, "SI")),
        language=first(fields, "LA"),
        publication_types=every(fields, "PT"),
        mesh_terms=tuple(term.partition("/")[0].strip("*") for term in every(fields, "MH")),
        record_type="comment" if "CON" in fields else "",
        retraction=next((state for tag, state in _STATES if tag in fields), "not-checked"),
        is_notice=not _NOTICES.isdisjoint(fields),
    )


def _doi(values: Iterable[str]) -> str:
    """Return the DOI among article ids, each marked with its kind: ``10.1118/1.4748329 [doi]``."""
    return doi_in(*(value.removesuffix("[doi]") for value in values if value.endswith("[doi]")))
