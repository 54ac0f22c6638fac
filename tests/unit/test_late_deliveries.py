"""The last delivery of an order comes while somebody still waits for its answer, and that answer says what failed."""

import math

import pytest

from shared.bus.answering import fitting
from shared.bus.in_memory import InMemoryBucket
from shared.errors import CannotDo, RetryLater
from shared.llm.breaking import Interrupted
from shared.llm.calls import LEAST_SECONDS, SPARE_SECONDS
from shared.messages import Spending
from tests.builders import at
from tests.unit.llm_fakes import Scripted, calls_of, make_order, make_request


@pytest.mark.parametrize(
    ("error", "wait"),
    [
        (ValueError(), 20.0),
        (RetryLater(), 20.0),
        (RetryLater(after_seconds=30), 30.0),
        (RetryLater(within_seconds=3), 3.0),
        (RetryLater(after_seconds=5, within_seconds=3), 5.0),
    ],
)
def test_a_delay_keeps_both_bounds(error: Exception, wait: float) -> None:
    """What a server asks for comes first."""
    assert fitting(20.0, error) == wait


async def test_a_refused_call_is_tried_again_in_time() -> None:
    """Delays double: without a bound the last one would outlive the order."""
    calls = calls_of(Scripted(RetryLater("busy")), InMemoryBucket(), make_order(expires_at=at(30)))

    with pytest.raises(RetryLater) as refused:
        await calls.send(make_request())

    assert math.isclose(refused.value.within_seconds, 30 - SPARE_SECONDS - LEAST_SECONDS, abs_tol=0.1)


async def test_an_allowance_that_broken_calls_used_up_is_no_small_one() -> None:
    """The run may go on: a larger allowance would have been lost, too."""
    bucket, order = InMemoryBucket(), make_order(allowance=Spending(tokens=2_500, usd=1.0))
    with pytest.raises(RetryLater):
        await calls_of(Scripted(Interrupted("gone")), bucket, order).send(make_request())

    with pytest.raises(CannotDo, match=r"broke off its answers, which may have cost [\d,]+ tokens") as refused:
        await calls_of(Scripted(tokens=1_000), bucket, order).send(make_request())

    assert not refused.value.over_budget
