"""Durable deadlines: the server delivers a scheduled message when it is due."""

from datetime import UTC, datetime

from shared.messages import DeadlinePassed, SweepDue

TIMERS = "TIMERS"


def schedule_headers(timer: DeadlinePassed | SweepDue, every_seconds: float | None) -> dict[str, str]:
    """Return the headers that make a message wait: once until it is due, or every so often.

    The moment keeps its milliseconds: cut to whole seconds it fires up to 1 s early.
    """
    return {"Nats-Schedule": _when(timer, every_seconds), "Nats-Schedule-Target": timer.destination}


def _when(timer: DeadlinePassed | SweepDue, every_seconds: float | None) -> str:
    """Return the server's notation for the schedule."""
    if every_seconds is not None or isinstance(timer, SweepDue):
        return f"@every {every_seconds or 1:g}s"
    return f"@at {_rfc3339(timer.due_at)}"


def _rfc3339(at: datetime) -> str:
    """Return the moment in UTC with milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def setting_subject(timer: DeadlinePassed | SweepDue) -> str:
    """Return where to publish the timer; publishing there again replaces it."""
    return f"timer.set.{timer.run_id}.{timer.step}"
