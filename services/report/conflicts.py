"""Disagreements among the sources, both sides named (evidence.md, 4). Pure."""

import re
from collections.abc import Iterable

from shared import messages as m
from shared.audit.attributing import named, subject_named
from shared.audit.markers import marker_of
from shared.audit.shelf import Shelf, Source

_NUMBERED = re.compile(r"(?<!\[)\bS\d+\b(?!\])")


def conflict_lines(conflicts: Iterable[m.Conflict], shelf: Shelf) -> list[str]:
    """Return the disagreements among works that stand, a line for each."""
    return [line for one in conflicts if (line := _line(one, shelf))]


def standing_conflicts(conflicts: Iterable[m.Conflict], shelf: Shelf) -> tuple[m.Conflict, ...]:
    """Return the disagreements of which both sides have a work that stands, with those works alone."""
    kept = (one.model_copy(update=_sides(one, shelf)) for one in conflicts)
    return tuple(one for one in kept if one.first_source_ids and one.second_source_ids)


def _sides(conflict: m.Conflict, shelf: Shelf) -> dict[str, tuple[str, ...]]:
    """Return the works of both sides that are registered and not retracted."""
    first, second = (_standing(side, shelf) for side in (conflict.first_source_ids, conflict.second_source_ids))
    return {
        "first_source_ids": tuple(one.source_id for one in first),
        "second_source_ids": tuple(one.source_id for one in second),
    }


def _line(conflict: m.Conflict, shelf: Shelf) -> str:
    """Return one disagreement; nothing where a side has no work that stands."""
    first, second = _standing(conflict.first_source_ids, shelf), _standing(conflict.second_source_ids, shelf)
    if not first or not second:
        return ""
    description = _NUMBERED.sub(lambda found: _called(found.group(), shelf), _sentence(conflict.description))
    told = description if description != _sentence(conflict.description) else _with_sides(description, first, second)
    return f"{told} {_explained(conflict.differs_in)}"


def _with_sides(description: str, first: tuple[Source, ...], second: tuple[Source, ...]) -> str:
    """Return a description that names no work, with the works of both sides behind it."""
    return f"{description} On one side {_names(first)}; on the other {_names(second)}."


def _explained(differs_in: str) -> str:
    """Return what a reader may make of two sides: what differs may explain it."""
    if not differs_in:
        return "Nothing that was read explains the difference."
    return f"They differ in {differs_in}, so that neither need be wrong."


def _called(source_id: str, shelf: Shelf) -> str:
    """Return the name of the work behind an S number, which only the registry knows, and its marker."""
    return _names((shelf[source_id],)) if source_id in shelf else source_id


def _standing(source_ids: Iterable[str], shelf: Shelf) -> tuple[Source, ...]:
    """Return the works that are registered and not retracted."""
    return tuple(shelf[one] for one in source_ids if one in shelf and not shelf[one].retracted)


def _names(sources: tuple[Source, ...]) -> str:
    """Return works by name, those not on people with their species, and one marker."""
    return f"{', '.join(map(_name, sources))} {marker_of(one.source_id for one in sources)}"


def _name(source: Source) -> str:
    """Return the name of a work, with its subject unless it was done on people."""
    subject = subject_named(source)
    name = named(source.reference)
    return name if subject == "in humans" else f"{name} ({subject})"


def _sentence(text: str) -> str:
    """Return *text* with a stop at its end."""
    return text if text.rstrip().endswith((".", "!", "?")) else f"{text.rstrip()}."
