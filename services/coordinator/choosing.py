"""Which pieces an order carries: of the works that had their number when it was decided, and of no others."""

from collections.abc import Iterable, Mapping, Sequence

from shared import messages as m
from shared.memory import ResearchMemory
from shared.registry import Entry

from .state import Run

MOST_FOR_LINKS = 5
"""Of the places of an order, for what bears on hypotheses: a test of one, or what it rests on."""


async def weighed(
    order: m.JudgeRequested | m.ReportRequested,
    run: Run,
    memory: ResearchMemory,
    most: int,
    hypotheses: Sequence[m.MechanismHypothesis],
) -> tuple[m.Evidence, ...]:
    """Return the pieces to judge or report: what each hypothesis rests on, then by design and diversity."""
    entries = numbered_entries(run, order.sources_until)
    if len(entries) <= most:
        return await chosen_from(entries, run, memory, order.question, most)
    bearing = await chosen_from(_rested_upon(hypotheses, entries), run, memory, order.question, MOST_FOR_LINKS)
    strongest = await chosen_from(entries, run, memory, order.question, most, keep_places=True)
    spare = [piece for piece in bearing if piece.source_id not in {one.source_id for one in strongest}]
    return once((*strongest[: most - len(spare)], *spare), most)


def _rested_upon(hypotheses: Sequence[m.MechanismHypothesis], entries: Mapping[str, Entry]) -> Mapping[str, Entry]:
    """Return the works that the hypotheses were made from or tested by, under whichever of their numbers."""
    named = {source for each in hypotheses for source in (*each.derived_from, *each.tested_by)}
    return {source: entry for source, entry in entries.items() if not named.isdisjoint((source, *entry.aliases))}


def once(pieces: Iterable[m.Evidence], most: int) -> tuple[m.Evidence, ...]:
    """Return at most *most* pieces, the first of each source."""
    first: dict[str, m.Evidence] = {}
    for piece in pieces:
        first.setdefault(piece.source_id, piece)
    return tuple(first.values())[:most]


async def chosen_from(
    entries: Mapping[str, Entry],
    run: Run,
    memory: ResearchMemory,
    question: str,
    most: int,
    *,
    keep_places: bool = False,
) -> tuple[m.Evidence, ...]:
    """Return pieces of these works alone, as they were when the order was decided, whenever it is sent."""
    among = {work_id: entry.source_id for entry in entries.values() for work_id in entry.work_ids}
    if not among:
        return ()
    chosen = await memory.get_relevant_evidence(run.run_id, question, most, among, keep_places=keep_places)
    return tuple(_known(piece, entries[piece.source_id]) for piece in chosen)


def numbered_entries(run: Run, until: int) -> Mapping[str, Entry]:
    """Return the works S1…Sn by their S number, in that order."""
    numbered = (entry for entry in run.registry.entries if entry.source_id and int(entry.source_id[1:]) <= until)
    return {entry.source_id: entry for entry in sorted(numbered, key=lambda entry: int(entry.source_id[1:]))}


def _known(piece: m.Evidence, entry: Entry) -> m.Evidence:
    """Return the piece with what the registry knows of its work."""
    retraction = with_status(piece.retraction, entry)
    update = {"study_id": entry.study_id, "first_seen_step": entry.first_seen, "retraction": retraction}
    return piece.model_copy(update=update)


def with_status(retraction: m.Retraction, entry: Entry) -> m.Retraction:
    """Return what a record says of retraction, with the status that the registry knows from all records."""
    if retraction.status == entry.retraction:
        return retraction
    return m.Retraction.model_validate({"status": entry.retraction})
