"""What can be searched in a study, and the names by which its fields are asked for."""

from itertools import chain
from typing import Any

from tests.world.boolean import Document, whole_day
from tests.world.shapes import Outcome, Study

_MODULES = (
    "identification status sponsorCollaborators oversight description conditions design armsInterventions outcomes"
)
_MORE_MODULES = "eligibility contactsLocations references"
_RESULT_MODULES = "participantFlow outcomeMeasures adverseEvents moreInfo"
_STATUS = "protocolSection.statusModule."
_PIECES = {
    "NCTId": "protocolSection.identificationModule.nctId",
    "OrgStudyId": "protocolSection.identificationModule.orgStudyIdInfo.id",
    "SecondaryId": "protocolSection.identificationModule.secondaryIdInfos.id",
    "BriefTitle": "protocolSection.identificationModule.briefTitle",
    "OfficialTitle": "protocolSection.identificationModule.officialTitle",
    "Acronym": "protocolSection.identificationModule.acronym",
    "OverallStatus": f"{_STATUS}overallStatus",
    "WhyStopped": f"{_STATUS}whyStopped",
    "StartDate": f"{_STATUS}startDateStruct.date",
    "PrimaryCompletionDate": f"{_STATUS}primaryCompletionDateStruct.date",
    "CompletionDate": f"{_STATUS}completionDateStruct.date",
    "StudyFirstPostDate": f"{_STATUS}studyFirstPostDateStruct.date",
    "ResultsFirstPostDate": f"{_STATUS}resultsFirstPostDateStruct.date",
    "LastUpdatePostDate": f"{_STATUS}lastUpdatePostDateStruct.date",
    "LeadSponsorName": "protocolSection.sponsorCollaboratorsModule.leadSponsor.name",
    "BriefSummary": "protocolSection.descriptionModule.briefSummary",
    "Condition": "protocolSection.conditionsModule.conditions",
    "StudyType": "protocolSection.designModule.studyType",
    "Phase": "protocolSection.designModule.phases",
    "DesignAllocation": "protocolSection.designModule.designInfo.allocation",
    "EnrollmentCount": "protocolSection.designModule.enrollmentInfo.count",
    "EnrollmentType": "protocolSection.designModule.enrollmentInfo.type",
    "ArmGroupLabel": "protocolSection.armsInterventionsModule.armGroups.label",
    "InterventionType": "protocolSection.armsInterventionsModule.interventions.type",
    "InterventionName": "protocolSection.armsInterventionsModule.interventions.name",
    "PrimaryOutcomeMeasure": "protocolSection.outcomesModule.primaryOutcomes.measure",
    "ReferencePMID": "protocolSection.referencesModule.references.pmid",
    "HasResults": "hasResults",
    "ProtocolSection": "protocolSection",
    "ResultsSection": "resultsSection",
    "DerivedSection": "derivedSection",
}
_BRANCHES = {
    f"{name[0].upper()}{name[1:]}Module": f"{section}.{name}Module"
    for section, names in (
        ("protocolSection", f"{_MODULES} {_MORE_MODULES}".split()),
        ("resultsSection", _RESULT_MODULES.split()),
        ("derivedSection", ["miscInfo", "conditionBrowse", "interventionBrowse"]),
    )
    for name in names
}
PATHS = {**_PIECES, **_BRANCHES}
"""Where each named piece of a study stands."""

_DATES = (
    "StartDate",
    "PrimaryCompletionDate",
    "CompletionDate",
    "StudyFirstPostDate",
    "ResultsFirstPostDate",
    "LastUpdatePostDate",
)
SORTABLE = (*_DATES, "EnrollmentCount", "NCTId", "BriefTitle")


def path_of(name: str) -> str:
    """Return where a field stands, asked for by its piece or by its path; empty where there is none of this name."""
    if name in PATHS:
        return PATHS[name]
    known = any(path == name or path.startswith(f"{name}.") for path in PATHS.values())
    inside = any(name.startswith(f"{path}.") for path in _BRANCHES.values())
    return name if known or inside else ""


def picked(study: Any, paths: list[str]) -> Any:
    """Return the parts of a study that stand at *paths*."""
    if isinstance(study, list):
        return [part for one in study if (part := picked(one, paths))]
    found: dict[str, Any] = {}
    for name in dict.fromkeys(path.partition(".")[0] for path in paths):
        if name in study:
            rests = [path.partition(".")[2] for path in paths if path.partition(".")[0] == name]
            part = study[name] if "" in rests else picked(study[name], rests)
            found |= {name: part} if part or "" in rests else {}
    return found


def document(study: Study) -> Document:
    """Return what can be searched in a study."""
    outcomes: tuple[Outcome, ...] = (*study.primary_outcomes, *study.secondary_outcomes)
    names = " ; ".join(chain((name for _, name in study.interventions), (f"{a} {b}" for a, b in study.arms)))
    fields = {
        "BriefTitle": study.title,
        "OfficialTitle": study.official_title,
        "TitleSearch": f"{study.title} ; {study.official_title}",
        "BriefSummary": study.summary,
        "Condition": " ; ".join(study.conditions),
        "ConditionSearch": " ; ".join((*study.conditions, study.title, study.official_title)),
        "InterventionName": " ; ".join(name for _, name in study.interventions),
        "InterventionSearch": f"{names} ; {study.title} ; {study.official_title}",
        "OutcomeSearch": " ; ".join(one.title for one in outcomes),
        "LeadSponsorName": "Institute of Headache Medicine",
        "IdSearch": " ".join((study.nct, *study.other_ids)),
    }
    anywhere = ("IdSearch", "TitleSearch", "BriefSummary", "Condition", "InterventionSearch", "OutcomeSearch")
    fields["BasicSearch"] = " ; ".join(fields[name] for name in anywhere)
    return Document(fields, _values(study), anywhere=("BasicSearch",))


def _values(study: Study) -> dict[str, tuple[str, ...]]:
    """Return what is compared as a whole."""
    updated = study.results_posted or study.first_posted
    days = (study.started, study.primary_completion, study.completed, study.first_posted, study.results_posted, updated)
    return {
        **{name: (whole_day(day, "-01-01"),) for name, day in zip(_DATES, days, strict=True)},
        "NCTId": (study.nct,),
        "OverallStatus": (study.status,),
        "Phase": study.phases,
        "StudyType": (study.study_type,),
        "DesignAllocation": (study.allocation,),
        "EnrollmentCount": (str(study.enrolment),),
    }
