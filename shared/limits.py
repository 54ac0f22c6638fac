"""Rate limits that hold for an account, however many replicas use it."""

from typing import Protocol


class Limiter(Protocol):
    """Gives out the moments at which a request may be made."""

    async def slot(self) -> None:
        """Return when the next request may be sent: at once, or as late as the account's limit asks."""
        ...


class Unlimited:
    """For servers that name no limit, and for tests."""

    async def slot(self) -> None:
        """Return at once."""
