"""The numbers of a sentence with their units, so that a number is matched with what it counts.

Digits that belong to a name (G6PD, CYP2D6, IL-6, NCT numbers, ``[S3]``) are no numbers.
"""

import functools
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Literal, NamedTuple

from shared.audit.checking.units import UNIT, scaled, unit_named
from shared.audit.markers import without_markers

Limit = Literal["", "pair", "interval"]


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
    falls: bool = False
    """Whether words beside it tell of a fall, so that no sign need do so."""
    limit: Limit = ""
    """Whether it bounds an ``interval``, or may do so as one of a ``pair``."""

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
_MINUS = r"(?<![^\s(\[,;=:<>≤≥])(?<!\d\s)[-−–]"
"""A sign before a number and not between two: ``by -12``, ``(−2 to 12)``, but not ``0.15-0.65``."""
_NUMBER = re.compile(
    rf"(?P<about>{_ABOUT})?(?:(?P<relation>[<>≤≥⩽⩾])\s?[=]?\s?|(?<![\w.·])(?<![A-Za-z][-–])(?<![A-Za-z]\d[-–/])(?<![A-Za-z]\d\d[-–/])"
    r"(?<!-\d,)(?<!-\d\d,)(?<!-\d\d\d,))"
    rf"(?P<minus>{_MINUS})?(?P<value>{_DIGITS})(?!\d)"
    rf"(?:(?P<unit>{UNIT})|(?![A-Za-z_]))"
)
_NAMING = re.compile(
    r"\b(?:types?|grades?|stages?|phases?|class|chromosomes?|interleukin|factor|serotype|genotype|group|study|table|figure"
    r"|step)[- ]$",
    re.IGNORECASE,
)
"""Behind one of these a number is a name."""
LONGEST_NAMING = 16
"""Characters that may stand before a number to make it a name."""
_FALL = re.compile(
    r"\b(?:fell|fall(?:s|en|ing)?|decreas\w+|reduc\w+|declin\w+|dropp?\w*|lower\w*|los[st]\w*|less|fewer|diminish\w*"
    r"|below|down)\b",
    re.IGNORECASE,
)
FALL_BEFORE, FALL_BEHIND = 48, 24
"""Characters around a number in which a fall may be told in words."""
_PAIR = re.compile(r"\s?%?\s?(?:to|and|through|[-–—,])\s?")
_BEFORE_INTERVAL = re.compile(
    r"(?:\b(?:CIs?|CrIs?|intervals?|between)\b[\])]?\s*[:=,;]?\s*(?:of|was|from|ranged from|between)?\s*"
    r"|[(\[]\s*)[(\[]?\s*$",
    re.IGNORECASE,
)
LONGEST_BEFORE_INTERVAL = 32
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
    names_unit = False
    for place in reversed(range(len(found) - 1)):
        one = _with_unit(found[place], text, found[place + 1], _LISTED if not names_unit else _LISTED_ON)
        names_unit = one != found[place]
        found[place] = one
    return tuple(_with_limits(found, text))


_LISTED = re.compile(r"(?:\s?,?\s?(?:and|or|to)|\s?(?:versus|vs\.?|compared (?:with|to)|[-–]))\s?")
_LISTED_ON = re.compile(rf"{_LISTED.pattern}|,\s")
"""What stands in a list before its last two: "4, 8 and 12 weeks"."""


def _with_limits(found: list[Placed], text: str) -> Iterator[Placed]:
    """Yield the numbers, the two ends of an interval marked as such."""
    ends = 0
    limit: Limit = ""
    for place, one in enumerate(found):
        ends = max(ends - 1, 0)
        if not ends and place + 1 < len(found) and (limit := _limit(one, found[place + 1], text)):
            ends = 2
        yield one._replace(quantity=one.quantity._replace(limit=limit)) if ends else one


def _limit(one: Placed, other: Placed, text: str) -> Limit:
    """Return what two neighbours bound: an interval behind its name or a bracket, else perhaps one."""
    if not _PAIR.fullmatch(text, one.end, other.start):
        return ""
    opens = _BEFORE_INTERVAL.search(text, max(0, one.start - LONGEST_BEFORE_INTERVAL), one.start)
    is_named = opens and opens.group().strip(" ([")
    if text[one.end : other.start].strip(" %") in {"and", ","}:
        return "interval" if is_named else "pair" if opens else ""
    return "interval" if opens else "pair"


def _tells_fall(text: str, start: int, end: int) -> bool:
    """Say whether a fall is told in words close to the number at *start*."""
    return bool(
        _FALL.search(text, max(0, start - FALL_BEFORE), start)
        or _FALL.search(text, end, min(len(text), end + FALL_BEHIND))
    )


def _with_unit(one: Placed, text: str, other: Placed, joint: re.Pattern[str]) -> Placed:
    """Return a number with the unit that a list such as "12 and 24 weeks" names once."""
    if one.quantity.unit or one.quantity.relation or not joint.fullmatch(text, one.end, other.start):
        return one
    return one._replace(quantity=one.quantity._replace(unit=other.quantity.unit))


def _in_digits(text: str) -> Iterator[Placed]:
    """Yield the numbers in digits: ``1,234`` is 1234, ``0·50`` is 0.5."""
    for found in _NUMBER.finditer(text):
        value = ("-" if found["minus"] else "") + _THOUSANDS.sub("", found["value"]).replace("·", ".")
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
                _tells_fall(text, found.start("value"), found.end("value")),
            ),
            names=not found["unit"]
            and bool(_NAMING.search(text, max(0, found.start("value") - LONGEST_NAMING), found.start("value"))),
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
    """Say whether a stated quantity can be the one that is there: the same, a rounding of it, or a bound that holds.

    A limit of an interval is never its estimate.
    """
    return not _is_limit_told(stated, there) and agree_but_for_limits(stated, there)


def agree_but_for_limits(stated: Quantity, there: Quantity) -> bool:
    """Say whether two quantities can be one, whatever they bound."""
    stated, there = _signed_alike(*scaled_alike(stated, there))
    return stated.unit == there.unit and (_bounds(stated, there) or _values_agree(stated, there))


def _is_limit_told(stated: Quantity, there: Quantity) -> bool:
    """Say whether the limit of an interval is told as if it were no limit."""
    return there.limit == "interval" and not stated.limit


def _signed_alike(stated: Quantity, there: Quantity) -> tuple[Quantity, Quantity]:
    """Return both without a sign where one of them tells in words the fall that the other tells by its sign."""
    minus = stated.value.startswith("-"), there.value.startswith("-")
    told = stated.falls if minus[1] else there.falls
    if minus[0] == minus[1] or not told:
        return stated, there
    return stated._replace(value=stated.value.lstrip("-")), there._replace(value=there.value.lstrip("-"))


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
    return one == other or _rounded(stated, there) or (stated.is_about and abs(one - other) <= ROUGHLY * abs(other))


def _rounded(stated: Quantity, there: Quantity) -> bool:
    """Say whether *stated* is what is there with fewer decimals."""
    if stated.places >= there.places or stated.relation or there.relation:
        return False
    one, other = Decimal(stated.value), Decimal(there.value)
    step = Decimal(1).scaleb(-stated.places)
    roundings = {other.quantize(step, how) for how in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
    return one in roundings and min(abs(one), abs(other)) >= LEAST_KEPT * max(abs(one), abs(other))
