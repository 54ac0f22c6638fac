"""Entries of ClinicalTrials.gov as its interface sends them, with whatever a test is about."""

from collections.abc import Mapping

from services.search.clinicaltrials.rows import record
from shared.library import Provenance, Record, Reference, concluded
from tests.builders import NOON

NCT = "NCT01234567"


def study(nct: str = NCT, *, results: object = None, **modules: object) -> dict[str, object]:
    """Return an entry with a number and a title, with whatever modules a test is about."""
    named = {"identificationModule": {"nctId": nct, "briefTitle": f"Drug A for disease B, study {nct}"}}
    given_: dict[str, object] = {"protocolSection": named | modules, "hasResults": results is not None}
    return given_ | ({"resultsSection": results} if results is not None else {})


def outcome(title: str = "Relapse at month 6", **fields: object) -> dict[str, object]:
    """Return a posted outcome of two arms."""
    values = [{"groupId": "G0", "value": "30"}, {"groupId": "G1", "value": "12"}]
    return {
        "type": "PRIMARY",
        "title": title,
        "timeFrame": "6 months",
        "paramType": "COUNT_OF_PARTICIPANTS",
        "unitOfMeasure": "Participants",
        "groups": [{"id": "G0", "title": "Placebo"}, {"id": "G1", "title": "Drug A"}],
        "denoms": [{"units": "Participants", "counts": [{"groupId": g, "value": "50"} for g in ("G0", "G1")]}],
        "classes": [{"categories": [{"measurements": values}]}],
    } | fields


def results(*outcomes: Mapping[str, object], **modules: object) -> dict[str, object]:
    """Return a section of results."""
    return {"outcomeMeasuresModule": {"outcomeMeasures": list(outcomes)}} | modules


def read(one: Mapping[str, object]) -> Reference:
    """Return what is concluded from an entry."""
    found = record(one)
    assert isinstance(found, Record)
    reference = concluded(found, Provenance("clinicaltrials", "ClinicalTrials.gov", at=NOON))
    assert isinstance(reference, Reference)
    return reference
