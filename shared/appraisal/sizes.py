"""On how many people a study was done, read from its words. Pure."""

import re
from collections.abc import Iterator

from shared.sentences import sentences

from .needles import lowered, may_hold
from .phrases import any_of, in_short

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
    r"pregnancies|mothers|couples|cases|controls|outpatients?|inpatients?|survivors|veterans|residents|workers|personnel)"
)
_NOT_BETWEEN = (
    "of the and or who was were to with in for from by than years? months? weeks? days? hours? mg kg ml trials? "
    "studies reports? sites? cent(?:re|er)s? villages countries hospitals clinics arms? groups? cohorts? doses? "
    "physicians nurses"
)
_BETWEEN = rf"(?:type [12] |(?!(?:{_NOT_BETWEEN.replace(' ', '|')})\b|\d)[\w'’-]+,? ){{0,5}}?"
"""Adjectives between a number and its people; "WR 238605 was given to 48 men" counts 48."""
_COUNTED = re.compile(rf"{_NUMBER} {_BETWEEN}{_PEOPLE}\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d[\d,]*[ \u00a0\u202f]")
MOST_DIGITS = 10
"""Of a number of people: there are eight thousand million."""
_SPELT = tuple((word, (f"{word} ", f"{word}-")) for word in (*_VALUES, "hundred"))
"""How a number of people may begin, in lower case: much faster to find than the people behind it."""
_IN_BRACKETS = re.compile(rf"\bn ?= ?{_NUMBER}", re.IGNORECASE)

_GIVEN = r"(?:randomi[sz]ed|randomly|assigned|allocated)"
_TOOK_PART = (
    r"(?:enrol+ed|included|recruited|entered|participated|completed|studied|treated|analy[sz]ed|evaluated|received"
    r"|took part)"
)
_NEVER = re.compile("(?!)")
_SURENESS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (in_short(rf"\b{_GIVEN}(?: a total of| all)? $", r"\ba total of $"), in_short(rf"^[^.;]*\b{_GIVEN}\b")),
    (
        in_short(r"\b(?:enrol+ed|recruited|included|studied)(?: all)? $", r"\b(?:total|sample|cohort) of $"),
        _NEVER,
    ),
    (_NEVER, in_short(rf"^[^.;]*\b{_TOOK_PART}\b")),
    (in_short(r"\b(?:in|among|of|on|involving|with|from) $"), _NEVER),
)
"""What stands before or behind a number of people, the surest first: how many were randomised, how many took part."""
_BEFORE, _BEHIND = 30, 80

_HAPPENED = r"(?:seen|found|appeared|occurred|observed|detected|reported|developed|noted|fell|rose)(?: \w+ly)?"
_NOT_THE_STUDY: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (in_short(r"\d of (?:the |these )?$", r"\bin each of $", rf"\b{_HAPPENED} in $"), _NEVER),
    (_NEVER, in_short(r"^(?: [\w-]+){0,4} in each\b", r"^ \(\d+(?:[.·]\d+)? ?%\)")),
    (
        _NEVER,
        in_short(r"^[^.;]{0,20}\b(?:screened|approached|invited|contacted|(?:evaluated|assessed) for eligibility)\b"),
    ),
)
"""What makes a number of people a part of an arm, those to whom something happened, or those who were looked at."""
_POOLED = in_short(r"\b(?:pooled|combined) (?:\w+ )?(?:analysis|data|patient)")
_DATED = in_short(
    r"\b(?:in|since|during|until|by|early|late|january|february|march|april|may|june|july|august|september|october"
    r"|november|december) $"
)
_YEARS = range(1900, 2040)

_OTHER_ARM = re.compile(rf"[^.;,\d]*? (?P<by>to|in|on) [^.;,\d]{{1,80}}? and {_NUMBER} (?P=by)\b", re.IGNORECASE)
"""Behind the people of one arm: those of the other."""
_ALIKE = re.compile(
    rf"{_NUMBER} (?:{_PEOPLE} )?(?:in|to) each of (?:the )?{_NUMBER} (?:\w+ )?(?:groups|arms|cohorts)"
    rf"|{_NUMBER} (?:groups|arms|cohorts) of {_NUMBER}\b",
    re.IGNORECASE,
)
_SEXES = re.compile(
    rf"{_NUMBER} (?:wo)?men,? (?:and )?{_NUMBER} (?:wo)?men\b"
    rf"|{_NUMBER} (?:fe)?males?,? (?:and )?{_NUMBER} (?:fe)?males?\b",
    re.IGNORECASE,
)
_SHARES = re.compile(rf"\d+ of (?:the |these )?{_NUMBER}", re.IGNORECASE)
_SHARE = re.compile(r"\d of ", re.IGNORECASE)
_FEWEST_ARMS = 2
_ALIKE_WORDS = (" each of ", "groups of ", "arms of ", "cohorts of ")
_SEX_WORDS = (" men ", " men,", " women ", " women,", " male", " female")
"""What a text must hold before it is worth cutting it into sentences for its arms."""
_ARMS = any_of(
    r"\b(?:compared with|versus|vs|groups?|arms?|placebo|controls?)\b", r"\d of .{1,80} on \w+ .*\d of .{1,80} on \w+"
)


def sample_size_of(text: str) -> int | None:
    """Return how many people the study was done on, or nothing where the words do not tell.

    Of the surest way in which a number is told, the largest: arms are smaller than the whole. Where only
    arms are told, they are added up.
    """
    told = [(sureness, -value) for sureness, value in _told(text) if value > 1]
    sureness, value = min(told, default=(len(_SURENESS), 0))
    if sureness and (arms := _alike(text)):
        return arms
    if sureness == len(_SURENESS) and (arms := _shares(text) or _sexes(text)):
        return arms
    return -value or _in_brackets(text)


def _told(text: str) -> Iterator[tuple[int, int]]:
    """Yield each number of people that may be the whole study, and how surely it is."""
    matches = tuple(_from_numbers(_COUNTED, text))
    nexts = (*(match.start() for match in matches[1:]), len(text))
    for match, until in zip(matches, nexts, strict=False):
        before = text[max(match.start() - _BEFORE, 0) : match.start()]
        behind = text[match.end() : min(match.end() + _BEHIND, until)]
        if not _is_part(match, before, behind):
            yield _sureness(text, match, before, behind), _value(match[1]) + _other_arm(text, match)


def _from_numbers(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield what ``pattern.finditer`` does for a pattern that begins with a number, looking only where one begins."""
    lower = lowered(text)
    if lower is None or len(lower) != len(text):
        yield from pattern.finditer(text)
        return
    end = 0
    for start in _beginnings(lower):
        if start >= end and (match := pattern.match(text, start)):
            yield match
            end = match.end()


def _beginnings(lower: str) -> list[int]:
    """Return where numbers begin, in figures and in words."""
    starts = [figure.start() for figure in _FIGURE.finditer(lower)]
    for spelt in (one for word, both in _SPELT if word in lower for one in both):
        place = lower.find(spelt)
        while place >= 0:
            starts.append(place)
            place = lower.find(spelt, place + 1)
    return sorted(starts)


def _is_part(match: re.Match[str], before: str, behind: str) -> bool:
    """Say whether a number counts some of the people only, or is a year."""
    if match[1].isdecimal() and _value(match[1]) in _YEARS and _DATED.search(before):
        return True
    return any(ahead.search(before) or after.match(behind) for ahead, after in _NOT_THE_STUDY)


def _sureness(text: str, match: re.Match[str], before: str, behind: str) -> int:
    """Return how surely a number of people is the size of the study, 0 the most."""
    start = text.rfind(". ", 0, match.start()) + 1
    if _POOLED.search(text[start : match.start()]):
        return len(_SURENESS)
    said = (place for place, (ahead, after) in enumerate(_SURENESS) if ahead.search(before) or after.match(behind))
    return next(said, len(_SURENESS))


def _other_arm(text: str, match: re.Match[str]) -> int:
    """Return how many were in the other arm, where the sentence goes on to say so."""
    found = _OTHER_ARM.match(text, match.end())
    return _value(found[2]) if found else 0


def _alike(text: str) -> int:
    """Return the size of arms of one size, where their number is told; else 0."""
    found = next(_from_numbers(_ALIKE, text), None) if may_hold(text, _ALIKE_WORDS) else None
    if not found:
        return 0
    size, number = (_value(value) for value in found.groups() if value)
    return size * number


def _shares(text: str) -> int:
    """Return the sum of the arms that a sentence gives shares of, such as ``4 of 166 on …, 1 of 85 on …``; else 0."""
    if len(_SHARE.findall(text)) < _FEWEST_ARMS:
        return 0
    for sentence in sentences(text):
        arms = [_value(match[1]) for match in _SHARES.finditer(sentence.text)]
        if len(arms) > 1 and _ARMS.search(sentence.text) and not _POOLED.search(sentence.text):
            return sum(arms)
    return 0


def _sexes(text: str) -> int:
    """Return the sum of the first sentence that counts men and women apart; else 0."""
    if not may_hold(text, _SEX_WORDS) or not any(_from_numbers(_SEXES, text)):
        return 0
    for sentence in sentences(text):
        if found := _SEXES.findall(sentence.text):
            return sum(_value(number) for pair in found for number in pair if number)
    return 0


def _in_brackets(text: str) -> int | None:
    """Return the sum of the first sentence that gives ``n`` of several arms, else the only ``n`` there is."""
    if not may_hold(text, ("n=", "n =")):
        return None
    values = [_value(match[1]) for match in _IN_BRACKETS.finditer(text)]
    for sentence in sentences(text) if len(values) >= _FEWEST_ARMS else ():
        if len(arms := [_value(match[1]) for match in _IN_BRACKETS.finditer(sentence.text)]) > 1:
            return sum(arms)
    return max((value for value in values if value > 1), default=None)


def _value(number: str) -> int:
    """Return 522 for ``522``, 1234 for ``1,234``, 124 for ``one hundred and twenty-four``; 0 for too many digits."""
    if number[0].isdigit():
        digits = re.sub(r"\D", "", number)
        return int(digits) if len(digits) <= MOST_DIGITS else 0
    total = 0
    for word in re.findall(r"[a-z]+", number.lower()):
        total = max(total, 1) * 100 if word == "hundred" else total + _VALUES.get(word, 0)
    return total
