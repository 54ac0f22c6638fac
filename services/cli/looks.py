"""What a closer look at a run finds, in every form it can be printed in. Pure: nothing is printed here."""

import json

from shared import messages as m
from shared.errors import CannotDo

from .briefing import SCREEN_HEAD, first_screen
from .cells import (
    DOUBT_HEAD,
    EXHIBIT_HEAD,
    LEFT_OUT_HEAD,
    WORK_HEAD,
    doubt_rows,
    exhibit_rows,
    left_out_cells,
    work_cells,
)
from .doubts import doubts
from .excluded import LeftOut, left_out
from .exhibits import exhibit
from .exits import code_of
from .forms import Look
from .panes import print_doubts, print_exhibit, print_left_out, print_screen, print_searches, print_works
from .queries import SEARCH_HEAD, Searched, search_row, searched
from .worklist import WorkRow, reference_of, unread_references, unread_rows, work_rows


class Works(m.Value):
    """What `vouch sources --json` prints."""

    run_id: str
    question: str
    works: tuple[WorkRow, ...]
    unread: tuple[WorkRow, ...]
    left_out: tuple[LeftOut, ...]


class Searches(m.Value):
    """What `vouch searches --json` prints."""

    run_id: str
    question: str
    searches: tuple[Searched, ...]


def works_look(end: m.ResearchCompleted) -> Look:
    """Return every work that has a number, and how many have none."""
    rows = work_rows(end)
    more = end.flow.not_read
    works = f"{more:,} more {'works were' if more != 1 else 'work was'}"
    return Look(
        json=_works(end).model_dump_json(indent=2),
        head=WORK_HEAD,
        rows=tuple(map(work_cells, rows)),
        show=lambda console: print_works(console, rows),
        references=tuple(map(reference_of, end.sources)),
        remark=f"{works} found and not read: `vouch sources {end.run_id} --excluded` lists them" if more else "",
    )


def excluded_look(end: m.ResearchCompleted) -> Look:
    """Return what was found and left out."""
    found = left_out(end)
    return Look(
        json=_works(end).model_dump_json(indent=2),
        head=LEFT_OUT_HEAD,
        rows=tuple(map(left_out_cells, found)),
        show=lambda console: print_left_out(console, found),
        references=unread_references(end),
        remark="" if found else "nothing was found that was not read",
    )


def exhibit_look(end: m.ResearchCompleted, work: str) -> Look:
    """Return one work with what leans on it."""
    found = exhibit(end, work)
    return Look(
        json=found.model_dump_json(indent=2),
        head=EXHIBIT_HEAD,
        rows=tuple(exhibit_rows(found)),
        show=lambda console: print_exhibit(console, found),
        references=tuple(reference_of(one) for one in end.sources if one.source_id == found.source_id),
    )


def searches_look(end: m.ResearchCompleted) -> Look:
    """Return what each source was asked."""
    found = searched(end)
    whole = Searches(run_id=end.run_id, question=end.question, searches=found)
    return Look(
        json=whole.model_dump_json(indent=2),
        head=SEARCH_HEAD,
        rows=tuple(map(search_row, found)),
        show=lambda console: print_searches(console, found),
        remark="" if found else "no source was asked anything",
    )


def problems_look(end: m.ResearchCompleted) -> Look:
    """Return what of a report is not verified."""
    found = doubts(end, report_of(end))
    return Look(
        json=found.model_dump_json(indent=2),
        head=DOUBT_HEAD,
        rows=tuple(doubt_rows(found)),
        show=lambda console: print_doubts(console, found),
        code=code_of(end.status),
    )


def brief_look(end: m.ResearchCompleted) -> Look:
    """Return a report on one screen."""
    lines = first_screen(end, report_of(end))
    told = {name.lower().replace(" ", "_"): words for name, words in lines if name}
    return Look(
        json=json.dumps({"run_id": end.run_id, "question": end.question, **told}, indent=2, ensure_ascii=False),
        head=SCREEN_HEAD,
        rows=lines,
        show=lambda console: print_screen(console, lines),
        code=code_of(end.status),
    )


def report_of(end: m.ResearchCompleted) -> m.ResearchReport:
    """Return the report of a run; raise ``CannotDo`` with the reason where it has none."""
    if end.report is None:
        message = f"run {end.run_id} has no report: {end.reason}"
        raise CannotDo(message)
    return end.report


def _works(end: m.ResearchCompleted) -> Works:
    """Return all that is known of the works of a run."""
    return Works(
        run_id=end.run_id,
        question=end.question,
        works=work_rows(end),
        unread=unread_rows(end),
        left_out=left_out(end),
    )
