"""The calls of an order: paid once, whatever is delivered again; never beyond the allowance or the deadline."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared import messages as m
from shared.bus.in_memory import InMemoryBucket
from shared.errors import CannotDo, RetryLater
from shared.llm.breaking import Interrupted
from shared.llm.calls import Calls
from shared.llm.journal import Journal
from shared.llm.values import Prompt, Usage
from tests.builders import at
from tests.unit.llm_fakes import (
    AMPLE,
    USED,
    Scripted,
    calls_of,
    make_means,
    make_order,
    make_reply,
    make_request,
)


async def test_what_was_paid_for_is_not_paid_for_again() -> None:
    """A crash after the second call costs the third alone."""
    bucket, model = InMemoryBucket(), Scripted(make_reply("one"), make_reply("two"), make_reply("three"))
    first = calls_of(model, bucket)
    await first.send(make_request("a"))
    await first.send(make_request("b"))

    again = calls_of(model, bucket)
    said = [(await again.send(make_request(text))).text for text in "abc"]

    assert said == ["one", "two", "three"]
    assert len(model.asked) == 3
    assert (again.spent.tokens, again.spent.calls) == (360, 3)


async def test_an_answer_is_used_for_its_own_question_alone() -> None:
    """Should the evidence of an order ever differ, an old answer would be about something else."""
    bucket, model = InMemoryBucket(), Scripted(make_reply("one"), make_reply("two"))
    await calls_of(model, bucket).send(make_request("a"))
    again = calls_of(model, bucket)

    assert (await again.send(make_request("b"))).text == "two"
    assert again.spent.tokens == 240  # the answer that was thrown away was paid for, too


async def test_another_attempt_has_a_journal_of_its_own() -> None:
    """It is another order: its evidence and its allowance may differ."""
    bucket, model = InMemoryBucket(), Scripted(make_reply("one"), make_reply("two"))
    await calls_of(model, bucket).send(make_request())

    assert (await calls_of(model, bucket, make_order(attempt=2)).send(make_request())).text == "two"


async def test_a_call_that_never_answered_counts_as_if_it_had() -> None:
    """Nobody knows whether it was paid for, so the next delivery has less."""
    bucket, model = InMemoryBucket(), Scripted(Interrupted("it broke off"), make_reply("two"))
    with pytest.raises(RetryLater):
        await calls_of(model, bucket).send(make_request())
    again = calls_of(model, bucket)
    await again.send(make_request())

    assert again.spent.tokens > 1_000 + USED.tokens
    assert again.spent.calls == 2


async def test_a_kill_in_the_middle_of_a_call_counts_its_reservation() -> None:
    """The journal has what the call may cost before it is made."""

    class Killed(Exception):  # noqa: N818
        """What a test takes for SIGKILL: nothing handles it."""

    class Killing(Scripted):
        async def send(self, *_: object) -> object:  # type: ignore[override]
            raise Killed

    bucket = InMemoryBucket()
    with pytest.raises(Killed):
        await calls_of(Killing(), bucket).send(make_request())
    again = calls_of(Scripted(make_reply("one")), bucket)
    await again.send(make_request())

    assert again.spent.tokens > 1_000 + USED.tokens


async def test_a_refused_call_costs_nothing() -> None:
    """The server said no before it began."""
    bucket, model = InMemoryBucket(), Scripted(RetryLater("busy"), make_reply("two"))
    with pytest.raises(RetryLater):
        await calls_of(model, bucket).send(make_request())
    again = calls_of(model, bucket)
    await again.send(make_request())

    assert again.spent.tokens == USED.tokens


async def test_a_call_that_would_pass_the_allowance_is_not_made() -> None:
    """The reason says what is left and what would help."""
    model = Scripted(tokens=600)
    calls = calls_of(model, order=make_order(allowance=m.Spending(tokens=800, usd=1.0)))

    with pytest.raises(CannotDo, match=r"800 tokens and \$1.0000 are left.*raise max_tokens") as refused:
        await calls.send(make_request())

    assert refused.value.over_budget
    assert model.asked == []


async def test_an_allowance_of_nothing_is_over_at_once() -> None:
    """A run without a budget is a run by rules, not an error in the model."""
    with pytest.raises(CannotDo) as refused:
        await calls_of(Scripted(), order=make_order(allowance=m.Spending())).send(make_request())

    assert refused.value.over_budget


async def test_an_answer_is_made_shorter_where_that_is_all_that_fits() -> None:
    """Half an answer is better than none, down to a length that says something."""
    model = Scripted(make_reply("one"), tokens=500)
    await calls_of(model, order=make_order(allowance=m.Spending(tokens=1_100, usd=1.0))).send(make_request())

    assert model.asked[0].most_tokens == 600


async def test_money_bounds_a_call_as_tokens_do() -> None:
    """Whichever is used up first."""
    model = Scripted(make_reply("one"), tokens=500)
    allowance = m.Spending(tokens=100_000, usd=0.00725)  # 500 in at 2.50 a million written to the cache, 600 out at 10
    await calls_of(model, order=make_order(allowance=allowance)).send(make_request())

    assert model.asked[0].most_tokens == 600


async def test_a_prompt_is_counted_only_where_the_estimate_does_not_fit() -> None:
    """Counting is a request of its own."""
    model = Scripted(make_reply("one"), make_reply("two"))
    calls = calls_of(model, order=make_order(allowance=m.Spending(tokens=2_500, usd=1.0)))
    await calls.send(make_request())
    assert model.counted == 0
    await calls.send(make_request("long " * 1_000))
    assert model.counted == 1


async def test_trying_ends_where_another_delivery_would_come_too_late() -> None:
    """The order then fails with the reason, in place of silence until its deadline."""
    calls = calls_of(Scripted(RetryLater("it is overloaded", after_seconds=90.0)))

    with pytest.raises(CannotDo, match="it is overloaded; there is no time left to try again"):
        await calls.send(make_request())


async def test_a_stream_that_was_cut_is_tried_again() -> None:
    """The SDK does not say so: the answer only lacks its end."""
    with pytest.raises(RetryLater, match="broke off"):
        await calls_of(Scripted(make_reply("one", stop="cut-off"))).send(make_request())


async def test_a_failure_says_what_was_spent_until_then() -> None:
    """Or the whole allowance would count."""
    calls = calls_of(Scripted(make_reply("one"), CannotDo("it declined")))

    async def work() -> None:
        async with calls.settled():
            await calls.send(make_request("a"))
            await calls.send(make_request("b"))

    with pytest.raises(CannotDo) as failed:
        await work()

    assert failed.value.spent == calls.spent
    assert calls.spent.tokens == USED.tokens


async def test_an_order_keeps_the_prompt_it_began_with() -> None:
    """A new version that arrives between two deliveries would make another conversation of it."""
    bucket, versions = InMemoryBucket(), iter("12")

    async def resolve(domain: m.Domain) -> Prompt:
        return Prompt(name=f"vouch-judge-{domain}", version=next(versions), text="You judge.")

    first = await calls_of(Scripted(), bucket).prompt(resolve, "general")
    second = await calls_of(Scripted(), bucket).prompt(resolve, "general")

    assert (first.version, second.version) == ("1", "1")


async def test_a_damaged_entry_is_asked_again() -> None:
    """Better to pay twice than to answer with nonsense."""
    bucket = InMemoryBucket()
    await bucket.put("judge.r1.1-judge.1.1", b"\x78 not packed")

    assert (await calls_of(Scripted(make_reply("one")), bucket).send(make_request())).text == "one"


async def test_a_long_answer_is_packed_and_comes_back_whole() -> None:
    """A bucket takes no value of a megabyte."""
    bucket, text = InMemoryBucket(), "drug A " * 100_000
    await calls_of(Scripted(make_reply(text)), bucket).send(make_request())

    assert (await calls_of(Scripted(), bucket).send(make_request())).text == text


@given(
    st.integers(0, 20_000),
    st.floats(0, 0.05),
    st.lists(st.tuples(st.integers(0, 3_000), st.floats(0, 1)), max_size=8),
)
async def test_no_order_passes_its_allowance(tokens: int, usd: float, lengths: list[tuple[int, float]]) -> None:
    """Whatever the prompts and answers are like: an answer is never longer than it was allowed to be."""

    class Filling(Scripted):
        async def send(self, request: object, *_: object) -> object:  # type: ignore[override]
            most = request.most_tokens  # type: ignore[attr-defined]
            return make_reply("x", usage=Usage(input_tokens=prompt, output_tokens=int(most * share)))

        async def count(self, _: object) -> int:  # type: ignore[override]
            return prompt

    order, bucket = make_order(allowance=m.Spending(tokens=tokens, usd=usd)), InMemoryBucket()
    calls = Calls(order, make_means(Filling(), bucket), Journal(bucket, order))
    for prompt, share in lengths:  # noqa: B007 -- the script reads both
        try:
            await calls.send(make_request("y" * prompt))
        except CannotDo:
            continue

    assert calls.spent.tokens <= tokens
    assert calls.spent.usd <= usd + 1e-9


async def test_no_call_may_take_longer_than_its_order() -> None:
    """Five seconds are kept to say what was learned."""
    seen: list[float] = []

    class Timed(Scripted):
        async def send(self, _request: object, seconds: float, *_: object) -> object:  # type: ignore[override]
            seen.append(seconds)
            return make_reply("one")

    await calls_of(Timed(), order=make_order(expires_at=at(20), allowance=AMPLE)).send(make_request())

    assert seen == [15.0]
