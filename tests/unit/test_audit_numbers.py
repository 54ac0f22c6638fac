"""The audit in numbers: in the last event of a run, in the log of the report service, and on its span."""

from structlog.testing import capture_logs

from services.coordinator.deciding import begin, decide
from services.coordinator.state import Run
from services.report.app import build
from services.report.rules import RuleWriter
from services.report.writing import write
from shared import messages as m
from shared.audit.numbers import numbers_of
from shared.bus.in_memory import InMemoryBus
from tests.builders import (
    RUN,
    at,
    make_asked,
    make_failed,
    make_judged,
    make_proposed,
    make_report,
    make_reported,
    make_retrieved,
    make_searched,
)
from tests.reporting import full_order
from tests.unit.test_tracing import HEARD, Recorded

AUDIT = m.Audit(
    markers=12,
    markers_rewritten=3,
    works_registered=40,
    works_merged=6,
    disagreements=1,
    dangling=("S99",),
    orphans=(),
    invented=2,
    retracted_cited=("S7",),
    claims=9,
    claims_checked=8,
    evidence_sentences=8,
    cited_sentences=6,
    problems=("Title: it promises", "Conclusion: no source given"),
    sent_back=("Title: it promises",),
)


def test_lists_are_counted_and_the_rate_stands_beside_what_it_is_of() -> None:
    """Numbers alone: what the problems quote stays in the report."""
    told = numbers_of(AUDIT)

    assert told == m.AuditNumbers(
        claims=9,
        claims_checked=8,
        evidence_sentences=8,
        cited_sentences=6,
        citation_coverage=0.75,
        markers=12,
        markers_rewritten=3,
        dangling=1,
        orphans=0,
        invented=2,
        retracted_cited=1,
        disagreements=1,
        works_registered=40,
        works_merged=6,
        problems=2,
        sent_back=1,
    )


def test_every_number_there_is_a_place_for_is_filled() -> None:
    """A field that is added and forgotten would read 0 for ever."""
    assert all(value for name, value in numbers_of(AUDIT).model_dump().items() if name != "orphans")


def ended(last: m.Heard) -> tuple[Run, list[m.AgentEvent]]:
    """Return a run that ends with *last*, and all its events."""
    heard = (
        make_searched("w1"),
        make_retrieved("w1"),
        make_proposed(),
        make_judged(),
        last,
    )
    decision = begin(make_asked(), "m1", at(0))
    events = [one for one in decision.outbox if isinstance(one, m.AgentEvent)]
    for seconds, one in enumerate(heard, start=1):
        decision = decide(decision.run, one, at(seconds))
        events += [owed for owed in decision.outbox if isinstance(owed, m.AgentEvent)]
    return decision.run, events


def test_the_last_event_of_a_run_carries_the_numbers() -> None:
    """A dashboard shows them without the report."""
    run, events = ended(make_reported(report=make_report(audit=AUDIT)))

    data = events[-1].data
    assert isinstance(data, m.CompleteData)
    assert data.audit == numbers_of(AUDIT)
    assert "it promises" not in repr(run)


def test_the_event_of_the_report_tells_how_far_it_was_checked() -> None:
    """In words, for whoever follows the run."""
    _, events = ended(make_reported(report=make_report(audit=AUDIT)))

    assert any("8 of 9 sentences on sources checked, 2 problems are marked" in one.message for one in events)


def test_a_run_without_a_report_has_no_audit() -> None:
    """Noughts would say that there was nothing wrong."""
    _, events = ended(make_failed(m.ReportFailed, step="report"))

    data = events[-1].data
    assert isinstance(data, m.CompleteData)
    assert (data.has_report, data.audit) == (False, None)


async def test_the_report_service_logs_the_numbers_and_no_text() -> None:
    """One line, by which an operator sees what kind of drafts a model writes."""
    order, bus = full_order(), InMemoryBus()
    build(bus, lambda _: RuleWriter())
    with capture_logs() as logs:
        await bus.heard(order)

    (line,) = [one for one in logs if one["event"] == "audited"]
    told = numbers_of((await write(order, RuleWriter())).report.audit).model_dump()
    assert {name: line[name] for name in told} == told
    assert line["made_by"] == "rules"
    assert all(not isinstance(value, str) for name, value in line.items() if name in told)


async def test_the_span_of_the_order_has_the_numbers() -> None:
    """Where operators look when a model has become worse."""
    recorded, bus, order = Recorded(), InMemoryBus(), full_order()
    build(bus, lambda _: RuleWriter())
    with recorded.tracing.handling(HEARD):
        await bus.heard(order)

    told = recorded.only(HEARD.name)
    recorded.provider.shutdown()
    numbers = numbers_of((await write(order, RuleWriter())).report.audit).model_dump()
    assert {name: told[f"vouch.audit.{name}"] for name in numbers} == numbers
    assert told["vouch.run_id"] == RUN
