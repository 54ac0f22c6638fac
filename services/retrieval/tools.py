"""Two tools over a person's references: find passages, and read one work whole."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import CannotDo
from shared.library import Fetch, Reference, Shelf, keeps, relevant
from shared.ranking import Hit

from .passages import Pages, Passage, evidence_of, paged, works_of
from .retrieving import Observation, Tool

MOST_PASSAGES = 5
MOST_PASSAGES_OF_A_WORK = 2
MOST_LIBRARIES = 4
"""Kept open at a time: 500 references with their passages take about 6 MB."""


class Library:
    """Opens the references of an order, and keeps the last ones used."""

    def __init__(self, fetch: Fetch, embedder: Embedder | None = None, similarity: float = 0.5) -> None:
        self._shelf = Shelf(fetch)
        self._embedder = embedder
        self._similarity = similarity
        self._pages: OrderedDict[tuple[str, ...], Pages] = OrderedDict()

    def tools(self, order: m.RetrievalRequested) -> tuple[Tool, ...]:
        """Return the tools for *order*; none where there is nothing to read."""
        if not order.library:
            return ()
        return PassageSearch(self, order, self._similarity), ReadWork(self, order)

    async def pages(self, order: m.RetrievalRequested) -> Pages:
        """Return the references of *order*, ready to be searched. Raises ``CannotDo`` where none can be read."""
        opened = await self._shelf.open(order.library)
        if not opened.references:
            raise CannotDo("; ".join((*opened.unreadable, *opened.skipped)))
        key = tuple(one.work.work_id for one in opened.references)
        if key not in self._pages:
            self._pages[key] = await asyncio.to_thread(paged, opened.references, self._embedder)
        self._pages.move_to_end(key)
        while len(self._pages) > MOST_LIBRARIES:
            self._pages.popitem(last=False)
        return self._pages[key]


@dataclass(frozen=True)
class PassageSearch:
    """Finds the passages that report a result on something."""

    library: Library
    order: m.RetrievalRequested
    similarity: float
    name: str = "passage_search"
    description: str = "Finds the five passages of the library that bear most on a question; say the question."

    async def run(self, argument: str) -> Observation:
        """Return the best passages of the works that have to do with *argument*, one a work."""
        pages = await self.library.pages(self.order)
        found = await asyncio.to_thread(self._found, pages, argument)
        head = f"{len(found)} passages in {len(pages.references)} works that can be read:"
        return Observation(
            text="\n".join((head, *(f"{place(passage)}: {passage.text}" for passage, _ in found))),
            evidence=tuple(evidence_of(*one) for one in found),
            works=works_of(passage for passage, _ in found),
        )

    def _found(self, pages: Pages, argument: str) -> list[tuple[Passage, float]]:
        """Return the best passage of each relevant work, best first."""
        admitted = (pages.references[hit.position] for hit in relevant(pages.by_work, argument))
        works = {id(one) for one in admitted if self._may_be_read(one)}
        best: dict[int, tuple[Passage, float]] = {}
        for hit in filter(self._near, pages.by_passage.search(argument, len(pages.passages))):
            passage = pages.passages[hit.position]
            best.setdefault(id(passage.reference), (passage, hit.score))
        return [found for work, found in best.items() if work in works][:MOST_PASSAGES]

    def _may_be_read(self, reference: Reference) -> bool:
        """Say whether the request's filters keep a work; a retracted one takes no part (evidence.md, 3)."""
        return keeps(self.order.filters, reference.work) and not reference.work.retraction.bars

    def _near(self, hit: Hit) -> bool:
        """Say whether a passage shares a word with the question, or means nearly the same."""
        return hit.by_words or hit.likeness >= self.similarity


@dataclass(frozen=True)
class ReadWork:
    """Reads one work."""

    library: Library
    order: m.RetrievalRequested
    name: str = "read_work"
    description: str = "Reads the whole text of one work with its sections; say its work_id."

    async def run(self, argument: str) -> Observation:
        """Return the text of the work with this id, and of its passages those nearest to the question."""
        pages = await self.library.pages(self.order)
        reference = next((one for one in pages.references if one.work.work_id == argument.strip()), None)
        if reference is None:
            reason = f"no work with the id {argument} can be read: passage_search gives the ids there are"
            raise CannotDo(reason)
        found = await asyncio.to_thread(self._best, pages, reference)
        labels = ", ".join(section.label for section in reference.sections) or "none"
        return Observation(
            text=f"{reference.work.citation.title} (sections: {labels}): {reference.text}",
            evidence=tuple(evidence_of(*one) for one in found),
            works=(reference.work,),
        )

    def _best(self, pages: Pages, reference: Reference) -> list[tuple[Passage, float]]:
        """Return the passages of *reference* that bear most on the order's question, best first."""
        scores = pages.by_passage.relevance(self.order.question)
        own = np.array([passage.reference is reference for passage in pages.passages])
        ranked = (int(at) for at in np.argsort(-scores, kind="stable") if own[at] and scores[at] > 0)
        return [(pages.passages[at], float(scores[at])) for at in ranked][:MOST_PASSAGES_OF_A_WORK]


def place(passage: Passage) -> str:
    """Return where a passage stands, in words."""
    work = passage.reference.work
    return f"{work.work_id}, {work.citation.title} ({passage.section}, characters {passage.start} to {passage.end})"
