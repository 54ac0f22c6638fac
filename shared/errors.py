"""The errors of Vouch: each says whether trying again can help.

``VouchError``
    ``RetryLater``   the world may change: rate limit, timeout, lost connection
    ``CannotDo``     the same order will fail again; the reason is safe to show a person
    ``Unreadable``   a message that cannot be understood, now or ever

Anything else is a bug: logged with its traceback, delivered again, dead-lettered at the fifth.
"""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shared.messages import Spending


class VouchError(Exception):
    """What Vouch raises on purpose."""


class RetryLater(VouchError):  # noqa: N818 -- named for what to do about it
    """The world may change: the same work may succeed later, not before *after_seconds* where a server said so.

    Tried later than *within_seconds* it would be for nothing: whoever asked has then stopped waiting.
    """

    def __init__(self, message: str = "", after_seconds: float = 0.0, within_seconds: float = math.inf) -> None:
        super().__init__(message)
        self.after_seconds, self.within_seconds = after_seconds, within_seconds


class CannotDo(VouchError):  # noqa: N818 -- named for what to do about it
    """The same order will fail again; the text is safe to show a person.

    *spent* is what was used before it was clear, where that is known; *over_budget* says that a larger allowance
    would have helped.
    """

    def __init__(self, message: str = "", *, spent: "Spending | None" = None, over_budget: bool = False) -> None:
        super().__init__(message)
        self.spent, self.over_budget = spent, over_budget


class Unreadable(VouchError):  # noqa: N818 -- named for what to do about it
    """A message that cannot be parsed; the text names the fields, never their values."""
