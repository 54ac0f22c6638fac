"""What Europe PMC says of the notices, comments and versions of a paper."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.world.europepmc.holdings import SOURCE, Holding
from tests.world.shapes import Paper

_STATES = {
    "retracted": "Retraction in",
    "concern": "Expression of concern in",
    "partial": "Partial retraction in",
    "republished": "Retracted and republished in",
    "erratum": "Erratum in",
}
"""What the record of a paper says of what became of it; a withdrawn preprint says so in its type."""

_FROM = {
    "erratum": "Erratum for",
    "retraction-notice": "Retraction of",
    "comment": "Comment on",
}
_PREPRINT_NOTE = "Preprint and article of the same title and authors"
_FIRST_PREPRINT = 10_001
"""Where the order of the links to preprints begins."""


def corrections(holding: Holding, held: Mapping[str, Holding]) -> dict[str, Any]:
    """Return the list of what a record says of others, numbered; empty where it says nothing."""
    linked = list(_linked(holding, held))
    return (
        {"commentCorrection": [{**one, "orderIn": _order(one, n)} for n, one in enumerate(linked, 1)]} if linked else {}
    )


def _order(link: dict[str, Any], n: int) -> int:
    """Return the place of a link: those to preprints come far behind."""
    return _FIRST_PREPRINT + n if link["type"].startswith("Preprint") else n


def _linked(holding: Holding, held: Mapping[str, Holding]) -> Iterator[dict[str, Any]]:
    """Yield the links of a record to others."""
    paper = holding.paper
    about = [one for one in held.values() if paper.key in one.paper.notices]
    if paper.retraction in _STATES and SOURCE in paper.retraction_known_to:
        yield _stated(_STATES[paper.retraction], paper, about)
    for one in about:
        if one.paper.kind == "comment":
            yield _link("Comment in", one)
    for key in paper.notices:
        if key in held:
            yield _link(_of_notice(paper), held[key])
    yield from _versions(paper, held)


def _stated(kind: str, paper: Paper, about: list[Holding]) -> dict[str, Any]:
    """Return the link to the notice that tells what became of a paper; where it is not held, its place alone."""
    notice = next((one for one in about if one.paper.kind in {"erratum", "retraction-notice"}), None)
    return (
        _link(kind, notice)
        if notice
        else {"reference": f"{paper.journal}. Notice behind p {paper.pages}", "type": kind}
    )


def _of_notice(paper: Paper) -> str:
    """Return what a notice says it is."""
    if "Expression of Concern" in paper.publication_types:
        return "Expression of concern for"
    return _FROM[paper.kind]


def _versions(paper: Paper, held: Mapping[str, Holding]) -> Iterator[dict[str, Any]]:
    """Yield the links between a preprint and its article."""
    if paper.preprint_of in held:
        yield {**_link("Preprint of", held[paper.preprint_of]), "note": _PREPRINT_NOTE}
    for one in held.values():
        if one.paper.preprint_of == paper.key:
            yield {**_link("Preprint in", one), "note": _PREPRINT_NOTE}


def _link(kind: str, to: Holding) -> dict[str, Any]:
    """Return one link."""
    paper = to.paper
    reference = f"{paper.journal}. {paper.online[:4]};{paper.volume}({paper.issue}):{paper.pages}."
    return {"id": to.id, "source": to.source, "reference": reference, "type": kind}
