"""What each piece of evidence counts for: what adds nothing, what is a study, what is about the question.

Pure rules from evidence.md, 1, 2, 3 and 5. A study is known by its ``study_id`` and counts once.
"""

import functools
from collections.abc import Iterable

from shared import messages as m
from shared.appraisal import topics
from shared.appraisal.drugs import mentions
from shared.appraisal.results import result_sentences
from shared.appraisal.terms import core
from shared.appraisal.tongues import is_readable
from shared.appraisal.topics import Topic

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


def topic_of(question: str, evidence: Iterable[m.Evidence]) -> Topic:
    """Return what *question* is about; an open one is about the drug that most of the evidence that counts names."""
    pieces = tuple(evidence)
    return topics.topic_of(question, map(whole, pieces), [whole(piece) for piece in pieces if counts(piece)])


def whole(piece: m.Evidence) -> str:
    """Return a piece with its title."""
    return f"{piece.citation.title}. {piece.content}"


@functools.lru_cache(maxsize=512)
def reports_results(content: str, section: str) -> bool:
    """Say whether a text has a sentence that reports a result; one in another language may, and is not left out."""
    return not is_readable(content) or bool(result_sentences(content, ((0, section),) if section else ()))


def counts(piece: m.Evidence) -> bool:
    """Say whether a piece adds anything: read beyond its title, not retracted, and with results."""
    if piece.retraction.bars or piece.level in {"title-only", "web-page"} or piece.design in ADDS_NOTHING:
        return False
    return reports_results(piece.content, piece.locator.section)


def on_topic(piece: m.Evidence, topic: Topic) -> bool:
    """Say whether a piece is about the question: its drug, and enough of its other words."""
    return topics.speaks_of(whole(piece), topic)


def bearing(evidence: Iterable[m.Evidence], topic: Topic) -> tuple[m.Evidence, ...]:
    """Return the pieces that bear on the question: work on people only where it speaks of it, all other work.

    Where no piece speaks of it as rules read, none is left out.
    """
    pieces = tuple(evidence)
    if not any(on_topic(piece, topic) for piece in pieces):
        return pieces
    return tuple(piece for piece in pieces if piece.subject != "human" or on_topic(piece, topic))


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
