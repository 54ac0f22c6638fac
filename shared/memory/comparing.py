"""Works of an answer beside those a run holds. Pure."""

from collections.abc import Iterable, Sequence

from shared import messages as m
from shared.likeness import Described
from shared.sameness import MOST_YEARS_APART
from shared.works import year_of


def described(works: Iterable[m.Work], evidence: Iterable[m.Evidence]) -> list[Described]:
    """Return the works that have a text, each with its longest."""
    texts: dict[str, str] = {}
    for piece in evidence:
        if len(piece.content) > len(texts.get(piece.work_id, "")):
            texts[piece.work_id] = piece.content
    return [Described(work, texts[work.work_id]) for work in works if work.work_id in texts]


def years_beside(works: Sequence[m.Work]) -> tuple[int, int] | None:
    """Return the first and last year in which a record of the same work may be dated; ``None`` when none is dated."""
    years = [year for work in works if (year := year_of(work.citation.date))]
    return (min(years) - MOST_YEARS_APART, max(years) + MOST_YEARS_APART) if years else None
