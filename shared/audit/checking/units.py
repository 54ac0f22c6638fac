"""Units of measure as medicine writes them, in one spelling each, and those that measure the same. Pure."""

import re
from decimal import Decimal

_SPELLINGS = {
    "%": "% | percent | per cent | per-cent",
    "points": "percentage points | percentage-points | points",
    "mg": "mg mgs milligram milligrams",
    "g": "g gram grams gm",
    "kg": "kg kgs kilogram kilograms",
    "µg": "µg μg mcg ug microg microgram micrograms",
    "ng": "ng nanogram nanograms",
    "pg": "pg picogram picograms",
    "ml": "ml mL milliliter milliliters millilitre millilitres",
    "l": "L l liter liters litre litres",
    "dl": "dl dL",
    "µl": "µl μl µL μL ul uL microl microL",
    "mol": "mol",
    "mmol": "mmol millimol",
    "µmol": "µmol μmol umol micromol",
    "nmol": "nmol",
    "pmol": "pmol",
    "mM": "mM",
    "µM": "µM μM uM microM",
    "nM": "nM",
    "pM": "pM",
    "IU": "IU",
    "U": "U unit units",
    "mmHg": "mmHg | mm Hg",
    "nm": "nm",
    "µm": "µm μm",
    "mm": "mm millimeter millimeters millimetre millimetres",
    "cm": "cm centimeter centimeters centimetre centimetres",
    "m": "m meter meters metre metres",
    "km": "km kilometer kilometers kilometre kilometres",
    "kDa": "kDa",
    "Hz": "Hz",
    "Gy": "Gy",
    "kcal": "kcal",
    "°C": "°C | ° C | degrees C",
    "second": "s sec secs second seconds",
    "minute": "min mins minute minutes",
    "hour": "h hr hrs hour hours",
    "day": "d day days",
    "week": "wk wks week weeks",
    "month": "mo month months",
    "year": "y yr yrs year years",
    "decade": "decade decades",
    "fold": "fold times x ×",
    "cell": "cells",
}


def _spelled(spellings: str) -> list[str]:
    """Return the spellings of a unit; where some are of two words, a bar stands between them."""
    return [one.strip() for one in spellings.split("|")] if "|" in spellings else spellings.split()


_NAMED = {spelling: name for name, spellings in _SPELLINGS.items() for spelling in _spelled(spellings)}
_LOWER = {spelling.lower(): name for spelling, name in _NAMED.items() if len(spelling) > len("mM")}
_ANY = "|".join(
    rf"{re.escape(one)}" if one in "%×" or one.startswith("°") else rf"{re.escape(one)}(?![A-Za-z])"
    for one in sorted({*_NAMED, *(name.capitalize() for name in _LOWER)}, key=len, reverse=True)
)
_PER = rf"(?:\s?/\s?|\s+per\s+)(?:\d+\s?)?(?:{_ANY}|m2|m²|person|patient|body weight)"
UNIT = rf"(?:[\s\u00a0\u202f]?|-)(?:{_ANY})(?:{_PER}){{0,2}}"
"""What may stand right behind a number."""

_PARTS = re.compile(r"\s*/\s*|\s+per\s+")

_SCALES: dict[str, tuple[str, str]] = {
    "kg": ("mg", "1000000"),
    "g": ("mg", "1000"),
    "mg": ("mg", "1"),
    "µg": ("mg", "0.001"),
    "l": ("ml", "1000"),
    "ml": ("ml", "1"),
    "week": ("day", "7"),
    "day": ("day", "1"),
    "year": ("month", "12"),
    "month": ("month", "1"),
}


def unit_named(written: str) -> str:
    """Return the one spelling of a unit: ``mg per kg`` is ``mg/kg``, ``weeks`` is ``week``."""
    parts = _PARTS.split(written.strip(" -\u00a0\u202f"))
    return "/".join(_name(part.strip()) for part in parts)


def _name(part: str) -> str:
    """Return the one spelling of a part of a unit."""
    return _NAMED.get(part) or _LOWER.get(part.lower(), part)


def scaled(value: str, unit: str) -> tuple[Decimal, str] | None:
    """Return a value in the smallest unit of its kind, or nothing where the unit has no other."""
    if unit not in _SCALES:
        return None
    name, factor = _SCALES[unit]
    return Decimal(value) * Decimal(factor), name
