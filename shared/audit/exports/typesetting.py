"""A report as a PDF, set by Typst with its own fonts: footnotes on their pages, tagged for screen readers.

The page goes in as data and the template makes values of it, so nothing has to be escaped and
nothing can become markup.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.resources import files
from typing import Any

from shared.audit.exports.drawing import svg
from shared.audit.exports.page import Block, Figure, Line, Listed, Mark, Page, Run, words
from shared.audit.exports.wording import SIGNS, spoken, told
from shared.audit.tables import STANDING_LINE
from shared.errors import CannotDo

Data = dict[str, Any]

MOST_CHARACTERS = 300


def to_pdf(page: Page, made_at: datetime | None = None) -> bytes:
    """Return the page as a PDF, dated *made_at*; raise ``CannotDo`` with the reason when it cannot be set."""
    import typst  # noqa: PLC0415 -- a compiler of 40 MB

    template = (files("shared.audit.exports") / "templates" / "page.typ").read_bytes()
    given = {"page": json.dumps(data_of(page), ensure_ascii=False)}
    second = made_at.replace(microsecond=0) if made_at else None
    try:
        made = typst.compile(template, format="pdf", sys_inputs=given, timestamp=second)
    except (RuntimeError, ValueError) as error:  # TypstError is a RuntimeError
        message = f"the PDF could not be set: {str(error)[:MOST_CHARACTERS]}; another --format holds the same page"
        raise CannotDo(message) from error
    if not isinstance(made, bytes):
        message = "the PDF could not be set: no page came out of it"
        raise CannotDo(message)
    return made


def data_of(page: Page) -> Data:
    """Return the page as the template reads it."""
    return {
        "title": page.title,
        "standing": STANDING_LINE,
        "coverage": page.coverage,
        "notes": {str(one.number): _listed(one) for one in page.notes},
        "blocks": [_block(one, page) for one in page.blocks],
        "uncited": [_listed(one) for one in page.uncited],
        "uncited-title": "Reviewed but not cited" if page.notes else "References",
        "signs": [sign._asdict() for sign in SIGNS.values()],
        "ledger": list(_ledger(page)),
    }


def _ledger(page: Page) -> Iterator[Data]:
    """Yield the entries of the ledger."""
    for one in page.ledger:
        yield {
            "number": one.number,
            "section": one.section,
            "sentence": one.sentence,
            "sources": f"[{', '.join(one.source_ids)}]" if one.source_ids else "",
            "sign": SIGNS[one.verdict].sign,
            "told": told(one),
            "disagreement": one.disagreement,
            "voices": spoken(one),
            "passages": [
                {"quotation": place.quotation, "where": ", ".join(filter(None, (place.source_id, place.where)))}
                for place in one.passages
            ],
        }


def _listed(one: Listed) -> Data:
    """Return a reference."""
    return {"flag": one.flag, "runs": _runs(one.runs), "beside": one.beside}


def _runs(runs: Sequence[Run]) -> list[Data]:
    """Return letters with their styles."""
    return [run._asdict() for run in runs]


def _block(block: Block, page: Page) -> Data:
    """Return one block."""
    if isinstance(block, Figure):
        rows = [[_line(words(cell), page) for cell in row] for row in block.rows]
        head = [_line(words(cell), page) for cell in block.head]
        return block._asdict() | {"svg": svg(block), "head": head, "rows": rows}
    data = block._asdict()
    for name in ("line", "head", "items", "rows"):
        if name in data:
            data[name] = _lines(data[name], page, name)
    return data


def _lines(value: Any, page: Page, name: str) -> Any:
    """Return the line, the lines or the rows of lines of a block."""
    if name == "line":
        return _line(value, page)
    deeper = "head" if name == "rows" else "line"
    return [_lines(one, page, deeper) for one in value]


def _line(line: Line, page: Page) -> list[Data]:
    """Return a line; the sign of a sentence stands behind it."""
    return [
        {
            "claim": stretch.claim,
            "sign": SIGNS[page.ledger[stretch.claim - 1].verdict].sign if stretch.claim else "",
            "parts": [_part(part) for part in stretch.parts],
        }
        for stretch in line
    ]


def _part(part: Run | Mark) -> Data:
    """Return letters, or the call of a footnote: the first of each has its text."""
    if isinstance(part, Mark):
        return {"number": part.number, "first": part.nth == 1}
    return part._asdict()
