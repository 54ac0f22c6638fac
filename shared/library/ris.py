"""RIS: a record begins with ``TY`` and ends with ``ER``."""

import re
from itertools import count
from typing import ClassVar

from shared import messages as m

from .dates import partial_date
from .identifying import banked, doi_in, is_embase, is_pubmed, pmcid_in, pmid_in, pmid_of_central
from .tagged import Fields, TaggedParser, every, first
from .values import Parsed, Record, Skipped
from .wording import named

BEGINNING = re.compile(r"^\s*TY {1,2}- ?\w", re.MULTILINE)

_END = re.compile(r"^ER {1,2}-", re.MULTILINE)
_PMID = re.compile(r"\bPMID:?\s*(\d{1,8})\b", re.IGNORECASE)


class _RisParser(TaggedParser):
    """RIS with one space or two before the hyphen."""

    LINE: ClassVar[re.Pattern[str]] = re.compile(r"\s{0,3}([A-Z][A-Z0-9]) {1,2}-(?=\s|$)(.*)")


def parse(text: str, _name: str) -> Parsed:
    """Return the records; one that the file breaks off in is skipped, for what it lacks cannot be known."""
    parser = _RisParser()
    blocks = parser.blocks(text)
    cut = bool(blocks) and not _END.search(blocks[-1])
    whole = blocks[:-1] if cut else blocks
    skipped = Skipped(f"record {len(blocks)}", "the file is cut off within it (no ER line). Export it again")
    return Parsed(tuple(map(_record, map(parser.fields, whole), count(1))), (skipped,) if cut else ())


def _record(fields: Fields, number: int) -> Record:
    """Return what one record says; exporters disagree about tags, so several are tried."""
    urls = every(fields, "UR", "L2", "LK")
    return Record(
        name=f"record {number} ({first(fields, 'ID', 'AN') or first(fields, 'TY')})",
        title=first(fields, "TI", "T1", "CT", "BT", "ST"),
        abstract=(("", first(fields, "AB", "N2")),),
        authors=tuple(named(author) for author in every(fields, "AU", "A1")),
        journal=first(fields, "JF", "JO", "T2", "JA", "J2", "BT"),
        volume=first(fields, "VL"),
        issue=first(fields, "IS"),
        pages=_pages(first(fields, "SP"), first(fields, "EP")),
        dates=(_date(fields),),
        identifiers=_identifiers(fields, urls),
        url=next(iter(urls), ""),
        registry_numbers=banked(every(fields, "N1", "SI")),
        language=first(fields, "LA"),
        publication_types=tuple(part.strip() for part in ";".join(every(fields, "M3")).split(";") if part.strip()),
        mesh_terms=tuple(word.partition("/")[0].strip("* ") for word in every(fields, "KW")),
        record_type=first(fields, "TY"),
    )


def _pages(start: str, end: str) -> str:
    """Return the range; some exporters put all of it in its first field."""
    return f"{start}-{end}" if start and end and "-" not in start else start


def _date(fields: Fields) -> str:
    """Return the most exact of the date fields that name the year of publication."""
    year = partial_date(first(fields, "PY", "Y1"))
    exact = partial_date(first(fields, "DA"), year[:4])
    return exact if exact.startswith(year) else year


def _identifiers(fields: Fields, urls: tuple[str, ...]) -> m.Identifiers:
    """Return the names of the work; each database keeps the PMID elsewhere."""
    provider = f"{first(fields, 'DB')} {first(fields, 'DP')}"
    noted = _PMID.search(" ".join(every(fields, "N1", "ID")))
    return m.Identifiers(
        pmid=pmid_in(
            pmid_of_central(first(fields, "C3")),
            first(fields, "AN") if is_pubmed(provider) else "",
            first(fields, "C5") if is_embase(provider) else "",
            noted[1] if noted else "",
        ),
        pmcid=pmcid_in(*every(fields, "C2", "C1", "PMC")),
        doi=doi_in(*every(fields, "DO", "DOI", "M3"), *urls),
    )
