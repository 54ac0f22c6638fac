"""Ask the literature sources side by side, and weave what they found into one ranking."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, repeat, zip_longest
from typing import Protocol

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.likeness import Described, propose
from shared.registry import Registry, by_record, identify, key_of

from .abreast import abreast
from .planning import Plan

AS_ASKED = Plan({})


@dataclass(frozen=True)
class SourceAnswer:
    """What one source said to all queries of an order."""

    works: tuple[m.Work, ...] = ()
    """Every record that was met."""
    evidence: tuple[tuple[m.Evidence, ...], ...] = ()
    """For each query a ranking, best first."""
    searches: tuple[m.SearchRecord, ...] = ()
    """For each query a record first, in the same order; then whatever else there is to say."""
    found: tuple[frozenset[str], ...] = ()
    """For each query the records it found, by their ids, whatever became of them."""
    same_works: tuple[m.SameWork, ...] = ()
    """Pairs among the texts that the source compared itself."""
    compared: tuple[Described, ...] = ()
    texts: tuple[Described, ...] = ()
    """Texts that nobody compared yet: other sources may have the same work under other names."""


class Source(Protocol):
    """Somewhere to look for literature."""

    @property
    def name(self) -> m.SourceName:
        """Return what requests call it."""
        ...

    async def search(self, order: m.SearchRequested, at: datetime) -> SourceAnswer:
        """Ask every query of *order*. Raises ``RetryLater`` or ``CannotDo`` where it could not look."""
        ...

    async def state(self) -> m.SourceState:
        """Return whether it answers; asks it once."""
        ...


@dataclass(frozen=True)
class _Placed:
    """A piece of evidence, and whose it is: the record it counts for."""

    piece: m.Evidence
    source: int
    query: int


async def search(
    order: m.SearchRequested, sources: Mapping[m.SourceName, Source], at: datetime, plan: Plan = AS_ASKED
) -> m.SearchCompleted:
    """Return what the sources of *order* answered; one that could not look is a failed record, not silence.

    At most ``order.max_results`` pieces of evidence, one for each work, taken in turn from every query and source.
    """
    asked = tuple(dict.fromkeys(order.sources))
    answers = await abreast(_asked(plan.order_for(name, order), sources.get(name), name, at) for name in asked)
    same = await asyncio.to_thread(_alike, answers)
    works = {work.work_id: work for answer in answers for work in answer.works}
    read = tuple(_one_per_work(tuple(_in_turn(answers)), works, same))[: order.max_results]
    kept = _ranked(works, read)
    return m.SearchCompleted(
        run_id=order.run_id,
        step=order.step,
        attempt=order.attempt,
        spent=plan.spent,
        made_by=plan.made_by,
        notes=plan.notes,
        works=kept,
        evidence=tuple(placed.piece for placed in read),
        same_works=_known(same, kept),
        searches=tuple(_counted(answers, read, order.step, len(works) - len(kept))),
        found_by=_found_by(answers, kept),
    )


def _alike(answers: Sequence[SourceAnswer]) -> tuple[m.SameWork, ...]:
    """Return the pairs of records whose texts are alike, within a source and across sources: proposals only."""
    known = [one for answer in answers for one in answer.compared]
    found = [one for answer in answers for one in answer.texts]
    pairs = (pair for answer in answers for pair in answer.same_works)
    return tuple(dict.fromkeys((*pairs, *propose(found, known))))


async def _asked(order: m.SearchRequested, source: Source | None, name: m.SourceName, at: datetime) -> SourceAnswer:
    """Return what *source* answered, or a failed record for each query."""
    if source is None:
        return _failed(order, name, at, f"{name} cannot be searched: this installation has no adapter for it")
    try:
        return await source.search(order, at)
    except (RetryLater, CannotDo) as error:
        return _failed(order, name, at, str(error))


def _failed(order: m.SearchRequested, name: m.SourceName, at: datetime, reason: str) -> SourceAnswer:
    """Return the answer of a source that could not look."""
    records = (
        m.SearchRecord(source=name, query=query, asked_at=at, status="failed", reason=reason) for query in order.queries
    )
    return SourceAnswer(searches=tuple(records))


def _in_turn(answers: Sequence[SourceAnswer]) -> Iterator[_Placed]:
    """Yield the evidence of all rankings by rank, then by query, then by source."""
    asked = [(query, source) for source, one in enumerate(answers) for query in range(len(one.evidence))]
    rankings = [
        [_Placed(piece, source, query) for piece in answers[source].evidence[query]] for query, source in sorted(asked)
    ]
    return (placed for rank in zip_longest(*rankings) for placed in rank if placed is not None)


def _one_per_work(
    found: Sequence[_Placed], works: Mapping[str, m.Work], same: Sequence[m.SameWork]
) -> Iterator[_Placed]:
    """Yield one piece of each work, at the place of its first and from the record that says most."""
    keys = (key_of(work) for work in works.values())
    pairs = ((pair.first, pair.second) for pair in same)
    registry = identify(Registry(), keys, pairs, step="", most=len(works))
    entries = by_record(registry)
    by_work: dict[tuple[str, ...], list[_Placed]] = {}
    for placed in found:
        record = placed.piece.work_id
        by_work.setdefault(entries[record].work_ids if record in entries else (record,), []).append(placed)
    return (max(placed, key=_told) for placed in by_work.values())


def _told(placed: _Placed) -> tuple[bool, bool, bool, float]:
    """Return how much a piece lets one judge: text, design and subject before relevance. The first of equals wins."""
    piece = placed.piece
    return piece.level != "title-only", piece.design != "unknown", piece.subject != "unknown", piece.relevance_score


def _ranked(works: Mapping[str, m.Work], read: Sequence[_Placed]) -> tuple[m.Work, ...]:
    """Return the works, those that became evidence first, cut at what one answer carries."""
    first = (works[placed.piece.work_id] for placed in read if placed.piece.work_id in works)
    ranked = {work.work_id: work for work in (*first, *works.values())}
    return tuple(ranked.values())[: m.MOST_WORKS]


def _known(same: Sequence[m.SameWork], works: Sequence[m.Work]) -> tuple[m.SameWork, ...]:
    """Return the pairs of which both records are among *works*."""
    known = {work.work_id for work in works}
    return tuple(pair for pair in same if {pair.first, pair.second} <= known)


def _counted(
    answers: Sequence[SourceAnswer], read: Sequence[_Placed], step: str, left_out: int
) -> Iterator[m.SearchRecord]:
    """Yield the records with what became evidence, and what was left out for lack of room."""
    taken = Counter((placed.source, placed.query) for placed in read)
    for source, answer in enumerate(answers):
        rankings = chain(answer.evidence, repeat(()))  # of a source that could not look, there is none
        for query, (record, ranking) in enumerate(zip(answer.searches, rankings, strict=False)):
            yield _with_room(record, len(ranking), taken[source, query], left_out, step)


def _found_by(answers: Sequence[SourceAnswer], works: Sequence[m.Work]) -> tuple[tuple[int, ...], ...]:
    """Return for each work the places of the queries that found it, among the records of all answers."""
    places: dict[str, list[int]] = {work.work_id: [] for work in works}
    first = 0
    for answer in answers:
        for place, found in enumerate(answer.found, first):
            for work_id in found & places.keys():
                places[work_id].append(place)
        first += len(answer.searches)
    return tuple(tuple(places[work.work_id]) for work in works)


def _with_room(record: m.SearchRecord, found: int, taken: int, left_out: int, step: str) -> m.SearchRecord:
    """Return *record* with how many of the pieces *found* were *taken*, and why not the others."""
    notes = (record.reason, _not_read(found - taken), _not_registered(left_out if found else 0))
    reason = ". ".join(note for note in notes if note)
    return record.model_copy(update={"read": taken, "step": step, "reason": reason})


def _not_read(count: int) -> str:
    """Say how many pieces were found and not taken."""
    return (
        f"{count} more were found and not read: another record of the same work was, or there was no room"
        if count
        else ""
    )


def _not_registered(count: int) -> str:
    """Say how many records an answer had no room for."""
    return f"{count} records beyond the first {m.MOST_WORKS} were not registered" if count else ""
