"""Everything PubMed holds, by what it can be searched by. All answers are sets of PMIDs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from tests.world.shapes import Paper

from . import dates, fields
from .saying import is_held
from .words import joined, words

Pmids = frozenset[str]
Postings = dict[str, dict[str, tuple[int, ...]]]
"""Word → PMID → the places where it stands."""

NOTHING: Pmids = frozenset()
GAP = 1000
"""Places between two texts of a field, so that no phrase begins in one and ends in the next."""


class Catalogue:
    """The papers with their indexes."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        kept = sorted((paper for paper in papers if is_held(paper)), key=lambda paper: -int(paper.pmid))
        self.papers = {paper.pmid: paper for paper in kept}
        self.everything: Pmids = frozenset(self.papers)
        self._postings: dict[str, Postings] = defaultdict(lambda: defaultdict(dict))
        self._wholes: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._names: dict[str, tuple[tuple[str, str], ...]] = {paper.pmid: fields.names(paper) for paper in kept}
        for paper in kept:
            self._index(paper)
        self.expanded = lru_cache(maxsize=10_000)(self._expanded)

    def _index(self, paper: Paper) -> None:
        """Add *paper* to every index."""
        for name, texts in fields.texts(paper).items():
            for word, places in _places(texts).items():
                self._postings[name][word][paper.pmid] = tuple(places)
        for name, values in fields.wholes(paper).items():
            for value in values:
                self._wholes[name][value].add(paper.pmid)

    def _expanded(self, field: str, word: str) -> tuple[str, ...]:
        """Return the words of *field* that *word* stands for: itself, or all that begin with its stem."""
        known = self._postings[field]
        if word.endswith("*"):
            return tuple(one for one in known if one.startswith(word[:-1]))
        return (word,) if word in known else ()

    def holding(self, field: str, word: str) -> Pmids:
        """Return the papers in which *word* stands."""
        known = self._postings[field]
        return frozenset().union(*(known[one].keys() for one in self.expanded(field, word)))

    def following(self, field: str, phrase: Sequence[str]) -> Pmids:
        """Return the papers in which the words of *phrase* follow one another."""
        return self._where(field, phrase, _follow)

    def near(self, field: str, phrase: Sequence[str], between: int) -> Pmids:
        """Return the papers in which the words stand in any order with at most *between* others among them."""
        return self._where(field, phrase, lambda places: _near(places, len(phrase) + between))

    def _where(self, field: str, phrase: Sequence[str], fits: Callable[[list[set[int]]], bool]) -> Pmids:
        """Return the papers that hold every word, at places that fit."""
        if not phrase:
            return NOTHING
        common = frozenset.intersection(*(self.holding(field, word) for word in phrase))
        return frozenset(pmid for pmid in common if fits([self._stands(field, word, pmid) for word in phrase]))

    def _stands(self, field: str, word: str, pmid: str) -> set[int]:
        """Return where *word* stands in one paper."""
        known = self._postings[field]
        return {place for one in self.expanded(field, word) for place in known[one].get(pmid, ())}

    def whole(self, field: str, text: str) -> Pmids:
        """Return the papers with *text* as a whole heading, type or number; what ends in ``*`` is a beginning."""
        key, known = joined(text), self._wholes[field]
        if key.endswith("*"):
            return frozenset().union(*(pmids for value, pmids in known.items() if value.startswith(key[:-1])))
        return frozenset(known.get(key, ()))

    def has_heading(self, text: str) -> bool:
        """Say whether *text* is a MeSH heading of any paper."""
        return joined(text) in self._wholes["MeSH Terms"]

    def headings(self) -> tuple[str, ...]:
        """Return all MeSH headings as they are compared."""
        return tuple(self._wholes["MeSH Terms"])

    def by(self, field: str, name: str, *, exactly: bool) -> Pmids:
        """Return the papers of an author: by family name, with initials, or with the whole given name."""
        asked = joined(name)
        chosen = {"First Author": slice(0, 1), "Last Author": slice(-1, None)}.get(field, slice(None))
        return frozenset(
            pmid
            for pmid, known in self._names.items()
            if any(_is(asked, one, exactly=exactly) for one in known[chosen])
        )

    def between(self, field: str, first: dates.Day, last: dates.Day) -> Pmids:
        """Return the papers that appeared, or were entered, from one day to another."""
        when = _entered if field == "Date - Entry" else dates.days
        return frozenset(
            pmid for pmid, paper in self.papers.items() if any(first <= day <= last for day in when(paper))
        )


def _entered(paper: Paper) -> tuple[dates.Day, ...]:
    """Return the day of entry."""
    return (dates.entered(paper),)


def _places(texts: Iterable[str]) -> dict[str, list[int]]:
    """Return where each word stands, with a gap between texts."""
    found: dict[str, list[int]] = defaultdict(list)
    start = 0
    for text in texts:
        spoken = words(text)
        for place, word in enumerate(spoken, start):
            found[word].append(place)
        start += len(spoken) + GAP
    return found


def _follow(places: list[set[int]]) -> bool:
    """Say whether each word stands right after the one before it."""
    return any(all(start + after in one for after, one in enumerate(places)) for start in places[0])


def _near(places: list[set[int]], width: int) -> bool:
    """Say whether all words stand within *width* places."""
    starts = set().union(*places)
    return any(all(any(start <= place < start + width for place in one) for one in places) for start in starts)


def _is(asked: str, known: tuple[str, str], *, exactly: bool) -> bool:
    """Say whether a name as asked (``smith``, ``smith j``, ``smith jane``) is this author's."""
    whole, initialled = known
    if asked.endswith("*"):
        return whole.startswith(asked[:-1])
    if exactly or asked in known:
        return asked in known
    family = initialled.rpartition(" ")[0]
    return asked == family or (asked.startswith(f"{family} ") and initialled.startswith(asked))
