"""What holds of the budget in every history: answers, failures, silence, and answers that come too late."""

from dataclasses import dataclass, field
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.coordinator.budgeting import set_aside, spent, used, used_by
from services.coordinator.deciding import Decision, begin, decide
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

LIMITS = st.fixed_dictionaries(
    {
        "max_rounds": st.integers(1, 4),
        "max_tokens": st.integers(1, 60_000),
        "max_usd": st.floats(0.001, 20),
        "report_tokens": st.integers(0, 40_000),
    }
)
FATES = st.sampled_from(["answer", "answer", "answer", "failure", "too little", "silence", "late"])
FAILED = {kind.model_fields["subject"].default.partition(".")[0]: kind for kind in m.FAILED.values()}


@dataclass
class History:
    """A run that hears what chance chooses."""

    data: st.DataObject
    run: Run
    events: list[m.AgentEvent] = field(default_factory=list)
    waiting: list[m.Order] = field(default_factory=list)
    silent: list[m.Order] = field(default_factory=list)
    """Orders whose deadline passed: their agents may answer still."""
    seconds: float = 0.0

    def take(self, decision: Decision) -> None:
        """Go on from a decision; with its orders nothing above the limits may be granted."""
        self.run = decision.run
        self.waiting += [message for message in decision.outbox if isinstance(message, m.Order)]
        self.events += [message for message in decision.outbox if isinstance(message, m.AgentEvent)]
        reserved, limits = spent(self.run), self.run.asked.limits
        assert reserved.tokens <= limits.max_tokens
        assert reserved.usd <= limits.max_usd * (1 + 1e-9)
        others = sum((one.spent.tokens for one in used_by(self.run) if one.agent != "report"), 0)
        assert others <= limits.max_tokens - set_aside(self.run).tokens

    def step(self) -> None:
        """Let one order meet its fate."""
        fate = self.data.draw(FATES)
        if fate == "late" and self.silent:
            self.hear(self.answer(self.silent.pop()))
            return
        order = self.waiting.pop(self.data.draw(st.integers(0, len(self.waiting) - 1)))
        if fate == "silence":
            self.silent.append(order)
            self.seconds += 60
            self.hear(make_deadline(order.step, order.attempt, self.seconds))
        elif fate in {"failure", "too little"}:
            named = {"attempt": order.attempt, "spent": self.used(order), "over_budget": fate == "too little"}
            self.hear(make_failed(FAILED[order.AGENT], order.step, **named))
        else:
            self.hear(self.answer(order))

    def hear(self, heard: m.Heard) -> None:
        """Decide."""
        self.take(decide(self.run, heard, self.now))

    @property
    def now(self) -> datetime:
        """Return what time it is."""
        return at(self.seconds)

    def used(self, order: m.Order) -> m.Spending:
        """Return what an agent that keeps to its allowance used."""
        share = self.data.draw(st.sampled_from([0.0, 0.3, 1.0]))
        return m.Spending(tokens=int(order.allowance.tokens * share), usd=order.allowance.usd * share, calls=1)

    def answer(self, order: m.Order) -> m.Answer:
        """Return an answer; every search finds something of its own, and no judge is ever content."""
        said = {
            "search": make_searched(f"{order.step}-work", step=order.step),
            "retrieval": make_retrieved("read"),
            "hypothesis": make_proposed(f"test {order.step}", step=order.step),
            "judge": make_judged(f"more after {order.step}", step=order.step, clinical=3),
            "report": make_reported(),
        }[order.AGENT]
        return said.model_copy(update={"attempt": order.attempt, "spent": self.used(order)})


def began(data: st.DataObject) -> History:
    """Return a history that has just begun."""
    decision = begin(make_asked(limits=data.draw(LIMITS)), "msg-1", NOON)
    history = History(data, decision.run)
    history.take(decision)
    return history


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_run_keeps_to_its_limits_and_ends_whatever_happens(data: st.DataObject) -> None:
    """Spent or allowed, tokens and money stay within the limits; at the end all that was spent is told of."""
    history = began(data)
    for _ in range(120):
        if history.run.end:
            break
        history.step()

    assert history.run.end is not None
    assert used(history.run).tokens == spent(history.run).tokens
    assert used(history.run).usd == pytest.approx(spent(history.run).usd)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_step_is_told_what_it_used_once(data: st.DataObject) -> None:
    """Whoever adds the events up gets what the run used: more only where answers came too late, and never less."""
    history = began(data)
    late = False
    while not history.run.end:
        silent = len(history.silent)
        history.step()
        late |= len(history.silent) < silent

    told = sum(one.spent.tokens for one in history.events if one.spent)
    assert told >= used(history.run).tokens
    if not late:
        assert told == used(history.run).tokens
