"""Lay out the page of a report: its blocks, its ledger, its references in a style, and its figures."""

from collections.abc import Iterable, Iterator, Sequence

from shared import messages as m
from shared.audit.exports.claiming import Ledger, key_of
from shared.audit.exports.cleaning import clean, in_a_line
from shared.audit.exports.figures import figures_of
from shared.audit.exports.page import (
    Block,
    Bullets,
    Entry,
    Heading,
    Listed,
    Page,
    Paragraph,
    Place,
    Run,
    Table,
    Verbatim,
    Voice,
    plain,
)
from shared.audit.exports.reading import Node, blocks_of, cells_of, items_of, runs_of
from shared.audit.exports.styling import STYLES, styled
from shared.audit.references import STATUS_NAMES, bare_doi, url_of
from shared.audit.rendering import body

TITLE = "Title"
FIGURES_BEHIND = "Evidence base"
"""The section that the figures belong to; a page without it has them at its end."""

_ONE_FAILS = "1 still fails, marked where it stands."
_SECTION = 2


def page_of(report: m.ResearchReport, style: str) -> Page:
    """Return the page of a report with its references in *style*."""
    ledger = Ledger(report.claims, report.footnotes)
    blocks = tuple(_with_figures(_blocks(clean(body(report)), ledger), figures_of(report)))
    return Page(
        title=in_a_line(report.title),
        made_by=report.made_by,
        blocks=blocks,
        ledger=tuple(_entry(number, claim, ledger) for number, claim in enumerate(report.claims, start=1)),
        notes=_notes(report, style, ledger),
        uncited=_uncited(report, style),
        style=STYLES[style],
        coverage=tuple(coverage_lines(report.audit)),
    )


def coverage_lines(audit: m.Audit) -> Iterator[str]:
    """Yield how much was checked and cited, each share as what it is a share of."""
    yield f"{audit.claims_checked} of {audit.claims} sentences in the claim ledger were checked."
    yield f"{audit.cited_sentences} of {audit.evidence_sentences} sentences of the findings cite a source."
    if number := len(audit.problems):
        yield f"{number} still fail, each marked where it stands." if number > 1 else _ONE_FAILS


def _blocks(markdown: str, ledger: Ledger) -> Iterator[Block]:
    """Yield the blocks of a page; a sentence is looked for among those of its own section."""
    section = TITLE
    for node in blocks_of(markdown):
        block = _block(node, section, ledger)
        if isinstance(block, Heading) and block.level == _SECTION:
            section = plain(block.line)
        if block:
            yield block


def _block(node: Node, section: str, ledger: Ledger) -> Block | None:
    """Return one block; nothing for what a page of ours has none of."""
    match node.type:
        case "heading":
            return Heading(int(node.tag[1:]), ledger.line(runs_of(node), section))
        case "paragraph":
            return Paragraph(ledger.line(runs_of(node), section))
        case "bullet_list":
            return Bullets(tuple(ledger.line(item, section) for item in items_of(node)))
        case "table":
            head, *rows = (ledger.row(row, section) for row in cells_of(node))
            return Table(head, tuple(rows))
        case "fence" | "code_block":
            return Verbatim(node.content.rstrip("\n"))
        case _:
            return None


def _with_figures(blocks: Iterable[Block], figures: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks, the figures at the end of the section they belong to."""
    waiting, open_ = list(figures), False
    for block in blocks:
        if isinstance(block, Heading) and block.level <= _SECTION:
            if open_:
                yield from waiting
                waiting = []
            open_ = plain(block.line) == FIGURES_BEHIND
        yield block
    yield from waiting


def _entry(number: int, claim: m.Claim, ledger: Ledger) -> Entry:
    """Return a claim as the ledger shows it."""
    return Entry(
        number=number,
        section=in_a_line(claim.section),
        sentence=key_of(claim.sentence),
        source_ids=claim.source_ids,
        verdict=claim.verdict,
        by=in_a_line(claim.verdict_by),
        reason=in_a_line(claim.reason),
        disagreement=in_a_line(claim.disagreement),
        passages=tuple(_place(one) for one in _passages(claim)),
        voices=tuple(
            Voice(one.source_id, one.verdict, in_a_line(one.verdict_by), in_a_line(one.reason)) for one in claim.checks
        ),
        shown=number in ledger.shown,
    )


def _passages(claim: m.Claim) -> tuple[m.SourcePassage, ...]:
    """Return every passage that a claim or one of its checks names, each once."""
    return tuple(dict.fromkeys((*claim.passages, *(one for check in claim.checks for one in check.passages))))


def _place(passage: m.SourcePassage) -> Place:
    """Return a passage verbatim, and in words where it stands."""
    locator = passage.locator
    where = (
        in_a_line(locator.section),
        f"page {locator.page}" if locator.page else "",
        f"characters {locator.start} to {locator.end}" if locator.end else "",
    )
    return Place(passage.source_id, clean(passage.quotation), ", ".join(filter(None, where)))


def _notes(report: m.ResearchReport, style: str, ledger: Ledger) -> tuple[Listed, ...]:
    """Return the footnotes in order, each reference in the style."""
    known = {one.source_id: one for one in report.references}
    notes = [one for one in report.footnotes if one.source_id in known]
    entries = styled([known[one.source_id] for one in notes], style)
    return tuple(
        _listed(known[one.source_id], runs, _beside(one), one.number, ledger.calls.get(one.number, 0))
        for one, runs in zip(notes, entries, strict=True)
    )


def _beside(note: m.Footnote) -> str:
    """Return what the footnote says behind its reference: ``S3, abstract read``."""
    last = note.text.rfind("(")
    return (
        in_a_line(note.text[last:].strip("()")) if note.text[last:].startswith(f"({note.source_id}") else note.source_id
    )


def _uncited(report: m.ResearchReport, style: str) -> tuple[Listed, ...]:
    """Return what was read and is not cited; of a report without footnotes, its references, too."""
    plain_references = () if report.footnotes else report.references
    listed = (*plain_references, *report.reviewed_not_cited)
    return tuple(_listed(one, runs, one.source_id) for one, runs in zip(listed, styled(listed, style), strict=True))


def _listed(reference: m.Reference, runs: tuple[Run, ...], beside: str, number: int = 0, calls: int = 0) -> Listed:
    """Return a work as a list shows it; what became of it stands first."""
    return Listed(
        source_id=reference.source_id,
        flag=STATUS_NAMES.get(reference.retraction.status, ""),
        runs=_linked(runs, url_of(reference), bare_doi(reference.identifiers.doi)),
        beside=beside,
        number=number,
        calls=calls,
    )


def _linked(runs: tuple[Run, ...], url: str, doi: str) -> tuple[Run, ...]:
    """Return a reference whose address, or else its DOI, is a link; behind it where it names neither."""
    for shown in filter(None, (url, f"doi:{doi}" if doi else "")):
        for place, run in enumerate(runs):
            before, found, after = run.text.partition(shown)
            if url and found:
                cut = (run._replace(text=before), run._replace(text=found, url=url), run._replace(text=after))
                return (*runs[:place], *(one for one in cut if one.text), *runs[place + 1 :])
    return (*runs, Run(" "), Run(url, url=url)) if url else runs
