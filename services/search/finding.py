"""What a source found for one query, in one way of asking it or in several. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shared.library import Reference, Skipped
from shared.searches import THEN

__all__ = ["THEN", "Found", "Given", "found"]


@dataclass(frozen=True)
class Found:
    """What a source found for one query."""

    asked: str
    """The query exactly as the source was asked it, in its own language."""
    hits: int = 0
    """How many the source says there are; it may have given fewer."""
    references: tuple[Reference, ...] = ()
    """The records it gave, best first."""
    skipped: tuple[Skipped, ...] = ()
    """Records that cannot be used, each with the reason."""
    impossible: tuple[str, ...] = ()
    """Filters that neither the source nor its records can tell, in words."""
    notes: tuple[str, ...] = ()
    """What a person should know of how it was asked: a word the source ignored, a query that was widened."""
    as_asked: tuple[str, ...] = ()
    """The works, best first, of which the source required every word that was asked for, by index terms or synonyms
    where it knows them; never those of a wider way, or of one with a word ignored."""


@dataclass(frozen=True)
class Given:
    """What a source gave for one way of asking."""

    asked: str
    hits: int
    references: tuple[Reference, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    whole: bool = True
    """Whether every hit was read."""
    heeded: bool = False
    """Whether what it gave is about every word it was asked for: said in title, abstract or index terms. A source that
    searches full texts cannot say so, for those mention most things once."""


def found(given: Sequence[Given], notes: Sequence[str] = ()) -> Found:
    """Return everything that was given, each record once, at its best place."""
    return Found(
        asked=THEN.join(answer.asked for answer in given),
        hits=max(answer.hits for answer in given),
        references=tuple(_first_places(given).values()),
        skipped=tuple(dict.fromkeys(one for answer in given for one in answer.skipped)),
        notes=tuple(dict.fromkeys(notes)),
        as_asked=tuple(_first_places(answer for answer in given if answer.heeded)),
    )


def _first_places(given: Iterable[Given]) -> dict[str, Reference]:
    """Return the first reference of each work, by the work's id, in the order they came."""
    places: dict[str, Reference] = {}
    for one in (one for answer in given for one in answer.references):
        places.setdefault(one.work.work_id, one)
    return places
