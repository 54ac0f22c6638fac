"""Which works are one: the rules, and the clusters they make. Pure.

Rules are tried from the strongest to the weakest, over all works, until nothing joins any more:

1. equal PMID: PubMed gives one to each of its records, so this holds even against another DOI;
2. equal DOI, PMCID, OpenAlex id or address, unless an identifier ranked above it is in conflict;
3. equal normalised title, first in the same year, then one apart, unless any identifier is in conflict;
4. a proposed pair whose texts are alike, under the same conditions.

An erratum is never its article. Comments, abstracts, preprints, registry entries and protocols join their own kind
only; under rule 2 an equal title outweighs that, for one source's comment is another's article. Abstracts need an
equal title even under rule 2: a congress gives one DOI to all of its abstracts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from .entries import Entry, joined

STAND_ALONE = frozenset({"erratum", "comment", "abstract", "preprint", "registry-entry", "protocol"})
"""Kinds that never merge with another kind (design.md, "One work is one source")."""

MOST_TRIES = 20
"""A name that so many works share without being one names none of them; it also bounds the time."""

MOST_YEARS_APART = 1
_RANKED = ("pmid:", "doi:", "pmcid:", "openalex:")
"""Identifiers in the order in which they are believed. Addresses are never in conflict: a work has many."""


def kinds_merge(one: Iterable[str], other: Iterable[str]) -> bool:
    """Say whether works of these kinds may be one."""
    return not _families(one).isdisjoint(_families(other))


def clusters(entries: Sequence[Entry], same: Iterable[tuple[str, str]]) -> tuple[tuple[int, Entry], ...]:
    """Return the works that remain, each with the place of its first entry, in the order of the places."""
    found = _Clusters(entries)
    proposed = sorted({(min(pair), max(pair)) for pair in same})
    while _by_names(found) + _by_proposals(found, proposed):
        pass  # what joined may share new names with others
    return found.remaining()


def _families(kinds: Iterable[str]) -> set[str]:
    """Return the kinds, where all that may be an article counts as one."""
    return {kind if kind in STAND_ALONE or kind == "web-page" else "article" for kind in kinds}


def _conflict(one: Entry, other: Entry, types: Iterable[str]) -> bool:
    """Say whether both have an identifier of one of these types, and none in common."""
    pairs = ((one.named(kind), other.named(kind)) for kind in types)
    return any(mine and theirs and mine.isdisjoint(theirs) for mine, theirs in pairs)


def _years_apart(one: Entry, other: Entry) -> int:
    """Return how far apart the years are, or more than any rule allows where one is unknown."""
    if not (one.years and other.years):
        return MOST_YEARS_APART + 1
    return max(one.years[0] - other.years[1], other.years[0] - one.years[1], 0)


def _span(years: tuple[int, ...]) -> int:
    """Return how many years the records of a work lie apart."""
    return years[-1] - years[0] if years else 0


def _erratum_of(one: Entry, other: Entry) -> bool:
    """Say whether exactly one of them is an erratum."""
    return ("erratum" in one.kinds) != ("erratum" in other.kinds)


def _same_title(one: Entry, other: Entry) -> bool:
    """Say whether they have a title in common."""
    return not one.named("title:").isdisjoint(other.named("title:"))


def _may_by_identifier(one: Entry, other: Entry, above: Sequence[str]) -> bool:
    """Say whether an equal identifier makes them one, where those ranked *above* it do not forbid it."""
    if _erratum_of(one, other) or _conflict(one, other, above):
        return False
    kinds = {*one.kinds, *other.kinds}
    if "abstract" in kinds or not (kinds_merge(one.kinds, other.kinds) or "web-page" in kinds):
        return _same_title(one, other)
    return True


def _may_by_likeness(one: Entry, other: Entry, apart: int = MOST_YEARS_APART) -> bool:
    """Say whether an equal title, or alike texts, make them one."""
    if not kinds_merge(one.kinds, other.kinds) or _years_apart(one, other) > apart:
        return False
    together = _span((*sorted((*one.years, *other.years)),))
    return together <= max(apart, _span(one.years), _span(other.years)) and not _conflict(one, other, _RANKED)


_Rule = Callable[[Entry, Entry], bool]


class _Clusters:
    """Entries that join (union–find); the first place of a cluster is its name."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._parent = list(range(len(entries)))
        self._entry = dict(enumerate(entries))
        self._by_record = {work_id: place for place, entry in enumerate(entries) for work_id in entry.work_ids}

    def join(self, place: int, other: int, may: _Rule) -> bool:
        """Join two clusters if the rule allows it; say whether anything changed."""
        first, second = sorted((self._root(place), self._root(other)))
        if first == second or not may(self._entry[first], self._entry[second]):
            return False
        self._entry[first] = joined(self._entry[first], self._entry.pop(second))
        self._parent[second] = first
        return True

    def sharing(self, prefix: str) -> list[list[int]]:
        """Return the clusters that share a name of this type, in an order made from what they say."""
        named: defaultdict[str, list[int]] = defaultdict(list)
        for place, entry in self._entry.items():
            for name in entry.names:
                if name.startswith(prefix):
                    named[name].append(place)
        shared = sorted((name, places) for name, places in named.items() if len(places) > 1)
        return [sorted(places, key=self._content) for _, places in shared]

    def holding(self, pair: tuple[str, str]) -> tuple[int, int] | None:
        """Return the places of the two records, where both are known."""
        first, second = (self._by_record.get(work_id) for work_id in pair)
        return None if first is None or second is None else (first, second)

    def remaining(self) -> tuple[tuple[int, Entry], ...]:
        """Return what is left, by place."""
        return tuple(sorted(self._entry.items(), key=lambda item: item[0]))

    def _root(self, place: int) -> int:
        """Return the cluster this place belongs to."""
        while self._parent[place] != place:
            self._parent[place] = self._parent[self._parent[place]]
            place = self._parent[place]
        return place

    def _content(self, place: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return what to sort by, so that the order of arrival does not matter."""
        return self._entry[place].years, self._entry[place].work_ids


def _by_names(found: _Clusters) -> int:
    """Join what shares a name, strongest names first; return how many joined."""
    count = 0
    for rank, kind in enumerate((*_RANKED, "url:")):
        count += _join_sharing(found, kind, partial(_may_by_identifier, above=_RANKED[:rank]))
    for apart in range(MOST_YEARS_APART + 1):
        count += _join_sharing(found, "title:", partial(_may_by_likeness, apart=apart))
    return count


def _join_sharing(found: _Clusters, kind: str, may: _Rule) -> int:
    """Try the works that share a name of this type against each other; return how many joined."""
    count = 0
    for places in found.sharing(kind):
        separate = places[:1]
        for place in places[1:]:
            if any(found.join(known, place, may) for known in separate[:MOST_TRIES]):
                count += 1
            else:
                separate.append(place)
    return count


def _by_proposals(found: _Clusters, proposed: Iterable[tuple[str, str]]) -> int:
    """Join the pairs whose texts are alike; return how many joined."""
    known = (found.holding(pair) for pair in proposed)
    return sum(found.join(*places, _may_by_likeness) for places in known if places)
