"""What each order is allowed, what is kept for the report, and what a run says that it has used."""

from dataclasses import replace

import pytest

from services.coordinator.budgeting import (
    free,
    grant,
    is_above_allowance,
    is_exhausted,
    set_aside,
    spent,
    used,
    used_by,
)
from services.coordinator.deciding import begin, cut_off, decide
from services.coordinator.ending import holes
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
    make_reported,
    make_retrieved,
    make_searched,
)

FREE = m.Spending()
FOUND = (make_searched("w1", "w2"), make_retrieved("w3"))


def begun(**limits: object) -> Run:
    """Return a run that was just asked for, with these limits."""
    return begin(make_asked(limits=limits), "msg-1", NOON).run


def told(run: Run, *heard: m.Heard, seconds: float = 0) -> Run:
    """Return the run after one message and another."""
    for message in heard:
        run = decide(run, message, at(seconds)).run
    return run


def allowed(run: Run, step: str, attempt: int = 1) -> m.Spending:
    """Return the allowance of an attempt."""
    return run.steps[step].attempts[attempt - 1].allowance


def reporting(run: Run) -> Run:
    """Return the run with its search cut off, so that the report is ordered."""
    return told(run, make_deadline(m.RUN_DEADLINE, seconds=600), seconds=600)


def too_small(kind: type[m.Failed] = m.SearchFailed, step: str = "1-search", **fields: object) -> m.Failed:
    """Return the failure of an agent that was allowed too little for a single call."""
    return make_failed(kind, step, over_budget=True, reason="100 tokens are too few for one call", **fields)


@pytest.mark.parametrize(
    ("limits", "tokens", "usd"),
    [
        ({}, 12_000, 1.2),
        ({"max_tokens": 10_000, "max_usd": 1.0}, 5_000, 0.5),
        ({"report_tokens": 0}, 0, 0.0),
        ({"max_tokens": 100_000, "report_tokens": 25_000, "max_usd": 2.0}, 25_000, 0.5),
        ({"max_tokens": 1}, 0, 0.0),
    ],
)
def test_the_reports_share_is_what_the_request_says_and_never_more_than_half(
    limits: dict[str, object], tokens: int, usd: float
) -> None:
    """A report needs much the same however large the budget is; the money follows the tokens."""
    aside = set_aside(begun(**limits))

    assert (aside.tokens, aside.usd) == (tokens, pytest.approx(usd))


def test_no_other_agent_is_granted_the_reports_share() -> None:
    """A run that spent the rest can still say what it found."""
    run = begun(max_tokens=10_000, max_usd=1.0)

    assert free(run, "judge").tokens + spent(run).tokens == 5_000
    assert free(run, "report").tokens + spent(run).tokens == 10_000
    assert free(run, "judge").usd + spent(run).usd == pytest.approx(0.5)


def test_orders_side_by_side_are_granted_one_after_the_other() -> None:
    """Two shares of the same free tokens must not reserve some of them twice."""
    run = begun(max_tokens=50_000)

    assert (allowed(run, "1-search").tokens, allowed(run, "retrieval").tokens) == (3_800, 10_260)


def test_the_report_may_use_what_the_others_left() -> None:
    """Rules cost nothing: a run whose agents spent nothing has six tenths of its budget for the first attempt."""
    run = told(begun(), *FOUND, make_proposed(), make_judged())

    assert allowed(run, "report") == m.Spending(tokens=30_000, usd=3.0)


def test_the_report_is_granted_its_share_where_six_tenths_of_the_rest_are_less() -> None:
    """What was set aside for it is there for it."""
    run = begun()
    search, retrieval = allowed(run, "1-search"), allowed(run, "retrieval")
    run = told(run, make_searched("w1", spent=search), make_retrieved("w2", spent=retrieval))
    run = told(run, make_proposed(spent=allowed(run, "1-hypothesis")))
    run = told(run, make_judged("more", clinical=3, spent=allowed(run, "1-judge").model_copy(update={"tokens": 9_000})))

    assert allowed(reporting(run), "report").tokens == 12_000


def test_the_report_is_never_granted_more_than_there_is() -> None:
    """An agent that spent far above its allowance has spent the report's share, too."""
    run = told(begun(), make_searched("w1", spent=m.Spending(tokens=45_000, usd=4.9)), make_retrieved("w2"))

    assert allowed(run, "report").tokens == 5_000
    assert allowed(run, "report").usd == pytest.approx(0.1)


def test_the_reports_second_attempt_is_granted_all_that_is_left() -> None:
    """Nothing comes after it; where nothing is left, the report is written by rules."""
    run = told(begun(), *FOUND, make_proposed(), make_judged())

    again = told(run, make_deadline("report"), seconds=120)

    assert allowed(again, "report", 2).tokens == 20_000
    poor = told(begun(), make_searched("w1", spent=m.Spending(tokens=38_001)), make_retrieved())
    assert allowed(told(poor, make_deadline("report"), seconds=120), "report", 2).tokens == 0


def test_an_order_without_an_answer_counts_as_all_that_it_was_allowed() -> None:
    """Nobody knows better: what may have been spent must not be spent again."""
    run = begun()
    whole = allowed(run, "1-search")

    lost = told(run, make_deadline("1-search"), seconds=60)

    assert lost.steps["1-search"].attempts[1].allowance.tokens > 0
    assert {one.agent: one.spent for one in used_by(lost)} == {"search": whole}


def test_an_agent_without_room_for_one_call_ends_the_search_when_its_stage_is_complete() -> None:
    """What its neighbour finds is not thrown away, nor is anything looked for after it."""
    run = told(begun(), too_small(m.RetrievalFailed, "retrieval"))
    assert run.steps["1-search"].outcome is None

    run = told(run, make_searched("w1", "w2"))

    assert (run.cut, run.registry.numbered) == ("budget", 2)
    assert list(run.steps) == ["1-search", "retrieval", "report"]
    assert holes(run) == ("The retrieval agent gave no answer in round 1: 100 tokens are too few for one call.",)


@pytest.mark.parametrize(
    ("heard", "failed"),
    [
        ((), too_small(m.HypothesisFailed, "1-hypothesis")),
        ((make_proposed("q"),), too_small(m.SearchFailed, "1-targeted")),
        ((make_proposed(),), too_small(m.JudgeFailed, "1-judge")),
    ],
)
def test_whoever_has_too_little_the_report_comes_next(heard: tuple[m.Heard, ...], failed: m.Failed) -> None:
    """The next agent would have no more than this one; what was found is reported, named for what it is."""
    run = told(begun(), *FOUND, *heard, failed)

    assert (run.cut, run.steps["report"].outcome) == ("budget", None)
    end = told(run, make_reported()).end
    assert end is not None
    assert (end.status, end.stopped_by) == ("partial", "budget")


def test_too_little_and_no_source_that_answered_is_still_no_source() -> None:
    """There is nothing to report, whatever the budget was."""
    run = told(begun(), make_retrieved(), too_small())

    assert run.end is not None
    assert (run.end.status, run.end.stopped_by) == ("failed", "no-source")


def test_a_report_without_room_is_a_report_that_could_not_be_written() -> None:
    """Its search was over: nothing is cut off, and the reason why it ended stands."""
    run = told(begun(), *FOUND, make_proposed(), make_judged(), too_small(m.ReportFailed, "report"))

    assert (run.cut, run.end and run.end.status, run.end and run.end.stopped_by) == (None, "partial", "sufficient")


def test_the_first_of_two_attempts_has_too_little_and_the_second_goes_on() -> None:
    """The second may be nearly done."""
    run = told(begun(), make_retrieved(), make_deadline("1-search"), seconds=60)

    run = told(run, too_small(attempt=1), seconds=61)

    assert (run.cut, is_exhausted(run)) == (None, False)


def test_too_little_for_another_step_ends_the_search() -> None:
    """Two hundredths of the budget are no step."""
    run = told(begun(), make_searched("w1", spent=m.Spending(tokens=37_500)), make_retrieved("w2"))

    assert run.cut == "budget"


def test_money_ends_a_search_as_tokens_do() -> None:
    """Whichever is used up first."""
    run = told(begun(), make_searched("w1", spent=m.Spending(tokens=10, usd=3.79)), make_retrieved("w2"))

    assert run.cut == "budget"


def test_what_is_spent_above_an_allowance_counts_as_it_is() -> None:
    """Hiding it would let the run spend it twice."""
    run = begun()
    over = make_searched("w1", spent=m.Spending(tokens=9_000))

    assert is_above_allowance(run, over)
    assert not is_above_allowance(run, make_searched("w1", spent=allowed(run, "1-search")))
    assert not is_above_allowance(run, make_searched("w1", spent=m.Spending(usd=allowed(run, "1-search").usd + 1e-12)))
    assert is_above_allowance(run, make_searched("w1", spent=m.Spending(usd=1.0)))
    assert used(told(run, over)).tokens == 9_000


def test_an_answer_that_nobody_ordered_is_above_no_allowance() -> None:
    """It changes nothing, so there is nothing to say of it."""
    assert not is_above_allowance(begun(), make_judged(step="9-judge", spent=m.Spending(tokens=1)))
    assert not is_above_allowance(begun(), make_searched("w1", attempt=2, spent=m.Spending(tokens=9_000)))


def test_usage_is_told_by_agent_in_one_order_without_those_that_used_nothing() -> None:
    """Every count of an answer is kept, and adds up over the rounds."""
    one = m.Spending(tokens=100, usd=0.01, calls=1, output_tokens=20, cache_read_tokens=30, cache_write_tokens=10)
    heard = (make_retrieved("w3", spent=one), make_searched("w1", "w2"), make_proposed("q", spent=one))
    run = told(begun(), *heard, make_searched("w4", step="1-targeted", spent=one), make_judged(spent=one + one))

    assert [each.agent for each in used_by(run)] == ["search", "retrieval", "hypothesis", "judge"]
    assert used_by(run)[3].spent == one + one
    assert used(run).model_dump() == {
        "tokens": 500,
        "usd": pytest.approx(0.05),
        "calls": 5,
        "output_tokens": 100,
        "cache_read_tokens": 150,
        "cache_write_tokens": 50,
    }


def test_an_order_that_is_still_awaited_has_used_nothing_yet() -> None:
    """A run that just began has spent nothing, whatever it reserved."""
    run = begun()

    assert (used(run), used_by(run)) == (FREE, ())
    assert spent(run).tokens > 0


def test_rules_use_nothing_and_what_they_were_allowed_is_free_again() -> None:
    """Their answers settle to nothing."""
    run = told(begun(), *FOUND, make_proposed(), make_judged(), make_reported())

    assert (spent(run), used_by(run)) == (FREE, ())


def test_a_cancelled_run_counts_what_was_awaited_whole_and_names_no_calls() -> None:
    """Nobody can say any more what those orders used; without calls a reader sees that nobody did."""
    run = told(begun(), make_searched("w1"), m.CancelRequested(run_id="r1"))

    (lost,) = used_by(run)
    assert (lost.agent, lost.spent) == ("retrieval", allowed(run, "retrieval"))
    assert lost.spent.calls == 0


def test_a_late_answer_tells_what_was_really_used() -> None:
    """It changes nothing else."""
    run = cut_off(begun(), "deadline")
    assert used_by(run)[1].spent == allowed(run, "retrieval")

    run = told(run, make_retrieved("w1", spent=m.Spending(tokens=7, calls=1)))

    assert used_by(run)[1].spent == m.Spending(tokens=7, calls=1)


def test_a_state_without_the_newer_counts_has_used_what_it_says() -> None:
    """An older coordinator kept tokens and money alone."""
    run = begun()
    step = run.steps["1-search"]
    old = replace(step.attempts[0], spent=m.Spending.model_validate({"tokens": 5, "usd": 0.1}))

    run = replace(run, steps={**run.steps, "1-search": replace(step, attempts=(old,))})

    assert spent(run).tokens == 5 + allowed(run, "retrieval").tokens
    assert grant(run, "judge").tokens > 0
