"""Which value belongs to which arm and time: a value told of another one is named. Pure."""

import functools
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from shared.audit.checking.numbers import Quantity, agree
from shared.audit.checking.tokens import Token, tokens

_CONTROLS = frozenset({"control", "intervention", "vehicle", "usual", "standard", "comparator"})
_TIMES = frozenset({"second", "minute", "hour", "day", "week", "month", "year", "decade"})
_DOSES = frozenset({"mg", "g", "µg", "mg/kg", "mg/day", "µg/day", "mg/kg/day", "µg/kg", "IU", "IU/day"})
_RATIOS = frozenset({"odds", "risk ratio", "hazard ratio", "rate ratio"})
_LISTED = 2
"""Labels and values that two lists must have at least to be told in turn."""


class Label(NamedTuple):
    """An arm or a time: two that have one key are one."""

    key: str
    text: str

    def __eq__(self, other: object) -> bool:
        """Say whether both are one arm or time, however it is written."""
        return isinstance(other, Label) and self.key == other.key

    def __hash__(self) -> int:
        """Return the hash of what is compared."""
        return hash(self.key)


class Pair(NamedTuple):
    """A value, and the arm or time it is told of."""

    value: Quantity
    label: Label


class Told(NamedTuple):
    """What a sentence tells of arms, or of times: its labels, its values, and their pairs where they can be read."""

    labels: frozenset[Label]
    items: tuple[Quantity | Label, ...]
    pairs: tuple[Pair, ...] | None


def misplaced(own_words: str, passage: str, source_id: str) -> tuple[str, str]:
    """Return why a value stands with another arm or time than in its passage, and why that cannot be told; or nothing.

    Nothing is asked of a passage that names a single arm and a single time.
    """
    arms = _arms_named(passage)
    compared = [_compared(_told(own_words, one), _told(passage, one)) for one in (arms, None)]
    wrong, doubt = (next((one[place] for one in compared if one[place]), "") for place in (0, 1))
    return wrong and f"{wrong} in {source_id}", doubt


def _compared(ours: Told, theirs: Told) -> tuple[str, str]:
    """Return what is wrong with our pairs, and what is in doubt."""
    if not _tells_apart(ours, theirs) or _is_in_order(ours.items, theirs.items):
        return "", ""
    if ours.pairs is None or theirs.pairs is None:
        return "", "the passage has several arms or times, and rules cannot read which value is whose"
    for pair in ours.pairs:
        if found := _wrong(pair, theirs.pairs):
            return found, ""
    known = all(any(_is_same(pair, other) for other in theirs.pairs) for pair in ours.pairs)
    return "", "" if known else "it does not say which of the passage's arms or times a value is of"


def _tells_apart(ours: Told, theirs: Told) -> bool:
    """Say whether the passage has several arms or times, and a value of ours is among those it tells apart."""
    if len(theirs.labels) < _LISTED or not (ours.labels or theirs.pairs):
        return False
    return any(agree(one, other) for one in _values(ours) for other in _values(theirs))


def _is_same(pair: Pair, other: Pair) -> bool:
    """Say whether two sentences tell one value of one label."""
    return pair.label == other.label and agree(pair.value, other.value)


def _wrong(pair: Pair, theirs: Sequence[Pair]) -> str:
    """Return the label that the passage tells a value of instead, in words."""
    labels = [other.label for other in theirs if agree(pair.value, other.value)]
    if not labels or pair.label in labels or pair.label not in {other.label for other in theirs}:
        return ""
    return f"{pair.value.written} told of “{pair.label.text}”, of “{labels[0].text}”"


def _values(told: Told) -> list[Quantity]:
    """Return the values among what is told."""
    return [item for item in told.items if isinstance(item, Quantity)]


def _is_in_order(ours: Sequence[Quantity | Label], theirs: Sequence[Quantity | Label]) -> bool:
    """Say whether labels and values stand just as they do in the passage."""
    return len(ours) == len(theirs) and all(map(_alike, ours, theirs))


def _alike(one: Quantity | Label, other: Quantity | Label) -> bool:
    """Say whether two items are one label, or one value."""
    if isinstance(one, Label) or isinstance(other, Label):
        return one == other
    return agree(one, other)


@functools.lru_cache(maxsize=2048)
def _told(text: str, arms: frozenset[str] | None) -> Told:
    """Return what *text* tells of *arms*, or of its times where no arm is given."""
    items = tuple(_items(tokens(text), arms))
    return Told(frozenset(item for item in items if isinstance(item, Label)), items, _paired(items))


def _items(told: Sequence[Token], arms: frozenset[str] | None) -> Iterator[Quantity | Label]:
    """Yield labels and values in the order in which they stand."""
    measured = False
    for before, token in pairwise((None, *told)):
        if token is None:
            continue
        if token.quantity:
            if _is_value(token.quantity, before) and not measured:
                yield token.quantity
            elif arms is None and token.quantity.unit in _TIMES:
                yield Label(token.key, token.text)
            measured = False
        elif token.kind == "stage" if arms is None else token.key in arms:
            yield Label(token.key, token.text)
        measured = token.key in _RATIOS or (measured and token.kind == "small")


def _is_value(number: Quantity, before: Token | None) -> bool:
    """Say whether a number is what was found: no time, no dose, no limit and no p-value."""
    is_p = bool(before and before.text.lower() in {"p", "p-value"}) or bool(number.relation)
    return not is_p and number.limit != "interval" and number.unit not in _TIMES | _DOSES


def _paired(items: Sequence[Quantity | Label]) -> tuple[Pair, ...] | None:
    """Return each value with its label: the one before it, behind it, or in turn; ``None`` where it cannot be told."""
    runs = [(is_label, list(run)) for is_label, run in groupby(items, key=lambda item: isinstance(item, Label))]
    labels, values = ([run for is_label, run in runs if is_label is wanted] for wanted in (True, False))
    if len(labels) == len(values) and all(len(run) == 1 for run in labels):
        return _joined((label[0], value) for label, run in zip(labels, values, strict=True) for value in run) or None
    if len(runs) == _LISTED and len(labels[0]) == len(values[0]):
        return _joined(zip(labels[0], values[0], strict=True))
    return None


def _joined(found: Iterator[tuple[object, object]]) -> tuple[Pair, ...]:
    """Return labels and values as pairs."""
    return tuple(
        Pair(value, label) for label, value in found if isinstance(value, Quantity) and isinstance(label, Label)
    )


@functools.lru_cache(maxsize=2048)
def _arms_named(passage: str) -> frozenset[str]:
    """Return what a passage sets against each other: drugs, controls, people, and what stands in such a place."""
    told = tokens(passage)
    named = {token.key for token in told if _is_arm(token)}
    if len(named) > 1:
        return frozenset(named)
    places = {before.text.lower() for before, token in pairwise(told) if _is_arm(token) and before.kind == "small"}
    beside = {
        token.key
        for before, token in pairwise(told)
        if before.text.lower() in places and token.kind in {"word", "name"} and before.kind == "small"
    }
    return frozenset(named | beside)


def _is_arm(token: Token) -> bool:
    """Say whether a word names an arm whatever stands around it."""
    return token.kind in {"drug", "people"} or token.key in _CONTROLS
