"""How a paper of the corpus is written down: a few facts by hand, identifiers and authors made from its key."""

import re
import zlib
from dataclasses import dataclass, replace
from typing import Literal, TypedDict, Unpack, cast

from tests.world.shapes import Author, Paper, Source

FULL = "pubmed:pmid,doi europepmc:pmid,doi openalex:doi,pmid"
OPEN = "pubmed:pmid,pmcid,doi europepmc:pmid,pmcid,doi openalex:doi,pmid,pmcid"
CHAIN = "pubmed:pmid europepmc:pmid,doi openalex:doi"
"""PubMed and OpenAlex share no identifier: only Europe PMC's record says that they mean one work."""
CHAIN_BY_PUBMED = "pubmed:pmid,doi europepmc:pmid openalex:doi"
CHAIN_BY_OPENALEX = "pubmed:pmid europepmc:pmcid openalex:pmid,pmcid"
BY_PMCID = "pubmed:pmid,pmcid europepmc:pmcid openalex:pmcid"
BY_TITLE = "pubmed:pmid europepmc:pmcid openalex:doi"
"""Nothing but title and year says that the three records are one work."""
PUBMED = "pubmed:pmid,doi"
EUROPEPMC = "europepmc:pmid,doi"
OPENALEX = "openalex:doi"
PUBMED_AND_EUROPEPMC = "pubmed:pmid,doi europepmc:pmid,doi"
PUBMED_AND_OPENALEX = "pubmed:pmid,doi openalex:doi,pmid"
EUROPEPMC_AND_OPENALEX = "europepmc:pmid,doi openalex:doi"
PREPRINT = "europepmc:doi openalex:doi"

MEDRXIV = "medRxiv"
_FIRST_PMID = 98_000_000
_FIRST_PMCID = 99_000_000
_FIRST_OPENALEX = 9_900_000_000
_SPREAD = 900_000
"""Numbers that are free in each range: far above what the real registers have given out."""

_FAMILIES_IN_LINE = """
Aldercott Brannigold Castellmar Dunworthy Eskelund Farrowby Galvanti Hestermoor Ilvonen Jansdottar Kestrelli Lindquarth
Marcheton Nakasuda Oppenfeld Pereivaz Quillander Rosenkjaer Sandoval-Weir Tamberlane Uddingby Vasilenkov Wetherleigh
Xanthaki Yamashiro-Bell Zielanski
"""
_FAMILIES = _FAMILIES_IN_LINE.split()
_GIVEN = ("Ana M", "Bo", "Carla J", "Dmitri", "Elif", "Femi O", "Greta", "Hiro", "Ines L", "Jonas", "Kemal", "Lucia R")
_LABEL = re.compile(r"(?:^|(?<=[.?!]) )([A-Z][A-Z &]{4,}): ")

RetractionState = Literal["", "retracted", "concern", "partial", "republished", "erratum", "withdrawn"]


class Facts(TypedDict, total=False):
    """What may be said of a paper beside key, title, text and place."""

    holds: str
    printed: str
    kind: Literal["article", "preprint", "erratum", "retraction-notice", "comment", "book"]
    types: tuple[str, ...]
    mesh: str
    keywords: tuple[str, ...]
    group: str
    language: str
    vernacular: str
    trials: tuple[str, ...]
    retraction: RetractionState
    known_to: tuple[Source, ...]
    notices: tuple[str, ...]
    preprint_of: str
    cited_by: int
    on_topic: bool
    authors: tuple[Author, ...]


@dataclass(frozen=True)
class _Shown:
    """Which source shows which identifiers."""

    by_source: tuple[tuple[Source, tuple[str, ...]], ...]

    def has(self, name: str) -> bool:
        """Say whether any source shows this kind of identifier."""
        return any(name in names for _, names in self.by_source)


def paper(key: str, title: str, text: str, place: str, **facts: Unpack[Facts]) -> Paper:
    """Return a paper from what is written of it by hand.

    *text* is an abstract, structured where it has labels in capitals (``RESULTS: …``). *place* is a journal and the
    day it appeared there on line, as ``Migraine Letters 2019-03-14``.
    """
    shown, kind = _shown(facts.get("holds", FULL)), facts.get("kind", "article")
    told = Paper(
        key=key,
        title=title,
        abstract=_parts(text),
        authors=facts.get("authors", _authors(key)),
        group=facts.get("group", ""),
        shown=shown.by_source,
        kind=kind,
        publication_types=facts.get("types", ("Journal Article",)),
        mesh=tuple(filter(None, facts.get("mesh", "").split("; "))),
        keywords=facts.get("keywords", ()),
        language=facts.get("language", "eng"),
        vernacular_title=facts.get("vernacular", ""),
        registry_numbers=facts.get("trials", ()),
        open_access=shown.has("pmcid") or kind == "preprint",
        cited_by=facts.get("cited_by", _number(key) % 40),
        on_topic=facts.get("on_topic", True),
    )
    return _related(_identified(_placed(told, place, facts.get("printed", "")), shown), facts)


def _number(key: str) -> int:
    """Return the number that a paper's identifiers are made of."""
    return zlib.crc32(key.encode()) % _SPREAD


def _placed(told: Paper, place: str, printed: str) -> Paper:
    """Return the paper in its journal, or on its server."""
    journal, _, online = place.rpartition(" ")
    if told.kind == "preprint":
        return replace(told, journal=journal, online=online)
    first = _number(told.key) % 800 + 1
    return replace(
        told,
        journal=journal,
        volume=str(int(online[:4]) - 1990),
        issue=str(int(online[5:7])),
        pages=f"{first}-{first + 8}",
        printed=printed or online[:7],
        online=online,
    )


def _identified(told: Paper, shown: _Shown) -> Paper:
    """Return the paper with the identifiers that some source shows."""
    number = _number(told.key)
    return replace(
        told,
        pmid=str(_FIRST_PMID + number) if shown.has("pmid") else "",
        pmcid=f"PMC{_FIRST_PMCID + number}" if shown.has("pmcid") else "",
        doi=_doi(number, told) if shown.has("doi") else "",
        openalex=f"W{_FIRST_OPENALEX + number}",
    )


def _related(told: Paper, facts: Facts) -> Paper:
    """Return the paper with what became of it, and what it is about or became."""
    return replace(
        told,
        retraction=facts.get("retraction", ""),
        retraction_known_to=facts.get("known_to", ()),
        notices=facts.get("notices", ()),
        preprint_of=facts.get("preprint_of", ""),
    )


def _shown(holds: str) -> _Shown:
    """Return ``pubmed:pmid,doi openalex:doi`` source by source."""
    pairs = (one.partition(":") for one in holds.split())
    return _Shown(tuple((cast("Source", source), tuple(filter(None, names.split(",")))) for source, _, names in pairs))


def _parts(text: str) -> tuple[tuple[str, str], ...]:
    """Return the labelled parts of an abstract, or the one part of a running text."""
    if not text:
        return ()
    pieces = _LABEL.split(text)
    if len(pieces) == 1:
        return (("", text),)
    return tuple(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2]), strict=True))


def _authors(key: str) -> tuple[Author, ...]:
    """Return three to six authors, the same ones for the same key."""
    start = zlib.crc32(f"authors of {key}".encode())
    picked = ((start >> step) + 7 * step for step in range(3 + start % 4))
    return tuple(dict.fromkeys(Author(_FAMILIES[n % len(_FAMILIES)], _GIVEN[n % len(_GIVEN)]) for n in picked))


def _doi(number: int, told: Paper) -> str:
    """Return a DOI: of a preprint with its day in it, else under the prefix that is kept for examples."""
    if told.kind == "preprint":
        return f"10.1101/{told.online.replace('-', '.')}.{number:08d}"
    initials = "".join(word[0] for word in told.journal.split() if word[0].isupper()).lower()
    return f"10.5555/{initials}.{told.online[:4]}.{number:06d}"
