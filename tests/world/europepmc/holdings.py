"""What Europe PMC holds: which papers, under which ids, and what can be asked of each."""

import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tests.world import texts
from tests.world.boolean import Document
from tests.world.shapes import Author, Paper

SOURCE = "europepmc"
_TRIAL = re.compile(r"\bNCT\d{8}\b")
"""Numbers in the text: Europe PMC mines them as accessions, which makes them no registry field."""

RETRACTED = ("retracted", "withdrawn")
TYPES_OF_KIND = {"erratum": "Published Erratum", "retraction-notice": "Retraction of Publication"}


@dataclass(frozen=True)
class Holding:
    """A paper as Europe PMC has it."""

    paper: Paper
    source: str
    """``MED``, ``PMC``, ``PPR``, or ``AGR`` for what has no identifier of those."""
    id: str
    names: frozenset[str]
    """The kinds of identifier it shows."""

    def shown(self, name: str) -> str:
        """Return an identifier, or nothing where Europe PMC does not show it."""
        return str(getattr(self.paper, name)) if name in self.names else ""

    @property
    def knows_of_retraction(self) -> bool:
        """Say whether Europe PMC knows what became of the paper."""
        return SOURCE in self.paper.retraction_known_to


def holdings(papers: Iterable[Paper]) -> dict[str, Holding]:
    """Return what it holds by the papers' keys."""
    shown = ((paper, dict(paper.shown)) for paper in papers)
    return {paper.key: _holding(paper, frozenset(by[SOURCE])) for paper, by in shown if SOURCE in by}


def _holding(paper: Paper, names: frozenset[str]) -> Holding:
    """Return a paper with its source and id."""
    number = zlib.crc32(paper.key.encode()) % 900_000
    if paper.kind == "preprint":
        return Holding(paper, "PPR", f"PPR{9_000_000 + number}", names)
    if "pmid" in names:
        return Holding(paper, "MED", paper.pmid, names)
    if "pmcid" in names:
        return Holding(paper, "PMC", paper.pmcid, names)
    return Holding(paper, "AGR", f"IND{600_000_000 + number}", names)


def record_name(holding: Holding) -> str:
    """Return what names a record: ``MED/98000001``."""
    return f"{holding.source}/{holding.id}"


def title(holding: Holding) -> str:
    """Return the title as Europe PMC prints it: a full stop behind it, and what became of it before it."""
    paper = holding.paper
    said = {"retracted": "RETRACTED: ", "withdrawn": "WITHDRAWN: "}.get(paper.retraction, "")
    stop = "" if paper.kind == "preprint" or paper.title.endswith("?") else "."
    return f"{said if holding.knows_of_retraction else ''}{paper.title}{stop}"


def abstract(paper: Paper) -> str:
    """Return the abstract with its labels as headings."""
    return "".join(f"<h4>{label.capitalize()}</h4>{text} " if label else text for label, text in paper.abstract).strip()


def types(holding: Holding) -> tuple[str, ...]:
    """Return the publication types, with what Europe PMC knows of a retraction."""
    found = [TYPES_OF_KIND.get(holding.paper.kind, "")] if "Expression of Concern" not in _types(holding) else []
    if holding.knows_of_retraction and holding.paper.retraction in RETRACTED:
        found.append("Preprint-withdrawal" if holding.source == "PPR" else "Retracted Publication")
    return tuple(dict.fromkeys(filter(None, (*_types(holding), *found))))


def _types(holding: Holding) -> tuple[str, ...]:
    """Return the publication types the paper itself has."""
    return holding.paper.publication_types


def initials(author: Author) -> str:
    """Return ``MC`` for ``Maria Carla``."""
    return "".join(re.findall(r"\b\w", author.given))


def author_string(paper: Paper) -> str:
    """Return the authors in one line."""
    named = [f"{author.family} {initials(author)}".strip() for author in paper.authors]
    listed = [*named, paper.group] if paper.group else named
    return f"{', '.join(listed)}." if listed else ""


def documents(held: Mapping[str, Holding]) -> dict[str, Document]:
    """Return what can be asked of each paper."""
    return {key: _document(holding) for key, holding in held.items()}


def _document(holding: Holding) -> Document:
    """Return what can be asked of one paper."""
    paper = holding.paper
    body = " ".join(text for _, text in paper.abstract)
    fields = {
        "TITLE": paper.title,
        "ABSTRACT": body,
        "TITLE_ABS": f"{paper.title} {body}",
        "AUTH": author_string(paper),
        "JOURNAL": paper.journal,
        "KW": " ; ".join((*paper.mesh, *paper.keywords)),
    }
    values = {
        "EXT_ID": (holding.id, holding.shown("pmid")),
        "SRC": (holding.source,),
        "DOI": (holding.shown("doi"),),
        "PMCID": (holding.shown("pmcid"),),
        "ACCESSION_ID": tuple(sorted({*paper.registry_numbers, *_TRIAL.findall(body)})),
        "FIRST_PDATE": (paper.online,),
        "PUB_YEAR": (paper.online[:4],),
        "LANG": (paper.language,),
        "PUB_TYPE": tuple(texts.plain(one) for one in types(holding)),
        "OPEN_ACCESS": ("y" if paper.open_access else "n",),
        "HAS_PDF": ("y" if paper.open_access else "n",),
        "HAS_ABSTRACT": ("y" if body else "n",),
        "IN_EPMC": ("y" if holding.shown("pmcid") else "n",),
    }
    return Document(fields, values, anywhere=("TITLE_ABS", "AUTH", "JOURNAL", "KW"))
