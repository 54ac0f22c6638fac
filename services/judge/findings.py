"""The key findings: result sentences of the strongest pieces, word for word, one or two a study."""

import re
from collections.abc import Iterable
from itertools import islice

from shared import messages as m
from shared.appraisal.directions import direction_in
from shared.appraisal.drugs import mentions
from shared.appraisal.results import is_about, is_whole, statements
from shared.appraisal.terms import core
from shared.appraisal.topics import Topic
from shared.sentences import Sentence, truncate_at_sentence

from .standing import relevant, strength, study

MOST_FINDINGS = 10
MOST_CHARACTERS = 400

LEAST_TOLD = 2
"""A sentence that neither names the drug nor points anywhere is no finding."""

_FIGURE = re.compile(r"\d")
_HUMAN_FIRST: dict[m.Subject, int] = {"human": 0, "mixed": 1, "animal": 2, "in-vitro": 3}


def key_findings(evidence: Iterable[m.Evidence], topic: Topic) -> tuple[m.KeyFinding, ...]:
    """Return one finding a study, people and strong designs first, each the sentence of its source."""
    told: dict[str, tuple[m.Evidence, Sentence]] = {}
    for piece in sorted(relevant(evidence, topic), key=_standing):
        if sentence := telling(piece, topic):
            told.setdefault(study(piece), (piece, sentence))
    return tuple(_finding(n, *one) for n, one in enumerate(islice(told.values(), MOST_FINDINGS), start=1))


def _standing(piece: m.Evidence) -> tuple[int, int]:
    """Order pieces by whom they are about, then by design."""
    return _HUMAN_FIRST.get(piece.subject, len(_HUMAN_FIRST)), strength(piece)


def _finding(n: int, piece: m.Evidence, sentence: Sentence) -> m.KeyFinding:
    """Return a sentence as a finding."""
    return m.KeyFinding(
        finding_id=f"F{n}",
        text=truncate_at_sentence(sentence.text.strip(), MOST_CHARACTERS),
        source_ids=(piece.source_id,),
        direction=direction_in(sentence.text),
    )


def telling(piece: m.Evidence, topic: Topic) -> Sentence | None:
    """Return the sentence that tells most: it has the drug, a direction, words of the question, a figure."""
    section = ((0, piece.locator.section),) if piece.locator.section else ()
    said = [told for told in statements(piece.content, section) if is_whole(told[0].text)]
    ranked = sorted(said, key=lambda told: (_tells(told[0].text, topic), told[1] == "result"), reverse=True)
    return ranked[0][0] if ranked and _tells(ranked[0][0].text, topic) >= LEAST_TOLD else None


def _tells(text: str, topic: Topic) -> float:
    """Return how much a sentence tells about the topic."""
    named = not topic.names or (mentions(text, topic.names) and is_about(text, topic.names))
    points = direction_in(text) != "unknown"
    asked = len(topic.words & core(text)) / len(topic.words) if topic.words else 0.0
    return 2 * named + 2 * points + asked + bool(_FIGURE.search(text))
