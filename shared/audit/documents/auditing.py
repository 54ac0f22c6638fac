"""Audit a report that anybody wrote, in Markdown or HTML: its markers, its references, and what leans on them.

Pure: what is known of the works, and what an index said of their identifiers, is given.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

from shared import messages as m
from shared.audit.rendering import to_markdown

from .citing import style_of
from .claims import Leaning, claim_problem, claims_of, leaning_on_nothing, sources_of, told_of_itself
from .doubting import not_checked
from .faults import faults
from .html import read_html
from .knowing import Held, held, known_faults, retracted_cited
from .listing import references_of, split_listed
from .markdown import read_markdown
from .reading import Note, Sentence, read_text
from .recorded import Own, alterations, is_of, own_of
from .resolving import resolved
from .sections import placed
from .values import DocumentAudit, Kind, KnownWork, Listed, Marker, Problem, ProblemKind, Record
from .works import works_of_report

WORST_FIRST: tuple[ProblemKind, ...] = get_args(ProblemKind)
_RANK = {kind: rank for rank, kind in enumerate(WORST_FIRST)}


class _Read(NamedTuple):
    """A document with its markers led to their references."""

    sentences: tuple[Sentence, ...]
    markers: tuple[Marker, ...]
    references: tuple[Listed, ...]
    notes: tuple[Note, ...]
    headings: tuple[str, ...]


def audit_document(
    text: str,
    *,
    kind: Kind,
    sources: Sequence[KnownWork] = (),
    looked_up: Mapping[str, Record | None] | None = None,
    record: m.ResearchReport | None = None,
    left_as: str = "",
) -> DocumentAudit:
    """Return what is wrong with a report, and what could not be checked.

    *sources* are works that are known, with their texts where claims shall be held against them; *looked_up* is what
    an index said of identifiers, ``None`` for one that it was asked for and does not have. *record* is the report of
    ours that the page was made from: its works are sources, and what was changed since is found. To another page it
    only gives its works. *left_as* is the Markdown it left as, which an older rendering made; else it is made again.
    """
    read = _read(text, kind)
    own = _own(record, left_as, read) if record else Own()
    works = (*(works_of_report(record) if record else ()), *sources)
    known = held(read.references, works, looked_up or {})
    leaning = Leaning(read.markers, read.references, sources_of(read.references, known))
    asserting = [one for one in read.sentences if not own.states_nothing(one)]
    checked = tuple(claims_of(asserting, leaning))
    claimed = filter(None, (claim_problem(sentence, claim, leaning) for sentence, claim in checked))
    altered = alterations(own, read.sentences, read.references) if own.known and kind == "markdown" else ()
    told = [one for one in asserting if one.asserts]
    empty = not (read.sentences or read.markers)
    return DocumentAudit(
        kind=kind,
        markers=read.markers,
        references=read.references,
        problems=_worst_first((*_of_citations(read, known), *claimed, *altered)),
        not_checked=(
            *(("No text was found to audit.",) if empty else ()),
            *not_checked(leaning, known, asserting, [claim for _, claim in checked]),
            *_changes_not_checked(record, own, kind),
        ),
        claims=tuple(claim for _, claim in checked),
        sentences=len(told),
        cited_sentences=sum(bool(one.markers) for one in told),
        empty=empty,
    )


def _of_citations(read: _Read, known: Sequence[Held]) -> Iterator[Problem]:
    """Yield what is wrong with markers and references, whatever the sentences say."""
    yield from faults(read.markers, read.references)
    yield from known_faults(read.references, known)
    yield from retracted_cited(read.markers, read.references, known, read.sentences)
    yield from leaning_on_nothing(read.sentences)
    yield from told_of_itself(read.notes)


def _read(text: str, kind: Kind) -> _Read:
    """Return a document with its markers led to their references."""
    document = read_markdown(text) if kind == "markdown" else read_html(text)
    listed_places, body = split_listed(tuple(placed(document.blocks)))
    headings = tuple(one.text for one in document.blocks if one.kind == "heading")
    listed = references_of(listed_places, document)
    written = read_text(body, style_of(listed))
    return _Read(written.sentences, *resolved(written.markers, listed), written.notes, headings)


def _own(report: m.ResearchReport, left_as: str, page: _Read) -> Own:
    """Return a report of ours as it left; nothing where the page is another report."""
    left = _read(left_as or to_markdown(report), "markdown")
    own = own_of(left.sentences, left.references, report)
    return own if is_of(own, page.sentences, page.headings, report) else Own()


def _changes_not_checked(record: m.ResearchReport | None, own: Own, kind: Kind) -> Iterator[str]:
    """Yield why a page was not compared with the report that was given, where it was not."""
    if record and not own.known:
        yield (
            "Changes since the report left: not checked, because the page has neither its title nor enough of its "
            "sentences."
        )
    elif record and kind == "html":
        yield "Changes since the report left: not checked, because the page is HTML: audit its Markdown."


def _worst_first(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return each problem once, the worst first, then as they stand in the document."""
    once = dict.fromkeys(problems)
    return tuple(sorted(once, key=lambda one: (_RANK[one.kind], one.line)))
