"""What a record says of others: notices and what they are about, preprints and the articles they became."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.world.shapes import Paper

from .dates import written
from .saying import identifiers, is_held, knows_retraction

_BOTH_WAYS = {
    "retracted": ("RetractionIn", "RetractionOf"),
    "withdrawn": ("RetractionIn", "RetractionOf"),
    "partial": ("PartialRetractionIn", "PartialRetractionOf"),
    "republished": ("RetractedandRepublishedIn", "RetractedandRepublishedFrom"),
    "concern": ("ExpressionOfConcernIn", "ExpressionOfConcernFor"),
    "erratum": ("ErratumIn", "ErratumFor"),
    "comment": ("CommentIn", "CommentOn"),
    "update": ("UpdateIn", "UpdateOf"),
}
"""What a work says of its notice, and the notice of the work."""


@dataclass(frozen=True)
class Relation:
    """One ``CommentsCorrections``."""

    kind: str
    source: str
    """Where the other one appeared, in a line."""
    pmid: str = ""
    """Its number, where PubMed has it."""


class Relations:
    """Who says what of whom, for all papers."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._by_key = {paper.key: paper for paper in papers}
        self._notices: dict[str, list[Paper]] = defaultdict(list)
        self._preprints: dict[str, list[Paper]] = defaultdict(list)
        for paper in self._by_key.values():
            for key in paper.notices:
                self._notices[key].append(paper)
            if paper.preprint_of:
                self._preprints[paper.preprint_of].append(paper)

    def of(self, paper: Paper) -> tuple[Relation, ...]:
        """Return what the record of *paper* says of others."""
        return (*self._as_notice(paper), *self._as_work(paper), *self._as_version(paper))

    def _as_notice(self, paper: Paper) -> Iterator[Relation]:
        """Yield what a notice is about."""
        for key in paper.notices:
            if about := self._by_key.get(key):
                yield _to(_BOTH_WAYS[_matter(paper, about)][1], about)

    def _as_work(self, paper: Paper) -> Iterator[Relation]:
        """Yield what was said of a work, as far as PubMed knows; some notices have no record of their own."""
        notices = self._notices.get(paper.key, [])
        for notice in notices:
            matter = _matter(notice, paper)
            if matter != paper.retraction or knows_retraction(paper):
                yield _to(_BOTH_WAYS[matter][0], notice)
        told = {_matter(notice, paper) for notice in notices}
        if paper.retraction and knows_retraction(paper) and paper.retraction not in told:
            yield Relation(_BOTH_WAYS[paper.retraction][0], f"{paper.journal or 'The journal'}. {written(paper)[:4]}")

    def _as_version(self, paper: Paper) -> Iterator[Relation]:
        """Yield the article that a preprint became, and the preprints of an article."""
        article = self._by_key.get(paper.preprint_of)
        if article and is_held(article):
            yield _to("UpdateIn", article)
        yield from (_to("UpdateOf", one) for one in self._preprints.get(paper.key, []) if is_held(one))


def _matter(notice: Paper, about: Paper) -> str:
    """Return what a notice says of the work it is about."""
    if notice.kind in {"comment", "erratum"}:
        return notice.kind
    return about.retraction or "erratum"


def _to(kind: str, other: Paper) -> Relation:
    """Return a relation to *other*, with its number where PubMed has it."""
    place = f"{other.journal}. {written(other)};{other.volume}:{other.pages}".rstrip(":;")
    doi = identifiers(other).get("doi") if is_held(other) else ""
    return Relation(kind, f"{place}. doi: {doi}." if doi else f"{place}.", other.pmid if is_held(other) else "")
