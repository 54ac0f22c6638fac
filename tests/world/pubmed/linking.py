"""Which papers are near one another, and which cite which: made from their words, as the corpus says neither."""

from collections import defaultdict
from functools import cached_property, lru_cache

from .catalogue import Catalogue
from .dates import appeared
from .ranking import Ranking

MOST_SIMILAR = 20
MOST_CITED = 3
TELLING = 12
"""Words of a paper by which papers like it are looked for: the rarest that others have, too."""


class Links:
    """The links that elink knows, by the name it gives them."""

    def __init__(self, catalogue: Catalogue, ranking: Ranking) -> None:
        self._papers, self._ranking = catalogue.papers, ranking
        self.similar = lru_cache(maxsize=None)(self._similar)

    @cached_property
    def _having(self) -> dict[str, list[str]]:
        """Return the papers by the words they have."""
        having: dict[str, list[str]] = defaultdict(list)
        for pmid, terms in self._ranking.terms.items():
            for word in terms:
                having[word].append(pmid)
        return having

    def _similar(self, pmid: str) -> tuple[str, ...]:
        """Return the papers most like one; the paper itself is the first, as elink has it."""
        shared = [word for word in self._ranking.terms[pmid] if self._ranking.commonness[word] > 1]
        telling = sorted(shared, key=lambda word: (-self._ranking.rarity(word), word))[:TELLING]
        others = {other for word in telling for other in self._having[word]} - {pmid}
        return (pmid, *self._ranking.best(others, telling)[:MOST_SIMILAR])

    def cited(self, pmid: str) -> tuple[str, ...]:
        """Return what a paper cites: the earlier ones among those most like it."""
        when = appeared(self._papers[pmid])
        return tuple(one for one in self.similar(pmid)[1:] if appeared(self._papers[one]) < when)[:MOST_CITED]

    @cached_property
    def _citing(self) -> dict[str, list[str]]:
        """Return the papers that cite each paper."""
        citing: dict[str, list[str]] = defaultdict(list)
        for pmid in self._papers:
            for one in self.cited(pmid):
                citing[one].append(pmid)
        return citing

    def citing(self, pmid: str) -> tuple[str, ...]:
        """Return what cites a paper, the newest first."""
        return tuple(sorted(self._citing.get(pmid, ()), key=int, reverse=True))

    def all_of(self, pmid: str) -> dict[str, tuple[str, ...]]:
        """Return every link of a paper by its name."""
        found = {"pubmed_pubmed": self.similar(pmid), "pubmed_pubmed_citedin": self.citing(pmid)}
        return found | {"pubmed_pubmed_refs": self.cited(pmid)}
