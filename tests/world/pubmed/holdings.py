"""PubMed as a whole, without a server: what it holds, finds and remembers of earlier searches."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from xml.etree.ElementTree import tostring

from tests.world.shapes import Paper

from . import dates
from .articles import article
from .books import book
from .catalogue import Catalogue
from .evaluating import Search
from .linking import Links
from .mapping import Thesaurus
from .ranking import Ranking
from .relations import Relations
from .understood import Understood


class Holdings:
    """The papers that PubMed has, with all that its tools need."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        everything = tuple(papers)
        self.catalogue = Catalogue(everything)
        self.papers = self.catalogue.papers
        self.ranking = Ranking(self.papers)
        self.links = Links(self.catalogue, self.ranking)
        self._relations = Relations(everything)
        self._thesaurus = Thesaurus(self.catalogue.headings())
        self._history: dict[str, list[tuple[str, ...]]] = {}
        self.record = lru_cache(maxsize=None)(self._record)

    def search(self, term: str) -> Understood:
        """Return what *term* finds, in no order."""
        return Search(self.catalogue, self._thesaurus).run(term)

    def within(self, pmids: Iterable[str], field: str, first: str, last: str) -> frozenset[str]:
        """Return those of *pmids* with a date from *first* to *last*; either may be open."""
        start, end = dates.asked(first) or dates.FIRST, dates.asked(last, ends=True) or dates.LAST
        return frozenset(pmids) & self.catalogue.between(field, start, end)

    def remember(self, pmids: Sequence[str], environment: str = "") -> tuple[str, str]:
        """Keep an answer; return the environment and the key under which it can be asked for."""
        environment = environment if environment in self._history else f"MCID_{len(self._history) + 1:024x}"
        kept = self._history.setdefault(environment, [])
        kept.append(tuple(pmids))
        return environment, str(len(kept))

    def recalled(self, environment: str, key: str) -> tuple[str, ...] | None:
        """Return a kept answer, or None where there is none."""
        kept = self._history.get(environment, [])
        return kept[int(key) - 1] if key.isdecimal() and 0 < int(key) <= len(kept) else None

    def _record(self, pmid: str) -> str:
        """Return one record as XML."""
        paper = self.papers[pmid]
        if paper.kind == "book":
            return tostring(book(paper), encoding="unicode")
        cited = [self.papers[one] for one in self.links.cited(pmid)]
        return tostring(article(paper, self._relations.of(paper), cited), encoding="unicode")
