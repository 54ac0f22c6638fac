"""Which works report one study, so that it counts once (evidence.md, 1). Pure.

A registry number names a study. Numbers of different registries in one record name the same study; several of one
registry are several studies (a pooled analysis): such a work goes with the first of them and ties none together.
Without a number, a preprint and its article are one study; else a work is its own.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .entries import Entry
from .sameness import STAND_ALONE

_DIGITS = re.compile(r"\d")
"""What is left of a number without its digits tells the registry."""

MOST_YEARS_TO_PRINT = 3
"""An article follows its preprint within so many years."""


def with_studies(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries, each with the name of the study it belongs to."""
    links = _Links()
    for numbers in (entry.registry_numbers for entry in entries if not pooled(entry)):
        links.tie(numbers)
    for preprint, article in (*_linked(entries), *_printed(entries)):
        links.tie(filter(None, (_study_token(preprint), _study_token(article))))
    names = _names(entries, links)
    return tuple(_belonging(entry, names[links.root(_study_token(entry))]) for entry in entries)


def pooled(entry: Entry) -> bool:
    """Say whether a work names several studies of one registry."""
    registries = [_DIGITS.sub("", number) for number in entry.registry_numbers]
    return len(registries) > len(set(registries))


class _Links:
    """Names that lead to one another (union–find); the smallest of a group stands for it."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def root(self, name: str) -> str:
        """Return what stands for the group of *name*."""
        while (above := self._parent.get(name, name)) != name:
            name = above
        return name

    def tie(self, names: Iterable[str]) -> None:
        """Put all *names* into one group."""
        roots = sorted({self.root(name) for name in names})
        for root in roots[1:]:
            self._parent[root] = roots[0]


def _study_token(entry: Entry) -> str:
    """Return a name for the study before it is known which works share it: numbers sort before records."""
    return entry.registry_numbers[0] if entry.registry_numbers else f"~{entry.work_ids[0]}"


def _names(entries: Sequence[Entry], links: _Links) -> dict[str, str]:
    """Return the study's name for each group: a registry number, or the lowest S number of its works."""
    lowest: dict[str, str] = {}
    for entry in sorted(entries, key=lambda entry: entry.rank):
        root = links.root(_study_token(entry))
        lowest.setdefault(root, entry.source_id if root.startswith("~") else root)
    return lowest


def _belonging(entry: Entry, study_id: str) -> Entry:
    """Return the entry with its study, the same object where nothing changed."""
    return entry if entry.study_id == study_id else replace(entry, study_id=study_id)


def _linked(entries: Sequence[Entry]) -> Iterable[tuple[Entry, Entry]]:
    """Return the works of which one names the other as its preprint or its article."""
    by_name = {name: entry for entry in entries for name in entry.names}
    return ((entry, by_name[name]) for entry in entries for name in entry.versions if name in by_name)


def _printed(entries: Sequence[Entry]) -> Iterable[tuple[Entry, Entry]]:
    """Return each preprint with its article, where exactly one article has its title."""
    titled: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for title in entry.named("title:"):
            titled[title].append(entry)
    for sharing in titled.values():
        if len(sharing) > 1:
            yield from _followed(sharing)


def _followed(sharing: Sequence[Entry]) -> Iterable[tuple[Entry, Entry]]:
    """Return the preprints among works of one title with the one article that follows them."""
    articles = [entry for entry in sharing if STAND_ALONE.isdisjoint(entry.kinds)]
    preprints = [entry for entry in sharing if "preprint" in entry.kinds]
    if len(articles) == 1:
        yield from ((preprint, articles[0]) for preprint in preprints if _follows(preprint, articles[0]))


def _follows(preprint: Entry, article: Entry) -> bool:
    """Say whether the article came out with or soon after the preprint."""
    if not (preprint.years and article.years):
        return False
    return 0 <= article.years[-1] - preprint.years[0] <= MOST_YEARS_TO_PRINT
