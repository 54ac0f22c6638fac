"""What the adapters share about steps and contents: how they are named and ordered. Pure."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from shared import messages as m
from shared.errors import CannotDo

T = TypeVar("T")

HYPOTHESES: TypeAdapter[tuple[m.MechanismHypothesis, ...]] = TypeAdapter(tuple[m.MechanismHypothesis, ...])
CONFLICTS: TypeAdapter[tuple[m.Conflict, ...]] = TypeAdapter(tuple[m.Conflict, ...])
"""Read what ``dumped_all`` has written of a step."""

_ROUND = re.compile(r"(\d+)-")


def content_id(piece: m.Evidence) -> str:
    """Return the name of a passage, made from its work and its text: the same wherever it turns up."""
    content = f"{piece.work_id}\x1f{piece.content}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def by_content(evidence: Iterable[m.Evidence]) -> dict[str, m.Evidence]:
    """Return the pieces by content id; of equal ones the first."""
    found: dict[str, m.Evidence] = {}
    for piece in evidence:
        found.setdefault(content_id(piece), piece)
    return found


def step_order(step: str) -> tuple[int, str]:
    """Return what to sort steps by: ``2-judge`` before ``10-judge``; one without a round runs beside the first."""
    found = _ROUND.match(step)
    return (int(found[1]) if found else 1), step


def in_order(steps: Mapping[str, T]) -> list[T]:
    """Return what each step holds, in the order of the steps, whatever order they were stored in."""
    return [steps[step] for step in sorted(steps, key=step_order)]


def newest_of_each(lists: Iterable[Iterable[T]], name: Callable[[T], str]) -> tuple[T, ...]:
    """Return the last of those that share a name, each in the place of the first."""
    return tuple({name(one): one for values in lists for one in values}.values())


def hypothesis_name(hypothesis: m.MechanismHypothesis) -> str:
    """Return what stays the same when a hypothesis is revised."""
    return hypothesis.hypothesis_id or hypothesis.mechanism.casefold()


def conflict_name(conflict: m.Conflict) -> str:
    """Return what stays the same when a conflict is found again."""
    return conflict.conflict_id or conflict.description.casefold()


def dumped(value: m.Value) -> str:
    """Return *value* as JSON; raise ``CannotDo`` when a text in it is no text."""
    try:
        return value.model_dump_json()
    except PydanticSerializationError as error:
        message = f"a text of this {type(value).__name__} holds half a character (a lone surrogate): decode it as UTF-8"
        raise CannotDo(message) from error


def dumped_all(values: Iterable[m.Value]) -> str:
    """Return *values* as one JSON list; raise ``CannotDo`` when a text in one of them is no text."""
    return f"[{','.join(map(dumped, values))}]"
