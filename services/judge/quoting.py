"""Sentences of the evidence, word for word, each with its source."""

from collections import Counter
from collections.abc import Callable, Iterable
from operator import itemgetter

from shared import messages as m
from shared.appraisal.drugs import drugs_in, mentions
from shared.appraisal.results import statements
from shared.sentences import truncate_at_sentence

from .standing import strength, study

MOST_SENTENCES = 3
MOST_CHARACTERS = 300

Said = tuple[m.Evidence, str]
"""A sentence and the piece it stands in."""


def said_of(pieces: Iterable[m.Evidence], names: tuple[str, ...], wanted: Callable[[str], object]) -> tuple[Said, ...]:
    """Return the findings about a drug that *wanted* takes: on people first, then the strongest designs."""
    ranked = sorted(pieces, key=lambda piece: (piece.subject != "human", strength(piece)))
    told = ((piece, sentence.text) for piece in ranked for sentence, _ in statements(piece.content))
    return tuple((piece, text) for piece, text in told if wanted(text) and _is_of(piece, text, names))


def _is_of(piece: m.Evidence, text: str, names: tuple[str, ...]) -> bool:
    """Say whether a sentence is about the drug: it names it, or names no drug in a work whose title does."""
    return mentions(text, names) or (mentions(piece.citation.title, names) and not drugs_in(text))


def quotations(said: Iterable[Said], most: int = MOST_SENTENCES) -> tuple[str, ...]:
    """Return the first few sentences in quotation marks, each with its source; one of each study comes first."""
    marked = (
        f"“{truncate_at_sentence(text.strip(), MOST_CHARACTERS)}” [{piece.source_id}]" for piece, text in _spread(said)
    )
    return tuple(dict.fromkeys(marked))[:most]


def _spread(said: Iterable[Said]) -> list[Said]:
    """Return the first sentence of each study, then the second of each, and so on."""
    met: Counter[str] = Counter()
    turns: list[tuple[int, Said]] = []
    for one in said:
        met[study(one[0])] += 1
        turns.append((met[study(one[0])], one))
    return [one for _, one in sorted(turns, key=itemgetter(0))]
