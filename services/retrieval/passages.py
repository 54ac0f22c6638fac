"""What can be read: stretches of full texts, and of records the sentences that report a result; each with its place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from shared import messages as m
from shared.appraisal.results import statements
from shared.embedding import Embedder
from shared.embedding.opening import word_vectors
from shared.library import Reference, keeps, level_of, locator_of, section_at, stretches
from shared.ranking import TextIndex
from shared.registry import Registry, by_record, identify, key_of
from shared.sentences import Sentence

from .covering import Coverage

MOST_PASSAGES = 5
"""Shown for one question; a model reads them all."""

MOST_SENTENCES = 3
"""In a window: enough for a result with its context, too few for two results."""


@dataclass(frozen=True)
class Passage:
    """A place in a work: ``text == reference.text[start:end]``."""

    reference: Reference
    section: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """Return the words that stand there."""
        return self.reference.text[self.start : self.end]


@dataclass(frozen=True)
class Pages:
    """References that can be read: one record of each work, its passages, and two indexes."""

    references: tuple[Reference, ...]
    passages: tuple[Passage, ...]
    by_work: TextIndex
    by_passage: TextIndex


@dataclass(frozen=True)
class Texts:
    """Full texts that can be read: their passages, and how they are searched."""

    references: tuple[Reference, ...]
    passages: tuple[Passage, ...]
    index: TextIndex
    coverage: Coverage


def paged(references: Sequence[Reference], embedder: Embedder | None) -> Pages:
    """Return what there is to read in records, each of a work of its own: those with more than a title."""
    readable = tuple(one for one in references if not one.title_only)
    passages = tuple(chain.from_iterable(map(windows, readable)))
    by_work = TextIndex([f"{one.work.citation.title}. {one.text}" for one in readable])
    by_passage = TextIndex([passage.text for passage in passages], embedder)
    _ = by_passage.vectors  # embedded here, once, and not while somebody waits
    return Pages(readable, passages, by_work, by_passage)


def shelved(references: Sequence[Reference], embedder: Embedder | None) -> Texts:
    """Return what there is to read in full texts. A passage is found by its title and headings, too."""
    placed = [(one, stretch) for one in references for stretch in stretches(one)]
    passages = tuple(Passage(one, stretch.section, stretch.start, stretch.end) for one, stretch in placed)
    named = [
        f"{one.work.citation.title}. {stretch.section}. {stretch.heading}. {passage.text}"
        for (one, stretch), passage in zip(placed, passages, strict=True)
    ]
    vectors = embedder.embed([passage.text for passage in passages]) if embedder else None
    return Texts(
        tuple(references), passages, TextIndex(named, embedder, vectors), Coverage(named, word_vectors(embedder))
    )


def may_be_read(reference: Reference, filters: m.Filters) -> bool:
    """Say whether *filters* keep a work; a retracted one takes no part (evidence.md, 3)."""
    return keeps(filters, reference.work) and not reference.work.retraction.bars


def one_of_each(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Return one record of each work, the one that says most, in the order of the works."""
    registry = identify(Registry(), (key_of(one.work) for one in references), (), step="", most=len(references))
    entries = by_record(registry)
    by_work: dict[tuple[str, ...], list[Reference]] = {}
    for one in references:
        by_work.setdefault(entries[one.work.work_id].work_ids, []).append(one)
    return tuple(_completed(max(records, key=_told), records) for records in by_work.values())


def _completed(chosen: Reference, records: Sequence[Reference]) -> Reference:
    """Return *chosen*, retracted where any record of the work says so, with what only others know of it."""
    own = chosen.work
    facts: dict[str, object] = {}
    if barred := next((one.work.retraction for one in records if one.work.retraction.bars), None):
        facts["retraction"] = barred
    if best := next((one.work for one in records if one.work.design != "unknown"), None):
        facts |= {} if own.design != "unknown" else {"design": best.design}
        facts |= {} if own.subject != "unknown" else {"subject": best.subject}
    return replace(chosen, work=own.model_copy(update=facts)) if facts else chosen


def _told(reference: Reference) -> tuple[bool, bool, bool, int, int]:
    """Return how much a record says: a full text, a text, design, labelled sections, length."""
    known = reference.work.design != "unknown"
    whole = bool(reference.pages)
    return whole, not reference.title_only, known, len(reference.sections), len(reference.text)


def windows(reference: Reference) -> Iterator[Passage]:
    """Yield runs of sentences that report a result or conclude from one; a run ends with its section."""
    sections = tuple((section.start, section.label) for section in reference.sections)
    run: list[Sentence] = []
    for sentence, _ in statements(reference.text, sections):
        if run and not _goes_on(reference, run, sentence):
            yield _passage(reference, run)
            run = []
        run.append(sentence)
    if run:
        yield _passage(reference, run)


def _passage(reference: Reference, run: Sequence[Sentence]) -> Passage:
    """Return a run of sentences as a passage."""
    return Passage(reference, section_at(reference, run[0].start), run[0].start, run[-1].end)


def _goes_on(reference: Reference, run: Sequence[Sentence], sentence: Sentence) -> bool:
    """Say whether *sentence* follows the run at once, in the same section, and still fits."""
    between = reference.text[run[-1].end : sentence.start]
    same = section_at(reference, run[-1].start) == section_at(reference, sentence.start)
    return len(run) < MOST_SENTENCES and same and not between.strip()


def evidence_of(passage: Passage, score: float) -> m.Evidence:
    """Return a passage as evidence."""
    reference, work = passage.reference, passage.reference.work
    locator = locator_of(reference, passage.start, passage.end)
    return m.Evidence(
        work_id=work.work_id,
        content=passage.text,
        citation=work.citation,
        relevance_score=score,
        locator=locator.model_copy(update={"section": passage.section}),
        level=level_of(reference),
        design=work.design,
        subject=work.subject,
        sample_size=work.sample_size,
        retraction=work.retraction,
    )


def works_of(passages: Iterable[Passage]) -> tuple[m.Work, ...]:
    """Return the works of *passages*, each once, in their order."""
    return tuple({one.reference.work.work_id: one.reference.work for one in passages}.values())
