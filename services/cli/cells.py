"""A closer look as rows of cells, for programs and spreadsheets. Pure."""

from collections.abc import Iterator

from .doubts import Doubt, Doubts, coverage_words
from .excluded import LeftOut
from .exhibits import Exhibit, place_words
from .lines import plain
from .worklist import WorkRow

WORK_HEAD = (
    *("S", "Study", "Title", "Year", "Identifiers", "Found by", "Read", "Design", "Subject", "Size"),
    *("Effect", "Direction", "Retraction", "Cited in", "Why not cited", "Why not counted"),
)
LEFT_OUT_HEAD = ("Count", "Record", "Source", "Why")
DOUBT_HEAD = ("What", "Section", "Sentence", "Reason", "By", "Sources", "Passages")
EXHIBIT_HEAD = ("What", "Where", "Text", "Reason", "By")


def work_cells(row: WorkRow) -> tuple[str, ...]:
    """Return a work as a row."""
    size = "" if row.sample_size is None else str(row.sample_size)
    return (
        *(row.source_id, row.study_id, row.title, row.year, row.identifiers, "; ".join(row.found_by), row.level),
        *(row.design, row.subject_studied, size, row.effect, row.direction, row.retraction),
        *(", ".join(row.cited_in), row.why_not, row.not_counted),
    )


def left_out_cells(one: LeftOut) -> tuple[str, ...]:
    """Return what was left out as a row."""
    return (str(one.count), one.record, one.source, one.why)


def doubt_rows(found: Doubts) -> Iterator[tuple[str, ...]]:
    """Yield what is wrong or unverified as rows: how far was checked, the report's own problems, then sentences."""
    yield ("coverage", "", coverage_words(found), "", "audit", "", "")
    yield from (("problem", "", problem, "", "audit", "", "") for problem in found.problems)
    for one in found.disagreements:
        yield ("disagreement", *_doubt_cells(one)[:2], one.disagreement, *_doubt_cells(one)[3:])
    yield from ((one.verdict, *_doubt_cells(one)) for one in found.sentences)


def _doubt_cells(one: Doubt) -> tuple[str, ...]:
    """Return a sentence that is not verified, without its verdict."""
    passages = " | ".join(f"{each.source_id}: {plain(each.quotation)}" for each in one.passages)
    return (one.section, one.sentence, one.reason, one.verdict_by, ", ".join(one.source_ids), passages)


def exhibit_rows(found: Exhibit) -> Iterator[tuple[str, ...]]:
    """Yield a work, its passages and its sentences as rows."""
    yield ("reference", found.source_id, found.reference, "", "")
    yield from (("sibling", one.source_id, one.title, "", "") for one in found.siblings)
    yield from (("passage", place_words(one.locator), plain(one.quotation), "", "") for one in found.passages)
    for one in found.sentences:
        yield (one.verdict, one.section, one.sentence, one.reason or one.disagreement, one.verdict_by)
