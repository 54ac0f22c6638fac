"""What a study compared, and what keeps two of them from being held against each other (evidence.md, 4). Pure.

Two studies contradict only where population, intervention, comparator, outcome and time are comparable; otherwise
what differs is named. What is not told is not comparable, but for dose and time, which most abstracts leave out.
Populations are alike where both studies name the condition that was asked about, and the same special groups or none.
"""

import re
from itertools import product
from typing import NamedTuple

from shared import messages as m
from shared.appraisal.directions import direction_in
from shared.appraisal.drugs import drugs_in
from shared.appraisal.outcomes import outcomes_in
from shared.appraisal.results import statements
from shared.appraisal.terms import core
from shared.appraisal.topics import Topic

_POPULATIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("children", r"\b(?:child\w*|infants?|p(?:a)?ediatric|neonat\w+|adolescents?)\b"),
        ("pregnancy", r"\bpregnan\w+\b"),
        ("older people", r"\b(?:elderly|older (?:people|adults|patients))\b"),
        ("healthy people", r"\b(?:healthy|volunteers|soldiers|travell?ers)\b"),
        ("deficiency", r"\bdeficien\w+\b"),
    )
)
_CONTROLS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("no treatment", r"\b(?:placebo|untreated|no treatment|usual care|standard care|vehicle|sham)\b"),
        (
            "people who did not take it",
            r"\b(?:no use|non-?users?|not using|unexposed|(?:those|people|patients|adults) who (?:did|do) not)\b",
        ),
    )
)
_AGAINST = re.compile(
    r"\b(?:than|versus|vs\.?|compared (?:with|to)|against|over)\b(?P<rest>[^.;]{0,80})", re.IGNORECASE
)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365, "winter": 120, "season": 90}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twelve": 12}
_TIME = re.compile(
    rf"\b(?P<number>\d{{1,4}}(?:\.\d{{1,3}})?|{'|'.join(_NUMBERS)})[- ]?(?P<unit>{'|'.join(_DAYS)})s?\b"
    r"(?![-\s]+(?:old|of age|before|(?:or|and) (?:older|over|above|more|younger|under)))",
    re.IGNORECASE,
)
"""No time is longer than four digits: more of them are a slip."""
_AGE = re.compile(
    r"\b(?:age[sd]?|older than|younger than)\b(?:\s+(?!(?:over|during|for|after|within)\b)[a-z]+){0,4}[\s=≥≤<>:(]*"
    r"\d+(?:\.\d+)?(?:\s*(?:to|and|[-–])\s*\d+)?[\s-]*(?:years?|months?|weeks?|days?)?",
    re.IGNORECASE,
)
"""Of the people, and no time at which something was measured."""
_DOSE = re.compile(
    r"\b(?P<dose>\d+(?:\.\d+)?)\s?(?P<unit>mg|g|µg|mcg|ml|IU)\b(?!\s?(?:/|per)\s?(?:100\s?)?(?:[dmµ]?l|m?mol|lit\w+|g)\b)",
    re.IGNORECASE,
)
"""An amount in a volume is a measurement, and no dose."""

ABOUT_AS_LONG = 1.5
"""Times that differ by no more than this factor are taken for one time point."""


class Setting(NamedTuple):
    """What a study compared, for two studies to be comparable."""

    population: frozenset[str]
    comparator: frozenset[str]
    outcome: frozenset[str]
    times: frozenset[int] = frozenset()
    """In days; empty where no time is stated."""
    doses: frozenset[str] = frozenset()
    condition: frozenset[str] = frozenset()
    """What of the condition asked about the work names."""


def setting_of(piece: m.Evidence, topic: Topic, way: m.Direction) -> Setting:
    """Return what a piece compared, as its wording gives it.

    The outcomes are those of the sentences that point the piece's way, where one sentence alone does so.
    """
    said = [sentence.text for sentence, _ in statements(piece.content)]
    told = " ".join(said)
    pointing_there = " ".join(text for text in said if direction_in(text) == way) or told
    population = frozenset(name for name, words in _POPULATIONS if words.search(f"{piece.citation.title} {told}"))
    return Setting(
        population,
        _comparators(told, topic),
        _outcomes(pointing_there, topic),
        _times(pointing_there) or _times(piece.content),
        frozenset(f"{found['dose']} {found['unit'].lower()}" for found in _DOSE.finditer(piece.content)),
        _condition(f"{piece.citation.title}. {piece.content}", topic),
    )


def _condition(text: str, topic: Topic) -> frozenset[str]:
    """Return which words of the condition asked about *text* has; those of an outcome where there are no others."""
    return ((topic.words - outcomes_in(" ".join(topic.condition))) or topic.words) & core(text)


def _outcomes(told: str, topic: Topic) -> frozenset[str]:
    """Return what was affected; the disease that was asked about is its name, where anything else is named, too."""
    named = outcomes_in(told)
    return named - topic.words or named


def _comparators(told: str, topic: Topic) -> frozenset[str]:
    """Return what the results are compared with: nothing active, people who went without, or other drugs by name."""
    rests = [found["rest"] for found in _AGAINST.finditer(told)]
    others = {drug for rest in rests for drug in drugs_in(rest) if drug not in topic.drugs}
    return frozenset(others | {name for name, words in _CONTROLS if words.search(told)})


def _times(text: str) -> frozenset[int]:
    """Return the spans of time that a text states, in days."""
    return frozenset(_days(found) for found in _TIME.finditer(_AGE.sub(" ", text)))


def _days(found: re.Match[str]) -> int:
    """Return how many days a stated time has."""
    number = found["number"].lower()
    return round((_NUMBERS.get(number) or float(number)) * _DAYS[found["unit"].lower()])


def difference(one: Setting, other: Setting) -> str:
    """Return what keeps two studies from being compared, or nothing."""
    if differing := _other_people(one, other):
        return differing
    if differing := _unlike("comparator", one.comparator, other.comparator):
        return differing
    if differing := _unlike("outcome", one.outcome, other.outcome):
        return differing
    if one.times and other.times and not _alike(one.times, other.times):
        return "time point"
    return "dose" if one.doses and other.doses and not one.doses & other.doses else ""


def _other_people(one: Setting, other: Setting) -> str:
    """Return ``population`` where two studies were done on other people, and whether both say on whom."""
    if one.population != other.population:
        return "population"
    return _unlike("population", one.condition, other.condition)


def speak_apart(one: Setting, other: Setting) -> bool:
    """Say whether two studies are known to speak of different outcomes."""
    return bool(one.outcome and other.outcome) and not one.outcome & other.outcome


def _unlike(name: str, first: frozenset[str], second: frozenset[str]) -> str:
    """Return *name* where two studies share nothing of it, and whether both say what they had."""
    if first & second:
        return ""
    return name if first and second else f"{name} (not stated alike)"


def _alike(first: frozenset[int], second: frozenset[int]) -> bool:
    """Say whether two studies have a time in common."""
    return any(max(pair) <= ABOUT_AS_LONG * min(pair) for pair in product(first, second))
