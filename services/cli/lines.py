"""What a person reads while a run goes on: one line for each event, update and log entry. Pure."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rich.text import Text

from shared import messages as m

COLOURS = {
    "coordinator": "cyan",
    "search": "green",
    "retrieval": "bright_green",
    "hypothesis": "magenta",
    "judge": "yellow",
    "report": "blue",
    "nats-server": "bright_black",
}
NAME_WIDTH = 11
_CENT = 0.01
_LEVELS = {"warning": "yellow", "error": "bold red", "critical": "bold red"}
_EMPHASIS: dict[m.EventType, str] = {"error": "yellow", "complete": "bold", "judge_complete": "bold"}
_SAID_BEFORE = frozenset({"event", "level", "timestamp", "service", "exception", "message_id"})
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """Return *text* without what would steer a terminal: it may come from a file or the web."""
    return _CONTROL.sub("", text)


def name_of(who: str) -> Text:
    """Return a service's name, padded and in its colour."""
    return Text(f"{who:<{NAME_WIDTH}}", style=COLOURS.get(who, ""))


def event_line(event: m.AgentEvent, began: datetime) -> tuple[Text, Text, Text]:
    """Return when, who and what, of an event in a run that *began* then."""
    seconds = max(0.0, (event.at - began).total_seconds())
    sign = "! " if event.type == "error" else ""
    what = Text(sign + plain(event.message), style=_EMPHASIS.get(event.type, ""))
    if event.spent:
        what.append(f" ({at_most(event.spent)})", style="not bold dim")
    return Text(f"{seconds:5.1f} s", style="dim"), name_of(event.agent), what


def live_line(update: m.LiveUpdate) -> Text:
    """Return an unnumbered update; text that is being written is called what it is."""
    number = f" {update.draft}" if update.draft > 1 else ""
    draft = f"draft{number}, not checked: " if update.kind == "text" else ""
    return Text(f"{draft}{' '.join(plain(update.text).split())}", style="dim")


def cost(spent: m.Spending) -> str:
    """Return tokens and money, such as ``12,345 tokens, $0.04``; no money where no price is known."""
    tokens = f"{spent.tokens:,} {'token' if spent.tokens == 1 else 'tokens'}"
    return f"{tokens}, {_money(spent.usd)}" if spent.usd else tokens


def at_most(spent: m.Spending) -> str:
    """Return tokens and money, named for what they are where nobody said what was used: an allowance that is lost."""
    return cost(spent) if spent.calls else f"at most {cost(spent)}"


def _money(usd: float) -> str:
    """Return dollars and cents; of less than a cent only that it was."""
    return f"${usd:,.2f}" if usd >= _CENT else "under $0.01"


def log_line(raw: str) -> Text:
    """Return a line of a service's log as a person reads it; what is no JSON stays as it is."""
    try:
        entry = json.loads(raw)
    except ValueError:
        return Text(plain(raw))
    if not isinstance(entry, dict) or "event" not in entry:
        return Text(plain(raw))
    line = Text.assemble((_clock(entry), "dim"), " ", (plain(str(entry["event"])), _LEVELS.get(_level(entry), "")))
    for key, value in entry.items():
        if key not in _SAID_BEFORE and value not in ("", None) and (key, value) != ("delivery", 1):
            line.append(f" {key}={plain(str(value))}", style="dim")
    for trace in entry.get("exception") or ():
        line.append(f"\n{_trace(trace)}", style="red")
    return line


def says(raw: str, event: str) -> bool:
    """Say whether a line of a log is this event, such as ``ready``."""
    if f'"{event}"' not in raw:
        return False
    try:
        return bool(json.loads(raw).get("event") == event)
    except (ValueError, AttributeError):
        return False


def is_tick(raw: str) -> bool:
    """Say whether a line is about the sweeper's clock, which tells a person nothing."""
    return '"run_id": "sweeper"' in raw and level_of(raw) == "info"


def level_of(raw: str) -> str:
    """Return the level of a line of a log; nothing where it has none."""
    if '"level"' not in raw:
        return ""
    try:
        return _level(json.loads(raw))
    except (ValueError, AttributeError):
        return ""


def _level(entry: Mapping[str, Any]) -> str:
    """Return the level of an entry."""
    return str(entry.get("level", ""))


def _clock(entry: Mapping[str, Any]) -> str:
    """Return the time of day of an entry."""
    return str(entry.get("timestamp", ""))[11:19]


def _trace(trace: Mapping[str, Any]) -> str:
    """Return an exception in a log: its kind, its text, and where it was raised."""
    frames = trace.get("frames") or [{}]
    last = frames[-1]
    where = f" at {last.get('filename')}:{last.get('lineno')} in {last.get('name')}" if last else ""
    return plain(f"    {trace.get('exc_type')}: {trace.get('exc_value')}{where}")
