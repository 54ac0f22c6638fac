"""Every work of a run, and what became of it: what `vouch sources` lists. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from shared import messages as m
from shared.audit.references import LEVEL_NAMES, STATUS_NAMES, year_of

from .lines import plain
from .resolving import citing_sections


class WorkRow(m.Value):
    """One work as a table has it; a cell is empty where nobody said."""

    source_id: str
    """Empty for a work that was found and not read."""
    study_id: str = ""
    title: str
    year: str
    identifiers: str
    found_by: tuple[str, ...] = ()
    """For each source the first query that found it: ``pubmed: metformin cancer``."""
    level: str = ""
    design: m.Design | Literal[""] = ""
    subject_studied: m.Subject | Literal[""] = ""
    sample_size: int | None = None
    effect: str = ""
    direction: m.Direction | Literal[""] = ""
    retraction: str = ""
    cited_in: tuple[str, ...] = ()
    why_not: str = ""
    """Why the report does not cite it."""
    not_counted: str = ""
    """Why it is no evidence for or against, though the report names it."""


@dataclass(frozen=True)
class _Known:
    """What the report and its page know of the works, by S number."""

    rows: Mapping[str, m.EvidenceRow]
    references: Mapping[str, m.Reference]
    handed: frozenset[str]
    """Works of which the writer had a passage; empty where the report does not say."""
    sections: Mapping[str, tuple[str, ...]]


def work_rows(end: m.ResearchCompleted) -> tuple[WorkRow, ...]:
    """Return every work that has an S number, each alias under its own, in the order of the numbers."""
    known = _known(end)
    rows = (row for source in end.sources for row in (_row(source, end, known), *_aliases(source)))
    return tuple(sorted(rows, key=lambda row: int(row.source_id[1:])))


def unread_rows(end: m.ResearchCompleted) -> tuple[WorkRow, ...]:
    """Return the works that were found and not read, as far as the run names them."""
    return tuple(
        WorkRow(
            source_id="",
            title=plain(one.citation.title),
            year=year_of(one.citation),
            identifiers=identifiers_of(one.identifiers),
            found_by=_found_by(one.found_by, one.citation.source),
            why_not=one.why,
        )
        for one in end.unread
    )


def reference_of(source: m.RegisteredSource) -> m.Reference:
    """Return a work as reports list it."""
    return m.Reference(
        source_id=source.source_id,
        citation=source.citation,
        identifiers=source.identifiers,
        kind=source.kind,
        design=source.design,
        subject_studied=source.subject_studied,
        study_id=source.study_id,
        retraction=source.retraction,
    )


def unread_references(end: m.ResearchCompleted) -> tuple[m.Reference, ...]:
    """Return the works that were found and not read, as references; they have no S number, so they are counted."""
    return tuple(
        m.Reference(source_id=f"unread-{nth}", citation=one.citation, identifiers=one.identifiers)
        for nth, one in enumerate(end.unread, 1)
    )


def identifiers_of(known: m.Identifiers, numbers: tuple[str, ...] = ()) -> str:
    """Return the names of a work, the ones a reader can look up."""
    named = {"PMID": known.pmid, "": known.pmcid, "doi": known.doi, "OpenAlex": known.openalex}
    found = [f"{kind}:{value}".lstrip(":") for kind, value in named.items() if value]
    return plain(" ".join((*found, *numbers)) or known.url)


def retraction_words(retraction: m.Retraction) -> str:
    """Return what is known of a retraction, who was asked and when; silence is never "fine" (evidence.md, 3)."""
    words = STATUS_NAMES.get(retraction.status, retraction.status.replace("-", " ")).lower()
    if retraction.status == "not-checked":
        return words
    when = f" on {retraction.checked_at:%Y-%m-%d}" if retraction.checked_at else ""
    asked = f"checked in {retraction.checked_in}{when}" if retraction.checked_in else ""
    return f"{words} ({asked})" if asked else words


def _known(end: m.ResearchCompleted) -> _Known:
    """Return what the report says of each work; nothing where there is none."""
    if (report := end.report) is None:
        return _Known({}, {}, frozenset(), {})
    where, rows = citing_sections(end.markdown), {row.source_id: row for row in report.evidence_table}
    return _Known(
        rows=rows,
        references={one.source_id: one for one in (*report.reviewed_not_cited, *report.references)},
        handed=frozenset((*(piece.source_id for piece in report.evidence), *rows)),
        sections={one.source_id: where.get(str(one.number), ("the report",)) for one in report.footnotes},
    )


def _row(source: m.RegisteredSource, end: m.ResearchCompleted, known: _Known) -> WorkRow:
    """Return one work: the evidence table's facts go before the registry's."""
    sections = known.sections.get(source.source_id, ())
    row = known.rows.get(source.source_id)
    facts = row or _as_registered(source)
    level = row.level if row else source.level
    size = source.sample_size if facts.sample_size is None else facts.sample_size
    return WorkRow(
        source_id=source.source_id,
        study_id=facts.study_id or source.study_id,
        title=plain(source.citation.title),
        year=year_of(source.citation),
        identifiers=identifiers_of(source.identifiers, source.registry_numbers),
        found_by=_found_by(source.found_by, source.citation.source),
        level=LEVEL_NAMES[level].removesuffix(" read") if level else "",
        design=facts.design,
        subject_studied=facts.subject_studied,
        sample_size=size,
        retraction=retraction_words(source.retraction),
        cited_in=sections,
        why_not="" if sections else _why_not(source, end, known),
        **(_told(row) if row else {}),
    )


def _as_registered(source: m.RegisteredSource) -> m.EvidenceRow:
    """Return a work that the evidence table does not have, as its registry entry describes it."""
    return m.EvidenceRow(
        source_id=source.source_id,
        study_id=source.study_id,
        design=source.design,
        subject_studied=source.subject_studied,
    )


def _told(row: m.EvidenceRow) -> dict[str, str]:
    """Return what only the evidence table tells of a work."""
    not_counted = "" if row.counted else plain(row.why_not) or "not counted"
    return {"effect": plain(row.effect) or "not stated", "direction": row.direction, "not_counted": not_counted}


def _aliases(source: m.RegisteredSource) -> Iterator[WorkRow]:
    """Yield the higher numbers that proved to be this work: who noted one down finds it."""
    for alias in source.aliases:
        yield WorkRow(
            source_id=alias,
            study_id=source.study_id,
            title=plain(source.citation.title),
            year=year_of(source.citation),
            identifiers=identifiers_of(source.identifiers, source.registry_numbers),
            why_not=f"duplicate of {source.source_id}",
        )


def _found_by(found: tuple[m.FoundBy, ...], source: m.SourceName) -> tuple[str, ...]:
    """Return the queries that found a work; one that no query found came in another way."""
    told = {"web": "web: read by the retrieval agent", "library": "library: your files, found by no query of its own"}
    return tuple(f"{one.source}: {plain(one.query)}" for one in found) or (told.get(source, f"{source}: not recorded"),)


def _why_not(source: m.RegisteredSource, end: m.ResearchCompleted, known: _Known) -> str:
    """Return why the report does not cite a work: what bars it first, then how far it came."""
    row, reference = known.rows.get(source.source_id), known.references.get(source.source_id)
    if end.report is None:
        return "no report was written"
    if source.retraction.bars or (row and row.retraction.bars):
        return "retracted"
    if row and row.why_not:
        return row.why_not
    if reference and reference.trial and not reference.trial.has_results:
        return "registry entry without results"
    if source.level == "title-only":
        return "title only: there was nothing to rest a sentence on"
    return _how_far(source, known)


def _how_far(source: m.RegisteredSource, known: _Known) -> str:
    """Return how far a work came that nothing bars."""
    if source.level == "web-page" or source.kind == "web-page":
        return "web page: never evidence on patients"
    if known.handed and source.source_id not in known.handed:
        return "read, and not among the works chosen for the report"
    return "read for the report, which rests no sentence on it"
