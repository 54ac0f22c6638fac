"""What each error of the SDK means: try again later, or never. The only place that knows them."""

import contextlib
import json
from collections.abc import Iterator
from types import MappingProxyType
from typing import Literal

import anthropic
import httpx2

from shared import clock
from shared.characters import printable
from shared.errors import CannotDo, RetryLater, VouchError
from shared.http.refusing import retry_after_seconds

from .breaking import GARBLED, Interrupted

Meaning = Literal["later", "never", "interrupted", "by-status"]
"""``interrupted``: later, and the call may have been paid for; ``by-status``: the status of the answer decides."""

MEANINGS: MappingProxyType[str, Meaning] = MappingProxyType(
    {
        "APITimeoutError": "interrupted",
        "APIConnectionError": "interrupted",
        "APIResponseValidationError": "never",
        "APIWebhookValidationError": "never",
        "BadRequestError": "never",
        "AuthenticationError": "never",
        "PaymentRequiredError": "never",
        "PermissionDeniedError": "never",
        "NotFoundError": "never",
        "RequestTimeoutError": "later",
        "ConflictError": "later",
        "PreconditionFailedError": "never",
        "ContentTooLargeError": "never",
        "UnprocessableEntityError": "never",
        "RequestHeaderFieldsTooLargeError": "never",
        "ClientClosedRequestError": "interrupted",
        "RateLimitError": "later",
        "ContractSpendLimitReachedError": "never",
        "EnforcedSpendLimitReachedError": "never",
        "HTTPNotImplementedError": "never",
        "InternalServerError": "later",
        "APIStatusError": "by-status",
        "RetryableError": "later",
        "CredentialsError": "never",
        "StreamAlreadyConsumed": "never",
        "WorkloadIdentityError": "never",
        "ToolsetUsageError": "never",
        "MissingDependencyError": "never",
        "MutuallyExclusiveAuthError": "never",
    }
)
"""By the name of the nearest class that an error is of, for some have no public home. ``tests/contract`` walks the
SDK's classes: a new one that is none of these fails there."""

WORTH_REPEATING = frozenset({408, 409, 429})
SERVERS_FAULT = 500
"""And above: of an answer whose class says nothing more."""

SUCCESS = 200
"""With this status an error comes inside a stream that had begun: what was written until then may cost something."""

MOST_REASON_CHARACTERS = 300
MOST_WAIT_SECONDS = 300.0
"""What a server may ask for: a longer wait outlives every order."""


@contextlib.contextmanager
def translated(model: str) -> Iterator[None]:
    """Turn what the SDK and its HTTP library raise into ``RetryLater`` or ``CannotDo``, with a reason for a person."""
    try:
        yield
    except anthropic.AnthropicError as error:
        raise meant(error, model) from error
    except TimeoutError as error:
        message = f"{model} did not answer in time"
        raise Interrupted(message) from error
    except httpx2.InvalidURL as error:
        message = "VOUCH_CLAUDE__URL is no address: write it as https://host, without /v1"
        raise CannotDo(message) from error
    except (httpx2.HTTPError, UnicodeDecodeError, json.JSONDecodeError) as error:
        message = f"{model} broke off its answer ({type(error).__name__})"
        raise Interrupted(message) from error


def meant(error: Exception, model: str) -> VouchError:
    """Return what *error* means for whoever asked *model*."""
    meaning = meaning_of(type(error))
    if meaning == "by-status":
        meaning = _by_status(error)
    reason = _reason(error, model)
    if meaning == "never":
        return CannotDo(reason)
    kind = Interrupted if meaning == "interrupted" else RetryLater
    return kind(reason, after_seconds=_wanted_wait(error))


def meaning_of(kind: type[Exception]) -> Meaning:
    """Return what errors of a class mean; raise ``LookupError`` for a class that nobody thought of."""
    for known in kind.__mro__:
        if known.__name__ in MEANINGS:
            return MEANINGS[known.__name__]
    raise LookupError(kind.__name__)


def _by_status(error: Exception) -> Meaning:
    """Return what an answer means whose class the SDK has no name for."""
    status = getattr(error, "status_code", SERVERS_FAULT)
    if status == SUCCESS:
        return "interrupted"
    return "later" if status in WORTH_REPEATING or status >= SERVERS_FAULT else "never"


def _reason(error: Exception, model: str) -> str:
    """Return why, in words that are safe to show, with what to do where that is known."""
    known = next((REASONS[one] for one in type(error).__mro__ if one in REASONS), "")
    if known:
        return known.format(model=model)
    if isinstance(error, anthropic.APIStatusError):
        return f"{model} refused the call ({_named(error)}): {_said(error)}"
    return f"{model} could not be asked: {type(error).__name__}"


REASONS: MappingProxyType[type, str] = MappingProxyType(
    {
        anthropic.APITimeoutError: "{model} did not answer in time",
        anthropic.APIConnectionError: "{model} cannot be reached: is VOUCH_CLAUDE__URL right, and the network there?",
        anthropic.AuthenticationError: (
            "{model} was not asked, because the key was refused (401): set VOUCH_CLAUDE__API_KEY to a valid one"
        ),
        anthropic.PermissionDeniedError: (
            "the key may not use {model} (403): ask for access, or name another model in the settings"
        ),
        anthropic.NotFoundError: (
            "there is no model {model} at this address (404): name another in the settings of the agent"
        ),
        anthropic.APIResponseValidationError: GARBLED,
    }
)


def _named(error: anthropic.APIStatusError) -> str:
    """Return the status and the kind of an error answer."""
    kind = getattr(error, "type", None)
    return f"{error.status_code}, {kind}" if kind else str(error.status_code)


def _said(error: anthropic.APIStatusError) -> str:
    """Return what the server said, bounded; not the whole body, which may be a page."""
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    text = inner.get("message") if isinstance(inner, dict) else None
    line = " ".join(printable(str(text or "it gave no reason")).split())
    return line if len(line) <= MOST_REASON_CHARACTERS else line[: MOST_REASON_CHARACTERS - 1] + "…"


def _wanted_wait(error: Exception) -> float:
    """Return how long the server asked to wait; 0 where it did not, or not legibly."""
    if not isinstance(error, anthropic.APIStatusError) or error.status_code == SUCCESS:
        return 0.0
    wanted = retry_after_seconds(error.response.headers.get("retry-after", ""), clock.now()) or 0.0
    return min(wanted, MOST_WAIT_SECONDS)
