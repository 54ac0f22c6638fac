"""A registry entry as a text that a person can read: status, purpose, design, arms, what was to be measured. Pure.

The labels are chosen so that nothing of a plan reads as a result. The registrant's own words may announce results or
outcomes, too; where they do, they are marked.
"""

import re
from collections.abc import Iterator

from services.search.json_fields import Row, inner, rows, said, words
from shared import messages as m

from .words import given, joined, quoted, spelt, words_of

MOST_SUMMARY_CHARACTERS = 2_000
MOST_DESCRIPTION_CHARACTERS = 300
MOST_ARMS, MOST_OUTCOMES = 8, 8
"""Of each kind; how many there are beside them is said."""

_PHASES = {
    "EARLY_PHASE1": "early phase 1",
    "PHASE1": "phase 1",
    "PHASE2": "phase 2",
    "PHASE3": "phase 3",
    "PHASE4": "phase 4",
    "NA": "phase not applicable",
}
_ALLOCATIONS = {"RANDOMIZED": "randomised allocation", "NON_RANDOMIZED": "allocation not randomised"}
_ENDS = re.compile(r"[.!?…]\W*$")


def sections_of(study: Row, number: str, trial: m.Trial, results: str) -> tuple[tuple[str, str], ...]:
    """Return label and text of each part; *results* is what was posted, empty where nothing was sent."""
    protocol = inner(study, "protocolSection")
    planned = () if results else _planned(protocol)  # the results name each outcome again
    parts = (
        ("REGISTRATION", _registered(study, number, trial)),
        ("BACKGROUND AND PURPOSE", _purpose(protocol)),
        ("STUDY DESIGN", _designed(protocol, trial)),
        ("INTERVENTIONS", _given(protocol)),
        ("OUTCOME MEASURES", planned),
        ("RESULTS", (results,)),
    )
    laid_out = ((label, " ".join(filter(None, sentences))) for label, sentences in parts)
    return tuple((label, text) for label, text in laid_out if text)


def _registered(study: Row, number: str, trial: m.Trial) -> Iterator[str]:
    """Yield the facts of status, size and time, each a labelled sentence."""
    status = inner(study, "protocolSection", "statusModule")
    yield f"Registered at ClinicalTrials.gov as {number}."
    if trial.status:
        known = said(status, "lastKnownStatus")
        yield f"Status: {spelt(trial.status)}{f' (last known: {spelt(known)})' if known else ''}."
    if trial.why_stopped:
        yield _sentence(f"Why stopped: {words_of(trial.why_stopped)}")
    if trial.enrolment is not None:
        yield f"Enrolment: {trial.enrolment} participants{_sort(inner(study, *_ENROLMENT))}."
    yield _dated("First posted", inner(status, "studyFirstPostDateStruct"), of_plan=False)
    yield _dated("Started", inner(status, "startDateStruct"))
    yield _dated("Primary completion", inner(status, "primaryCompletionDateStruct"))
    yield _posted(study, trial)


_ENROLMENT = ("protocolSection", "designModule", "enrollmentInfo")


def _sort(stated: Row) -> str:
    """Say whether a number or a date is what happened or what was planned, where the registry does."""
    return {"ACTUAL": " (actual)", "ESTIMATED": " (planned)"}.get(said(stated, "type"), "")


def _dated(name: str, date: Row, *, of_plan: bool = True) -> str:
    """Return a date; of a date of the plan, whether it has come."""
    day = said(date, "date")
    return f"{name}: {day}{_sort(date) if of_plan else ''}." if day else ""


def _posted(study: Row, trial: m.Trial) -> str:
    """Say whether results are posted; an entry that was not sent whole does not tell."""
    if trial.has_results:
        return f"Results were posted{f' on {trial.results_posted}' if trial.results_posted else ''}."
    return "No results are posted." if study.get("hasResults") is False else ""


def _purpose(protocol: Row) -> Iterator[str]:
    """Yield what is studied, and the registrant's own summary."""
    if conditions := words(protocol, "conditionsModule", "conditions"):
        yield _sentence(f"Conditions: {words_of(', '.join(conditions))}")
    if summary := said(protocol, "descriptionModule", "briefSummary"):
        yield _sentence(words_of(summary, MOST_SUMMARY_CHARACTERS))


def _sentence(text: str) -> str:
    """Return *text* with a full stop where nothing ends it, so that what follows is a sentence of its own."""
    return text if _ENDS.search(text) else f"{text}."


def _designed(protocol: Row, trial: m.Trial) -> Iterator[str]:
    """Yield how the study is laid out."""
    design = inner(protocol, "designModule")
    info = inner(design, "designInfo")
    masking, masked = said(info, "maskingInfo", "masking"), words(info, "maskingInfo", "whoMasked")
    purpose = said(info, "primaryPurpose")
    parts = (
        f"{spelt(said(design, 'studyType'))} study" if said(design, "studyType") else "",
        " and ".join(_PHASES.get(phase, spelt(phase)) for phase in trial.phases),
        _ALLOCATIONS.get(said(info, "allocation"), ""),
        spelt(said(info, "interventionModel") or said(info, "observationalModel")),
        spelt(said(info, "timePerspective")),
        f"masking {spelt(masking)}" if masking else "",
        f"masked: {joined(map(spelt, masked))}" if masked else "",
        f"purpose: {spelt(purpose)}" if purpose else "",
    )
    text = ", ".join(filter(None, parts))
    yield f"{text[0].upper()}{text[1:]}." if text else ""


def _given(protocol: Row) -> Iterator[str]:
    """Yield the arms, and what is given in them."""
    for arm in rows(protocol, "armsInterventionsModule", "armGroups")[:MOST_ARMS]:
        description = words_of(said(arm, "description"), MOST_DESCRIPTION_CHARACTERS)
        yield _sentence(f"Arm {_named(arm, 'label')}{f': {description}' if description else ''}")
    interventions = rows(protocol, "armsInterventionsModule", "interventions")
    if interventions:
        yield f"Given: {joined(_named(one, 'name') for one in interventions[:MOST_ARMS])}."
    yield beyond(len(interventions) - MOST_ARMS, "intervention(s)")


def _named(row: Row, field: str) -> str:
    """Return the name of an arm or an intervention with its sort."""
    sort = said(row, "type")
    return f"{quoted(said(row, field))} ({spelt(sort)})" if sort else quoted(said(row, field))


def _planned(protocol: Row) -> Iterator[str]:
    """Yield what was to be measured, and when."""
    for sort, field in (("Primary", "primaryOutcomes"), ("Secondary", "secondaryOutcomes")):
        outcomes = rows(protocol, "outcomesModule", field)
        for one in outcomes[:MOST_OUTCOMES]:
            when = given(said(one, "timeFrame"))
            yield f"{sort}: {quoted(said(one, 'measure'))}{f' ({when})' if when else ''}."
        yield beyond(len(outcomes) - MOST_OUTCOMES, f"{sort.lower()} one(s)")


def beyond(left: int, what: str) -> str:
    """Say how many of something the registry has beside those named, or nothing."""
    return f"The registry has {left} further {what}." if left > 0 else ""
