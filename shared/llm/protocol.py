"""What Vouch needs of a language model: one call at a time, and an idea of how long a prompt is."""

from collections.abc import Callable
from typing import Protocol

from .values import Reply, Request

OnText = Callable[[str], None]
"""Hears text as it is written; it must return at once."""


class Model(Protocol):
    """Whoever answers: Claude through its SDK, or a script in tests."""

    async def send(self, request: Request, seconds: float, on_text: OnText | None = None) -> Reply:
        """Return the answer to one call, which may take so many *seconds*; *on_text* hears it as it is written.

        Raises ``RetryLater`` where the same call may succeed later, with the server's delay where it named one, and
        ``CannotDo`` where it will not. Cancelling the caller cancels the HTTP request.
        """
        ...

    async def count(self, request: Request) -> int:
        """Return how many tokens the prompt of *request* has, as the vendor counts it. Raises as ``send`` does."""
        ...
