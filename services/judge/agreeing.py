"""What a model takes for contradictions, held against the rules that our own must keep (evidence.md, 4). Pure.

Nothing is dropped in silence: each refusal is told in words.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from shared import messages as m

from .conflicting import Pair, conflicts, differs
from .standing import study
from .weighing import Weighed, excludes

SPECIES = "species"
"""What keeps work on people and work on animals apart."""

Sides = frozenset[frozenset[str]]


class Agreed(NamedTuple):
    """The conflicts that stand, and what was said to those that do not."""

    conflicts: tuple[m.Conflict, ...]
    notes: tuple[str, ...] = ()


def agreed(proposed: Iterable[m.Conflict], found: tuple[Weighed, ...], evidence: Iterable[m.Evidence]) -> Agreed:
    """Return the conflicts of the rules, then those that somebody else *proposed* and that the rules can let stand.

    What differs between two works is filled in where the proposal left it out. *found* are the works that the rules
    weighed, *evidence* is everything that was shown.
    """
    own = conflicts(found)
    court = _Court({one.piece.source_id: one for one in found}, {piece.source_id: piece for piece in evidence})
    known, filled, notes = {_sides(one) for one in own}, [], []
    for one in proposed:
        if reason := court.refusal(one):
            notes.append(f"A contradiction that the model named was left out ({_named(one)}): {reason}.")
        elif _sides(one) not in known:
            known.add(_sides(one))
            filled.append(court.filled(one))
    numbered = enumerate((*own, *filled), start=1)
    return Agreed(tuple(one.model_copy(update={"conflict_id": f"C{n}"}) for n, one in numbered), tuple(notes))


def _sides(one: m.Conflict) -> Sides:
    """Return both sides of a conflict, in no order."""
    return frozenset((frozenset(one.first_source_ids), frozenset(one.second_source_ids)))


def _named(one: m.Conflict) -> str:
    """Return both sides as a person reads them."""
    return " against ".join(", ".join(side) for side in (one.first_source_ids, one.second_source_ids))


class _Court(NamedTuple):
    """What is known of the works that a proposal may name."""

    works: dict[str, Weighed]
    pieces: dict[str, m.Evidence]

    def refusal(self, one: m.Conflict) -> str:
        """Return why a conflict is none, or nothing."""
        if not set(one.first_source_ids).isdisjoint(one.second_source_ids):
            return "a source cannot contradict itself"
        if not self._studies(one.first_source_ids).isdisjoint(self._studies(one.second_source_ids)):
            return "both sides report one study"
        pairs = self._pairs(one)
        if pairs and all(first.direction == second.direction != "unknown" for first, second in pairs):
            return f"both sides point to {pairs[0][0].direction}"
        if pairs and all(_only_null(*pair) for pair in pairs):
            return "no difference shown beside a difference is no contradiction, unless an interval excludes it"
        return ""

    def filled(self, one: m.Conflict) -> m.Conflict:
        """Return a conflict with what its works differ in, where nobody said and the rules can tell."""
        if self._differ_in_subject(one):
            told = one.differs_in if SPECIES in one.differs_in else ", ".join(filter(None, (SPECIES, one.differs_in)))
            return one.model_copy(update={"differs_in": told})
        if one.differs_in:
            return one
        return one.model_copy(update={"differs_in": next(filter(None, self._differences(one)), "")})

    def _differences(self, one: m.Conflict) -> Iterator[str]:
        """Yield what each pair of works differs in."""
        yield from (differs(*pair) for pair in self._pairs(one))

    def _differ_in_subject(self, one: m.Conflict) -> bool:
        """Say whether the works of the two sides were done on other subjects."""
        first, second = (
            {self.pieces[name].subject for name in side if name in self.pieces}
            for side in (one.first_source_ids, one.second_source_ids)
        )
        return first.isdisjoint(second)

    def _studies(self, source_ids: Iterable[str]) -> set[str]:
        """Return the studies that works report."""
        return {study(self.pieces[name]) for name in source_ids if name in self.pieces}

    def _pairs(self, one: m.Conflict) -> list[Pair]:
        """Return the works of both sides that the rules have weighed, each of one side with each of the other."""
        first, second = (
            [self.works[name] for name in side if name in self.works]
            for side in (one.first_source_ids, one.second_source_ids)
        )
        return list(product(first, second))


def _only_null(one: Weighed, other: Weighed) -> bool:
    """Say whether one of two studies shows no difference, and its interval excludes nothing."""
    nulls = [(a, b) for a, b in ((one, other), (other, one)) if a.direction == "no-difference" != b.direction]
    return bool(nulls) and not any(excludes(*pair) for pair in nulls)
