"""One fault at a time in real reports: the auditor of documents names each where it is, and invents none."""

import os
from collections.abc import Mapping

import pytest

from shared import messages as m
from shared.audit.documents import audit_document
from tests.audit.holding import audit_of, wrong
from tests.audit.mutating import MUTATIONS, mutations
from tests.audit.reports import NAMES, Real

EACH = int(os.environ.get("VOUCH_MUTATIONS", "18"))
"""Of each kind in each report: twenty kinds in six reports are more than 2,000."""
OWN_MARK = "marked-unverified"
"""The scripted Claude quotes a background sentence now and then, and the report marks it."""
TRUE_OF_THEM = frozenset({"no-identifier"})
"""What may be found in a report of ours: a work that its own record gives no identifier."""


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_invented_about_a_sound_report(real: Mapping[str, Real], name: str) -> None:
    """An auditor that cries wolf is not read."""
    record = m.ResearchReport.model_validate(real[name].report)
    without = {one.source_id for one in record.references if not any(one.identifiers.model_dump().values())}
    labels = {f"[^{one.number}]" for one in record.footnotes if one.source_id in without}

    alone = audit_document(real[name].markdown, kind="markdown")
    beside = audit_document(real[name].markdown, kind="markdown", record=record)

    lines = enumerate(real[name].markdown.splitlines(), start=1)
    marked = {number for number, line in lines if "[unverified: " in line}
    for audit in (alone, beside):
        repeated = {one.line for one in audit.problems if one.kind == OWN_MARK}
        others = [one for one in audit.problems if one.kind != OWN_MARK]
        assert repeated == marked, "what the report says of itself is said again, and no more"
        assert [one for one in others if one.kind not in TRUE_OF_THEM] == []
        assert {one.marker for one in others} <= labels


@pytest.mark.parametrize("name", NAMES)
def test_what_nobody_could_look_up_reads_not_checked(real: Mapping[str, Real], name: str) -> None:
    """Without a source that can be reached, retractions and titles are neither fine nor a fault."""
    told = " ".join(audit_document(real[name].markdown, kind="markdown").not_checked)

    assert "Retraction: not checked" in told
    assert "Whether identifier and title belong together: not checked" in told


@pytest.mark.parametrize("name", NAMES)
def test_each_fault_is_named_where_it_is_and_none_is_invented(real: Mapping[str, Real], name: str) -> None:
    """At the right sentence or reference, and of the right kind."""
    record = m.ResearchReport.model_validate(real[name].report)
    before = {
        known: audit_document(real[name].markdown, kind="markdown", record=record if known else None)
        for known in (False, True)
    }
    made = list(mutations(real[name].markdown, name, EACH))
    faults = {}
    for number, mutation in enumerate(made):
        if found := wrong(mutation, before[mutation.with_record], audit_of(mutation, record)):
            faults[f"{number} {mutation.name}"] = found

    assert len({mutation.name for mutation in made}) >= len(MUTATIONS) - 1
    assert len(made) >= 0.9 * EACH * len(MUTATIONS)
    assert faults == {}
