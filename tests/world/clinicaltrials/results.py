"""The results a study posted: every number is a text."""

from tests.world.clinicaltrials.protocol import Part, known
from tests.world.shapes import Outcome, Study

_PARAMETER_TYPES = {"percentage of participants": "NUMBER"}


def has_results(study: Study) -> bool:
    """Say whether a study posted results."""
    return bool(study.results_posted)


def results(study: Study) -> Part:
    """Return the results section; empty where nothing was posted."""
    if not has_results(study):
        return {}
    measured = [("PRIMARY", one) for one in study.primary_outcomes] + [
        ("SECONDARY", one) for one in study.secondary_outcomes
    ]
    return {
        "participantFlowModule": _flow(study),
        "outcomeMeasuresModule": {"outcomeMeasures": [_measure(study, kind, one) for kind, one in measured]},
        "adverseEventsModule": _adverse_events(study),
        "moreInfoModule": {
            "certainAgreement": {"piSponsorEmployee": False, "restrictiveAgreement": False},
            "pointOfContact": {"title": "Trial office", "organization": "Institute of Headache Medicine"},
        },
    }


def _groups(study: Study, letters: str) -> list[Part]:
    """Return the arms as groups of one table."""
    return [
        known({"id": f"{letters}{n:03d}", "title": label, "description": description})
        for n, (label, description) in enumerate(study.arms)
    ]


def _sizes(study: Study) -> list[int]:
    """Return how many were in each arm: alike, the first ones one more where it does not come out even."""
    share, left = divmod(study.enrolment, len(study.arms))
    return [share + (n < left) for n in range(len(study.arms))]


def _flow(study: Study) -> Part:
    """Return how many started, and how many completed."""
    kinds = (("STARTED", 0), ("COMPLETED", 9), ("NOT COMPLETED", None))
    return {
        "groups": _groups(study, "FG"),
        "periods": [
            {
                "title": "Overall Study",
                "milestones": [{"type": kind, "achievements": _achieved(study, lost)} for kind, lost in kinds],
            }
        ],
    }


def _achieved(study: Study, lost: int | None) -> list[Part]:
    """Return how many of each arm came so far; None counts those who did not."""
    counts = [9 if lost is None else size - lost for size in _sizes(study)]
    return [{"groupId": f"FG{n:03d}", "numSubjects": str(count)} for n, count in enumerate(counts)]


def _measure(study: Study, kind: str, outcome: Outcome) -> Part:
    """Return one outcome with the numbers of each arm."""
    ids = {label: f"OG{n:03d}" for n, (label, _) in enumerate(study.arms)}
    measured = [{"groupId": ids[arm], "value": value} for arm, value in outcome.values]
    counts = [{"groupId": f"OG{n:03d}", "value": str(size)} for n, size in enumerate(_sizes(study))]
    return known(
        {
            "type": kind,
            "title": outcome.title,
            "populationDescription": "All who were randomised",
            "reportingStatus": "POSTED" if measured else "NOT_POSTED",
            "paramType": _PARAMETER_TYPES.get(outcome.unit, "MEAN"),
            "unitOfMeasure": outcome.unit,
            "timeFrame": outcome.time_frame,
            "groups": _groups(study, "OG"),
            "denoms": [{"units": "Participants", "counts": counts}],
            "classes": [{"categories": [{"measurements": measured}]}] if measured else [],
            "analyses": [_analysis(outcome, ids)] if outcome.p_value else [],
        }
    )


def _analysis(outcome: Outcome, ids: dict[str, str]) -> Part:
    """Return the comparison of the first two arms; in this world an interval reaches a third to each side."""
    (first, one), (second, other) = outcome.values[:2]
    difference = float(one) - float(other)
    margin = abs(difference) / 3
    return {
        "groupIds": [ids[first], ids[second]],
        "nonInferiorityType": "SUPERIORITY",
        "pValue": outcome.p_value,
        "statisticalMethod": outcome.statistical_method,
        "paramType": "Mean Difference (Net)",
        "paramValue": f"{difference:.1f}",
        "ciPctValue": "95",
        "ciNumSides": "TWO_SIDED",
        "ciLowerLimit": f"{difference - margin:.1f}",
        "ciUpperLimit": f"{difference + margin:.1f}",
    }


def _adverse_events(study: Study) -> Part:
    """Return the adverse events; counts are numbers here, other than in every other table."""
    sizes = _sizes(study)
    groups = [
        {
            **one,
            "deathsNumAffected": 0,
            "deathsNumAtRisk": size,
            "seriousNumAffected": 2,
            "seriousNumAtRisk": size,
            "otherNumAffected": size // 10,
            "otherNumAtRisk": size,
        }
        for one, size in zip(_groups(study, "EG"), sizes, strict=True)
    ]
    stats = [{"groupId": f"EG{n:03d}", "numAffected": size // 10, "numAtRisk": size} for n, size in enumerate(sizes)]
    return {
        "frequencyThreshold": "5",
        "timeFrame": "From the first dose to four weeks behind the last",
        "eventGroups": groups,
        "otherEvents": [{"term": "Dizziness", "organSystem": "Nervous system disorders", "stats": stats}],
    }
