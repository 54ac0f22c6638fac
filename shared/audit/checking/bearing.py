"""What a passage must hold before it bears numbers: the cause, change, measure and outcome told of them. Pure."""

from shared.audit.checking.numbers import Quantity, agree_but_for_limits, all_quantities, missing, quantities
from shared.audit.checking.pairing import misplaced
from shared.audit.checking.tokens import Token, stem, tokens
from shared.audit.shelf import direction_read

_NEEDED = frozenset({"way", "cause", "measure", "drug", "significance", "trend"})
"""Kinds of words that change what a number says."""
_RATIOS = frozenset({"odds", "risk ratio", "hazard ratio", "rate ratio"})
_OUTCOMES_WORDS = """
pain nausea vomiting dizziness headache fatigue mortality death survival stroke hospitalization hospitalisation
admission bleeding haemorrhage hemorrhage infarction fracture cough fever rash diarrhea diarrhoea constipation
depression anxiety insomnia hypertension hypotension relapse remission recurrence progression response cure dyspepsia
ulcer oedema edema weight cholesterol glucose triglycerides adherence infection pneumonia sepsis toxicity anaemia anemia
haemolysis hemolysis neutropenia seizure fall adverse dropout discontinuation disability dementia diabetes cancer
"""
_OUTCOMES = frozenset(stem(word) for word in _OUTCOMES_WORDS.split())
"""What is measured in people. One of these that the passage lacks is another outcome."""


def wrong(own_words: str, passage: str, source_id: str) -> str:
    """Return which number is told of another arm, time, measure or as another thing than in its passage, or nothing."""
    return (
        _limit_told(own_words, passage, source_id)
        or _other_ratio(own_words, passage)
        or misplaced(own_words, passage, source_id)[0]
    )


def doubt(own_words: str, passage: str, source_id: str) -> str:
    """Return why numbers that stand in a passage need not bear what is said, or nothing."""
    if lacking := _lacking(own_words, passage):
        return f"“{lacking.text}” is not in the passage that has its numbers"
    return misplaced(own_words, passage, source_id)[1]


def absence(number: Quantity, text: str, source_id: str) -> str:
    """Return how a number is missing from a text: altogether, or because it only bounds an interval there."""
    if any(agree_but_for_limits(number, other) for other in all_quantities(text)):
        return f"{number.written} is the limit of an interval in {source_id}"
    return f"the number {number.written} is not in {source_id}"


def _limit_told(own_words: str, passage: str, source_id: str) -> str:
    """Return that the limit of an interval is told as what was found, or nothing."""
    there = all_quantities(passage)
    told = (one for one in missing(quantities(own_words), there) if any(agree_but_for_limits(one, o) for o in there))
    return next((absence(one, passage, source_id) for one in told), "")


def _other_ratio(own_words: str, passage: str) -> str:
    """Return which ratio is told as another one, or nothing: odds are no risk."""
    said, there = ({token.key for token in tokens(text)} & _RATIOS for text in (own_words, passage))
    if not there or said <= there:
        return ""
    return f"{min(there)} reported as {min(said - there)}"


def _lacking(own_words: str, passage: str) -> Token | None:
    """Return the first word that changes what a number says and that the passage lacks."""
    there = {token.same for token in tokens(passage)}
    alike = direction_read(own_words) == direction_read(passage) != "unknown"
    for token in tokens(own_words):
        needed = token.kind in _NEEDED - ({"way"} if alike else set()) or token.key in _OUTCOMES
        if needed and token.same not in there:
            return token
    return None
