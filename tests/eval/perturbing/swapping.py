"""Sentences with two things exchanged: the values of two arms, two outcomes, two points in time."""

import itertools
import random
import re
from collections.abc import Sequence

from tests.eval.perturbing.wording import DRUGS

_VALUE = r"(?<![\w.,/+±–-])\d+(?:,\d{3})*(?:\.\d+)?%?(?![\w/–-]|[.,]\d)"
_VALUES = re.compile(_VALUE)
_GROUP = (
    r"(?:\w[\w/+-]* )?(?:groups?|arms?|placebo|controls?|recipients|patients|women|men|subjects|children|participants"
    r"|mice|rats|users|" + "|".join(drug for row in DRUGS for drug in row) + r")\b"
)
_ARM = (
    rf"(?: ?%| \w+)?(?: \([^()]*\))? (?:in|of|for|with|among|on|receiving|taking|after) (?:the |those |\w+ )?{_GROUP}"
)
_EACH = re.compile(rf"({_VALUE}){_ARM}(.{{1,60}}?)\b({_VALUE}){_ARM}", re.IGNORECASE)
"""A value and its arm, then another value and its own."""
_IN_TURN = re.compile(
    rf"({_VALUE})((?: ?%| (?!mg|g\b|mcg|microg|hours|h\b|weeks|months|years|days)[a-z]+)?"
    rf"(?: \([^()]*\))?,? (?:and|vs\.?|versus) )({_VALUE})"
    r"(?! (?:mg|g\b|mcg|microg|hours|h\b|weeks|months|years|days))(?=[^.;]{0,80}\brespectively\b)"
)
"""Two values told in the order of two arms."""
_ARM_WORDS = tuple(dict.fromkeys(["placebo", "control", *(drug for row in DRUGS for drug in row)]))
_BETTER = re.compile(
    r"\b(?:more \w+ than|less \w+ than|(?:higher|lower|greater|fewer|better|worse|longer|shorter|larger|smaller|faster"
    r"|slower)[^.;,]{0,60} than|superior to|inferior to|as opposed to|rather than)\b"
)
_OUTCOMES = """
pain nausea vomiting dizziness headache photophobia phonophobia somnolence fatigue mortality death stroke
hospitalization hospitalisation bleeding infarction fracture fractures cough fever rash diarrhea diarrhoea
constipation depression anxiety insomnia hypertension hypotension relapse remission recurrence survival
dyspepsia ulcers ulcer edema oedema triglycerides glucose insulin hdl ldl sensitivity specificity stiffness
swelling sleep sweats flushes anemia anaemia neutropenia asthenia paresthesia tingling infection pneumonia
toxicity sedation satisfaction adherence proliferation apoptosis migration differentiation viability
"""
_OUTCOME = re.compile(rf"\b(?:{'|'.join(_OUTCOMES.split())})\b", re.IGNORECASE)
_TIME = re.compile(
    r"(?<![\w.-])(?:\d+|one|two|three|four|five|six|eight|twelve)[ -](?:minutes?|hours?|hrs?|h|days?"
    r"|weeks?|months?|years?)\b"
    r"(?! (?:of age|old|or|and older))"
)
_TIMES_IN_TURN = re.compile(
    r"\b(?:at|after) (\d+) and (\d+) (?:minutes|min|hours|h|days|weeks|months|years)\b"
    r"(?=[^.;]*\d[^.;]* and [^.;]*\d[^.;]*\brespectively\b)"
)
_AT = re.compile(r"(?:\b(?:at|after|by|within|and|to|over|in|for|from)(?: the)?|[,(]) $|\($")
CLOSE = 40
"""Characters between a thing and its value."""
_CONTRAST = re.compile(r"\b(?:but|whereas|while|although)\b(?=.*\b(?:not|no|unchanged|unaffected)\b)")


def swapped_arms(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with the values of two arms exchanged, or with the two arms themselves."""
    pairs = [one for pattern in (_EACH, _IN_TURN) for one in pattern.finditer(sentence) if _differ(one[1], one[3])]
    if pairs:
        one = chance.choice(pairs)
        return _exchanged(sentence, one.span(1), one.span(3))
    return _swapped_sides(sentence)


def _swapped_sides(sentence: str) -> str | None:
    """Return *sentence* with what was better and what it was compared with exchanged, where each is named once."""
    found = _BETTER.search(sentence)
    named = [one for arm in _ARM_WORDS for one in re.finditer(rf"\b{arm}\b", sentence, re.IGNORECASE)]
    if not found or len(named) != 2:
        return None
    first, second = sorted(named, key=re.Match.start)
    apart = first.group().lower() != second.group().lower() and first.end() <= found.end() <= second.start()
    return _exchanged(sentence, first.span(), second.span()) if apart else None


def swapped_outcomes(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with two outcomes exchanged, each of which has a value of its own."""
    outcomes = list(_OUTCOME.finditer(sentence))
    pairs = [(one, other) for one, other in itertools.pairwise(outcomes) if _told_apart(sentence, one, other)]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    return _exchanged(sentence, one.span(), other.span())


def swapped_times(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with two points in time exchanged, each of which has a value of its own."""
    if in_turn := _TIMES_IN_TURN.search(sentence):
        return _exchanged(sentence, in_turn.span(1), in_turn.span(2))
    times = [one for one in _TIME.finditer(sentence) if _AT.search(sentence[: one.start()])]
    pairs = [(one, other) for one, other in itertools.pairwise(times) if _told_apart(sentence, one, other)]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    return _exchanged(sentence, one.span(), other.span())


def _told_apart(sentence: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Say whether two things that are named once each have different values, in turn or each its own."""
    if one.group().lower() == other.group().lower():
        return False
    if any(len(re.findall(rf"\b{re.escape(named.group())}\b", sentence, re.IGNORECASE)) != 1 for named in (one, other)):
        return False
    between, after = sentence[one.end() : other.start()], sentence[other.end() :]
    if len(between.strip(" ,")) <= len("and") and re.search(r"\brespectively\b", after):
        values = [found.group() for found in _values(after[: after.index("respectively")])]
        return len(values) == 2 and _differ(*values)
    return _CONTRAST.search(sentence[one.end() :]) is not None or _own(sentence[: one.start()], between, after)


def _own(before: str, between: str, after: str) -> bool:
    """Say whether each of two things has a value of its own close by: both behind them or both in front of them."""
    ahead, middle, behind = _values(before), _values(between), _values(after)
    follows = middle and behind and middle[0].start() < CLOSE and behind[0].start() < CLOSE
    leads = ahead and middle and len(before) - ahead[-1].end() < CLOSE and len(between) - middle[-1].end() < CLOSE
    if follows and _differ(middle[0].group(), behind[0].group()):
        return True
    return bool(leads and not follows and _differ(ahead[-1].group(), middle[-1].group()))


def _values(text: str) -> Sequence[re.Match[str]]:
    """Return the values of a stretch that are no points in time."""
    times = [one.span() for one in _TIME.finditer(text)]
    found = _VALUES.finditer(text)
    return [one for one in found if not any(start <= one.start() < end for start, end in times)]


def _differ(one: str, other: str) -> bool:
    """Say whether two values are of one kind and not the same."""
    return one != other and one.endswith("%") == other.endswith("%")


def _exchanged(sentence: str, first: tuple[int, int], second: tuple[int, int]) -> str:
    """Return *sentence* with two stretches in each other's place; the first letter of the sentence stays a capital."""
    (start, end), (begin, finish) = first, second
    one, other = sentence[start:end], sentence[begin:finish]
    if start == 0:
        one, other = one[0].lower() + one[1:], other[0].upper() + other[1:]
    return sentence[:start] + other + sentence[end:begin] + one + sentence[finish:]
