"""What other agents worded and the report shows in rows: hypotheses, candidates, key findings. Pure."""

import re
from collections.abc import Iterator
from dataclasses import replace

from shared import messages as m
from shared.audit.attributing import subject_named, subject_of
from shared.audit.checking.wording import loses_species
from shared.audit.escaping import without_references
from shared.audit.inspecting import CANDIDATES, HYPOTHESES, KEY_FINDINGS, Inspection, Part, inspect, together
from shared.audit.markers import MARKER, cited, marker_of, replaced, tidied
from shared.audit.parts import EVIDENCE_TABLE
from shared.audit.prose import statements
from shared.audit.shelf import Shelf
from shared.audit.tables import EVIDENCE_CAPTION

from .appraising import evidence_rows
from .counting import tested
from .grouping import groups_of
from .quoting import quotation
from .trials import stopping_line

_WORDED = ("best_human_evidence", "best_preclinical_evidence", "harms", "approval")
"""Text fields of a candidate's row that may lean on a source."""

_LISTED = ("trials", "contraindications")
_KEPT = re.compile(rf"({MARKER.pattern}|“[^”]*”)")
_NUMBERED = re.compile(r"\bS\d+\b")


def inspected_rows(order: m.ReportRequested, shelf: Shelf) -> Inspection:
    """Return the ledger of the rows. Key findings are not printed, so nothing is marked in them."""
    cells = (*_hypotheses(order, shelf), *_candidates(order, shelf), *_evidence(order, shelf))
    own = (
        *(one.text for one in statements(EVIDENCE_CAPTION)),
        *filter(None, map(stopping_line, shelf.sources.values())),
    )
    shown = inspect(cells, shelf, own)
    findings = inspect(tuple(_findings(order, shelf)), shelf)
    return together(shown, replace(findings, problems=()))


def _hypotheses(order: m.ReportRequested, shelf: Shelf) -> Iterator[Part]:
    """Yield the label of each hypothesis with what it was made from."""
    return (Part(HYPOTHESES, one.mechanism, one.derived_from) for one in tested(order.hypotheses, shelf))


def _evidence(order: m.ReportRequested, shelf: Shelf) -> Iterator[Part]:
    """Yield the caption of the evidence table, and of each row what the work says it found and how large it was."""
    yield Part(EVIDENCE_TABLE, EVIDENCE_CAPTION)
    groups = groups_of(shelf, order.evidence, order.question)
    for row in evidence_rows(groups, shelf, order.question):
        if row.outcome:
            quoted = quotation(shelf[row.source_id], (row.outcome,))
            yield Part(EVIDENCE_TABLE, quoted, (row.source_id,))
        if row.effect:
            yield Part(EVIDENCE_TABLE, row.effect, (row.source_id,))


def _findings(order: m.ReportRequested, shelf: Shelf) -> Iterator[Part]:
    """Yield the judge's key findings."""
    found = order.assessment.details.key_findings if order.assessment else ()
    return (Part(KEY_FINDINGS, one.text, _standing(one.source_ids, shelf)) for one in found)


def _candidates(order: m.ReportRequested, shelf: Shelf) -> Iterator[Part]:
    """Yield every text of a candidate's row that says more than that nothing was found."""
    for row in candidates(order, shelf):
        texts = (getattr(row, field) for field in _WORDED if getattr(row, field) != _silence(field))
        yield from (Part(CANDIDATES, text, row.source_ids) for text in (*texts, *row.trials, *row.contraindications))


def _silence(field: str) -> str:
    """Return what a field says when nothing was found."""
    return str(m.CandidateDetails.model_fields[field].default)


def candidates(order: m.ReportRequested, shelf: Shelf) -> tuple[m.CandidateDetails, ...]:
    """Return the judge's rows without retracted works; a row that rests on nothing else is left out."""
    rows = order.assessment.details.candidate_details if order.assessment else ()
    kept = (row.model_copy(update=_cells(row, shelf)) for row in rows)
    return tuple(row for row in kept if row.source_ids)


def _cells(row: m.CandidateDetails, shelf: Shelf) -> dict[str, object]:
    """Return what changes in a row: its sources are those that stand, its cells say whom they speak of."""
    texts = {field: cited_cell(getattr(row, field), shelf) for field in _WORDED}
    lists = {field: tuple(cited_cell(one, shelf) for one in getattr(row, field)) for field in _LISTED}
    lists["trials"] = tuple(cited_cell(_registered(one, shelf), shelf) for one in row.trials)
    return {"source_ids": _standing(row.source_ids, shelf), **texts, **lists}


def _registered(cell: str, shelf: Shelf) -> str:
    """Return a cell on a stopped trial in the words of the registry's own fields: its text may not be at hand."""
    ids = cited(with_markers(cell))
    return (stopping_line(shelf[ids[0]]) if len(ids) == 1 and ids[0] in shelf else "") or cell


def cited_cell(text: str, shelf: Shelf) -> str:
    """Return a cell with its S numbers as markers; what was not seen in people gets its species beside it."""
    text = with_markers(text)
    return replaced(text, lambda ids: " ".join((*_species(text, ids, shelf), marker_of(ids))))


def with_markers(text: str) -> str:
    """Return *text* with the S numbers in its own words as markers."""
    pieces = _KEPT.split(text)
    marked = (piece if place % 2 else _NUMBERED.sub(r"[\g<0>]", piece) for place, piece in enumerate(pieces))
    return tidied("".join(marked))


def _species(text: str, source_ids: tuple[str, ...], shelf: Shelf) -> tuple[str, ...]:
    """Return the species of the works that a cell does not name itself."""
    known = [shelf[one] for one in source_ids if one in shelf]
    silent = dict.fromkeys(subject_named(one) for one in known if loses_species(text, subject_of(one)))
    return (f"({', '.join(silent)})",) if silent else ()


def candidates_left_out(order: m.ReportRequested, shelf: Shelf) -> tuple[str, ...]:
    """Return the drugs whose rows rest on no work that stands."""
    rows = order.assessment.details.candidate_details if order.assessment else ()
    return tuple(row.drug for row in rows if not _standing(row.source_ids, shelf))


def hypotheses_left_out(order: m.ReportRequested, shelf: Shelf) -> tuple[str, ...]:
    """Return the mechanisms that rest on no work that stands; a model words them, so they cite and link nothing."""
    shown = {one.hypothesis_id for one in tested(order.hypotheses, shelf)}
    bare = (one.mechanism for one in order.hypotheses if one.hypothesis_id not in shown)
    return tuple(dict.fromkeys(without_references(one) for one in bare))


def revised(row: m.CandidateDetails, inspection: Inspection) -> m.CandidateDetails:
    """Return a row with its texts as they may leave."""
    update: dict[str, object] = {field: inspection.final(CANDIDATES, getattr(row, field)) for field in _WORDED}
    for field in _LISTED:
        update[field] = tuple(inspection.final(CANDIDATES, text) for text in getattr(row, field))
    return row.model_copy(update=update)


def _standing(source_ids: tuple[str, ...], shelf: Shelf) -> tuple[str, ...]:
    """Return the registered works among *source_ids* that are not retracted."""
    return tuple(dict.fromkeys(one for one in source_ids if one in shelf and not shelf[one].retracted))
