"""What is kept of a run: pieces under an id made from all they say, and notes of each step that list them. Pure.

A piece never changes once it is written. What a step holds is one object, its note, which is written last: so a step
changes whole or not at all, like a transaction, whoever is killed on the way, and a repeat changes nothing. A piece
that no note lists (its writer was killed) is never read, and goes with its run.
"""

import uuid
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from shared import messages as m
from shared.memory.selecting import Piece
from shared.memory.steps import by_content, dumped, step_order
from shared.works import year_of

from .words import stems

Kind = Literal["works", "evidence", "hypotheses", "assessment", "conflicts", "report"]
Properties = dict[str, Any]

NAMESPACE = uuid.UUID("8f3f7a52-6c0e-5d53-9a3a-1f7f5a0c9d11")
"""Of the ids of our objects; another one would double everything that is stored."""

BY_STEP: tuple[Kind, ...] = ("works", "evidence", "hypotheses", "assessment", "conflicts")
"""What a step may leave; the report is the run's."""


class Stored(NamedTuple):
    """An object as it is written."""

    uuid: str
    properties: Properties


class Listed(NamedTuple):
    """A work or a piece that a step holds."""

    name: str
    """Work id, or content id."""
    uuid: str


class Note(NamedTuple):
    """What a step left of one kind."""

    step: str
    record: str = ""
    listed: tuple[Listed, ...] = ()


def note(kind: Kind, step: str, record: str = "", listed: Iterable[Listed] = ()) -> Stored:
    """Return what a step left of one kind: its own record, or the works or pieces it holds."""
    ids = [f"{one.uuid} {one.name}" for one in listed]
    return Stored(_uuid(kind, step), {"kind": kind, "step": step, "record": record, "ids": ids})


def note_uuid(kind: Kind, step: str) -> str:
    """Return the id of what a step left of one kind."""
    return _uuid(kind, step)


def says_nothing(stored: Stored) -> bool:
    """Say whether a step left nothing: there is no note of that."""
    return not stored.properties["ids"] and stored.properties["record"] in ("", "[]")


def read_note(properties: Properties) -> Note:
    """Return a note as it was written."""
    pairs = (one.split(" ", 1) for one in properties.get("ids") or ())
    return Note(properties["step"], properties.get("record") or "", tuple(Listed(name, uuid) for uuid, name in pairs))


def in_step_order(notes: Iterable[Note]) -> list[Note]:
    """Return the notes in the order of their steps."""
    return sorted(notes, key=lambda one: step_order(one.step))


def firsts(notes: Iterable[Note]) -> dict[str, str]:
    """Return what the steps list, name → object id, in order; of equal names the first step's."""
    found: dict[str, str] = {}
    for one in in_step_order(notes):
        for listed in one.listed:
            found.setdefault(*listed)
    return found


def lasts(notes: Iterable[Note]) -> dict[str, str]:
    """Return what the steps list, name → object id, in order; of equal names the last step's, in the first's place."""
    return dict(listed for one in in_step_order(notes) for listed in one.listed)


def works_of(works: Iterable[m.Work]) -> dict[Listed, Stored]:
    """Return the objects of an answer's works, in order; of equal ids the last."""
    each = {one.work_id: _work(one) for one in works}
    return {Listed(name, stored.uuid): stored for name, stored in each.items()}


def pieces_of(evidence: Iterable[m.Evidence]) -> dict[Listed, Stored]:
    """Return the objects of an answer's pieces, in order; of equal contents the first."""
    each = {name: _piece(name, one) for name, one in by_content(evidence).items()}
    return {Listed(name, stored.uuid): stored for name, stored in each.items()}


def indexed(piece: m.Evidence) -> Stored:
    """Return a piece as it is written once it has been ranked: with the words it is found by, too."""
    (stored,) = pieces_of([piece]).values()
    return Stored(stored.uuid, {**stored.properties, "words": stems(searched(piece))})


def _work(work: m.Work) -> Stored:
    """Return a work as it is written: its record, and what it may be filtered by."""
    record = dumped(work)
    known = [f"{kind}:{value}" for kind, value in work.identifiers.model_dump().items() if value]
    properties: Properties = {
        "kind": "work",
        "record": record,
        "work_id": work.work_id,
        "identifiers": [*known, *work.registry_numbers],
        "design": work.design,
        "retracted": work.retraction.bars,
        "year": year_of(work.citation.date),
    }
    return Stored(_uuid("work", record), properties)


def _piece(content_id: str, piece: m.Evidence) -> Stored:
    """Return a piece as it is written first: its record, and what it may be filtered by."""
    record = dumped(piece)
    properties: Properties = {
        "kind": "piece",
        "record": record,
        "work_id": piece.work_id,
        "design": piece.design,
        "retracted": piece.retraction.bars,
        "year": year_of(piece.citation.date),
    }
    return Stored(_uuid("piece", f"{content_id}\x1f{record}"), properties)


def searched(piece: m.Evidence) -> str:
    """Return the text of a piece that is searched and embedded: the same as every adapter's."""
    return Piece("", "", piece).text


def _uuid(kind: str, name: str) -> str:
    """Return the id of an object of a kind: the same wherever it is written."""
    return str(uuid.uuid5(NAMESPACE, f"{kind}\x1f{name}"))
