"""Which records a source found have to do with the query, and in what order they are read. Pure, but for time.

Sources find by their own lights: OpenAlex gives what is loosely related, a widened query what shares a word. All of it
counts for identity; what becomes evidence is held against the query as a person's own library is, so that the scores
of all sources compare.
"""

from collections.abc import Iterator, Sequence

from shared import messages as m
from shared.embedding import Embedder
from shared.library import Reference, abstract_of, keeps, relevant, telling_words
from shared.library.relevance import FEWEST_TELLING_WORDS
from shared.library.words import spellings
from shared.ranking import TextIndex

from .asked.values import Expression, Group, Term
from .finding import Found
from .pieces import piece_of, to_be_judged
from .questions import understood


def rankings(
    order: m.SearchRequested, found: Sequence[Found], embedder: Embedder | None
) -> tuple[tuple[m.Evidence, ...], ...]:
    """Return for each query of *order* the evidence in what was *found* for it, best first.

    All records of the order are the background against which a word is rare or common.
    """
    every = {one.work.work_id: one for answer in found for one in answer.references}
    index = TextIndex([_indexed(one) for one in every.values()], embedder)
    places = {work_id: place for place, work_id in enumerate(every)}
    return tuple(
        tuple(_ranking(order, answer.references, _scores(query, answer, index, places)))
        for query, answer in zip(order.queries, found, strict=True)
    )


def searched(reference: Reference) -> str:
    """Return what of a reference is searched."""
    title = reference.work.citation.title
    return title if reference.title_only else f"{title}. {abstract_of(reference)[0]}"


def _indexed(reference: Reference) -> str:
    """Return what of a source's record is searched: its index terms, too, by which it may have been found.

    Not so in a person's own library, where the keywords of some databases name every side effect: of 500 questions on
    other topics to 179 papers on one drug, 21 % would find anything in place of 7 %.
    """
    return ". ".join((searched(reference), *reference.work.mesh_terms))


def _scores(query: str, found: Found, index: TextIndex, places: dict[str, int]) -> dict[str, float]:
    """Return how relevant each record is; records that have too little to do with *query* are left out."""
    words = " ".join(_wanted(query))
    if not words:  # a work was asked for by its name: whatever came is it
        return {one.work.work_id: 1.0 for one in found.references}
    if not _words_tell(words, index):
        return {work_id: 1 - place / len(found.as_asked) for place, work_id in enumerate(found.as_asked)}
    scores = {hit.position: hit.score for hit in relevant(index, words)}
    held = ((one.work.work_id, places[one.work.work_id]) for one in found.references)
    return {work_id: scores[place] for work_id, place in held if place in scores}


def _words_tell(words: str, index: TextIndex) -> bool:
    """Say whether the records of the order hold enough telling words of a query, in one or in several, to judge by.

    Where they do not, the source looked for other words for the same, and what it found for all of them is trusted.
    """
    telling = telling_words(words)
    held = sum(bool(index.by_words(" ".join(spellings(word))).any()) for word in telling)
    return held >= min(FEWEST_TELLING_WORDS, len(telling))


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
