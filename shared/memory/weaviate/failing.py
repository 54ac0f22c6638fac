"""How long a call to Weaviate may take, and what its errors mean to a caller."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from weaviate.exceptions import (
    AuthenticationFailedError,
    InsufficientPermissionsError,
    UnexpectedStatusCodeError,
    WeaviateBaseError,
    WeaviateInsertManyAllFailedError,
    WeaviateQueryError,
    WeaviateStartUpError,
)

from shared.errors import CannotDo, RetryLater

OLDEST = "1.37"
"""Of the servers; what this was tried with, and the versions since understand alike."""

KEPT = "nothing that it acknowledged is lost"

NO_DISK = ("read-only", "read only", "readonly", "no space left", "disk usage")
"""What a refusal says where the disk is at fault: it may have room again."""

UNFIT = ("invalid", "validation", "vector length", "different lengths", "too large", "too long")
"""What a refusal says where the object itself is at fault: it would be refused again."""

NO_KEY = ("unauthenticated", "anonymous access not enabled", "authentication failed")
"""What gRPC says; HTTP has codes for it."""

DENIED = (401, 403)


class NoTenant(RetryLater):
    """Nothing was ever stored for this run, or it was deleted."""


@asynccontextmanager
async def bounded(what: str, seconds: float) -> AsyncIterator[None]:
    """Give the call inside *seconds*; raise ``NoTenant``, ``CannotDo`` or ``RetryLater`` for what comes of it.

    Every call has to be bounded: to a dead port the client's own limits give more than a minute.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        message = f"the research memory (Weaviate) did not {what} within {seconds:g} s; {KEPT}"
        raise RetryLater(message) from error
    except (WeaviateBaseError, httpx.HTTPError) as error:
        raise meaning(error, what) from error


def meaning(error: Exception, what: str) -> Exception:
    """Return what an error of the client means; what cannot be told is tried again, for nothing is lost by it."""
    text = str(error).casefold()
    if isinstance(error, WeaviateQueryError | UnexpectedStatusCodeError) and "tenant not found" in text:
        return NoTenant(f"the run was deleted while the research memory (Weaviate) was to {what}")
    if _is_denied(error) or any(mark in text for mark in NO_KEY):
        return CannotDo("Weaviate refuses the key it was given: set VOUCH_WEAVIATE_API_KEY to one that may write")
    if isinstance(error, WeaviateStartUpError) and "not supported" in text:
        return CannotDo(f"this Weaviate is too old for its client: Vouch needs {OLDEST} or newer")
    if isinstance(error, WeaviateInsertManyAllFailedError):
        return refused(str(error))
    return RetryLater(f"the research memory (Weaviate) does not {what}: it is away or starting; {KEPT}")


def _is_denied(error: Exception) -> bool:
    """Say whether the server knows us, or does not let us do this."""
    if isinstance(error, AuthenticationFailedError | InsufficientPermissionsError):
        return True
    return isinstance(error, UnexpectedStatusCodeError) and error.status_code in DENIED


def refused(reason: str) -> CannotDo | RetryLater:
    """Return what it means that Weaviate took an object and did not keep it; its words may name its own paths.

    What is not known is tried again: a server that is short of memory, or about to stop, refuses objects, too.
    """
    if any(mark in reason.casefold() for mark in NO_DISK):
        return RetryLater(
            f"the research memory (Weaviate) takes nothing more: its disk is full or read-only. Free some space; {KEPT}"
        )
    if any(mark in reason.casefold() for mark in UNFIT):
        return CannotDo("the research memory (Weaviate) refused a text of this answer; its own log says why")
    return RetryLater(f"the research memory (Weaviate) did not take what it was given; its own log says why; {KEPT}")
