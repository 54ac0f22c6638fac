"""Every error of the SDK has a meaning: a new one in a new version fails here, not in the night."""

from collections.abc import Iterator
from datetime import timedelta
from email.utils import format_datetime

import anthropic
import anthropic.lib.foundry  # it has an error class of its own
import httpx2
import pytest

from shared import clock
from shared.errors import CannotDo, RetryLater
from shared.llm.breaking import Interrupted
from shared.llm.failing import MEANINGS, meaning_of, meant, translated


def below(kind: type[Exception]) -> Iterator[type[Exception]]:
    """Yield every class below *kind*."""
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


ALL = sorted(set(below(anthropic.AnthropicError)) - {anthropic.APIError}, key=lambda one: one.__name__)


@pytest.mark.parametrize("kind", ALL, ids=lambda one: one.__name__)
def test_every_error_of_the_sdk_is_mapped(kind: type[Exception]) -> None:
    """By a class of the table that it is of; being some answer with a status is no name."""
    if kind is not anthropic.APIStatusError:
        assert meaning_of(kind) != "by-status", f"{kind.__name__} is new: give it a meaning in shared/llm/failing.py"


def test_the_table_names_no_class_that_is_gone() -> None:
    """A renamed class would fall to the one above it."""
    assert set(MEANINGS) - {one.__name__ for one in ALL} == set()


def answered(status: int, kind: str = "", message: str = "no", **headers: str) -> Exception:
    """Return what the SDK raises for an answer."""
    request = httpx2.Request("POST", "http://claude.test/v1/messages")
    body = {"type": "error", "error": {"type": kind, "message": message}}
    response = httpx2.Response(status, json=body, headers=headers, request=request)
    client = anthropic.AsyncAnthropic(api_key="test")
    return client._make_status_error_from_response(response)


@pytest.mark.parametrize(
    ("status", "kind", "expected", "said"),
    [
        (400, "invalid_request_error", CannotDo, "refused the call (400, invalid_request_error): no"),
        (401, "authentication_error", CannotDo, "the key was refused (401): set VOUCH_CLAUDE__API_KEY"),
        (402, "billing_error", CannotDo, "402"),
        (403, "permission_error", CannotDo, "may not use claude-x (403)"),
        (404, "not_found_error", CannotDo, "no model claude-x"),
        (408, "", RetryLater, "408"),
        (409, "", RetryLater, "409"),
        (413, "request_too_large", CannotDo, "413"),
        (422, "", CannotDo, "422"),
        (429, "rate_limit_error", RetryLater, "429"),
        (500, "api_error", RetryLater, "500"),
        (501, "", CannotDo, "501"),
        (503, "", RetryLater, "503"),
        (504, "timeout_error", RetryLater, "504"),
        (529, "overloaded_error", RetryLater, "529, overloaded_error"),
        (418, "", CannotDo, "418"),
    ],
)
def test_what_an_answer_means(status: int, kind: str, expected: type[Exception], said: str) -> None:
    """Repeating what was wrong is for nothing; what was too much works later."""
    error = meant(answered(status, kind), "claude-x")

    assert type(error) is expected
    assert said in str(error)


@pytest.mark.parametrize(
    ("header", "seconds"), [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("99999", 300.0), ("soon", 0.0), ("nan", 0.0)]
)
def test_the_servers_delay_is_heeded(header: str, seconds: float) -> None:
    """Within reason."""
    error = meant(answered(429, "rate_limit_error", **{"retry-after": header}), "claude-x")

    assert isinstance(error, RetryLater)
    assert error.after_seconds == seconds


def test_a_delay_may_be_a_date() -> None:
    """Gateways say it so; without it, all workers would ask again at once."""
    later = format_datetime(clock.now() + timedelta(seconds=90), usegmt=True)
    error = meant(answered(429, "rate_limit_error", **{"retry-after": later}), "claude-x")

    assert isinstance(error, RetryLater)
    assert 80 < error.after_seconds <= 90


@pytest.mark.parametrize(
    "raised",
    [
        anthropic.APITimeoutError(httpx2.Request("POST", "http://claude.test")),
        anthropic.APIConnectionError(request=httpx2.Request("POST", "http://claude.test")),
        httpx2.ReadError("gone"),
    ],
)
def test_what_breaks_off_may_have_been_paid_for(raised: Exception) -> None:
    """So the whole reservation counts."""
    with pytest.raises(Interrupted), translated("claude-x"):
        raise raised


def test_an_endless_reason_is_cut_and_cannot_steer_a_terminal() -> None:
    """A gateway may answer with a page."""
    error = str(meant(answered(400, "invalid_request_error", "\x1b[2J" + "word " * 1_000), "claude-x"))

    assert len(error) < 400
    assert "\x1b" not in error
