"""The tools over a person's library: find passages of PDFs and of references, and read one work."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from shared import messages as m
from shared.embedding import Embedder
from shared.errors import CannotDo
from shared.library import Fetch, Opened, Reference, Shelf, abstract_of, relevant
from shared.ranking import Hit
from shared.settings import SIMILARITY

from .passages import (
    MOST_PASSAGES,
    Pages,
    Passage,
    Texts,
    evidence_of,
    may_be_read,
    one_of_each,
    paged,
    shelved,
    works_of,
)
from .pdfs import PdfRetrieval, ranking
from .pdfs import place as place_in_file
from .retrieving import Observation, Tool

MOST_PASSAGES_OF_A_WORK = 2
MOST_LIBRARIES = 4
"""Kept open at a time: 500 references with their passages take about 6 MB, 50 PDFs about 10."""

IndexT = TypeVar("IndexT")


class Library:
    """Opens the files of an order, and keeps the last ones used."""

    def __init__(self, fetch: Fetch, embedder: Embedder | None = None, similarity: float = SIMILARITY) -> None:
        self._shelf = Shelf(fetch)
        self._embedder = embedder
        self._similarity = similarity
        self._pages, self._texts = _Kept(paged), _Kept(shelved)

    def tools(self, order: m.RetrievalRequested) -> tuple[Tool, ...]:
        """Return the tools for *order*; none where there is nothing to read. PDFs are known by their names."""
        if not order.library:
            return ()
        pdfs = [is_named_pdf(file) for file in order.library]

        async def read() -> tuple[Texts, tuple[str, ...]]:
            return await self.texts(order)

        of_pdfs = (PdfRetrieval(read, order, self._similarity),) if any(pdfs) else ()
        of_records = () if all(pdfs) else (PassageSearch(self, order, self._similarity),)
        return *of_pdfs, *of_records, ReadWork(self, order)

    async def pages(self, order: m.RetrievalRequested) -> Pages:
        """Return the records of *order*, ready to be searched. Raises ``CannotDo`` where nothing can be read."""
        opened = await self._opened(order)
        records = tuple(one for one in one_of_each(opened.references) if not one.pages)
        return await self._pages.of(records, self._embedder)

    async def texts(self, order: m.RetrievalRequested) -> tuple[Texts, tuple[str, ...]]:
        """Return the full texts of *order*, and why files could not be read. Raises ``CannotDo`` where none can."""
        opened = await self._opened(order)
        whole = tuple(one for one in one_of_each(opened.references) if one.pages)
        if not whole:
            raise CannotDo("; ".join(opened.unreadable) or "no PDF can be read")
        return await self._texts.of(whole, self._embedder), opened.unreadable

    async def _opened(self, order: m.RetrievalRequested) -> Opened:
        """Return what the files of *order* hold. Raises ``CannotDo`` where that is nothing."""
        opened = await self._shelf.open(order.library)
        if not opened.references:
            raise CannotDo("; ".join((*opened.unreadable, *opened.skipped)))
        return opened


class _Kept(Generic[IndexT]):
    """References with their index, made once while it is among the last ones used."""

    def __init__(self, index: Callable[[Sequence[Reference], Embedder | None], IndexT]) -> None:
        self._index = index
        self._made: OrderedDict[tuple[str, ...], IndexT] = OrderedDict()

    async def of(self, references: Sequence[Reference], embedder: Embedder | None) -> IndexT:
        """Return *references*, indexed."""
        key = tuple(one.work.work_id for one in references)
        if key not in self._made:
            self._made[key] = await asyncio.to_thread(self._index, references, embedder)
        self._made.move_to_end(key)
        found = self._made[key]
        while len(self._made) > MOST_LIBRARIES:
            self._made.popitem(last=False)
        return found


def is_named_pdf(file: m.LibraryFile) -> bool:
    """Say whether a file is called a PDF: the command line sees to that, and others name their files so."""
    return file.name.lower().endswith(".pdf")


@dataclass(frozen=True)
class PassageSearch:
    """Finds the passages that report a result on something."""

    library: Library
    order: m.RetrievalRequested
    similarity: float
    name: str = "passage_search"
    takes: str = "query"
    description: str = "Finds the five passages of the library that bear most on a question; say the question."

    def recall(self, observation: Observation) -> None:
        """Take note of nothing: what was seen opens no further way."""

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
        works = {id(one) for one in admitted if may_be_read(one, self.order.filters)}
        best: dict[int, tuple[Passage, float]] = {}
        for hit in filter(self._near, pages.by_passage.search(argument, len(pages.passages))):
            passage = pages.passages[hit.position]
            best.setdefault(id(passage.reference), (passage, hit.score))
        return [found for work, found in best.items() if work in works][:MOST_PASSAGES]

    def _near(self, hit: Hit) -> bool:
        """Say whether a passage shares a word with the question, or means nearly the same."""
        return hit.by_words or hit.likeness >= self.similarity


@dataclass(frozen=True)
class ReadWork:
    """Reads one work."""

    library: Library
    order: m.RetrievalRequested
    name: str = "read_work"
    takes: str = "work_id"
    description: str = (
        "Reads one work with its sections, of a PDF the abstract and the two passages nearest to the question; "
        "say its work_id."
    )

    def recall(self, observation: Observation) -> None:
        """Take note of nothing: what was seen opens no further way."""

    async def run(self, argument: str) -> Observation:
        """Return the text of the work with this id, and of its passages those nearest to the question."""
        wanted = argument.strip()
        if found := await self._in_texts(wanted):
            return found
        pages = await self.library.pages(self.order)
        reference = next((one for one in pages.references if one.work.work_id == wanted), None)
        if reference is None:
            reason = f"no work with the id {argument} can be read: a search gives the ids there are"
            raise CannotDo(reason)
        best = await asyncio.to_thread(self._best, pages, reference)
        return _read(reference, reference.text, best)

    async def _in_texts(self, work_id: str) -> Observation | None:
        """Return a full text's abstract and the passages nearest to the question, where it is one."""
        if not any(map(is_named_pdf, self.order.library)):
            return None
        texts, _ = await self.library.texts(self.order)
        reference = next((one for one in texts.references if one.work.work_id == work_id), None)
        if reference is None:
            return None
        ranked = await asyncio.to_thread(ranking, texts, self.order.question)
        own = [(texts.passages[hit.position], hit.score) for hit in ranked]
        best = [one for one in own if one[0].reference is reference][:MOST_PASSAGES_OF_A_WORK]
        abstract, _ = abstract_of(reference)
        shown = (f"{place_in_file(passage)}: {passage.text}" for passage, _ in best)
        return _read(reference, "\n".join((abstract, *shown)), best)

    def _best(self, pages: Pages, reference: Reference) -> list[tuple[Passage, float]]:
        """Return the passages of *reference* that bear most on the order's question, best first."""
        scores = pages.by_passage.relevance(self.order.question)
        own = np.array([passage.reference is reference for passage in pages.passages])
        ranked = (int(at) for at in np.argsort(-scores, kind="stable") if own[at] and scores[at] > 0)
        return [(pages.passages[at], float(scores[at])) for at in ranked][:MOST_PASSAGES_OF_A_WORK]


def _read(reference: Reference, text: str, best: Sequence[tuple[Passage, float]]) -> Observation:
    """Return what was read of a work, with its best passages as evidence."""
    labels = ", ".join(dict.fromkeys(section.label for section in reference.sections)) or "none"
    return Observation(
        text=f"{reference.work.citation.title} (sections: {labels}): {text}",
        evidence=tuple(evidence_of(*one) for one in best),
        works=(reference.work,),
    )


def place(passage: Passage) -> str:
    """Return where a passage stands, in words."""
    work = passage.reference.work
    return f"{work.work_id}, {work.citation.title} ({passage.section}, characters {passage.start} to {passage.end})"
