"""The four entries of the golden case as version 2 of the interface of ClinicalTrials.gov sends them."""

from collections.abc import Mapping


def _entry(number: str, title: str, status: str, enrolled: int, *, ended: str, why: str = "") -> Mapping[str, object]:
    """Return an entry without posted results."""
    dates = {
        "studyFirstPostDateStruct": {"date": "2016-05-02"},
        "primaryCompletionDateStruct": {"date": ended, "type": "ACTUAL"},
    }
    protocol = {
        "identificationModule": {"nctId": number, "briefTitle": title},
        "statusModule": {"overallStatus": status, **({"whyStopped": why} if why else {}), **dates},
        "descriptionModule": {"briefSummary": "A comparison of dorvelukast with placebo in Lindell arthropathy."},
        "conditionsModule": {"conditions": ["Lindell arthropathy"]},
        "designModule": {
            "studyType": "INTERVENTIONAL",
            "phases": ["PHASE3"],
            "designInfo": {"allocation": "RANDOMIZED"},
            "enrollmentInfo": {"count": enrolled, "type": "ACTUAL"},
        },
        "outcomesModule": {"primaryOutcomes": [{"measure": "Flares", "timeFrame": "12 months"}]},
    }
    return {"protocolSection": protocol, "hasResults": False}


ENTRIES = (
    _entry(
        "NCT90000001",
        "Dorvelukast to prevent flares of Lindell arthropathy (ORCHARD)",
        "COMPLETED",
        412,
        ended="2018-06",
    ),
    _entry("NCT90000019", "Dorvelukast in severe Lindell arthropathy (SUMMIT)", "COMPLETED", 684, ended="2021-03"),
    _entry(
        "NCT90000022",
        "Dorvelukast at a high dose for flares of Lindell arthropathy (BEACON)",
        "TERMINATED",
        140,
        ended="2020-10",
        why="Excess of liver injury in the dorvelukast arm",
    ),
    _entry(
        "NCT90000023",
        "Dorvelukast in older adults with Lindell arthropathy (PIER)",
        "TERMINATED",
        22,
        ended="2019-12",
        why="Slow recruitment",
    ),
)
