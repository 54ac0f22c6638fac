"""The decider: messages in, a run and the messages it owes out."""

from collections.abc import Iterable
from datetime import datetime

import pytest

from services.coordinator.deciding import Decision, begin, decide
from services.coordinator.ending import holes, usage_of
from services.coordinator.ordering import Owed
from services.coordinator.state import Run
from shared import messages as m
from tests.builders import (
    NOON,
    at,
    make_asked,
    make_deadline,
    make_failed,
    make_judged,
    make_proposed,
    make_record,
    make_reported,
    make_retrieved,
    make_searched,
    make_work,
)

SUFFICIENT = (
    make_searched("w1", "w2"),
    make_retrieved("w3"),
    make_proposed("drug A enzyme C"),
    make_searched("w4", step="1-targeted"),
    make_judged(),
    make_reported(),
)
"""A run that ends after one round."""


def begun(**fields: object) -> Run:
    """Return a run that was just asked for."""
    return begin(make_asked(**fields), "msg-1", NOON).run


def told(run: Run, *heard: m.Heard, when: datetime = NOON) -> Decision:
    """Return the last decision of a run that hears one message after another."""
    decision = Decision(run)
    for message in heard:
        decision = decide(decision.run, message, when)
    return decision


def orders(outbox: Iterable[Owed]) -> list[str]:
    """Return the steps that an outbox orders."""
    return [message.step for message in outbox if isinstance(message, m.Order)]


def ended(decision: Decision) -> m.ResearchCompleted:
    """Return how a run ended."""
    return next(message for message in decision.outbox if isinstance(message, m.ResearchCompleted))


def test_a_request_is_answered_by_search_and_retrieval_side_by_side() -> None:
    """Reading documents need not wait for the literature."""
    decision = begin(make_asked(), "msg-1", NOON)

    assert orders(decision.outbox) == ["1-search", "retrieval"]


def test_orders_go_out_last() -> None:
    """An answer to the last order proves that the whole outbox was sent."""
    decision = begin(make_asked(), "msg-1", NOON)

    kinds = [isinstance(message, m.Order) for message in decision.outbox]
    assert kinds == sorted(kinds)


def test_the_whole_flow_of_a_sufficient_run() -> None:
    """From the question to the report in the order of the design."""
    run = begun()
    ordered = []
    for heard in SUFFICIENT:
        decision = decide(run, heard, NOON)
        run = decision.run
        ordered.append(orders(decision.outbox))

    assert ordered == [[], ["1-hypothesis"], ["1-targeted"], ["1-judge"], ["report"], []]
    assert (ended(decision).status, ended(decision).stopped_by) == ("complete", "sufficient")


def test_source_numbers_follow_step_and_rank() -> None:
    """Whoever answers first, S1 is the first work of the search."""
    run = told(begun(), make_retrieved("w3"), make_searched("w1", "w2")).run

    numbers = {entry.work_ids[0]: entry.source_id for entry in run.registry.entries}
    assert numbers == {"w1": "S1", "w2": "S2", "w3": "S3"}


def test_an_insufficient_verdict_begins_the_next_round_with_the_judges_queries() -> None:
    """The judge says what is missing; asking the same again would find the same."""
    heard = (*SUFFICIENT[:4], make_judged("drug A trial", clinical=4))

    decision = told(begun(), *heard)

    order = next(message for message in decision.outbox if isinstance(message, m.SearchRequested))
    assert (order.step, order.queries) == ("2-search", ("drug A trial",))


@pytest.mark.parametrize(
    ("mechanism", "clinical", "confidence", "domain", "step"),
    [
        (6, 6, 0.7, "drug-repurposing", "report"),
        (5, 6, 0.7, "drug-repurposing", "2-search"),
        (6, 5, 0.7, "drug-repurposing", "2-search"),
        (6, 6, 0.69, "drug-repurposing", "2-search"),
        (0, 6, 0.7, "general", "report"),
    ],
)
def test_sufficiency_is_a_rule_on_the_scores(
    mechanism: int, clinical: int, confidence: float, domain: m.Domain, step: str
) -> None:
    """Confidence 0.7, clinical 6, and mechanism 6 where the domain asks for one; the judge's opinion is not obeyed."""
    judged = make_judged("more", mechanism=mechanism, clinical=clinical)
    assessment = judged.assessment.model_copy(update={"confidence": confidence})

    decision = told(begun(domain=domain), *SUFFICIENT[:4], judged.model_copy(update={"assessment": assessment}))

    assert orders(decision.outbox) == [step]


def test_nothing_left_to_ask_ends_as_partial() -> None:
    """Searching again for what was asked already would be theatre."""
    judged = make_judged("Does drug A  help people with disease B?", clinical=4)

    decision = told(begun(), *SUFFICIENT[:4], judged, make_reported())

    assert (ended(decision).status, ended(decision).stopped_by) == ("partial", "nothing-left-to-ask")


def test_the_rounds_are_bounded() -> None:
    """A judge that is never content must not search for ever."""
    heard = (*SUFFICIENT[:4], make_judged("more", clinical=4), make_reported())

    decision = told(begun(limits={"max_rounds": 1}), *heard)

    assert (ended(decision).status, ended(decision).stopped_by) == ("partial", "max-rounds")


def test_three_rounds_without_a_new_source_are_a_stall() -> None:
    """What finds nothing new three times will not find it the fourth time."""
    run = told(begun(), *SUFFICIENT[:4], make_judged("q2", clinical=4)).run
    for n in (2, 3, 4):
        searched = make_searched("w1", step=f"{n}-search")
        proposed, judged = (
            make_proposed(step=f"{n}-hypothesis"),
            make_judged(f"q{n + 1}", step=f"{n}-judge", clinical=4),
        )
        decision = told(run, searched, proposed, judged)
        run = decision.run

    assert orders(decision.outbox) == ["report"]
    assert ended(told(run, make_reported())).stopped_by == "stalled"


def test_every_source_answered_and_nothing_was_found() -> None:
    """Nothing found is an answer: the run is complete, and says so."""
    decision = told(begun(), make_searched(), make_retrieved(), make_reported())

    assert (ended(decision).status, ended(decision).stopped_by) == ("complete", "no-evidence")


def test_nothing_found_and_a_source_that_could_not_be_asked() -> None:
    """Could not look is not the same as nothing found."""
    records = (make_record(hits=0), make_record("pubmed", status="failed", reason="no answer"))
    searched = make_searched(searches=records)

    decision = told(begun(sources=("library", "pubmed")), searched, make_retrieved(), make_reported())

    assert ended(decision).status == "partial"
    assert holes(decision.run) == ("pubmed was not searched: no answer.",)


def test_nothing_found_and_a_web_search_that_failed() -> None:
    """Who asked for the web, too, must see that nobody looked there."""
    looked = make_retrieved(searches=(make_record("web", status="failed", reason="a check for people"),))

    decision = told(begun(web=True), make_searched(), looked, make_reported())

    assert (ended(decision).status, ended(decision).stopped_by) == ("partial", "no-evidence")
    assert holes(decision.run) == ("web was not searched: a check for people.",)


def test_no_source_could_be_asked() -> None:
    """Without a single answer there is nothing to report."""
    records = (make_record(status="failed", reason="no file was given"),)

    decision = told(begun(), make_searched(searches=records), make_retrieved())

    end = ended(decision)
    assert (end.status, end.stopped_by) == ("failed", "no-source")
    assert end.reason == "No source could be asked. library was not searched: no file was given."


def test_a_hole_is_named_and_the_run_goes_on() -> None:
    """An agent that fails leaves a limitation, an error event, and no gap in the flow."""
    failed = make_failed(m.RetrievalFailed, "retrieval")

    decision = told(begun(), make_searched("w1"), failed)

    errors = [
        message.message for message in decision.outbox if isinstance(message, m.AgentEvent) and message.type == "error"
    ]
    assert orders(decision.outbox) == ["1-hypothesis"]
    assert errors == ["The retrieval agent gave no answer: the index is broken"]


def test_a_report_that_could_not_be_written_is_partial() -> None:
    """The evidence is there: the memory's summary stands in."""
    decision = told(begun(), *SUFFICIENT[:5], make_failed(m.ReportFailed, "report"))

    assert ended(decision).status == "partial"


def test_a_repeat_changes_nothing() -> None:
    """JetStream delivers at least once."""
    run = begun()
    for heard in SUFFICIENT:
        run = decide(run, heard, NOON).run

        assert decide(run, heard, NOON).run is run


def test_the_first_answer_stands() -> None:
    """A model asked twice answers twice; the second answer is dropped."""
    run = told(begun(), make_searched("w1")).run

    assert decide(run, make_searched("w2"), NOON).run is run


@pytest.mark.parametrize(
    "heard",
    [
        make_searched("w9", step="7-search"),
        make_judged(step="1-search"),
        make_searched("w9", attempt=2),
        make_deadline("7-search"),
        make_deadline("1-search", attempt=2),
    ],
)
def test_what_nobody_ordered_is_dropped(heard: m.Heard) -> None:
    """An unknown step, the wrong agent, or an attempt that was never made must not move a run."""
    run = begun()

    assert decide(run, heard, NOON).run is run


def test_a_missed_deadline_repeats_the_order_once() -> None:
    """The first order may have been lost with its agent."""
    decision = decide(begun(), make_deadline("1-search"), at(60))

    again = next(message for message in decision.outbox if isinstance(message, m.SearchRequested))
    assert (again.step, again.attempt, again.expires_at) == ("1-search", 2, at(120))


def test_a_second_missed_deadline_is_a_hole() -> None:
    """A service that never starts must not hold the run up."""
    run = decide(begun(), make_deadline("1-search"), at(60)).run

    run = decide(run, make_deadline("1-search", attempt=2), at(120)).run

    outcome = run.steps["1-search"].outcome
    assert outcome is not None
    assert outcome.failed == "no answer within 60 s"


def test_an_answer_to_an_earlier_attempt_counts() -> None:
    """The timer may overtake an answer that is already stored."""
    run = decide(begun(), make_deadline("1-search"), at(60)).run

    run = decide(run, make_searched("w1"), at(61)).run

    outcome = run.steps["1-search"].outcome
    assert outcome is not None
    assert outcome.pieces == ("w1",)


def test_the_runs_deadline_goes_straight_to_the_report() -> None:
    """Named for what it is: fallback synthesis from what there is."""
    run = told(begun(), make_searched("w1")).run

    decision = decide(run, make_deadline(m.RUN_DEADLINE, seconds=600), at(600))

    assert orders(decision.outbox) == ["report"]
    assert decision.run.registry.numbered == 1


def test_the_last_timer_ends_the_run_from_its_state_alone() -> None:
    """Without memory and without agents a run must still end."""
    run = told(begun(), *SUFFICIENT[:5]).run

    decision = decide(run, make_deadline(m.LAST_TIMER, seconds=750), at(750))

    assert (ended(decision).status, ended(decision).stopped_by) == ("partial", "sufficient")
    assert decision.run.end is not None
    assert decision.run.end.from_state_alone


def test_cancelling_ends_the_run_and_tells_the_agents() -> None:
    """Whoever works for it must stop."""
    cancel = m.CancelRequested(run_id="r1", reason="wrong question")

    decision = decide(begun(), cancel, NOON)

    assert [type(message) for message in decision.outbox] == [m.AgentEvent, m.RunCancelled, m.ResearchCompleted]
    assert ended(decision).reason == "Cancelled on request: wrong question"


def test_nothing_changes_an_ended_run() -> None:
    """Late messages find it as it ended."""
    run = told(begun(), *SUFFICIENT).run

    assert decide(run, m.CancelRequested(run_id="r1"), NOON).run is run


def test_a_late_answer_only_settles_the_budget() -> None:
    """What was paid for is counted; registry and report stay as they were."""
    run = told(begun(), make_failed(m.SearchFailed, "1-search", attempt=1)).run
    late = decide(begun(), make_deadline("1-search"), at(60)).run
    late = decide(late, make_deadline("1-search", attempt=2), at(120)).run

    after = decide(late, make_searched("w1", spent={"tokens": 7}), at(130)).run

    assert run.registry == after.registry
    assert after.steps["1-search"].attempts[0].spent == m.Spending(tokens=7)
    assert after.steps["1-search"].outcome == late.steps["1-search"].outcome


def test_events_are_numbered_without_a_gap() -> None:
    """A dashboard that misses nothing can say so."""
    run, seen = (
        begun(),
        [message.seq for message in begin(make_asked(), "msg-1", NOON).outbox if isinstance(message, m.AgentEvent)],
    )
    for heard in SUFFICIENT:
        decision = decide(run, heard, NOON)
        run = decision.run
        seen += [message.seq for message in decision.outbox if isinstance(message, m.AgentEvent)]

    assert seen == list(range(1, run.seq + 1))


def test_usage_names_what_leans_on_a_source() -> None:
    """Whoever doubts a source wants to know which finding, hypothesis and section would fall with it."""
    usage = {one.source_id: one for one in usage_of(told(begun(), *SUFFICIENT).run)}

    assert usage["S1"].finding_ids == ("F1",)
    assert usage["S1"].hypothesis_ids == ("h1",)
    assert usage["S1"].section_ids == ("Clinical findings",)
    assert usage["S4"].first_seen_stage == "1-targeted"


def test_a_state_that_grew_too_large_stops_the_search() -> None:
    """The bucket refuses values of 1 MiB: report what there is while that is possible."""
    decision = decide(begun(), make_searched("w1"), NOON, size_bytes=700_001)

    assert orders(decision.outbox) == ["report"]


def test_a_failure_of_the_first_attempt_does_not_close_the_second() -> None:
    """The second attempt may be nearly done, and is paid for."""
    run = decide(begun(), make_deadline("1-search"), at(60)).run

    run = decide(run, make_failed(m.SearchFailed, "1-search", attempt=1), at(61)).run

    assert run.steps["1-search"].outcome is None


def test_a_run_that_holds_all_it_can_is_judged_and_searches_no_more() -> None:
    """A large library is no reason to skip the judge."""
    works = tuple(make_work(f"w{n}") for n in range(m.MOST_WORKS))
    searched = make_searched("w1", "w2", works=works)

    decision = told(begun(), searched, make_retrieved(), make_proposed("q"))

    assert orders(decision.outbox) == ["1-judge"]
    assert orders(told(decision.run, make_judged("more", clinical=4)).outbox) == ["report"]


def test_a_tiny_budget_is_no_reason_not_to_ask_the_sources() -> None:
    """Rules cost nothing: what cannot be paid for is refused by whoever would have to pay."""
    decision = begin(make_asked(limits={"max_tokens": 1}), "msg-1", NOON)

    assert orders(decision.outbox) == ["1-search", "retrieval"]
