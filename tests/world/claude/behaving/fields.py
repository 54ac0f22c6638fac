"""Unruly JSON: invented sources, wrong numbers, turned sides, fields that nobody asked for, values out of bounds."""

import re
from collections.abc import Callable
from typing import Any

from tests.world.claude.shapes import Asked

from .prose import INVENTED_ID

Json = dict[str, Any]

FAR_OUT = 42
MANY = 20
_IDS = frozenset({"supporting", "source_ids"})
_QUOTING = frozenset({"quotation", "text"})
_TURNED = {
    "benefit": "harm",
    "harm": "benefit",
    "no-difference": "benefit",
    "for": "against",
    "against": "for",
    "supported": "contradicted",
    "contradicted": "supported",
}
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w])")


def each(value: Any, change: Callable[[str, Any], Any], name: str = "") -> Any:
    """Return *value* with *change* made to every field in it, by its name, the inner ones first."""
    if isinstance(value, dict):
        return change(name, {key: each(inner, change, key) for key, inner in value.items()})
    if isinstance(value, list):
        return change(name, [each(inner, change) for inner in value])
    return change(name, value)


def invents_sources(value: Json, _: Asked) -> Json:
    """Return an answer whose every list of sources holds one more, which nobody has seen."""
    return dict(each(value, lambda name, one: [*one, INVENTED_ID] if name in _IDS else one))


def drops_sources(value: Json, _: Asked) -> Json:
    """Return an answer that leans on nothing."""
    return dict(each(value, lambda name, one: [] if name in _IDS else one))


def changes_a_number(value: Json, _: Asked) -> Json:
    """Return an answer with another number in each quotation that has one."""

    def changed(name: str, one: Any) -> Any:
        return _NUMBER.sub(lambda found: str(int(found.group()) + 7), one, count=1) if name in _QUOTING else one

    return dict(each(value, changed))


def flips(value: Json, _: Asked) -> Json:
    """Return an answer whose findings and tests stand on the other side."""
    return dict(
        each(value, lambda name, one: _TURNED.get(one, one) if name in {"direction", "side", "verdict"} else one)
    )


def wrong_fields(value: Json, _: Asked) -> Json:
    """Return an answer without its first field, and with one that nobody asked for."""
    first = next(iter(value), "")
    return {name: one for name, one in value.items() if name != first} | {"verdict": "certainly"}


def out_of_bounds(value: Json, _: Asked) -> Json:
    """Return an answer whose numbers are far too great; where it has none, its lists are far too long."""
    raised = each(value, lambda _name, one: FAR_OUT if _is_number(one) else one)
    if raised != value:
        return dict(raised)
    return {name: one * MANY if isinstance(one, list) else one for name, one in value.items()}


def eager(value: Json, asked: Asked) -> Json:
    """Return the highest scores there are; answers of others than the judge stay."""
    most = {"mechanism_score": 10, "clinical_score": 10, "confidence": 1.0}
    return value | most if asked.agent == "judge" else value


def in_german(value: Json, _: Asked) -> Json:
    """Return an answer that gives its reasons in German."""
    told = "Die gezeigten Arbeiten sprechen dafür, doch bleibt vieles offen."
    return dict(each(value, lambda name, one: told if name.endswith("reasoning") else one))


def _is_number(value: object) -> bool:
    """Say whether a value is a number; true and false are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)
