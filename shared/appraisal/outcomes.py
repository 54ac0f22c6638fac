"""What a sentence says was affected: outcomes under the names that two studies of one thing share. Pure."""

import re
from collections.abc import Mapping

from .direction_words import OUTCOME
from .terms import stem

_FAMILIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("death", r"\b(?:mortality|deaths?|died|surviv\w+)\b"),
        ("relapse", r"\b(?:relaps\w+|recurren\w+|recurred|radical cure)\b"),
        (
            "harms",
            (
                r"\b(?:adverse|side[- ]effects?|toxicit\w+|ha?emolysis|ha?emoglobin|bleeding|safety|tolerab\w+|toxic"
                r"|discontinu\w+|(?:liver|hepatic|kidney|renal) (?:injur\w+|damage|failure|enzymes?))\b"
            ),
        ),
        ("pain", r"\bpain\w*\b"),
        ("function", r"\b(?:function\w*|disability|cognit\w+|memory|quality of life)\b"),
        ("infection", r"\b(?:infect\w+|parasit\w+|clearance|viral load)\b"),
        ("progression", r"\b(?:progress\w+|tumou?r|response|remission)\b"),
        ("events", r"\b(?:stroke|infarct\w+|cardiovascular|hospitali\w+|admissions?|seizures?|fractures?|falls)\b"),
        ("mood", r"\b(?:depress\w+|anxiety|mood)\b"),
        ("measurements", r"\b(?:blood pressure|glucose|HbA1c|cholesterol|weight|biomarkers?|levels?)\b"),
    )
)
OUTCOME_FAMILIES: tuple[str, ...] = tuple(name for name, _ in _FAMILIES)
"""Outcomes that have several names."""

_NO_OUTCOME_WORDS = """
risk odds hazard incidence prevalence severity symptom efficacy effectiveness improvement disease complication burden
load need requirement loss damage failure injury illness recovery success response adherence performance capacity
protection protected viral death withdrawal recovered
"""
_NO_OUTCOME = frozenset(stem(word) for word in _NO_OUTCOME_WORDS.split())
"""Words that say how much or how bad, and not what."""


def outcomes_in(text: str) -> frozenset[str]:
    """Return the outcomes that *text* names: families such as ``relapse``, else the stem of the word itself."""
    return frozenset(outcome_names(text))


def outcome_names(text: str) -> Mapping[str, str]:
    """Return the outcomes that *text* names, each with the word it uses; a family goes by its own name."""
    named = {name: name for name, words in _FAMILIES if words.search(text)}
    for word in (found.group().lower() for found in OUTCOME.finditer(text)):
        if not any(words.search(word) for _, words in _FAMILIES) and (key := stem(word)) not in _NO_OUTCOME:
            named.setdefault(key, word)
    return named
