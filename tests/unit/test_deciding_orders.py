"""What stands in the orders that the decider gives: all an agent needs, decided and bounded."""

from collections.abc import Iterable
from typing import TypeVar

from services.coordinator.deciding import begin, decide
from services.coordinator.hearing import MOST_GAP, MOST_GAPS
from services.coordinator.ordering import Owed
from shared import messages as m
from tests.builders import (
    NOON,
    QUESTION,
    at,
    make_asked,
    make_deadline,
    make_failed,
    make_hypothesis,
    make_judged,
    make_proposed,
    make_retrieved,
    make_searched,
)

OrderT = TypeVar("OrderT", bound=m.Order)

FOUND = (make_searched("w1", "w2"), make_retrieved("w3"))


def outbox(*heard: m.Heard, seconds: float = 0, **fields: object) -> tuple[Owed, ...]:
    """Return all that a run owes from its request on while it hears these messages."""
    decision = begin(make_asked(**fields), "msg-1", NOON)
    owed = [*decision.outbox]
    for message in heard:
        decision = decide(decision.run, message, at(seconds))
        owed += decision.outbox
    return tuple(owed)


def last(kind: type[OrderT], owed: Iterable[Owed]) -> OrderT:
    """Return the last order of a kind."""
    return [message for message in owed if isinstance(message, kind)][-1]


def proposed(*gaps: str, step: str = "1-hypothesis", queries: tuple[str, ...] = ("q",)) -> m.HypothesisCompleted:
    """Return a hypothesis, and what its agent does not know yet."""
    assessment = m.HypothesisAssessment(hypotheses=(make_hypothesis(),), knowledge_gaps=gaps, recommended_searches=())
    return make_proposed(*queries, step=step, assessment=assessment)


def test_a_search_is_told_what_the_run_is_about() -> None:
    """Queries may ask for a part of it; whoever writes better ones must know the whole."""
    order = last(m.SearchRequested, outbox(domain="general"))

    assert (order.question, order.domain, order.gaps, order.hypotheses) == (QUESTION, "general", (), ())


def test_every_agent_with_a_prompt_of_its_own_is_told_the_domain() -> None:
    """A general question asks for no mechanism."""
    owed = outbox(*FOUND, make_proposed(), make_judged(), domain="general")

    kinds = (m.SearchRequested, m.RetrievalRequested, m.HypothesisRequested, m.JudgeRequested, m.ReportRequested)
    assert [last(kind, owed).domain for kind in kinds] == ["general"] * 5


def test_every_order_names_the_session_of_its_run() -> None:
    """What an agent spends and says belongs to a conversation."""
    owed = outbox(*FOUND, make_proposed("q"), session_id="malaria, autumn")

    assert {order.session_id for order in owed if isinstance(order, m.Order)} == {"malaria, autumn"}


def test_a_targeted_search_is_told_what_the_hypotheses_leave_open() -> None:
    """The gaps say what to look for where a query finds too much."""
    order = last(m.SearchRequested, outbox(*FOUND, proposed("which dose", "  in\nchildren ", " ")))

    assert (order.step, order.gaps) == ("1-targeted", ("which dose", "in children"))


def test_the_next_round_is_told_what_the_rule_still_asks_for() -> None:
    """The judge's queries are its own idea; the rule is what must be met."""
    heard = (*FOUND, proposed("which dose"), make_searched("w4", step="1-targeted"), make_judged("more", clinical=4))

    order = last(m.SearchRequested, outbox(*heard))

    assert (order.step, order.gaps) == ("2-search", ("which dose", "clinical evidence 4 of 6"))


def test_the_last_word_on_gaps_stands() -> None:
    """What was open a round ago may be known now; an agent that failed has said nothing."""
    first = (*FOUND, proposed("which dose", queries=()), make_judged("more", clinical=4))
    second = make_searched("w5", step="2-search")

    closed = outbox(*first, second, proposed(step="2-hypothesis"))
    failed = outbox(
        *first,
        second,
        make_failed(m.HypothesisFailed, "2-hypothesis"),
        make_judged("yet more", step="2-judge", clinical=5),
    )

    assert last(m.SearchRequested, closed).gaps == ("clinical evidence 4 of 6",)
    assert last(m.SearchRequested, failed).gaps == ("which dose", "clinical evidence 5 of 6")


def test_gaps_do_not_swell_the_state() -> None:
    """They are a model's words, and the bucket refuses values of 1 MiB."""
    order = last(m.SearchRequested, outbox(*FOUND, proposed(*(f"{n} {'why ' * 200}" for n in range(40)))))

    assert len(order.gaps) == MOST_GAPS == 8
    assert {len(gap) for gap in order.gaps} == {MOST_GAP}
    assert all(gap.endswith("…") for gap in order.gaps)


def test_an_order_that_is_repeated_says_the_same() -> None:
    """Only its attempt, its time and its allowance are new."""
    heard = (*FOUND, proposed("which dose"), make_deadline("1-targeted"))

    owed = outbox(*heard, session_id="s")

    first, again = [one for one in owed if isinstance(one, m.SearchRequested) and one.step == "1-targeted"]
    changed = {name for name, value in first if value != getattr(again, name)}
    assert changed == {"attempt", "allowance"}
    assert again.attempt == 2


def test_agents_are_told_of_works_and_queries_as_before() -> None:
    """Each kind of order takes what it has a field for."""
    owed = outbox(
        *FOUND, make_proposed("drug A trial"), make_searched("w4", step="1-targeted"), sources=("library", "pubmed")
    )

    judge = last(m.JudgeRequested, owed)
    assert (judge.unsearched, judge.sources_until) == (("pubmed",), 4)
    assert judge.asked == ("does drug a help people with disease b?", "drug a trial")
    assert last(m.HypothesisRequested, owed).asked == ("does drug a help people with disease b?",)
