"""A question in any words, as something SQLite's full-text search understands."""

import re

MOST_TERMS = 64
"""Of a question: what a person asks has fewer; a pasted page must not become a query of thousands."""

_MOST_TERM_CHARACTERS = 100
_FEWEST_PART_CHARACTERS = 3
"""Of a part of a hyphenated word, to be searched for by itself: the 6 of IL-6 is in every text."""

_TERM = re.compile(r"[^\W_]+(?:-[^\W_]+)*")

_GRAMMAR = (
    "a about after all also among an and any are as at be been before being between both but by can could did do does "
    "doing due during each either for from had has have having how i if in into is it its may me might more most much "
    "must my no nor not of on or other our over own per same shall should so some such than that the their them then "
    "there these they this those through to too under up upon us very via was we were what when where whether which "
    "while who whom whose why will with within without would you your"
)
_FUNCTION_WORDS = frozenset(_GRAMMAR.split())
"""Words of grammar: sharing one says nothing about what two texts are about."""


def match_expression(question: str) -> str:
    """Return a query for ``MATCH`` that is met by any content word of *question*.

    Each word is quoted, for ``AND``, ``HR<0.8`` and ``IL-6`` would be syntax. Empty when there is no word.
    """
    return " OR ".join(f'"{term}"' for term in query_terms(question))


def query_terms(question: str) -> list[str]:
    """Return the content words of *question*, each once; of a question of grammar alone, its words.

    A hyphenated word is a phrase, and its longer parts stand by themselves too.
    """
    content: dict[str, None] = {}
    grammar: dict[str, None] = {}
    for match in _TERM.finditer(question):
        for term in _variants(match.group().lower()[:_MOST_TERM_CHARACTERS]):
            (grammar if term in _FUNCTION_WORDS else content).setdefault(term)
        if len(content) >= MOST_TERMS:
            break
    return list(content or grammar)[:MOST_TERMS]


def _variants(word: str) -> tuple[str, ...]:
    """Return *word*, and the parts of a hyphenated one that mean something alone."""
    parts = [part for part in word.split("-") if len(part) >= _FEWEST_PART_CHARACTERS]
    return (word, *parts) if "-" in word else (word,)
