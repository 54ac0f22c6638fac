"""What each piece of evidence counts for: what adds nothing, what is a study, what is about the question.

Pure rules from evidence.md, 1, 2, 3 and 5. A study is known by its ``study_id`` and counts once.
"""

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from shared import messages as m
from shared.drugs import drugs_asked, mentions, most_named, names_of
from shared.results import result_sentences
from shared.terms import core

ADDS_NOTHING: frozenset[m.Design] = frozenset({"protocol", "registry-entry", "editorial"})
"""Designs without results; a registry entry with posted results has the design of its trial."""

SECONDARY: frozenset[m.Design] = frozenset({"meta-analysis", "systematic-review", "review", "guideline"})
"""They repeat studies and are never counted among them (evidence.md, 2)."""

CONTROLLED: frozenset[m.Design] = frozenset({"randomised-trial", "controlled-trial"})

_STRONGEST_FIRST: tuple[m.Design, ...] = (
    "meta-analysis",
    "randomised-trial",
    "controlled-trial",
    "systematic-review",
    "cohort",
    "case-control",
    "cross-sectional",
    "case-report",
    "guideline",
    "review",
    "unknown",
)
_ASKING_WORDS = """
what which who how why when where is are was were do does did can could should would will may might has have there any
effective efficacy effectiveness safe safety evidence treatment treat treating therapy drug drugs use used using help
helpful work works role benefit benefits effect effects prevent prevention mechanism mechanisms patients people adults
known repurposed slow slows extend extends reduce reduces lower lowers increase improve improves cause causes treated
better than versus with without from into about between
"""
_ASKING = frozenset(_ASKING_WORDS.split())

ENOUGH_SHARED = 0.34
"""Of the question's content words beside the drug: a third puts a piece on topic."""


class Topic(NamedTuple):
    """What a question is about: its drugs under all their names, and its other content words."""

    drugs: tuple[str, ...]
    names: tuple[str, ...]
    words: frozenset[str]
    condition: tuple[str, ...] = ()
    """The other words as the question has them, for a query."""


def topic_of(question: str, evidence: Iterable[m.Evidence]) -> Topic:
    """Return what *question* is about; an open one is about the drug that most of the evidence names."""
    pieces = tuple(evidence)
    texts = tuple(whole(piece) for piece in pieces)
    asked = drugs_asked(question)
    drugs = _present(asked, texts) if asked else _most_studied(pieces)
    names = tuple(dict.fromkeys(name for drug in drugs for name in names_of(drug, texts)))
    condition = _condition(question, asked)
    return Topic(drugs, names, core(" ".join(condition)), condition)


def _most_studied(pieces: Iterable[m.Evidence]) -> tuple[str, ...]:
    """Return the drug that most of the pieces that count name."""
    return most_named(whole(piece) for piece in pieces if counts(piece))[:1]


def _present(drugs: Iterable[str], texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the drugs that some text names."""
    everything = " ".join(texts)
    return tuple(drug for drug in drugs if mentions(everything, (drug,)))


def _condition(question: str, drugs: Iterable[str]) -> tuple[str, ...]:
    """Return the words of a question beside its drugs and the words of asking."""
    left_out = core(" ".join(drugs))
    words = (word for word in re.findall(r"[\w-]+", question) if word.lower() not in _ASKING)
    return tuple(word for word in words if core(word) - left_out)


def whole(piece: m.Evidence) -> str:
    """Return a piece with its title."""
    return f"{piece.citation.title}. {piece.content}"


@functools.lru_cache(maxsize=512)
def reports_results(content: str, section: str) -> bool:
    """Say whether a text has a sentence that reports a result."""
    return bool(result_sentences(content, ((0, section),) if section else ()))


def counts(piece: m.Evidence) -> bool:
    """Say whether a piece adds anything: read beyond its title, not retracted, and with results."""
    if piece.retraction.bars or piece.level in {"title-only", "web-page"} or piece.design in ADDS_NOTHING:
        return False
    return reports_results(piece.content, piece.locator.section)


def on_topic(piece: m.Evidence, topic: Topic) -> bool:
    """Say whether a piece is about the question: its drug, and enough of its other words."""
    if topic.names and not mentions(whole(piece), topic.names):
        return False
    if not topic.words:
        return bool(topic.names)
    return len(topic.words & core(whole(piece))) / len(topic.words) >= ENOUGH_SHARED


def relevant(evidence: Iterable[m.Evidence], topic: Topic) -> tuple[m.Evidence, ...]:
    """Return the pieces that count and are about the question."""
    return tuple(piece for piece in evidence if counts(piece) and on_topic(piece, topic))


def coverage(topic: Topic, pieces: Iterable[m.Evidence]) -> float:
    """Return the share of the question's content words, its drugs as one of them, that the pieces together hold."""
    everything = " ".join(whole(piece) for piece in pieces)
    held = len(topic.words & core(everything)) + mentions(everything, topic.names)
    wanted = len(topic.words) + bool(topic.drugs)
    return held / wanted if wanted else 0.0


def study(piece: m.Evidence) -> str:
    """Return what a piece counts as: its study, else itself."""
    return piece.study_id or piece.source_id or piece.work_id


def studies(pieces: Iterable[m.Evidence]) -> dict[str, list[m.Evidence]]:
    """Return pieces by the study they report."""
    found: dict[str, list[m.Evidence]] = {}
    for piece in pieces:
        found.setdefault(study(piece), []).append(piece)
    return found


def human(pieces: Iterable[m.Evidence]) -> tuple[m.Evidence, ...]:
    """Return the pieces about people that count; unknown and mixed are never human."""
    return tuple(piece for piece in pieces if piece.subject == "human" and counts(piece))


def of_design(pieces: Iterable[m.Evidence], *designs: m.Design) -> tuple[m.Evidence, ...]:
    """Return the pieces of the given designs."""
    return tuple(piece for piece in pieces if piece.design in designs)


def strength(piece: m.Evidence) -> int:
    """Return the rank of a piece's design: 0 is the strongest."""
    return _STRONGEST_FIRST.index(piece.design) if piece.design in _STRONGEST_FIRST else len(_STRONGEST_FIRST)


def sources(pieces: Iterable[m.Evidence]) -> tuple[str, ...]:
    """Return the S numbers of pieces, each once, in order."""
    return tuple(dict.fromkeys(piece.source_id for piece in pieces if piece.source_id))


def listed(pieces: Iterable[m.Evidence], most: int = 8) -> str:
    """Return the S numbers of pieces as a sentence has them: ``S3, S7 and S9``."""
    names = sources(pieces)
    shown = names[:most]
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else "none"


def counted(evidence: Iterable[m.Evidence]) -> m.StudyCounts:
    """Return independent studies by kind; a study with several works counts once, by its best."""
    pieces = [piece for piece in evidence if counts(piece)]
    secondary = of_design(pieces, *SECONDARY)
    kinds = [_kind(group) for group in studies(piece for piece in pieces if piece not in secondary).values()]
    return m.StudyCounts(
        human_randomised=kinds.count("human-randomised"),
        human_other=kinds.count("human-other"),
        animal=kinds.count("animal"),
        in_vitro=kinds.count("in-vitro"),
        secondary=len(studies(secondary)),
    )


def _kind(group: Iterable[m.Evidence]) -> str:
    """Return the row of a study: what it was done on, and whether people were randomised."""
    subjects = {piece.subject: piece for piece in sorted(group, key=strength, reverse=True)}
    if "human" in subjects:
        return "human-randomised" if subjects["human"].design == "randomised-trial" else "human-other"
    return "animal" if "animal" in subjects else next(iter(subjects), "unknown")
