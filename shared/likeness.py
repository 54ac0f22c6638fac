"""Which records look like one work by their texts: proposals only. Pure.

Whoever has the texts compares them (search within one answer, the memory across answers); the registry decides.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from shared import messages as m
from shared import works

from .sameness import MOST_YEARS_APART, kinds_merge

LEAST_CONTAINMENT = 0.5
"""Of 3-word shingles (design.md): alone it keeps 95-98 % of the duplicates, with 3-6 % of distinct papers."""

LEAST_TITLE_SIMILARITY = 0.9
"""Asked together with the containment (design.md), so that papers on one drug stay apart."""

SHINGLE_WORDS = 3
FEWEST_SHINGLES = 12
"""A shorter text says too little to compare."""

_HEAD_LETTERS = 36
_LEAST_HEAD_SIMILARITY = 0.85
"""Titles whose beginnings are less alike are not compared in full, unless they are alike as a whole."""

_NOTICE = re.compile(
    r"(?:author |published )?(?:erratum|errata|corrigend|correction|comment|repl(?:y|ies)|response|retract|withdraw|"
    r"expression of concern|editorial|letter|protocol|study protocol|in reply|re )"
)
"""How the title of a work about another work begins, whatever kind its source gave it."""

_NUMBER = re.compile(r"\d+|\b(?:i{1,3}|iv|vi{0,3}|ix|x)\b")
"""Parts, phases, doses and years: titles that differ in one name different works."""


@dataclass(frozen=True)
class Described:
    """A record and its text."""

    work: m.Work
    text: str

    @cached_property
    def title(self) -> str:
        """Return the normalised title."""
        return works.normal_title(self.work.citation.title)

    @cached_property
    def year(self) -> int | None:
        """Return the year of publication."""
        return works.year_of(self.work.citation.date)

    @cached_property
    def shingles(self) -> frozenset[tuple[str, ...]]:
        """Return every run of three words of the text."""
        words = works.normal_title(self.text).split()
        return frozenset(zip(words, words[1:], words[2:], strict=False))


def merges(pair: m.SameWork) -> bool:
    """Say whether a proposed pair is alike enough to be one work."""
    return pair.containment >= LEAST_CONTAINMENT and pair.title_similarity >= LEAST_TITLE_SIMILARITY


def propose(found: Sequence[Described], known: Sequence[Described] = ()) -> tuple[m.SameWork, ...]:
    """Return the pairs within *found*, and between it and *known*, that are alike enough to be one work."""
    mine = {record.work.work_id for record in found}
    records = {record.work.work_id: record for record in (*known, *found) if record.text and record.year}
    pairs = (
        _compared(one, other)
        for one, other in _candidates(records.values())
        if not mine.isdisjoint((one.work.work_id, other.work.work_id))
    )
    return tuple(pair for pair in pairs if pair and merges(pair))


def title_similarity(one: str, other: str) -> float:
    """Return how alike two normalised titles are, from 0 to 1; a subtitle that only one of them has does not count.

    Titles that differ in a number, or of which one is about the other ("Reply to …"), are not alike at all.
    """
    short, long = sorted((one, other), key=len)
    if _is_notice(short) != _is_notice(long):
        return 0.0
    end = long.find(" ", len(short))
    begins = long[:end] if end > 0 else long
    ways = (long,) if begins == long or not works.names_a_work(short) else (long, begins)
    return max(_similarity(short, way) for way in ways)


def _similarity(one: str, other: str) -> float:
    """Return how alike two titles are as a whole; below the least anyone asks for it is 0, as under other numbers."""
    similarity = fuzz.ratio(one, other, score_cutoff=100 * LEAST_TITLE_SIMILARITY) / 100
    return similarity if similarity and _numbers(one) == _numbers(other) else 0.0


def containment(one: Described, other: Described) -> float:
    """Return the share of the shorter text's shingles that are in the longer one."""
    fewest = min(len(one.shingles), len(other.shingles))
    return len(one.shingles & other.shingles) / fewest if fewest >= FEWEST_SHINGLES else 0.0


def _compared(one: Described, other: Described) -> m.SameWork | None:
    """Return how alike two records are, where their titles are; texts of other titles are not compared."""
    if (similarity := title_similarity(one.title, other.title)) < LEAST_TITLE_SIMILARITY:
        return None
    first, second = sorted((one.work.work_id, other.work.work_id))
    return m.SameWork(first=first, second=second, title_similarity=similarity, containment=containment(one, other))


def _candidates(records: Iterable[Described]) -> Iterator[tuple[Described, Described]]:
    """Return the pairs worth comparing: mergeable kinds, years close, titles roughly alike."""
    by_year: defaultdict[int, list[Described]] = defaultdict(list)
    for record in records:
        by_year[record.year or 0].append(record)
    for year, block in by_year.items():
        later = [record for step in range(1, MOST_YEARS_APART + 1) for record in by_year.get(year + step, ())]
        yield from _within(block, (*block, *later))


def _within(block: Sequence[Described], others: Sequence[Described]) -> Iterator[tuple[Described, Described]]:
    """Return the pairs of a year's records and those that follow them, each pair once."""
    for row, column in _alike([record.title for record in block], [record.title for record in others]):
        one, other = block[row], others[column]
        if row < column and kinds_merge((one.work.kind,), (other.work.kind,)):
            yield one, other


def _alike(titles: Sequence[str], others: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Return the places of the titles that are alike as a whole or in how they begin; all at once, in C."""
    heads, other_heads = [_head(title) for title in titles], [_head(title) for title in others]
    begun = _matches(heads, other_heads, _LEAST_HEAD_SIMILARITY)
    rows, columns = np.nonzero(begun | _matches(titles, others, LEAST_TITLE_SIMILARITY))
    yield from zip(rows.tolist(), columns.tolist(), strict=True)


def _matches(titles: Sequence[str], others: Sequence[str], least: float) -> NDArray[np.bool_]:
    """Return which titles are this alike and have the same numbers, as a table."""
    similar = process.cdist(titles, others, score_cutoff=100 * least, dtype=np.uint8) > 0
    known: dict[tuple[str, ...], int] = {}
    rows, columns = ([known.setdefault(_numbers(title), len(known)) for title in side] for side in (titles, others))
    matches: NDArray[np.bool_] = similar & (np.array(rows)[:, None] == np.array(columns)[None, :])
    return matches


def _head(title: str) -> str:
    """Return the whole words with which a title begins."""
    return title if len(title) <= _HEAD_LETTERS else title[:_HEAD_LETTERS].rpartition(" ")[0]


@lru_cache(maxsize=8192)
def _numbers(title: str) -> tuple[str, ...]:
    """Return the numbers in a normalised title."""
    return tuple(sorted(_NUMBER.findall(title)))


@lru_cache(maxsize=8192)
def _is_notice(title: str) -> bool:
    """Say whether a work is about another one."""
    return bool(_NOTICE.match(title))
