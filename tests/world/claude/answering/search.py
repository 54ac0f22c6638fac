"""The search agent's answer: which words to ask each source with."""

from typing import Any

from tests.world.claude.shapes import Asked

from .words import condition_of, content_words, drug_of

MOST_WORDS = 6


def plan(asked: Asked) -> dict[str, Any]:
    """Return one or two queries for each source that was named."""
    return {
        "searches": [{"source": name, "queries": _queries(asked, name)} for name in asked.databases],
        "reasoning": "Each source is asked for the drug together with the condition, then with the words that remain.",
    }


def _queries(asked: Asked, source: str) -> list[str]:
    """Return the queries for one source; PubMed understands AND."""
    drug, condition = drug_of(asked.question), condition_of(asked.question)
    joined = " AND " if source == "pubmed" else " "
    first = joined.join(filter(None, (drug, condition)))
    second = asked.queries[0] if asked.queries else " ".join(content_words(asked.question)[:MOST_WORDS])
    return list(dict.fromkeys(filter(None, (first, second))))
