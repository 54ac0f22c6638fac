"""A change told the other way round: the source says reduced, the report says increased. Pure.

Directions are compared where they can be read (``checking``). Often they cannot, because nobody knows whether a
longer interval is good or bad. Then the words of change themselves are compared: in stretches that speak of the same
things and of the same arm, they must not point opposite ways.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from shared.appraisal.direction_words import CONTROL, LESS, NONE
from shared.appraisal.drugs import drugs_in
from shared.appraisal.verbs import any_form
from shared.audit.checking.numbers import quantities
from shared.audit.shelf import content_words

Way = Literal["up", "down", "better", "worse", "differs", "none", "both"]
"""Where a change goes; ``none``: it is denied, ``both``: there is more than one."""

LEAST_SHARED = 0.7
"""Of what a stretch speaks of, the share that another must speak of to be about the same.

On SciFact's abstracts it then marks 1% of the claims that experts call supported, and 9 of 10 sentences in which one
word was turned round.
"""

FEWEST_SHARED = 2
"""Words and numbers: one in common is chance."""

UNTREATED = "control"
NEARLY = 0.1
"""Of what a stretch speaks of: others that share so much less than the best are as likely meant."""


def _words(pattern: str) -> re.Pattern[str]:
    """Compile whole words, whatever their case."""
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


_RISING = """
increase raise elevate enhance promote accelerate double triple provoke trigger induce cause aggravate up_regulate
"""
_FALLING = """
reduce decrease suppress attenuate decline diminish inhibit block abolish eliminate prevent halve alleviate
down_regulate
"""
_VERBS: tuple[tuple[Way, re.Pattern[str]], ...] = (
    ("up", _words(rf"{any_form(_RISING)}|rose|ris(?:es?|en|ing)|gr(?:ew|ows?|own|owing)|activat(?:e[sd]?|ing)")),
    ("down", _words(rf"{any_form(_FALLING)}|lower(?:s|ed|ing)|fell|fall(?:en|ing)?|drop(?:s|ped|ping)?|reductions?")),
    ("better", _words(r"improv(?:e[sd]?|ing|ements?)|ameliorat\w+|effective(?:ly)?|efficacious|beneficial|superior")),
    ("worse", _words(r"worsen(?:s|ed|ing)?|deteriorat\w+|inferior|detrimental|harmful")),
)
"""What changes or is judged. Beside one of these the comparatives below tell only how much."""

_COMPARATIVES: tuple[tuple[Way, re.Pattern[str]], ...] = (
    ("up", _words(r"(?:higher|more|greater|longer|larger|stronger|faster)(?! than \d)")),
    ("down", _words(r"(?:lower|fewer|less|shorter|smaller|weaker|slower|rarer)(?! than \d)")),
    ("better", _words(r"better")),
    ("worse", _words(r"worse")),
    ("differs", _words(r"differ(?:s|ed|ing)?")),
)
_OPPOSITE = frozenset(
    {frozenset({"up", "down"}), frozenset({"better", "worse"})}
    | {frozenset({"none", way}) for way in ("up", "down", "better", "worse", "differs")}
)
_JOINT = re.compile(
    r"[;:.]\s|\s[-–—]\s|,\s|\s(?:and|but|or|nor|whereas|while|although|though|however|yet|which|who|that|when|where|as"
    r"|because|after|before|despite)\s"
)
_OTHER_ARM = re.compile(
    r"\b(?:than|versus|vs\.?|compared (?:with|to)|relative to|over|against)\s[^,;.()]{2,60}", re.IGNORECASE
)
_REVERSING = re.compile(
    r"\b(free|without|surviv|remission|resist|loss|lost|lack|absen|deficien|deplet|knock|null|mutant|withdr|stop"
    r"|discontinu|silenc|inhibition|inhibitor|blockade|blocker|antagonis|suppression|restor|delet|ablat|disrupt"
    r"|overexpress)\w*",
    re.IGNORECASE,
)
"""What turns a statement round without a change: more days *without* pain are fewer with it."""


class Stretch(NamedTuple):
    """Part of a sentence that tells of a change, and of what."""

    way: Way
    word: str
    """By which it is told."""
    about: frozenset[str]
    """The other words that carry meaning, and the numbers."""
    arm: str
    """The drug it is told of first, or the untreated; nothing where it names none by a name that is known for one."""
    reversing: frozenset[str]


def turned(own_words: str, passage: str) -> tuple[str, str] | None:
    """Return a change in *own_words* and the opposite one by which *passage* tells of the same, or ``None``."""
    there = stretches(passage)
    pairs = ((one, nearest(one, there)) for one in stretches(own_words))
    return next((_told(one, near) for one, near in pairs if near and all(_opposed(one, other) for other in near)), None)


def agrees(own_words: str, passage: str) -> bool:
    """Say whether *passage* tells of every change in *own_words*, and each goes the same way there."""
    there = stretches(passage)
    return all(any(other.way == one.way for other in nearest(one, there)) for one in stretches(own_words))


def _told(one: Stretch, near: Sequence[Stretch]) -> tuple[str, str]:
    """Return the words by which the two sides tell of a change."""
    return one.word, near[0].word


def nearest(one: Stretch, there: Sequence[Stretch]) -> list[Stretch]:
    """Return those of *there* that speak most of what *one* speaks of; none where that is too little."""
    shared = [len(one.about & other.about) for other in there]
    most, wanted = max(shared, default=0), len(one.about)
    if most < max(FEWEST_SHARED, LEAST_SHARED * wanted):
        return []
    return [other for other, count in zip(there, shared, strict=True) if count >= most - NEARLY * wanted]


def _opposed(one: Stretch, other: Stretch) -> bool:
    """Say whether two stretches on the same things cannot both be true."""
    arms = {one.arm, other.arm}
    same_arm = len(arms) == 1 or ("" in arms and UNTREATED not in arms)
    return frozenset({one.way, other.way}) in _OPPOSITE and same_arm and one.reversing == other.reversing


@functools.lru_cache(maxsize=2048)
def stretches(text: str) -> tuple[Stretch, ...]:
    """Return the parts of *text* that each tell of a change, in order."""
    return tuple(_stretch(part, *told) for part in _parts(text) if (told := _change(part)))


def _parts(text: str) -> list[str]:
    """Return *text* cut at its joints, so that as many parts as possible tell of a change, and none tells nothing."""
    parts: list[str] = []
    for piece, joint in _pieces(text):
        if parts and not (_change(piece) and _change(parts[-1])):
            parts[-1] += f"{piece}{joint}"
        else:
            parts.append(f"{piece}{joint}")
    return parts


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands between the joints of *text*, each with the joint behind it."""
    start = 0
    for found in _JOINT.finditer(text):
        yield text[start : found.start()], found.group()
        start = found.end()
    yield text[start:], ""


@functools.lru_cache(maxsize=8192)
def _change(part: str) -> tuple[Way, str] | None:
    """Return which way a part points and the first word that says so, or ``None`` where nothing changes."""
    if none := NONE.search(part):
        return "none", none.group()
    found = _found(part, _VERBS) or _found(part, _COMPARATIVES)
    if not found:
        return None
    ways = {way for way, _ in found}
    first = min((match for _, match in found), key=re.Match.start)
    return (ways.pop() if len(ways) == 1 else "both"), first.group()


def _found(part: str, kinds: Sequence[tuple[Way, re.Pattern[str]]]) -> list[tuple[Way, re.Match[str]]]:
    """Return the words of change in a part; what is *less* effective counts as worse."""
    found = [(way, match) for way, words in kinds for match in words.finditer(part)]
    return [("worse" if way == "better" and LESS.search(part[: one.start()]) else way, one) for way, one in found]


def _stretch(part: str, way: Way, word: str) -> Stretch:
    """Return a part with what it speaks of."""
    bare = NONE.sub(" ", part) if way == "none" else part
    for _, words in (*_VERBS, *_COMPARATIVES):
        bare = words.sub(" ", bare)
    words_said = (one.removesuffix("s") for one in content_words(bare))
    numbers = (f"{one.value}{one.unit}" for one in quantities(part))
    reversing = frozenset(found[1].lower() for found in _REVERSING.finditer(part))
    return Stretch(way, word, frozenset((*words_said, *numbers)), _arm(part), reversing)


def _arm(part: str) -> str:
    """Return whom a part tells of: the drug or control it names first, apart from what that is compared with."""
    part = _OTHER_ARM.sub(" ", part)
    control, drug = CONTROL.search(part), next(iter(drugs_in(part)), "")
    if control and (not drug or control.start() < part.lower().find(drug)):
        return UNTREATED
    return drug
