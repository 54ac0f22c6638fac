"""The numbers of a sentence with their units, so that a number is matched with what it counts.

Digits that belong to a name (G6PD, CYP2D6, IL-6, NCT numbers, ``[S3]``) are no numbers.
"""

import functools
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import NamedTuple

from shared.audit.checking.units import UNIT, scaled, unit_named
from shared.audit.markers import without_markers


class Quantity(NamedTuple):
    """A number in plain digits, and its unit: empty, ``%``, ``mg``, ``day`` …."""

    value: str
    unit: str = ""
    relation: str = ""
    """``<`` or ``>`` where it is a bound, as in p < 0.05."""
    places: int = 0
    """How many decimals it was written with."""
    is_about: bool = False
    """Whether it is said to be a rough figure."""

    @property
    def written(self) -> str:
        """Return it as a person writes it."""
        return f"{self.relation}{self.value}{'' if self.unit == '%' else ' '}{self.unit}".strip()


class Placed(NamedTuple):
    """A quantity, and where in the text it stands."""

    start: int
    end: int
    quantity: Quantity
    in_words: bool = False
    names: bool = False
    """Whether it is part of a name, such as type 1."""


LEAST_KEPT = Decimal("0.9")
"""Of a number, what rounding must leave of it: 62 for 62.4 is rounding, 1 for 1.4 is another number."""
ROUGHLY = Decimal("0.05")
"""How far a rough figure may lie from the exact one, as a share of it."""

_ABOUT = (
    r"\b(?:about|approximately|approx\.?|around|nearly|almost|roughly|circa|ca\.|some|just (?:over|under))\s+|[~≈]\s?"
)
_DIGITS = r"\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:[.·]\d+)?|\d+(?:[.·]\d+)?|[.·]\d+"
_NUMBER = re.compile(
    rf"(?P<about>{_ABOUT})?(?:(?P<relation>[<>≤≥⩽⩾])\s?[=]?\s?|(?<![\w.·])(?<![A-Za-z][-–])(?<![A-Za-z]\d[-–/])(?<![A-Za-z]\d\d[-–/])"
    r"(?<!-\d,)(?<!-\d\d,)(?<!-\d\d\d,))"
    rf"(?P<value>{_DIGITS})(?!\d)"
    rf"(?:(?P<unit>{UNIT})|(?![A-Za-z_]))"
)
_NAMING = re.compile(
    r"\b(?:types?|grades?|stages?|phases?|class|chromosomes?|interleukin|factor|serotype|genotype|group|study|table|figure"
    r"|step)[- ]$",
    re.IGNORECASE,
)
"""Behind one of these a number is a name."""
_THOUSANDS = re.compile(r"[,\u202f\u00a0]")
_RELATIONS = {"≤": "<", "≥": ">", "⩽": "<", "⩾": ">"}

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_VALUES = {word: value for value, word in enumerate(_ONES.split())}
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * value for value, word in enumerate(_TEN_WORDS.split(), 2)}
_SMALL = "|".join((*_TENS, *sorted(_VALUES, key=len, reverse=True)))
_WORDS = re.compile(
    rf"\b(?P<words>(?:{_SMALL})(?:[ -](?:hundred|thousand|and|{_SMALL}))*)\b(?P<unit>{UNIT})?"
    r"(?![-’']?(?:third|quarter)s?\b)",
    re.IGNORECASE,
)


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of *text* in digits that count something, in order, each once, markers left out."""
    return tuple(dict.fromkeys(one.quantity for one in placed(without_markers(text)) if not one.in_words | one.names))


def all_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of *text* in digits and in words: what a number may be looked up in."""
    return tuple(dict.fromkeys(one.quantity for one in placed(without_markers(text))))


@functools.lru_cache(maxsize=4096)
def placed(text: str) -> tuple[Placed, ...]:
    """Return every quantity of *text* with its place, in order."""
    found = sorted((*_in_digits(text), *_in_words(text)))
    return tuple(_with_unit(one, text, other) for one, other in zip(found, (*found, None)[1:], strict=True))


_LISTED = re.compile(r"\s?(?:and|or|to|versus|vs\.?|compared (?:with|to)|[-–])\s?")


def _with_unit(one: Placed, text: str, other: Placed | None) -> Placed:
    """Return a number with the unit that a list such as "12 and 24 weeks" names once."""
    if one.quantity.unit or one.quantity.relation or not other or not _LISTED.fullmatch(text, one.end, other.start):
        return one
    return one._replace(quantity=one.quantity._replace(unit=other.quantity.unit))


def _in_digits(text: str) -> Iterator[Placed]:
    """Yield the numbers in digits: ``1,234`` is 1234, ``0·50`` is 0.5."""
    for found in _NUMBER.finditer(text):
        value = _THOUSANDS.sub("", found["value"]).replace("·", ".")
        relation = found["relation"] or ""
        yield Placed(
            found.start(),
            found.end(),
            Quantity(
                format(Decimal(value).normalize(), "f"),
                unit_named(found["unit"] or ""),
                _RELATIONS.get(relation, relation),
                len(value.partition(".")[2]),
                bool(found["about"]),
            ),
            names=not found["unit"] and bool(_NAMING.search(text, 0, found.start("value"))),
        )


def _in_words(text: str) -> Iterator[Placed]:
    """Yield the numbers in words: ``five weeks``, ``one hundred and twenty``."""
    for found in _WORDS.finditer(text):
        value = str(_spelled(found["words"].lower()))
        yield Placed(found.start(), found.end(), Quantity(value, unit_named(found["unit"] or "")), in_words=True)


def _spelled(words: str) -> int:
    """Return the value of a number in words."""
    total = part = 0
    for word in re.split(r"[ -]", words):
        if word == "hundred":
            part = max(part, 1) * 100
        elif word == "thousand":
            total, part = total + max(part, 1) * 1000, 0
        else:
            part += _VALUES.get(word, _TENS.get(word, 0))
    return total + part


def missing(stated: tuple[Quantity, ...], there: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Return the stated quantities that *there* does not hold with an agreeing unit."""
    return tuple(one for one in stated if not any(agree(one, other) for other in there))


def agree(stated: Quantity, there: Quantity) -> bool:
    """Say whether a stated quantity can be the one that is there: the same, a rounding of it, or a bound that holds."""
    stated, there = scaled_alike(stated, there)
    return _units_agree(stated, there) and (_bounds(stated, there) or _values_agree(stated, there))


def scaled_alike(stated: Quantity, there: Quantity) -> tuple[Quantity, Quantity]:
    """Return both in one unit where their units measure the same, such as 1 g and 1000 mg."""
    if stated.unit == there.unit:
        return stated, there
    one, other = scaled(stated.value, stated.unit), scaled(there.value, there.unit)
    if not one or not other or one[1] != other[1]:
        return stated, there
    return (
        stated._replace(value=format(one[0].normalize(), "f"), unit=one[1], places=0),
        there._replace(value=format(other[0].normalize(), "f"), unit=other[1], places=0),
    )


def _units_agree(stated: Quantity, there: Quantity) -> bool:
    """Say whether two units can be the same.

    A list such as "62 and 70%" names its unit once, so the source may lack it; a bare number in
    the report is never a percentage of the source.
    """
    return stated.unit == there.unit or not there.unit or (not stated.unit and there.unit != "%")


def _bounds(stated: Quantity, there: Quantity) -> bool:
    """Say whether a stated bound holds for what is there: p < 0.05 where the source has p = 0.03."""
    if stated.relation == "<" and there.relation in {"", "<"}:
        return Decimal(there.value) < Decimal(stated.value) and Decimal(stated.value) <= 1
    return False


def _values_agree(stated: Quantity, there: Quantity) -> bool:
    """Say whether two numbers are one, or the stated one is a rounding of the other."""
    if {stated.relation, there.relation} == {"<", ">"}:
        return False
    one, other = Decimal(stated.value), Decimal(there.value)
    return one == other or _rounded(stated, there) or (stated.is_about and abs(one - other) <= ROUGHLY * other)


def _rounded(stated: Quantity, there: Quantity) -> bool:
    """Say whether *stated* is what is there with fewer decimals."""
    if stated.places >= there.places or stated.relation or there.relation:
        return False
    one, other = Decimal(stated.value), Decimal(there.value)
    step = Decimal(1).scaleb(-stated.places)
    roundings = {other.quantize(step, how) for how in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
    return one in roundings and min(one, other) >= LEAST_KEPT * max(one, other)
