"""What holds of every history, whatever is repeated, overtaken, lost or broken."""

from collections.abc import Sequence
from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from services.coordinator import budgeting
from services.coordinator.deciding import begin, decide
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
)

STAGES: list[list[m.Heard]] = [
    [
        make_searched("w1", "w2", found_by=((0,), (0,))),
        make_retrieved("w3", "w1", searches=(make_record("web"),), found_by=((0,), (0,))),
    ],
    [make_proposed("drug A enzyme C")],
    [make_searched("w4", step="1-targeted")],
    [make_judged("drug A trial", clinical=4)],
    [make_searched("w5", "w2", step="2-search", searches=(make_record("pubmed"),), found_by=((0,), (0,)))],
    [make_proposed(step="2-hypothesis")],
    [make_judged(step="2-judge")],
    [make_reported()],
]
STORY = [message for stage in STAGES for message in stage]

permuted = st.tuples(*(st.permutations(stage) for stage in STAGES)).map(
    lambda stages: [message for stage in stages for message in stage]
)


def after(heard: Sequence[m.Heard], when: datetime = NOON) -> Run:
    """Return the run that heard all this."""
    run = begin(make_asked(), "msg-1", NOON).run
    for message in heard:
        run = decide(run, message, when).run
    return run


@given(permuted, st.integers(1, len(STORY)))
def test_a_repeat_anywhere_changes_nothing(heard: list[m.Heard], length: int) -> None:
    """JetStream delivers at least once."""
    run = after(heard[:length])

    for message in heard[:length]:
        assert decide(run, message, NOON).run is run


@given(permuted)
def test_answers_overtake_each_other_within_a_stage(heard: list[m.Heard]) -> None:
    """Whoever answers first, a work has the same S number and the same is owed."""
    assert after(heard) == after(STORY)


ANSWERS: dict[str, list[m.Heard]] = {
    "search": [make_searched("w1", "w2"), make_searched(), make_failed(m.SearchFailed)],
    "retrieval": [make_retrieved("w3"), make_failed(m.RetrievalFailed)],
    "hypothesis": [make_proposed("q1", "q2"), make_proposed(), make_failed(m.HypothesisFailed)],
    "judge": [
        make_judged(),
        make_judged("q3", "q4", clinical=3),
        make_judged(clinical=3),
        make_failed(m.JudgeFailed),
    ],
    "report": [make_reported(), make_failed(m.ReportFailed)],
}
"""What each agent may say to any order."""

SILENCE = 9
"""A choice that means: no answer, the deadline passes."""


def replied(order: m.Order, choice: int, spent: int, moment: float) -> m.Heard:
    """Return what is heard of an order: one of the answers, or that its deadline passed."""
    if choice == SILENCE:
        return make_deadline(order.step, order.attempt, moment)
    kinds = ANSWERS[order.AGENT]
    answer = kinds[choice % len(kinds)]
    used = m.Spending(tokens=min(spent, order.allowance.tokens))
    unique = {"step": order.step, "attempt": order.attempt, "spent": used}
    if isinstance(answer, m.Found):
        renamed = tuple(make_searched(f"{order.step}-{choice}").works)
        unique |= {"works": renamed, "evidence": make_searched(f"{order.step}-{choice}").evidence}
    return answer.model_copy(update=unique)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_every_run_ends_whatever_fails(data: st.DataObject) -> None:
    """With random answers, failures and silences a run ends, asks for one report at most and keeps to its budget."""
    decision = begin(make_asked(limits={"max_rounds": 4, "max_tokens": 1000}), "msg-1", NOON)
    run, waiting, reports, moment = decision.run, [], 0, 0.0
    for _ in range(100):
        waiting += [message for message in decision.outbox if isinstance(message, m.Order)]
        reports += sum(isinstance(one, m.ReportRequested) and one.attempt == 1 for one in decision.outbox)
        assert budgeting.spent(run).tokens <= run.asked.limits.max_tokens
        if run.end:
            break
        order = waiting.pop(data.draw(st.integers(0, len(waiting) - 1)))
        moment += 60.0 if (choice := data.draw(st.sampled_from([0, 1, 2, 3, SILENCE]))) == SILENCE else 1.0
        heard = replied(order, choice, data.draw(st.integers(0, 400)), moment)
        decision = decide(run, heard, at(moment))
        run = decision.run

    assert run.end is not None
    assert reports <= 1


@given(permuted, st.lists(st.sampled_from(STORY), max_size=6))
def test_an_answer_nobody_ordered_is_dropped(heard: list[m.Heard], early: list[m.Heard]) -> None:
    """What comes before its order must neither be kept nor open a step."""
    run = begin(make_asked(), "msg-1", NOON).run
    unordered = [message for message in early if isinstance(message, m.Answer) and message.step not in run.steps]

    for message in unordered:
        assert decide(run, message, NOON).run is run
    assert after([*unordered, *heard]) == after(STORY)
