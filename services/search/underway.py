"""What is known of a query while it is asked, for whoever must end it: what it found so far, and what it waits for.

The query's own task holds it, so that neither adapters nor the HTTP layer pass it on.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from shared.errors import VouchError
from shared.limits import Limiter

from .finding import Found, Given, found


@dataclass
class Underway:
    """A query that is being asked."""

    turns: int = 0
    """How many requests its source's limit has let go."""
    is_waiting: bool = False
    """Whether a request waits for its turn."""
    way: tuple[str, ...] = ()
    """What a person should know of the way that is being asked."""
    given: dict[str, Given] = field(default_factory=dict)
    """What came, by how it was asked."""

    def found(self) -> Found:
        """Return what was found so far."""
        given = tuple(self.given.values())
        return found(given, [note for one in given for note in one.notes]) if given else Found("")


_UNDERWAY: ContextVar[Underway | None] = ContextVar("underway", default=None)


@contextmanager
def underway() -> Iterator[Underway]:
    """Follow the query that is asked within."""
    query = Underway()
    token = _UNDERWAY.set(query)
    try:
        yield query
    finally:
        _UNDERWAY.reset(token)


def asking(*way: str) -> None:
    """Say how the query is asked from now on."""
    if query := _UNDERWAY.get():
        query.way = tuple(filter(None, way))


def so_far(given: Given) -> None:
    """Keep what came so far of one way of asking, in place of what had come of it before."""
    if query := _UNDERWAY.get():
        query.given[given.asked] = replace(given, notes=(*query.way, *given.notes))


class Turns:
    """A ``Limiter`` that tells the query underway when it waits for its turn."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Enter when the next request may be sent. Raises as the limiter does."""
        query = _UNDERWAY.get() or Underway()
        query.is_waiting = True
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self._limiter.slot())
            except VouchError:
                query.is_waiting = False  # it could not wait; one that is cancelled still does
                raise
            query.is_waiting = False
            query.turns += 1
            yield
