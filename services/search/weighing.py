"""Which records a source found have to do with the query, and in what order they are read. Pure, but for time.

Sources find by their own lights: OpenAlex gives what is loosely related, a widened query what shares a word. All of it
counts for identity; what becomes evidence is held against the query as a person's own library is, so that the scores
of all sources compare.
"""

from collections.abc import Iterator, Sequence

from shared import messages as m
from shared.embedding import Embedder
from shared.library import Reference, abstract_of, keeps, relevant
from shared.ranking import TextIndex

from .asked.values import Expression, Group, Term
from .pieces import piece_of, to_be_judged
from .questions import understood


def rankings(
    order: m.SearchRequested, found: Sequence[Sequence[Reference]], embedder: Embedder | None
) -> tuple[tuple[m.Evidence, ...], ...]:
    """Return for each query of *order* the evidence in what was *found* for it, best first.

    All records of the order are the background against which a word is rare or common.
    """
    every = {one.work.work_id: one for records in found for one in records}
    index = TextIndex([searched(one) for one in every.values()], embedder)
    places = {work_id: place for place, work_id in enumerate(every)}
    return tuple(
        tuple(_ranking(order, records, _scores(query, records, index, places)))
        for query, records in zip(order.queries, found, strict=True)
    )


def searched(reference: Reference) -> str:
    """Return what of a reference is searched."""
    title = reference.work.citation.title
    return title if reference.title_only else f"{title}. {abstract_of(reference)[0]}"


def _scores(query: str, records: Sequence[Reference], index: TextIndex, places: dict[str, int]) -> dict[str, float]:
    """Return how relevant each record is; records that have too little to do with *query* are left out."""
    words = " ".join(_wanted(query))
    if not words:  # a work was asked for by its name: whatever came is it
        return {one.work.work_id: 1.0 for one in records}
    scores = {hit.position: hit.score for hit in relevant(index, words)}
    held = ((one.work.work_id, places[one.work.work_id]) for one in records)
    return {work_id: scores[place] for work_id, place in held if place in scores}


def _wanted(query: str) -> Iterator[str]:
    """Yield the words to hold a text against: none for an identifier, and nothing that is to be absent."""
    asked = understood(query)
    if asked.is_identifier:
        return
    if asked.literal is None:
        yield asked.text
    else:
        yield from _terms(asked.literal)


def _terms(expression: Expression) -> Iterator[str]:
    """Yield the words of a query in a query language, without what it excludes."""
    match expression:
        case Term():
            yield expression.text
        case Group(how="NOT", parts=(first, *_)):
            yield from _terms(first)
        case Group():
            for part in expression.parts:
                yield from _terms(part)


def _ranking(order: m.SearchRequested, records: Sequence[Reference], scores: dict[str, float]) -> Iterator[m.Evidence]:
    """Yield the evidence of one query, best first; what gives nothing to judge comes last."""
    kept = (one for one in records if one.work.work_id in scores and keeps(order.filters, one.work))
    admitted = {one.work.work_id: one for one in kept}
    best = sorted(admitted.values(), key=lambda one: (not to_be_judged(one), -scores[one.work.work_id]))
    return (piece_of(one, scores[one.work.work_id], order.step) for one in best)
