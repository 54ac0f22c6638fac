"""On how many people a study was done, read from its words. Pure."""

import re

from .phrases import any_of

_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_VALUES = {word: value for value, word in enumerate(_UNITS.split(), start=1)}
_VALUES |= {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)}
_WORD = f"(?:{_UNITS.replace(' ', '|')}|{_TENS.replace(' ', '|')}|hundred)"

_NUMBER = (
    rf"(?<![\d.,/–-])(\d{{1,3}}(?:[,\u00a0\u202f ]\d{{3}})+|\d+|{_WORD}(?:[- ](?:and )?{_WORD})*)(?![\d.,]*\d|%| ?%)"
)
_PEOPLE = (
    r"(?:patients?|participants?|subjects?|volunteers?|individuals?|persons?|people|adults?|children|infants?|newborns?|"
    r"neonates?|adolescents?|women|men|females?|males?|girls|boys|students?|soldiers?|travell?ers|residents?|"
    r"pregnancies|mothers|couples|cases|controls|outpatients?|inpatients?|survivors|veterans|residents|workers|nurses)"
)
_NOT_BETWEEN = "of the and or who was were to with in for from by than years? months? weeks? days? hours? mg kg ml"
_BETWEEN = rf"(?:(?!(?:{_NOT_BETWEEN.replace(' ', '|')})\b|\d)[\w'’-]+,? ){{0,4}}?"
"""Adjectives between a number and its people; "WR 238605 was given to 48 men" counts 48."""
_COUNTED = re.compile(rf"{_NUMBER} {_BETWEEN}{_PEOPLE}\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(rf"\bn ?= ?{_NUMBER}", re.IGNORECASE)

_GIVEN = r"(?:randomi[sz]ed|randomly|assigned|allocated)"
_TOOK_PART = (
    r"(?:enrol+ed|included|recruited|entered|participated|completed|studied|treated|analy[sz]ed|evaluated|received)"
)
_NEVER = re.compile("(?!)")
_SURENESS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (any_of(rf"\b{_GIVEN}(?: a total of| all)? $"), any_of(rf"^[^.;]*\b{_GIVEN}\b")),
    (
        any_of(r"\b(?:enrol+ed|recruited|included|studied)(?: a total of| all)? $", r"\b(?:total|sample|cohort) of $"),
        _NEVER,
    ),
    (_NEVER, any_of(rf"^[^.;]*\b{_TOOK_PART}\b")),
    (any_of(r"\b(?:in|among|of|on|involving|with|from) $"), _NEVER),
)
"""What stands before or behind a number of people, the surest first: how many were randomised, how many took part."""
_BEFORE, _BEHIND = 30, 80


def sample_size_of(text: str) -> int | None:
    """Return how many people the study was done on, or nothing where the words do not tell.

    Of the surest way in which a number is told, the largest: arms are smaller than the whole.
    """
    matches = tuple(_COUNTED.finditer(text))
    nexts = (*(match.start() for match in matches[1:]), len(text))
    told = ((_sureness(text, match, until), _value(match[1])) for match, until in zip(matches, nexts, strict=False))
    several = [(sureness, -value) for sureness, value in told if value > 1]
    if several:
        return -min(several)[1]
    return max((value for match in _IN_BRACKETS.finditer(text) if (value := _value(match[1])) > 1), default=None)


def _sureness(text: str, match: re.Match[str], until: int) -> int:
    """Return how surely a number of people is the size of the study, 0 the most; what follows *until* is the next's."""
    before = text[max(match.start() - _BEFORE, 0) : match.start()]
    behind = text[match.end() : min(match.end() + _BEHIND, until)]
    said = (place for place, (ahead, after) in enumerate(_SURENESS) if ahead.search(before) or after.search(behind))
    return next(said, len(_SURENESS))


def _value(number: str) -> int:
    """Return 522 for ``522``, 1234 for ``1,234``, and 124 for ``one hundred and twenty-four``."""
    if number[0].isdigit():
        return int(re.sub(r"\D", "", number))
    total = 0
    for word in re.findall(r"[a-z]+", number.lower()):
        total = max(total, 1) * 100 if word == "hundred" else total + _VALUES.get(word, 0)
    return total
