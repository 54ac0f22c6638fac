"""A circuit breaker: a vendor that fails again and again is left alone for a while."""

import contextlib
import time
from collections.abc import Iterator

from purgatory.domain.model import HALF_OPENED, OPENED, Context, OpenedState

from .failing import RefusedError, SiteError
from .manners import Manners


class Breaker:
    """Counts the queries that failed in a row; after too many, the next ones fail at once, until one may try.

    A refusal is an answer: the vendor is there. What was cancelled, or failed on our side, tells nothing of it.
    """

    def __init__(self, name: str, manners: Manners) -> None:
        self._name, self._most = name, manners.failures_before_pause
        self._circuit = Context(name, self._most, manners.pause_seconds)
        self._is_probing = False

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Let one query through and learn from it; raise ``SiteError`` while the vendor is left alone."""
        is_probe = self._admitted()
        try:
            yield
        except (SiteError, RefusedError) as error:
            self._learn(error)
            raise
        else:
            self._learn(None)
        finally:
            self._is_probing = self._is_probing and not is_probe

    def _admitted(self) -> bool:
        """Say whether the query is the one that tries again; raise ``SiteError`` when it may not be asked."""
        if self._is_probing:
            raise self._left_alone()
        try:
            self._circuit.handle_new_request()
        except OpenedState as state:
            until = state.opened_at + self._circuit.ttl
            raise self._left_alone(max(1.0, until - time.time())) from None  # noqa: TID251 -- purgatory's clock
        self._is_probing = self._circuit.state == HALF_OPENED
        return self._is_probing

    def _learn(self, error: SiteError | RefusedError | None) -> None:
        """Count a failure, or begin to count anew."""
        if isinstance(error, SiteError):
            self._circuit.handle_exception(error)
        elif self._circuit.state != OPENED:
            self._circuit.handle_end_request()
        self._circuit.messages.clear()

    def _left_alone(self, seconds: float | None = None) -> SiteError:
        """Return what a query is told that is not sent."""
        then = "one query is trying it just now" if seconds is None else f"it is asked again in {seconds:.0f} s"
        return SiteError(f"{self._name} failed {self._most} times in a row; {then}", again=False)
