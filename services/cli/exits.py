"""How `vouch` leaves: exit codes that mean something to a script, and the errors that choose them."""

from shared import messages as m
from shared.errors import CannotDo, RetryLater, VouchError

COMPLETE = 0
OTHER = 1
USAGE = 2
PARTIAL = 3
FAILED = 4
CANCELLED = 5
REJECTED = 6

EXPLAINED = (
    "Exit codes: 0 complete · 3 partial · 4 failed · 5 cancelled · 6 rejected · "
    "2 the input cannot be used · 1 anything else, such as no server."
)
"""Stands under the help of every command that follows a run."""

_CODES: dict[m.RunStatus, int] = {
    "complete": COMPLETE,
    "partial": PARTIAL,
    "failed": FAILED,
    "cancelled": CANCELLED,
}


class BadInput(CannotDo):
    """What a person gave cannot be used; nothing was asked."""


class Rejected(CannotDo):
    """The coordinator will not take the request, and says why."""


class Cancelled(RetryLater):
    """A person, or the system, wanted it to end."""


def code_of(status: m.RunStatus) -> int:
    """Return the exit code of a run that ended so."""
    return _CODES[status]


def code_of_error(error: VouchError) -> int:
    """Return the exit code of an error."""
    match error:
        case BadInput():
            return USAGE
        case Rejected():
            return REJECTED
        case Cancelled():
            return CANCELLED
        case _:
            return OTHER
