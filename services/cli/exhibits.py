"""One work of a run, and all that leans on it: what `vouch show` tells. Pure."""

import re
from collections.abc import Iterator

from shared import messages as m
from shared.audit.references import reference_text

from .exits import BadInput
from .lines import plain
from .worklist import WorkRow, reference_of, work_rows

_NUMBER = re.compile(r"\[?[sS]?0*(\d+)\]?")


class Leaning(m.Value):
    """A sentence of the report that cites the work."""

    section: str
    sentence: str
    verdict: m.Verdict
    """Of the sentence: the weakest of its checks, on whichever source."""
    verdict_by: str
    reason: str
    disagreement: str = ""
    checks: tuple[m.SourceCheck, ...] = ()
    """Of this work alone, by each checker."""
    passages: tuple[m.SourcePassage, ...] = ()
    """Of this work, that the sentence rests on."""


class Exhibit(m.Value):
    """One work with its passages and sentences."""

    run_id: str
    asked_for: str
    source_id: str
    """Where it was asked for under an alias, the number that stands."""
    reference: str
    work: WorkRow
    siblings: tuple[WorkRow, ...] = ()
    """Other works of the same study: together they count once."""
    passages: tuple[m.SourcePassage, ...] = ()
    """What the report's writer was given of it."""
    sentences: tuple[Leaning, ...] = ()


def exhibit(end: m.ResearchCompleted, asked_for: str) -> Exhibit:
    """Return the work under this S number, or an alias of it; raise ``BadInput`` where the run has none."""
    source = _source(end, asked_for)
    rows = {row.source_id: row for row in work_rows(end)}
    study = [one for one in end.sources if one.study_id and one.study_id == source.study_id]
    return Exhibit(
        run_id=end.run_id,
        asked_for=asked_for,
        source_id=source.source_id,
        reference=plain(reference_text(reference_of(source))),
        work=rows[source.source_id],
        siblings=tuple(rows[one.source_id] for one in study if one.source_id != source.source_id),
        passages=tuple(_passages(end, source.source_id)),
        sentences=tuple(_sentences(end, source.source_id)),
    )


def _source(end: m.ResearchCompleted, asked_for: str) -> m.RegisteredSource:
    """Return the work of a number; an alias leads to the lower one."""
    found = _NUMBER.fullmatch(asked_for.strip())
    wanted = f"S{found[1]}" if found else ""
    for source in end.sources:
        if wanted in {source.source_id, *source.aliases}:
            return source
    if not end.sources:
        message = f"run {end.run_id} has no works: {end.reason}"
        raise BadInput(message)
    last = max(int(one[1:]) for source in end.sources for one in (source.source_id, *source.aliases))
    message = (
        f"run {end.run_id} has no work {asked_for}: name one of S1 to S{last}; `vouch sources {end.run_id}` lists them"
    )
    raise BadInput(message)


def _passages(end: m.ResearchCompleted, source_id: str) -> Iterator[m.SourcePassage]:
    """Yield what was read of a work for the report; where that was not kept, what its sentences quote of it."""
    if end.report is None:
        return
    if end.report.evidence:
        for piece in end.report.evidence:
            if piece.source_id == source_id:
                yield m.SourcePassage(source_id=source_id, quotation=piece.content, locator=piece.locator)
        return
    quoted = (one for claim in end.report.claims for one in claim.passages if one.source_id == source_id)
    yield from {(one.locator.start, one.quotation): one for one in quoted}.values()


def _sentences(end: m.ResearchCompleted, source_id: str) -> Iterator[Leaning]:
    """Yield the sentences that cite a work, in the order of the ledger."""
    for claim in end.report.claims if end.report else ():
        if source_id in claim.source_ids:
            yield Leaning(
                section=claim.section,
                sentence=plain(claim.sentence),
                verdict=claim.verdict,
                verdict_by=claim.verdict_by,
                reason=plain(claim.reason),
                disagreement=plain(claim.disagreement),
                checks=tuple(one for one in claim.checks if one.source_id == source_id),
                passages=tuple(one for one in claim.passages if one.source_id == source_id),
            )


def place_words(locator: m.Locator) -> str:
    """Return where a passage stands: its section, its page, and its offsets in the work's text."""
    page = f"page {locator.page}" if locator.page else ""
    offsets = f"characters {locator.start:,}–{locator.end:,}" if locator.end else ""
    return ", ".join(filter(None, (locator.section, page, offsets))) or "place not recorded"
