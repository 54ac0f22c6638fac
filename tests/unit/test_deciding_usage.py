"""Which events tell what was used, and what the end says of it."""

from services.coordinator.deciding import begin, decide
from services.coordinator.ordering import Owed
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
)

PAID = m.Spending(tokens=100, usd=0.01, calls=2, output_tokens=20)


def owed(*heard: m.Heard, seconds: float = 0, **fields: object) -> tuple[Owed, ...]:
    """Return what the last of these messages makes a run owe."""
    decision = begin(make_asked(**fields), "msg-1", NOON)
    for message in heard:
        decision = decide(decision.run, message, at(seconds))
    return decision.outbox


def paid(outbox: tuple[Owed, ...]) -> list[tuple[str, m.Spending]]:
    """Return the events that tell what was used."""
    return [(one.type, one.spent) for one in outbox if isinstance(one, m.AgentEvent) and one.spent]


def test_the_event_that_ends_a_step_tells_what_it_used() -> None:
    """The work of each agent has a price a dashboard can show where it was done."""
    heard: list[m.Heard] = []
    told = []
    for message in (
        make_searched("w1", "w2", spent=PAID),
        make_retrieved("w3", spent=PAID),
        make_proposed(spent=PAID),
        make_judged(spent=PAID),
        make_reported(spent=PAID),
    ):
        heard.append(message)
        told += paid(owed(*heard))

    types = ["search_complete", "search_complete", "progress", "judge_complete", "progress"]
    assert told == [(kind, PAID) for kind in types]


def test_one_event_of_a_step_alone_tells_it() -> None:
    """A source that failed is an event of its own, and must not count the tokens twice."""
    searches = (make_record(), make_record("pubmed", status="failed", reason="no answer"))

    outbox = owed(make_searched("w1", spent=PAID, searches=searches), sources=("library", "pubmed"))

    assert [one.type for one in outbox if isinstance(one, m.AgentEvent)] == ["error", "search_complete"]
    assert paid(outbox) == [("search_complete", PAID)]


def test_a_failure_that_was_paid_for_says_so() -> None:
    """A model that declined has been paid all the same."""
    assert paid(owed(make_failed(spent=PAID))) == [("error", PAID)]


def test_work_by_rules_has_no_price() -> None:
    """Nothing is not zero dollars: it is not told at all."""
    assert paid(owed(make_searched("w1"))) == []


def test_a_step_that_was_given_up_tells_what_is_lost_with_it() -> None:
    """Both its attempts count whole."""
    once, twice = make_deadline("1-search"), make_deadline("1-search", attempt=2)
    first, second = (one.allowance for one in _attempts(once))

    assert paid(owed(once, seconds=60)) == []
    assert paid(owed(once, twice, seconds=60)) == [("error", first + second)]


def _attempts(heard: m.Heard) -> list[m.SearchRequested]:
    """Return the two orders of a search whose first deadline passed."""
    begun = begin(make_asked(), "msg-1", NOON)
    again = decide(begun.run, heard, at(60))
    return [one for one in (*begun.outbox, *again.outbox) if isinstance(one, m.SearchRequested)]


def test_the_last_event_of_a_cancelled_run_tells_what_its_open_orders_may_have_used() -> None:
    """No other event ends their steps, and the sum of all events is what the run used."""
    outbox = owed(make_searched("w1", spent=PAID), m.CancelRequested(run_id="r1"))

    end = next(one for one in outbox if isinstance(one, m.ResearchCompleted))
    ((kind, lost),) = paid(outbox)
    assert kind == "complete"
    assert end.spent == PAID + lost
    assert [one.agent for one in end.spent_by] == ["search", "retrieval"]


def test_the_end_tells_what_each_agent_used() -> None:
    """For accounts: the sum, and who used how much of it."""
    found = (make_searched("w1", spent=PAID), make_retrieved("w2"), make_proposed(), make_judged(spent=PAID))

    outbox = owed(*found, make_reported(spent=PAID))

    end = next(one for one in outbox if isinstance(one, m.ResearchCompleted))
    assert end.spent == PAID + PAID + PAID
    assert end.spent_by == tuple(m.AgentSpending(agent=name, spent=PAID) for name in ("search", "judge", "report"))
