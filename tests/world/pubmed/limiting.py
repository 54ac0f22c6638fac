"""NCBI's limit: requests in any second, per key or else per address, over everything that asks with it."""

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field

WINDOW_SECONDS = 1.0


@dataclass(frozen=True)
class Limits:
    """How many requests a second are answered."""

    without_key: int = 3
    with_key: int = 10


@dataclass
class Arrivals:
    """Who asked how often: counted as they arrive, the refused ones, too."""

    limits: Limits = Limits()
    refused: int = 0
    most_in_a_second: int = 0
    missing: Counter[str] = field(default_factory=Counter)
    """How many requests lacked ``tool`` or ``email``, by which of them."""
    _recent: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def arrive(self, asked: Mapping[str, str], address: str, at: float | None = None) -> tuple[int, int]:
        """Count a request; return its place in its second, and the limit. *at* is in seconds, else the loop's clock."""
        key = asked.get("api_key", "")
        when = asyncio.get_running_loop().time() if at is None else at
        recent = self._recent[key or address]
        while recent and when - recent[0] >= WINDOW_SECONDS:
            recent.popleft()
        recent.append(when)
        limit = self.limits.with_key if key else self.limits.without_key
        self.most_in_a_second = max(self.most_in_a_second, len(recent))
        self.refused += len(recent) > limit
        self.missing.update(name for name in ("tool", "email") if not asked.get(name))
        return len(recent), limit

    def clear(self) -> None:
        """Forget everything that was counted."""
        self.refused = self.most_in_a_second = 0
        self.missing.clear()
        self._recent.clear()
