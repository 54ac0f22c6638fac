"""A registered study as the registry writes it: what was planned, and where it stands."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tests.world.shapes import Outcome, Paper, Study

Part = dict[str, Any]

ESTIMATES_UNTIL = "2017-01-18"
"""Days of posting before it are estimates, and a start need not say what it is."""
OPEN = frozenset({"RECRUITING", "NOT_YET_RECRUITING", "ACTIVE_NOT_RECRUITING", "ENROLLING_BY_INVITATION"})
_EUDRACT = re.compile(r"20\d\d-\d{6}-\d\d")


def known(part: Part) -> Part:
    """Return a part without what is empty: the registry leaves it out."""
    return {name: value for name, value in part.items() if value not in ("", None, [], {})}


def protocol(study: Study, papers: Sequence[Paper]) -> Part:
    """Return the protocol section."""
    return known(
        {
            "identificationModule": _identification(study),
            "statusModule": _status(study),
            "sponsorCollaboratorsModule": {
                "responsibleParty": {"type": "SPONSOR"},
                "leadSponsor": {"name": "Institute of Headache Medicine", "class": "OTHER"},
            },
            "oversightModule": {"oversightHasDmc": bool(study.phases)},
            "descriptionModule": {"briefSummary": study.summary},
            "conditionsModule": {"conditions": list(study.conditions)},
            "designModule": _design(study),
            "armsInterventionsModule": _arms(study),
            "outcomesModule": _outcomes(study),
            **_people(study),
            "referencesModule": known({"references": _references(study, papers)}),
        }
    )


def _people(study: Study) -> Part:
    """Return who may take part, and where."""
    return {
        "eligibilityModule": {
            "eligibilityCriteria": f"Inclusion Criteria:\n\n* {', '.join(study.conditions)}",
            "healthyVolunteers": False,
            "sex": "ALL",
            "minimumAge": "18 Years",
            "stdAges": ["ADULT", "OLDER_ADULT"],
        },
        "contactsLocationsModule": {
            "locations": [{"facility": "Headache Clinic", "city": "Porto", "country": "Portugal"}]
        },
    }


def _identification(study: Study) -> Part:
    """Return the names of a study."""
    acronym = re.search(r"\b[A-Z]{5,}\b", study.official_title)
    other = [{"id": one, "type": "EUDRACT_NUMBER"} for one in study.other_ids if _EUDRACT.fullmatch(one)]
    own = next((one for one in study.other_ids if not _EUDRACT.fullmatch(one)), study.key.upper())
    return known(
        {
            "nctId": study.nct,
            "orgStudyIdInfo": {"id": own},
            "secondaryIdInfos": other,
            "organization": {"fullName": "Institute of Headache Medicine", "class": "OTHER"},
            "briefTitle": study.title,
            "officialTitle": study.official_title,
            "acronym": acronym.group() if acronym else "",
        }
    )


def _status(study: Study) -> Part:
    """Return where a study stands."""
    is_open = study.status in OPEN
    results = _posted(study.results_posted)
    return known(
        {
            "statusVerifiedDate": (study.results_posted or study.first_posted)[:7],
            "overallStatus": study.status,
            "lastKnownStatus": "RECRUITING" if study.status == "UNKNOWN" else "",
            "whyStopped": study.why_stopped,
            "expandedAccessInfo": {"hasExpandedAccess": False},
            "startDateStruct": _dated(study.started, is_estimate=study.status == "NOT_YET_RECRUITING"),
            "primaryCompletionDateStruct": _happened(
                study.primary_completion, is_estimate=study.status == "RECRUITING"
            ),
            "completionDateStruct": _happened(study.completed, is_estimate=is_open),
            "studyFirstSubmitDate": study.first_posted,
            "studyFirstSubmitQcDate": study.first_posted,
            "studyFirstPostDateStruct": _posted(study.first_posted),
            "resultsFirstSubmitDate": study.results_posted,
            "resultsFirstPostDateStruct": results,
            "lastUpdateSubmitDate": study.results_posted or study.first_posted,
            "lastUpdatePostDateStruct": results or _posted(study.first_posted),
        }
    )


def _posted(day: str) -> Part:
    """Return a day of posting, and whether it is an estimate."""
    return {"date": day, "type": "ESTIMATED" if day < ESTIMATES_UNTIL else "ACTUAL"} if day else {}


def _dated(day: str, *, is_estimate: bool) -> Part:
    """Return the start of a study; an old one that names a month alone says no more."""
    if day and len(day) < len("2016-04-29") and day < ESTIMATES_UNTIL:
        return {"date": day}
    return _happened(day, is_estimate=is_estimate)


def _happened(day: str, *, is_estimate: bool) -> Part:
    """Return when something happened or is to happen."""
    return {"date": day, "type": "ESTIMATED" if is_estimate else "ACTUAL"} if day else {}


def _design(study: Study) -> Part:
    """Return how a study is done; what only observes has no phase."""
    count = {"count": study.enrolment, "type": "ACTUAL" if study.enrolment_is_actual else "ESTIMATED"}
    if study.study_type == "OBSERVATIONAL":
        seen = {"observationalModel": "COHORT", "timePerspective": "PROSPECTIVE"}
        return {"studyType": study.study_type, "patientRegistry": True, "designInfo": seen, "enrollmentInfo": count}
    masked = any(name == "Placebo" for _, name in study.interventions)
    masking = {"masking": "DOUBLE", "whoMasked": ["PARTICIPANT", "INVESTIGATOR"]} if masked else {"masking": "NONE"}
    return known(
        {
            "studyType": study.study_type,
            "phases": list(study.phases),
            "designInfo": known(
                {
                    "allocation": study.allocation,
                    "interventionModel": "PARALLEL",
                    "primaryPurpose": "PREVENTION",
                    "maskingInfo": masking,
                }
            ),
            "enrollmentInfo": count,
        }
    )


def _arms(study: Study) -> Part:
    """Return arms and interventions."""
    named = {name.split()[0]: f"{kind.capitalize()}: {name}" for kind, name in study.interventions}
    groups = [
        known(
            {
                "label": label,
                "type": "PLACEBO_COMPARATOR" if label == "Placebo" else "EXPERIMENTAL",
                "description": description,
                "interventionNames": [named[label.split()[0]]] if label.split()[0] in named else [],
            }
        )
        for label, description in study.arms
    ]
    given = [
        known(
            {
                "type": kind,
                "name": name,
                "armGroupLabels": [label for label, _ in study.arms if label.split()[0] == name.split()[0]],
            }
        )
        for kind, name in study.interventions
    ]
    return known({"armGroups": groups, "interventions": given})


def _outcomes(study: Study) -> Part:
    """Return the outcomes that were planned."""
    return known(
        {"primaryOutcomes": _planned(study.primary_outcomes), "secondaryOutcomes": _planned(study.secondary_outcomes)}
    )


def _planned(outcomes: Iterable[Outcome]) -> list[Part]:
    """Return outcomes with when they are measured."""
    return [{"measure": one.title, "timeFrame": one.time_frame} for one in outcomes]


def _references(study: Study, papers: Sequence[Paper]) -> list[Part]:
    """Return the publications: those the registrant names, then those found by the study's number in PubMed."""
    by_pmid = {paper.pmid: paper for paper in papers if paper.pmid}
    named = [{"pmid": pmid, "type": "RESULT", "citation": _citation(by_pmid.get(pmid))} for pmid in study.reported_in]
    found = [
        {"pmid": paper.pmid, "type": "DERIVED", "citation": _citation(paper)}
        for paper in papers
        if study.nct in paper.registry_numbers and _in_pubmed(paper) and paper.pmid not in study.reported_in
    ]
    return [known(one) for one in (*named, *found)]


def _in_pubmed(paper: Paper) -> bool:
    """Say whether PubMed shows a paper."""
    return any(source == "pubmed" for source, _ in paper.shown)


def _citation(paper: Paper | None) -> str:
    """Return a paper as the registry cites it."""
    if paper is None:
        return ""
    names = ", ".join(f"{author.family} {author.given[:1]}" for author in paper.authors)
    return f"{names}. {paper.title}. {paper.journal}. {paper.online[:4]};{paper.volume}({paper.issue}):{paper.pages}."
