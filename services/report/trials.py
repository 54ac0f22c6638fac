"""Trials that report nothing: what their registry entry says of status, size and time (evidence.md, 2)."""

import re
from collections.abc import Iterator
from datetime import date

from shared import messages as m
from shared.audit.attributing import SECONDARY, design_of, named
from shared.audit.markers import marker_of
from shared.audit.shelf import Shelf, Source

from .counting import study_name
from .grouping import NOTICES, SILENT, is_registry_entry

MONTHS_UNTIL_BIAS = 12
"""Results not posted so long after completion may be missing for what they say."""

_FACTS = tuple(
    (name, re.compile(rf"\b(?:{words})\s*[:=]\s*(?P<value>[^\n;.]{{1,120}})", re.IGNORECASE))
    for name, words in (
        ("status", r"(?:overall |recruitment )?status"),
        ("enrolled or planned", r"(?:actual |target )?enrol?lment|sample size|target size"),
        ("primary completion", r"primary completion(?: date)?"),
        ("why stopped", r"why stopped|reason (?:for )?stopp(?:ed|ing)"),
    )
)
STOPPED = frozenset({"TERMINATED", "WITHDRAWN", "SUSPENDED"})
"""Neither failure nor harm, unless the reason says so."""

_MONTH = re.compile(r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])")


def facts_of(source: Source) -> dict[str, str]:
    """Return the facts of a registry entry, in a fixed order; only what it says itself."""
    if trial := source.reference.trial:
        return {name: value for name, value in _told(trial) if value}
    text = "\n".join(piece.content for piece in source.pieces)
    found = {name: words.search(text) for name, words in _FACTS}
    return {name: match["value"].strip() for name, match in found.items() if match}


def stopping_line(source: Source) -> str:
    """Return what the registry's own fields tell of a trial that was stopped, and why; nothing of any other."""
    trial = source.reference.trial
    if trial is None or trial.status not in STOPPED:
        return ""
    told = (f"{name}: {value}" for name, value in facts_of(source).items() if name in {"status", "why stopped"})
    return f"{source.reference.study_id or named(source.reference)}, {'; '.join(told)} {marker_of((source.source_id,))}"


def _told(trial: m.Trial) -> Iterator[tuple[str, str]]:
    """Yield what the registry's own fields say."""
    planned = "" if trial.primary_completion_is_actual or not trial.primary_completion else " (planned)"
    yield "status", trial.status.replace("_", " ").lower()
    yield "enrolled or planned", _enrolled(trial)
    yield "primary completion", f"{trial.primary_completion}{planned}"
    yield "why stopped", trial.why_stopped.rstrip(".")


def published(trial: Source, shelf: Shelf) -> tuple[Source, ...]:
    """Return the works of a registered study that may hold its results, whether anybody read them or not."""
    study = study_name(trial)
    return tuple(one for one in shelf.sources.values() if study_name(one) == study and _may_report(one))


def _may_report(source: Source) -> bool:
    """Say whether a work is one that results are published in: no entry, plan, notice, review or page."""
    plain = design_of(source) not in SILENT | SECONDARY and source.reference.kind not in NOTICES | {"web-page"}
    return plain and not is_registry_entry(source)


def _where(works: tuple[Source, ...]) -> str:
    """Return where results are published; of a work that was not read, or that was retracted, it says so."""
    standing = [one for one in works if not one.retracted]
    told = (
        ("; results are reported in {}", [one for one in standing if _was_read(one)]),
        ("; results may stand in {}, which was not read", [one for one in standing if not _was_read(one)]),
        ("; results were published in {}, since retracted", [one for one in works if one.retracted]),
    )
    return "".join(words.format(marker_of(one.source_id for one in found)) for words, found in told if found)


def _was_read(source: Source) -> bool:
    """Say whether more than the title of a work was read."""
    return any(piece.level != "title-only" for piece in source.pieces)


def trial_line(source: Source, today: date | None, published: tuple[Source, ...] = ()) -> str:
    """Return one trial without results: a plan is no finding, and stopped is neither failure nor harm.

    *published* are the works of the same study that may hold results: where there are any, none is called missing.
    """
    reference, facts = source.reference, facts_of(source)
    number = reference.study_id if reference.study_id.startswith(("NCT", "ISRCTN", "EudraCT")) else ""
    title = " ".join(reference.citation.title.split()).rstrip(".")
    told = [f"{name}: {value}" for name, value in facts.items()] or ["status not stated"]
    owing = _owes_results(source) and not published
    overdue = _overdue(facts.get("primary completion", ""), today) if owing else ()
    posted = "results posted, none of them an outcome" if _has_posted(source) else "no results posted"
    listed = "; ".join((f"{number or named(reference)}, {posted}, {title}", *told, *overdue))
    return f"{listed} {marker_of((source.source_id,))}{_where(published)}"


def _enrolled(trial: m.Trial) -> str:
    """Return how many took part, or were to."""
    if trial.enrolment is None:
        return ""
    if not trial.enrolment_is_actual:
        return f"{trial.enrolment:,} participants (planned)"
    return f"{trial.enrolment:,} participants" if trial.enrolment else "nobody took part"


def _owes_results(source: Source) -> bool:
    """Say whether results can be missing: none are posted, the trial was done, and its end is no plan."""
    trial = source.reference.trial
    if trial is None:
        return True  # an entry of a person's own file says no more than its text
    return not trial.has_results and trial.primary_completion_is_actual and trial.status != "WITHDRAWN"


def _has_posted(source: Source) -> bool:
    """Say whether the registry holds results, readable or not."""
    return bool(source.reference.trial and source.reference.trial.has_results)


def _overdue(completion: str, today: date | None) -> tuple[str, ...]:
    """Return for how long results have been due, where entry and search give the dates."""
    found = _MONTH.search(completion)
    if not found or today is None:
        return ()
    months = 12 * (today.year - int(found["year"])) + today.month - int(found["month"])
    if months < 1:
        return ()
    bias = " (possible reporting bias)" if months >= MONTHS_UNTIL_BIAS else ""
    return (f"no results {months} months after completion{bias}",)
