"""The evidence table: of each work what its record says, what it found in its own words, and why it counts or not.

Pure. Every rule of counting in evidence.md, 1 to 4, ends in ``why_not``.
"""

from collections.abc import Iterable, Iterator, Mapping

from shared import messages as m
from shared.appraisal.effects import effect_text
from shared.audit.attributing import WITHOUT_SIZE, design_of, size_of, subject_of
from shared.audit.shelf import Shelf, Source
from shared.audit.studies import COUNTED_APART

from .counting import study_name
from .grouping import NOTICES, Groups
from .leading import leads_of
from .overlap import overlaps
from .quoting import estimate_in
from .readings import reading_of
from .recording import level_of

_BARRED: tuple[tuple[str, str], ...] = (
    ("retracted", "retracted: takes no part"),
    ("web", "web page: no clinical evidence"),
    ("unreported", "registry entry without results"),
    ("beside", "beside the question"),
    ("human_secondary", COUNTED_APART),
    ("other_secondary", COUNTED_APART),
)
"""Groups that count nowhere among the studies, with the reason."""
_SILENT: Mapping[str, str] = {
    "protocol": "protocol: no result",
    "editorial": "editorial or comment: no result of its own",
}
_SUBJECTS: Mapping[m.Subject, str] = {
    "unknown": "subject not stated: in no count",
    "mixed": "people and animals together: in no count",
    "in-silico": "computer model: in no count",
}


def evidence_rows(groups: Groups, shelf: Shelf, question: str) -> tuple[m.EvidenceRow, ...]:
    """Return a row for every work that was read, those that count first, and for retracted ones that were not."""
    excluded, included = why_not(groups), overlaps(groups)
    telling = {one.source_id for one in (*groups.usable, *groups.beside)}
    rows = []
    for one in _sources(groups, shelf):
        row = _row(one, excluded.get(one.source_id, ""), included.get(one.source_id, ()))
        rows.append(row.model_copy(update=_found(one, question)) if one.source_id in telling else row)
    return tuple(sorted(rows, key=lambda row: not row.counted))


def _sources(groups: Groups, shelf: Shelf) -> Iterator[Source]:
    """Yield every work of the table once: what was read, then what is known to be retracted."""
    met = groups.usable + groups.beside + groups.unreported + groups.silent + groups.web + groups.retracted
    yield from met
    known = {one.source_id for one in met}
    yield from (one for one in shelf.sources.values() if one.retracted and one.source_id not in known)


def _found(source: Source, question: str) -> dict[str, object]:
    """Return what a work found, in its own words. Of a work that supports no finding nobody asks."""
    found = estimate_in(source, question)
    return {
        "outcome": found,
        "effect": effect_text(found.quotation) if found else "",
        "direction": reading_of(source),
    }


def _row(source: Source, reason: str, includes: tuple[str, ...]) -> m.EvidenceRow:
    """Return one work as its record describes it."""
    return m.EvidenceRow(
        source_id=source.source_id,
        study_id=study_name(source),
        design=design_of(source),
        subject_studied=subject_of(source),
        sample_size=_size(source),
        level=level_of(source),
        peer_reviewed=source.reference.kind == "article",
        retraction=_retraction(source),
        counted=not (reason or source.retracted),
        why_not=reason or (dict(_BARRED)["retracted"] if source.retracted else ""),
        includes=includes,
    )


def _size(source: Source) -> int | None:
    """Return on how many a work was done: as it says, else as its registry does of those who took part."""
    trial = source.reference.trial
    if trial is not None:
        return trial.enrolment if trial.enrolment_is_actual else None
    return None if design_of(source) in WITHOUT_SIZE else size_of(source) or None


def _retraction(source: Source) -> m.Retraction:
    """Return what is known of a retraction, from the registry or a piece."""
    return next((piece.retraction for piece in source.pieces if piece.retraction.bars), source.reference.retraction)


def why_not(groups: Groups) -> Mapping[str, str]:
    """Return for each work that is not in the counts of studies why it is not."""
    told = {one.source_id: reason for name, reason in _BARRED for one in getattr(groups, name)}
    told |= {one.source_id: _why_silent(one) for one in groups.silent}
    told |= {one.source_id: _SUBJECTS.get(subject_of(one), "") for one in groups.other}
    return told | dict(_repeated(groups))


def _why_silent(source: Source) -> str:
    """Return why a work that was on the shelf has nothing to tell."""
    if {piece.level for piece in source.pieces} == {"title-only"}:
        return "title only: nothing to read"
    if source.reference.kind in NOTICES:
        return f"{source.reference.kind}: it speaks of another work"
    return _SILENT.get(design_of(source), "it reports no result")


def _repeated(groups: Groups) -> Iterator[tuple[str, str]]:
    """Yield the works of a study that another work stands for."""
    counting: Iterable[Source] = groups.human + groups.animal + groups.in_vitro
    leads = leads_of(counting)
    for one in counting:
        lead = leads[study_name(one)]
        if lead != one.source_id:
            yield one.source_id, f"same study as [{lead}]"
