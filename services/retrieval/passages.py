"""Passages of references: windows of sentences that report a result, each with its place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from shared import messages as m
from shared.appraisal.results import statements
from shared.embedding import Embedder
from shared.library import Reference
from shared.ranking import TextIndex
from shared.registry import Registry, by_record, identify, key_of
from shared.sentences import Sentence

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


def paged(references: Sequence[Reference], embedder: Embedder | None) -> Pages:
    """Return what there is to read in *references*: one record of each work that has more than a title."""
    readable = tuple(one for one in one_of_each(references) if not one.title_only)
    passages = tuple(chain.from_iterable(map(windows, readable)))
    by_work = TextIndex([f"{one.work.citation.title}. {one.text}" for one in readable])
    by_passage = TextIndex([passage.text for passage in passages], embedder)
    _ = by_passage.vectors  # embedded here, once, and not while somebody waits
    return Pages(readable, passages, by_work, by_passage)


def one_of_each(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Return one record of each work, the one that says most, in the order of the works."""
    registry = identify(Registry(), (key_of(one.work) for one in references), (), step="", most=len(references))
    entries = by_record(registry)
    by_work: dict[tuple[str, ...], list[Reference]] = {}
    for one in references:
        by_work.setdefault(entries[one.work.work_id].work_ids, []).append(one)
    return tuple(_gravest(max(records, key=_told), records) for records in by_work.values())


def _gravest(chosen: Reference, records: Sequence[Reference]) -> Reference:
    """Return *chosen*, retracted where any record of the work says so."""
    barred = next((one.work.retraction for one in records if one.work.retraction.bars), None)
    return replace(chosen, work=chosen.work.model_copy(update={"retraction": barred})) if barred else chosen


def _told(reference: Reference) -> tuple[bool, bool, int, int]:
    """Return how much a record says: text, design, labelled sections, length."""
    known = reference.work.design != "unknown"
    return not reference.title_only, known, len(reference.sections), len(reference.text)


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
    return Passage(reference, _section_at(reference, run[0].start), run[0].start, run[-1].end)


def _goes_on(reference: Reference, run: Sequence[Sentence], sentence: Sentence) -> bool:
    """Say whether *sentence* follows the run at once, in the same section, and still fits."""
    between = reference.text[run[-1].end : sentence.start]
    same = _section_at(reference, run[-1].start) == _section_at(reference, sentence.start)
    return len(run) < MOST_SENTENCES and same and not between.strip()


def _section_at(reference: Reference, offset: int) -> str:
    """Return the label of the section an offset stands in."""
    return next((one.label for one in reference.sections if one.start <= offset < one.end), "abstract")


def evidence_of(passage: Passage, score: float) -> m.Evidence:
    """Return a passage as evidence."""
    work = passage.reference.work
    return m.Evidence(
        work_id=work.work_id,
        content=passage.text,
        citation=work.citation,
        relevance_score=score,
        locator=m.Locator(section=passage.section, start=passage.start, end=passage.end),
        level="registry" if work.kind == "registry-entry" else "abstract",
        design=work.design,
        subject=work.subject,
        sample_size=work.sample_size,
        retraction=work.retraction,
    )


def works_of(passages: Iterable[Passage]) -> tuple[m.Work, ...]:
    """Return the works of *passages*, each once, in their order."""
    return tuple({one.reference.work.work_id: one.reference.work for one in passages}.values())
