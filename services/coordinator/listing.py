"""How the works of a run are listed: as references, and at its end with what became of each. Deterministic."""

from collections.abc import Iterable, Iterator, Mapping

from shared import messages as m
from shared.entries import GRAVEST_FIRST
from shared.finders import place_of
from shared.registry import Entry

from .choosing import with_status
from .state import Run, outcome_of_step

DEEPEST_FIRST: tuple[m.ReadLevel, ...] = ("full-text", "abstract", "registry", "web-page", "title-only")

MOST_UNREAD = 500
"""Works that were found and not read, named at a run's end; the flow counts the rest."""

RETRACTED = "retracted: it takes the place of no work that stands"

NOT_READ = "no room to read it, or it holds too few of the query's words"


def said_of(entry: Entry, works: Mapping[str, m.Work]) -> m.Retraction:
    """Return the gravest of what the records of a work say of retraction, with who says so and when it was asked."""
    said = [one for work_id in entry.work_ids if work_id in works if (one := works[work_id].retraction)]
    gravest = min(said, key=lambda one: GRAVEST_FIRST.index(one.status), default=m.Retraction())
    agreeing = [one for one in said if one.status == gravest.status]
    by = ", ".join(sorted({one.checked_in for one in agreeing} - {""}))
    first = min((one.checked_at for one in agreeing if one.checked_at), default=None)
    return with_status(gravest.model_copy(update={"checked_in": by, "checked_at": first}), entry)


def standing_for(entry: Entry, works: Mapping[str, m.Work]) -> m.Work | None:
    """Return the record that stands for a work: the first the memory holds, one whose design is known if there is."""
    held = [works[work_id] for work_id in entry.work_ids if work_id in works]
    return next((work for work in held if work.design != "unknown"), held[0] if held else None)


def identifiers(entry: Entry, works: Mapping[str, m.Work]) -> m.Identifiers:
    """Return all identifiers that the records of a work give, the first of each kind."""
    held = [works[work_id].identifiers for work_id in entry.work_ids if work_id in works]
    if len(held) == 1:
        return held[0]
    merged: dict[str, str] = {}
    for one in held:
        merged = {name: value for name, value in one if value} | merged
    return m.Identifiers.model_validate(merged)


def reference(entry: Entry, works: Mapping[str, m.Work]) -> m.Reference:
    """Return a work as reports list it. Raises ``LookupError`` when the memory has no record of it."""
    if (work := standing_for(entry, works)) is None:
        message = f"no record of {entry.source_id} is in the memory"
        raise LookupError(message)
    return m.Reference(
        source_id=entry.source_id,
        citation=work.citation,
        identifiers=identifiers(entry, works),
        kind=work.kind,
        design=work.design,
        subject_studied=work.subject,
        study_id=entry.study_id,
        retraction=said_of(entry, works),
        trial=next((one.trial for one in map(works.get, entry.work_ids) if one and one.trial), None),
    )


def found_by(entry: Entry, run: Run) -> Iterator[m.FoundBy]:
    """Yield for each source that has a work the first query that found it."""
    for name in entry.found_by:
        step, place = place_of(name)
        outcome = outcome_of_step(run, step)
        if outcome and place < len(outcome.searches):
            asked = outcome.searches[place]
            yield m.FoundBy(source=asked.source, query=asked.query, step=step)


def registered(
    entry: Entry, works: Mapping[str, m.Work], run: Run, levels: Mapping[str, m.ReadLevel]
) -> m.RegisteredSource:
    """Return a work as ``research.completed`` lists it."""
    listed = reference(entry, works)
    return m.RegisteredSource(
        source_id=listed.source_id,
        citation=listed.citation,
        identifiers=listed.identifiers,
        aliases=entry.aliases,
        work_ids=entry.work_ids,
        registry_numbers=entry.registry_numbers,
        kind=listed.kind,
        study_id=listed.study_id,
        design=listed.design,
        subject_studied=listed.subject_studied,
        retraction=listed.retraction,
        found_by=tuple(found_by(entry, run)),
        level=min((levels[one] for one in entry.work_ids if one in levels), key=DEEPEST_FIRST.index, default=None),
        sample_size=_size(entry, works),
    )


def _size(entry: Entry, works: Mapping[str, m.Work]) -> int | None:
    """Return on how many a work was done, as the first of its records says that knows."""
    told = (works[one].sample_size for one in entry.work_ids if one in works)
    return next((size for size in told if size is not None), None)


def deepest(pieces: Iterable[m.Evidence]) -> dict[str, m.ReadLevel]:
    """Return for each record how much of it was read at most."""
    levels: dict[str, m.ReadLevel] = {}
    for piece in pieces:
        known = levels.get(piece.work_id, piece.level)
        levels[piece.work_id] = min(known, piece.level, key=DEEPEST_FIRST.index)
    return levels


def _why(entry: Entry, works: Mapping[str, m.Work], left_out: str) -> str:
    """Return why a work was not read; a filter needs no other reason, and a retracted work takes no place."""
    if left_out:
        return f"excluded by a filter ({left_out})"
    return RETRACTED if said_of(entry, works).bars else NOT_READ


def unread(run: Run, works: Mapping[str, m.Work]) -> Iterator[m.UnreadWork]:
    """Yield the works that were found and not read, each with the filter that left it out, where one did."""
    from shared.library.filtering import left_out_by  # noqa: PLC0415 -- a fifth of a second that only ends need

    for entry in run.registry.entries:
        work = None if entry.source_id else standing_for(entry, works)
        if work:
            left_out = left_out_by(run.asked.filters, work)
            yield m.UnreadWork(
                citation=work.citation,
                identifiers=identifiers(entry, works),
                found_by=tuple(found_by(entry, run)),
                why=_why(entry, works, left_out),
            )
