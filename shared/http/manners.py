"""How a vendor is asked: how long we wait, how often we ask again, and what is private about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Patience:
    """How long one question to a server may take, in seconds, and how often it is asked.

    All of it stays below the 30 seconds that a query has by default: a server that says nothing is then named
    as such, and counted by the breaker, before the query's own deadline ends it.
    """

    connect_seconds: float = 5.0
    read_seconds: float = 10.0
    """Between two pieces of an answer."""
    whole_seconds: float = 20.0
    """From a request's slot to the end of its answer: a slow drip never makes a single read late."""
    attempts: int = 3
    first_wait_seconds: float = 0.5
    """Before asking again; each wait is twice the one before, up to 5 s, and up to a second of chance is added."""
    retry_for_seconds: float = 15.0
    """After so long, a failure is not followed by another attempt."""
    most_wait_seconds: float = 20.0
    """A vendor that asks for more (``Retry-After``) is not asked again for this query."""


@dataclass(frozen=True)
class Manners:
    """What is particular about one vendor."""

    setting: str = ""
    """How its variables begin, such as ``VOUCH_PUBMED``: errors say which of them to check."""
    key_names: frozenset[str] = frozenset({"api_key", "email", "mailto", "tool"})
    """Parameters that say who asks, not what: they are in no log, no address of an answer, and no cache."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """What each request carries, such as a key; in no log and no cache either."""
    error_marks: tuple[bytes, ...] = ()
    """What stands in an answer that looks well and is an error: such an answer is never kept."""
    most_bytes: int = 20_000_000
    """Of an answer, decompressed."""
    patience: Patience = Patience()
    failures_before_pause: int = 5
    """Queries that fail in a row, each with all its attempts."""
    pause_seconds: float = 30.0

    def to_check(self, what: str) -> str:
        """Return which variable a person should look at: ``check VOUCH_PUBMED__API_KEY``."""
        return f"check {self.setting}__{what}" if self.setting else "check the settings"
