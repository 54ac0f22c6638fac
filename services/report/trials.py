"""Trials that report nothing: what their registry entry says of status, size and time (evidence.md, 2)."""

import re
from collections.abc import Iterator
from datetime import date

from shared import messages as m
from shared.audit.attributing import named
from shared.audit.markers import marker_of
from shared.audit.shelf import Source

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


def trial_line(source: Source, today: date | None, published: tuple[str, ...] = ()) -> str:
    """Return one trial without results: a plan is no finding, and stopped is neither failure nor harm.

    *published* are the works of the same study that report results: where there are any, none is missing.
    """
    reference, facts = source.reference, facts_of(source)
    number = reference.study_id if reference.study_id.startswith(("NCT", "ISRCTN", "EudraCT")) else ""
    title = " ".join(reference.citation.title.split()).rstrip(".")
    told = [f"{name}: {value}" for name, value in facts.items()] or ["status not stated"]
    owing = _owes_results(source) and not published
    overdue = _overdue(facts.get("primary completion", ""), today) if owing else ()
    elsewhere = f"; results are reported in {marker_of(published)}" if published else ""
    posted = "results posted, none of them an outcome" if _has_posted(source) else "no results posted"
    listed = "; ".join((f"{number or named(reference)}, {posted}, {title}", *told, *overdue))
    return f"{listed} {marker_of((source.source_id,))}{elsewhere}"


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
