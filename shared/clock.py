"""The one place that reads the clock; everything else is told the time."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the time in UTC."""
    return datetime.now(UTC)  # noqa: TID251 -- this is the edge
