"""Which texts answer a question best: words and meaning together, and made diverse.

Scores depend on the question and the texts at hand alone, so every replica ranks alike.
"""

from .diversity import LAMBDA, diverse, worth
from .fusing import MEANING_WEIGHT, WORDS_WEIGHT, fused
from .index import Hit, TextIndex
from .words import match_expression, query_terms

__all__ = [
    "LAMBDA",
    "MEANING_WEIGHT",
    "WORDS_WEIGHT",
    "Hit",
    "TextIndex",
    "diverse",
    "fused",
    "match_expression",
    "query_terms",
    "worth",
]
