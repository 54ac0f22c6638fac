"""Studies as version 2 of the ClinicalTrials.gov interface sends them. Pure.

An entry without posted results supports no finding; one with results has the design of its study (evidence.md, 2).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from services.search.json_fields import Row, as_row, count, inner, rows, said, words
from shared import messages as m
from shared.characters import json_of
from shared.errors import CannotDo, RetryLater
from shared.library.dates import partial_date
from shared.library.values import Record, Skipped
from shared.works import registry_number

from .results import results_in
from .text import sections_of

TITLE = "ClinicalTrials.gov"
ADDRESS = "https://clinicaltrials.gov/study/"

_OWN = "NCT"
_RETIRED = ("FullStudiesResponse", "StudyFieldsResponse")
_OBSERVED: dict[str, m.Design] = {"COHORT": "cohort", "CASE_CONTROL": "case-control", "CASE_ONLY": "case-report"}
_FEWEST_COMPARED = 2


@dataclass(frozen=True)
class Listing:
    """One answer: some studies, how many there are in all where that was asked, and the way to the next."""

    studies: tuple[Row, ...]
    total: int | None = None
    next_token: str = ""


def listing_in(body: bytes) -> Listing:
    """Return what an answer holds: studies, or a single one.

    Raises ``RetryLater`` for what is cut off or lists no studies, ``CannotDo`` for a format that is retired.
    """
    if body.lstrip().startswith(b"<"):
        problem = f"{TITLE} answered with XML or HTML, as its retired interface did: only JSON of version 2 is read"
        raise CannotDo(problem)
    try:
        whole = as_row(json_of(body))
    except (ValueError, RecursionError) as error:
        problem = f"{TITLE} answered with JSON that is cut off or broken"
        raise RetryLater(problem) from error
    return _listing(whole)


def _listing(whole: Row) -> Listing:
    """Return the studies of an answer."""
    if any(name in whole for name in _RETIRED):
        problem = f"{TITLE} answered in version 1 of its interface, which is retired: only version 2 is read"
        raise CannotDo(problem)
    if "protocolSection" in whole:
        return Listing((whole,), 1)
    if not isinstance(whole.get("studies"), list):
        problem = f"{TITLE} answered with JSON that lists no studies"
        raise RetryLater(problem)
    return Listing(rows(whole, "studies"), count(whole, "totalCount"), said(whole, "nextPageToken"))


def record(study: Row) -> Record | Skipped:
    """Return what the registry says of one study; without its number nobody can find it again."""
    named = inner(study, "protocolSection", "identificationModule")
    number = said(named, "nctId").upper()
    if not number.startswith(_OWN):
        return Skipped(said(named, "briefTitle") or "a study", "it has no registry number, so it cannot be cited")
    results, trial = results_in(study), _trial(study)
    sponsor = said(study, "protocolSection", "sponsorCollaboratorsModule", "leadSponsor", "name")
    return Record(
        name=number,
        title=said(named, "officialTitle") or said(named, "briefTitle"),
        abstract=sections_of(study, number, trial, results),
        authors=(sponsor,) if sponsor else (),
        journal=TITLE,
        dates=(trial.first_posted,),
        identifiers=m.Identifiers(url=ADDRESS + number),
        url=ADDRESS + number,
        registry_numbers=tuple(_numbers(number, named)),
        language="en",
        record_type="registry entry",
        trial=trial,
        design=_design(study) if results else "registry-entry",
    )


def _trial(study: Row) -> m.Trial:
    """Return the facts of status, size and time."""
    status, design = (inner(study, "protocolSection", name) for name in ("statusModule", "designModule"))
    posted = _date(status, "resultsFirstPostDateStruct")
    return m.Trial(
        status=said(status, "overallStatus"),
        phases=words(design, "phases"),
        why_stopped=" ".join(said(status, "whyStopped").split()),
        enrolment=count(design, "enrollmentInfo", "count"),
        enrolment_is_actual=said(design, "enrollmentInfo", "type") == "ACTUAL",
        first_posted=_date(status, "studyFirstPostDateStruct"),
        primary_completion=_date(status, "primaryCompletionDateStruct"),
        primary_completion_is_actual=_is_over(status),
        results_posted=posted,
        has_results=study.get("hasResults") is True or bool(posted or inner(study, "resultsSection")),
    )


def _is_over(status: Row) -> bool:
    """Say whether the primary completion has come; old entries do not say so of their dates."""
    sort = said(status, "primaryCompletionDateStruct", "type")
    return sort == "ACTUAL" or (not sort and said(status, "overallStatus") in {"COMPLETED", "TERMINATED"})


def _date(status: Row, name: str) -> str:
    """Return a date with the precision the registry gives it."""
    return partial_date(said(status, name, "date"))


def _numbers(own: str, named: Row) -> Iterable[str]:
    """Yield the study's numbers, its own first. Further ones of this registry name others: a parent, a sequel."""
    if number := registry_number(own):
        yield number
    for text in dict.fromkeys(said(one, "id") for one in rows(named, "secondaryIdInfos")):
        number = registry_number(text)
        if number and not number.startswith(_OWN) and _digits(number) == _digits(text):
            yield number


def _digits(text: str) -> str:
    """Return the digits of *text*: a grant may hold a registry's number among others."""
    return "".join(filter(str.isdigit, text))


def _design(study: Row) -> m.Design:
    """Return how the study was done, as the registry's own fields say. A trial of one group counts as a cohort."""
    design = inner(study, "protocolSection", "designModule")
    if said(design, "studyType") == "OBSERVATIONAL":
        return _observational(inner(design, "designInfo"))
    if said(design, "studyType") != "INTERVENTIONAL":
        return "unknown"
    allocation = said(design, "designInfo", "allocation")
    if allocation == "RANDOMIZED":
        return "randomised-trial"
    arms = rows(study, "protocolSection", "armsInterventionsModule", "armGroups")
    compared = allocation == "NON_RANDOMIZED" and len(arms) >= _FEWEST_COMPARED
    return "controlled-trial" if compared else "cohort"


def _observational(info: Row) -> m.Design:
    """Return the design of a study that only observed."""
    if said(info, "timePerspective") == "CROSS_SECTIONAL":
        return "cross-sectional"
    return _OBSERVED.get(said(info, "observationalModel"), "unknown")
