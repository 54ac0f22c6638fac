"""Which papers come first: the best match, the newest, or by name; the same for the same query, always."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from tests.world.shapes import Paper

from . import dates
from .headings import headings
from .words import STOP_WORDS, joined, stem, words

TITLE_WEIGHT = 3
K1, B = 0.9, 0.4
"""Okapi BM25 as it is commonly set for scientific abstracts (doi:10.1561/1500000019 explains both)."""


class Ranking:
    """The papers by how well they fit, and in every other order PubMed knows."""

    def __init__(self, papers: Mapping[str, Paper]) -> None:
        self._papers = papers
        self.terms = {pmid: _terms(paper) for pmid, paper in papers.items()}
        self.commonness = Counter(word for terms in self.terms.values() for word in terms)
        self._lengths = {pmid: sum(terms.values()) for pmid, terms in self.terms.items()}
        self._mean = sum(self._lengths.values()) / max(len(papers), 1) or 1.0

    def rarity(self, word: str) -> float:
        """Return how much a stem tells, from 0 for one that all papers have."""
        having = self.commonness[word]
        return math.log(1 + (len(self._papers) - having + 0.5) / (having + 0.5))

    def best(self, pmids: Iterable[str], asked: Iterable[str]) -> list[str]:
        """Return *pmids* with the best match first; equal ones the newest first."""
        stems = _expanded(asked, self.commonness)
        return sorted(pmids, key=lambda pmid: (-round(self._score(pmid, stems), 9), -int(pmid)))

    def _score(self, pmid: str, stems: Iterable[str]) -> float:
        """Return the BM25 score of one paper."""
        terms, share = self.terms[pmid], self._lengths[pmid] / self._mean
        counts = ((word, terms[word]) for word in stems if word in terms)
        return sum(self.rarity(word) * count * (K1 + 1) / (count + K1 * (1 - B + B * share)) for word, count in counts)

    def ordered(self, pmids: Iterable[str], sort: str, asked: Iterable[str]) -> list[str]:
        """Return *pmids* in the order that PubMed calls *sort*; without a known one by entry, the newest first."""
        if sort in {"relevance", "best match"}:
            return self.best(pmids, asked)
        newest = sorted(pmids, key=int, reverse=True)
        if sort in {"pub_date", "pub date", "pub+date"}:
            return sorted(newest, key=lambda pmid: dates.appeared(self._papers[pmid]), reverse=True)
        return sorted(newest, key=lambda pmid: _BY_NAME[sort](self._papers[pmid])) if sort in _BY_NAME else newest


_BY_NAME: Mapping[str, Callable[[Paper], str]] = MappingProxyType(
    {
        "author": lambda paper: joined(paper.authors[0].family if paper.authors else paper.group),
        "journalname": lambda paper: joined(paper.journal),
        "journal": lambda paper: joined(paper.journal),
        "title": lambda paper: joined(paper.title),
    }
)
SORTS = frozenset({"", "relevance", "best match", "pub_date", "pub date", "pub+date", "most recent", *_BY_NAME})
"""The orders that are known; another one is named in the answer, and ignored."""


def _expanded(asked: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the stems of the words asked for, each once; a cut one stands for all it begins."""
    cut = tuple(word[:-1] for word in asked if word.endswith("*"))
    grown = (word for word in known if word.startswith(cut)) if cut else ()
    return tuple(dict.fromkeys((*(stem(word) for word in asked if not word.endswith("*")), *grown)))


def _terms(paper: Paper) -> Counter[str]:
    """Return how often each stem stands in *paper*; one in the title counts more."""
    title = [*words(paper.title), *words(paper.vernacular_title)] * TITLE_WEIGHT
    abstract = [word for _, text in paper.abstract for word in words(text)]
    indexed = [word for one in (*(h.name for h in headings(paper)), *paper.keywords) for word in words(one)]
    return Counter(stem(word) for word in (*title, *abstract, *indexed) if word not in STOP_WORDS)
