"""The errors of the Messages API: a type for each status, in an envelope of its own."""

from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import web

TYPES: Mapping[int, str] = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
"""What the vendor calls each status."""
WORTH_ANOTHER_TRY = frozenset({429, 500, 529})


@dataclass(frozen=True)
class Refusal:
    """An error in place of an answer: its *status*, a sentence, and a delay in seconds where one is named."""

    status: int
    message: str
    retry_after: str = ""

    @property
    def kind(self) -> str:
        """Return what the vendor calls it."""
        return TYPES[self.status]

    def envelope(self, request_id: str) -> dict[str, object]:
        """Return the body of the error."""
        return {"type": "error", "error": {"type": self.kind, "message": self.message}, "request_id": request_id}

    def answer(self, request_id: str) -> web.Response:
        """Return what the client gets."""
        told = {"request-id": request_id, "x-should-retry": str(self.status in WORTH_ANOTHER_TRY).lower()}
        delay = {"retry-after": self.retry_after} if self.retry_after else {}
        return web.json_response(self.envelope(request_id), status=self.status, headers=told | delay)


class RefusedError(Exception):
    """A request is answered with a refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def refused(status: int, message: str) -> RefusedError:
    """Return the error to raise where a request is refused."""
    return RefusedError(Refusal(status, message))


def overloaded(retry_after: str = "") -> Refusal:
    """Return the refusal of a vendor that has too much to do."""
    return Refusal(529, "Too many are asking just now.", retry_after)


def too_fast(retry_after: str = "") -> Refusal:
    """Return the refusal of whoever asks more than the account allows."""
    return Refusal(429, "This account has asked more than it may in this minute.", retry_after)
