"""Sentences with one number, unit, dose or sample size changed."""

import random
import re
from collections.abc import Iterator
from decimal import Decimal

_BOUND = re.compile(
    r"(?:at (?:least|most)|more than|less than|fewer than|greater than|lower than|higher than|older than"
    r"|over|under|up to"
    r"|above|below|about|approximately|nearly|almost|around|only|[<>≤≥~±]|\+/-|or =) ?$",
    re.IGNORECASE,
)
"""Before a bound or an estimate another number may be just as true."""
_DIGITS = r"(?<![\w.,·/+±–:-])(?<![A-Za-z] [-–])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
NUMBER = re.compile(rf"{_DIGITS}(?![\w·/:–-]|[.,]\d)")
"""A number that stands by itself: no part of a name, a date, a ratio or a range."""
_PERCENT = r"(?= ?%| per ?cent\b)"
_DOSE = re.compile(rf"{_DIGITS}(?=[ -](?:mg|mcg|[µμ]g|g|Gy|IU|mg/kg)\b(?!/(?:d?[lL]|m[lL]|mmol|cm)))")
_BEFORE_NO_FINDING = re.compile(
    r"(?:\bCIs?|confidence interval|interval|[pP]|[pP][- ]values?|grade|stage|phase|type|class|level|table"
    r"|figure|version"
    r"|week|day|month|year|visit|study|trial|group|part|step|item|score of|SD|SE|range)s?,? ?[=:<>]? ?\(?$",
)
_CI_AHEAD = re.compile(r"\bCIs?\b|confidence")
YEAR = range(1850, 2050)
FEWEST_PEOPLE = 10

_PEOPLE = """
patients subjects participants women men children adults infants people individuals volunteers mice rats persons
girls boys cases controls
"""
_SIZES = (
    re.compile(r"(?<=\b[nN] = )\d+(?:,\d{3})*(?![\d.%])"),
    re.compile(r"(?<=\b[nN]=)\d+(?:,\d{3})*(?![\d.%])"),
    re.compile(rf"(?<![\w.,·/+±–:-])(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?= (?:[a-z]+ )?(?:{'|'.join(_PEOPLE.split())})\b)"),
    re.compile(r"(?<=\d of )\d+(?![\d.%])"),
    re.compile(r"(?<=\d of the )\d+(?![\d.%])"),
)
_UNITS: tuple[tuple[str, str], ...] = (
    ("mg", "g"),
    ("mg", "microg"),
    ("g", "mg"),
    ("kg", "g"),
    ("mm", "cm"),
    ("cm", "mm"),
    ("ml", "l"),
    ("minutes", "hours"),
    ("min", "hours"),
    ("hours", "days"),
    ("hours", "minutes"),
    ("days", "weeks"),
    ("days", "hours"),
    ("weeks", "months"),
    ("weeks", "days"),
    ("months", "years"),
    ("months", "weeks"),
    ("years", "months"),
    ("hour", "day"),
    ("day", "week"),
    ("week", "month"),
    ("month", "year"),
    ("year", "month"),
    ("ng/ml", "mg/ml"),
    ("mg/dl", "g/dl"),
    ("mmol/l", "mol/l"),
    ("Gy", "mGy"),
    ("percent", "mg"),
    ("%", " mg"),
    ("IU", "mg"),
    ("mm Hg", "cm H2O"),
    ("mmHg", "kPa"),
    ("microM", "mM"),
    ("nM", "microM"),
)
_UNIT_PLACES = tuple(
    (re.compile(rf"(?<=\d){gap}{re.escape(unit)}(?![\w/%]|-(?:point|CI))(?! ?(?:CI|confidence))"), other)
    for unit, other in _UNITS
    for gap in (("[ -]",) if unit != "%" else ("",))
)


def changed_number(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with one finding's number changed by a tenth or more; doses, sizes and p-values are others."""
    taken = [found.span() for pattern in (*_SIZES, _DOSE) for found in pattern.finditer(sentence)]
    free = [one for one in _plain(sentence) if all(one.end() <= start or one.start() >= end for start, end in taken)]
    return _with_other(sentence, free, chance)


def changed_dose(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with another dose."""
    doses = [one for one in _DOSE.finditer(sentence) if not _BOUND.search(sentence[: one.start()])]
    return _with_other(sentence, doses, chance, factors=(Decimal(2), Decimal("0.5"), Decimal(10), Decimal("1.5")))


def changed_size(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with another number of people, animals or samples."""
    sizes = [one for pattern in _SIZES for one in pattern.finditer(sentence)]
    free = [
        one
        for one in sizes
        if not _BOUND.search(sentence[: one.start()]) and Decimal(_bare(one.group())) >= FEWEST_PEOPLE
    ]
    return _with_other(sentence, free, chance)


def changed_unit(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with another unit behind a number."""
    places = [(found, other) for pattern, other in _UNIT_PLACES for found in pattern.finditer(sentence)]
    if not places:
        return None
    found, other = chance.choice(places)
    gap = found.group()[0] if found.group()[0] in " -" and other[0] != " " else ""
    return sentence[: found.start()] + gap + other + sentence[found.end() :]


def changed_p_value(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with a p-value that says something else: stronger where it was a bound."""
    found = [
        one
        for one in re.finditer(r"\b[pP](?:[- ]values?)? ?([<=]) ?(0?\.(\d+))(?![\d.%])", sentence)
        if int(one[3]) and (one[1] == "=" or Decimal(one[2]) > Decimal("0.0001"))
    ]
    if not found:
        return None
    one = chance.choice(found)
    value = Decimal(one[2])
    other = value * 10 if one[1] == "=" and value < Decimal("0.1") else value / 10
    said = format(other.normalize(), "f")
    said = said if one[2].startswith("0") else said.removeprefix("0")
    return sentence[: one.start(2)] + said + sentence[one.end(2) :]


def _plain(sentence: str) -> Iterator[re.Match[str]]:
    """Yield the numbers of findings: no bound, no year, no interval's level, no name of a visit or group."""
    for one in NUMBER.finditer(sentence):
        before, after = sentence[: one.start()], sentence[one.end() :]
        level = one.group() in {"90", "95", "99"} and _CI_AHEAD.search(after[:25])
        year = one.group().isdigit() and int(one.group()) in YEAR
        if not (_BOUND.search(before) or _BEFORE_NO_FINDING.search(before) or level or year):
            yield one


def _with_other(
    sentence: str,
    places: list[re.Match[str]],
    chance: random.Random,
    factors: tuple[Decimal, ...] = (),
) -> str | None:
    """Return *sentence* with another number in one of the places, a number that it holds nowhere else."""
    if not places:
        return None
    place = chance.choice(places)
    percent = re.match(_PERCENT, sentence[place.end() :]) is not None
    others = _others(place.group(), factors, percent=percent)
    here = {Decimal(_bare(number)) for number in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", sentence)}
    fitting = [other for other in others if Decimal(_bare(other)) not in here]
    return sentence[: place.start()] + chance.choice(fitting) + sentence[place.end() :] if fitting else None


def _others(said: str, factors: tuple[Decimal, ...], *, percent: bool) -> list[str]:
    """Return numbers written like *said* that differ from it by a tenth or more and stay possible as percentages."""
    value, places = Decimal(_bare(said)), len(said.partition(".")[2])
    step = Decimal(1).scaleb(-places)
    moved = [value * factor for factor in factors] or [
        *(value * factor for factor in map(Decimal, ("0.5", "0.7", "0.8", "1.2", "1.3", "1.5", "2"))),
        value + step,
        value - step,
    ]
    whole = [number.quantize(step) if not factors else number.normalize() for number in moved]
    return [
        _like(number, said)
        for number in whole
        if abs(number - value) * 10 >= max(value, Decimal("0.01")) and number > 0 and not (percent and number > 100)
    ]


def _like(number: Decimal, said: str) -> str:
    """Return a number written as the other was: with commas between thousands, or without."""
    text = format(number, ",f" if "," in said else "f")
    return text.rstrip("0").rstrip(".") if "." in text and "." not in said else text


def _bare(said: str) -> str:
    """Return a number without commas."""
    return said.replace(",", "")
