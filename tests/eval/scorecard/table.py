"""The scorecard as a person reads it, and as a program does. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.eval.measuring import Interval
from tests.eval.scorecard.row import Row

HEAD = "| task | measure | n | ours (95 %) | beside it | goal | met |\n| --- | --- | ---: | --- | --- | --- | --- |"
READING = (
    "Each figure stands with 95 % of 10,000 bootstrap resamples of whole claims, questions, records or reviews, never "
    "of the rows within them; of made-up works, with Wilson's interval. *n* counts what was resampled. Where a "
    "threshold was set on one half, by hash of the name, “ours” is the other half and the first stands beside it. "
    "What decides is given cases without labels."
)


def written(one: Interval) -> str:
    """Return a figure with its interval, or alone where it is somebody else's and has none."""
    if one.low == one.mean == one.high:
        return f"{one.mean:.3f}"
    return f"{one.mean:.3f} ({one.low:.3f}–{one.high:.3f})"


def markdown(rows: Sequence[Row], tables: Iterable[tuple[str, str]]) -> str:
    """Return the whole page: the table, what there is to say of its lines, and further tables by title."""
    parts = ["# Scorecard", READING, "\n".join((HEAD, *map(_line, rows))), "## Notes", "\n".join(_notes(rows))]
    for title, table in tables:
        parts += [f"## {title}", table.strip()]
    return "\n\n".join((*parts, "## Goals", "\n".join(_goals(rows)))) + "\n"


def _line(row: Row) -> str:
    """Return one line of the table."""
    beside = "; ".join(f"{name} {written(one)}" for name, one in row.beside)
    cells = (row.task, row.measure, f"{row.n:,}", written(row.ours), beside, row.goal, _met(row))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _met(row: Row) -> str:
    """Return whether the goal is met; nothing where there is none."""
    return "" if row.met is None else "yes" if row.met else "NO"


def _notes(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what there is to say, each remark once."""
    said: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.note:
            said.setdefault((row.task, row.note), []).append(row.measure)
    for (task, note), measures in said.items():
        yield f"- {task}, {', '.join(measures)}: {note}"


def _goals(rows: Sequence[Row]) -> Iterator[str]:
    """Yield how many goals are met, and each that is not."""
    aims = [row for row in rows if row.met is not None]
    yield f"{sum(bool(row.met) for row in aims)} of {len(aims)} goals are met."
    for row in aims:
        if not row.met:
            yield f"- Not met: {row.task}, {row.measure}: {written(row.ours)}, the goal is {row.goal}"


def as_data(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the lines as JSON holds them."""
    return [
        row._asdict() | {"ours": row.ours._asdict(), "beside": {name: one._asdict() for name, one in row.beside}}
        for row in rows
    ]
