"""The numbers of a sentence with their units, so that a number is matched with what it counts.

Digits that belong to a name (G6PD, CYP2D6, IL-6, NCT numbers, ``[S3]``) are no numbers.
"""

import re
from decimal import Decimal
from typing import NamedTuple

from shared.audit.markers import without_markers


class Quantity(NamedTuple):
    """A number in plain digits, and its unit: empty, ``%``, ``mg``, ``day`` …."""

    value: str
    unit: str


_UNITS = (
    ("%", r"%|per ?cent\b"),
    ("mg/kg", r"mg/kg\b|mg per kg\b"),
    ("mg/dl", r"mg/dl\b"),
    ("mg", r"mg\b|milligrams?\b"),
    ("µg", r"[µμ]g\b|mcg\b"),
    ("ml", r"ml\b"),
    ("kg", r"kg\b"),
    ("nm", r"nM\b"),
    ("µm", r"[µμ]M\b"),
    ("g", r"g\b"),
    ("hour", r"(?:hours?|h)\b"),
    ("day", r"(?:days?|d)\b"),
    ("week", r"weeks?\b"),
    ("month", r"months?\b"),
    ("year", r"years?\b"),
)
_UNIT = "|".join(f"(?P<u{place}>{pattern})" for place, (_, pattern) in enumerate(_UNITS))
_NUMBER = re.compile(
    r"(?<![\w.·])(?<![A-Za-z][-–])"
    r"(?P<value>\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:[.·]\d+)?|\d+(?:[.·]\d+)?|[.·]\d+)(?![\d])"
    rf"(?:[\s-]?(?:{_UNIT})|(?![A-Za-z_]))",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"[,\u202f\u00a0]")


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of *text* in order, each once, markers left out."""
    found = (_quantity(number) for number in _NUMBER.finditer(without_markers(text)))
    return tuple(dict.fromkeys(found))


def _quantity(found: re.Match[str]) -> Quantity:
    """Return one number normalised: ``1,234`` is 1234, ``0·50`` is 0.5."""
    value = _THOUSANDS.sub("", found["value"]).replace("·", ".")
    plain = format(Decimal(value).normalize(), "f")
    group = found.lastgroup or "value"
    unit = "" if group == "value" else _UNITS[int(group[1:])][0]
    return Quantity(plain, unit)


def missing(stated: tuple[Quantity, ...], there: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Return the stated quantities that *there* does not hold with an agreeing unit."""
    return tuple(one for one in stated if not any(_agree(one, other) for other in there))


def _agree(stated: Quantity, there: Quantity) -> bool:
    """Say whether two quantities can be the same.

    A list such as "62 and 70%" names its unit once, so the source may lack it; a bare number in
    the report is never a percentage of the source.
    """
    if stated.value != there.value:
        return False
    return stated.unit == there.unit or not there.unit or (not stated.unit and there.unit != "%")
