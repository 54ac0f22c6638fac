"""What the sentences of events share: an event before it has its number, and a few words."""

from dataclasses import dataclass
from datetime import datetime

from shared import messages as m


@dataclass(frozen=True)
class Told:
    """An event before it has its number."""

    agent: m.AgentName
    round: int
    message: str
    data: m.EventData
    spent: m.Spending | None = None
    """What the steps that it ends have used; None where that is nothing."""


def agent_name(agent: str) -> m.AgentName:
    """Return the agent's name as the contract spells it."""
    names: dict[str, m.AgentName] = {
        "search": "search",
        "retrieval": "retrieval",
        "hypothesis": "hypothesis",
        "judge": "judge",
        "report": "report",
    }
    return names[agent]


def no_run(run_id: str) -> str:
    """Return what to say of a run that nobody knows."""
    return f"there is no run {run_id}: `vouch runs` lists them"


def deleted(run_id: str, at: datetime) -> str:
    """Return what to say of a run that was deleted."""
    return f"run {run_id} was deleted on {at:%Y-%m-%d at %H:%M} UTC"


def overtaken(run_id: str) -> str:
    """Return what to say where another replica was quicker."""
    return f"another replica changed run {run_id} meanwhile: try again"


def plural(count: int, one: str, more: str) -> str:
    """Return the count with its noun."""
    return f"{count} {one if count == 1 else more}"


def shortened(text: str, most: int = 120) -> str:
    """Return the text in one line, cut at *most* characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
