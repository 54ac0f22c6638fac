"""What a question is about, and whether a text speaks of it: its drug, and enough of its other words. Pure."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from shared.appraisal.drugs import drugs_asked, mentions, most_named, names_of
from shared.appraisal.terms import core
from shared.appraisal.tongues import is_readable

_ASKING_WORDS = """
what which who how why when where is are was were do does did can could should would will may might has have there any
effective efficacy effectiveness safe safety evidence treatment treat treating therapy drug drugs use used using help
helpful work works role benefit benefits effect effects prevent prevention mechanism mechanisms patients people adults
known repurposed slow slows extend extends reduce reduces lower lowers increase improve improves cause causes treated
better than versus with without from into about between against needed help helps such
"""
_ASKING = frozenset(_ASKING_WORDS.split())

ENOUGH_SHARED = 0.34
"""Of the question's content words beside the drug: more than a third puts a text on topic."""


class Topic(NamedTuple):
    """What a question is about: its drugs under all their names, and its other content words."""

    drugs: tuple[str, ...]
    names: tuple[str, ...]
    words: frozenset[str]
    condition: tuple[str, ...] = ()
    """The other words as the question has them, for a query."""
    is_open: bool = False
    """The question names no drug: those that the works name are candidates, and each of them is on topic."""


def topic_of(question: str, texts: Iterable[str], telling: Iterable[str] | None = None) -> Topic:
    """Return what *question* is about as *texts* name it; an open one is about the drug that most of *telling* name."""
    known = tuple(texts)
    asked = drugs_asked(question)
    drugs = _present(asked, known) if asked else most_named(known if telling is None else telling)[:1]
    names = tuple(dict.fromkeys(name for drug in drugs for name in names_of(drug, known)))
    condition = _condition(question, asked)
    return Topic(drugs, names, core(" ".join(condition)), condition, is_open=not asked)


def speaks_of(text: str, topic: Topic) -> bool:
    """Say whether a text is about the question: its drug, and enough of its other words.

    Of a text in another language only the drug's name can be looked for: its other words are not ours.
    """
    if topic.names and not topic.is_open and not mentions(text, topic.names):
        return False
    if not topic.words:
        return bool(topic.names)
    if topic.names and not is_readable(text):
        return mentions(text, topic.names)
    return len(topic.words & core(text)) / len(topic.words) >= ENOUGH_SHARED


def _present(drugs: Iterable[str], texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the drugs that some text names."""
    everything = " ".join(texts)
    return tuple(drug for drug in drugs if mentions(everything, (drug,)))


def _condition(question: str, drugs: Iterable[str]) -> tuple[str, ...]:
    """Return the words of a question beside its drugs and the words of asking."""
    left_out = core(" ".join(drugs))
    words = (word for word in re.findall(r"[\w-]+", question) if word.lower() not in _ASKING)
    return tuple(word for word in words if core(word) - left_out)
