"""What a sentence says was affected: outcomes under the names that two studies of one thing share. Pure."""

import re
from collections.abc import Mapping

from .direction_words import OUTCOME
from .terms import stem

_FAMILIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("death", r"\b(?:mortality|deaths?|died|(?<!free )(?<!free-)surviv\w+)\b"),
        ("relapse", r"\b(?:relaps\w+|recurren\w+|recurred|radical cure)\b"),
        ("harms", r"\b(?:adverse|side[- ]effects?|toxicit\w+|safety|tolerab\w+|toxic|discontinu\w+)\b"),
        ("liver injury", r"\b(?:liver|hepatic) (?:injur\w+|damage|failure)\b|\bhepatotoxic\w*"),
        ("kidney injury", r"\b(?:kidney|renal) (?:injur\w+|damage|failure)\b|\bnephrotoxic\w*"),
        ("bleeding", r"\b(?:bleed\w*|ha?emorrhag\w+)\b"),
        ("haemolysis", r"\bha?emoly\w+"),
        ("haemoglobin", r"\bha?emoglobin\b"),
        ("anaemia", r"\bana?emi\w+"),
        ("pain", r"\bpain\w*\b"),
        ("cognition", r"\b(?:cognit\w+|memory)\b"),
        (
            "kidney function",
            r"\b(?:(?:kidney|renal) function\w*|creatinine clearance|eGFR|glomerular filtration)\b",
        ),
        ("liver function", r"\b(?:liver|hepatic) function\w*"),
        ("lung function", r"\b(?:lung|pulmonary|respiratory) function\w*|\bFEV1\b"),
        ("heart function", r"\b(?:cardiac|heart|ventricular) function\w*|\bejection fraction\b"),
        ("physical function", r"\bphysical function\w*|\bdisabilit\w+"),
        ("parasites", r"\bparasit\w+"),
        ("viral load", r"\b(?:viral (?:load|clearance)|vira?emi\w+)\b"),
        ("infection", r"\b(?:infections?|infected)\b"),
        ("progression", r"\bprogress(?:ion|ed)\b"),
        ("tumour", r"\btumou?rs?\b"),
        ("hospital admission", r"\b(?:hospitali[sz]\w+|(?:hospital )?admissions?)\b"),
        ("depression", r"\b(?:depressi(?:on|ve)|low mood)\b"),
        ("weight", r"\b(?:body )?weight\b"),
    )
)
"""Only real synonyms: what merely belongs to one field, such as stroke and fractures, has names of its own."""
OUTCOME_FAMILIES: tuple[str, ...] = tuple(name for name, _ in _FAMILIES)
"""Outcomes that have several names."""

_NO_OUTCOME_WORDS = """
risk odds hazard incidence prevalence severity symptom efficacy effectiveness improvement disease complication burden
load need requirement loss damage failure injury illness recovery success response adherence performance capacity
protection protected viral death withdrawal recovered function functioning clearance cured sensitivity viability
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
