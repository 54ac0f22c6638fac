"""Every form that a finished report can be had in, by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from shared import messages as m
from shared.audit.exports.bibtex import to_bibtex
from shared.audit.exports.cleaning import clean
from shared.audit.exports.csl import to_csl_json
from shared.audit.exports.laying import page_of
from shared.audit.exports.page import Page, Run
from shared.audit.exports.ris import to_ris
from shared.audit.exports.styling import DEFAULT, STYLES, styled
from shared.audit.exports.typesetting import to_pdf
from shared.audit.exports.webpage import to_html
from shared.audit.exports.word import to_docx
from shared.audit.references import STATUS_NAMES, url_of
from shared.audit.rendering import to_markdown
from shared.errors import CannotDo


@dataclass(frozen=True)
class Form:
    """A form: how it is made, and what one must know to write it down."""

    make: Callable[[m.ResearchCompleted, m.ResearchReport, str], bytes]
    suffix: str
    styled: bool = False
    """Whether its references have a style."""
    binary: bool = False
    """Whether it is nothing for a terminal."""


@dataclass(frozen=True)
class Export:
    """A report in one form."""

    data: bytes
    binary: bool


def export(end: m.ResearchCompleted, name: str, style: str = "") -> Export:
    """Return the report of a run in the form *name*, its references in *style*.

    Raises ``CannotDo`` when there is no such form or style, and when the run has no report.
    """
    if problems := check_choice(name, style):
        raise CannotDo("\n".join(problems))
    if end.report is None:
        message = f"run {end.run_id} ended as {end.status} without a report: {end.reason}"
        raise CannotDo(message)
    form = FORMATS[name]
    return Export(form.make(end, end.report, style), form.binary)


def check_choice(name: str, style: str) -> tuple[str, ...]:
    """Return what is wrong with a form and a style, each as a sentence that says what there is."""
    problems = []
    if name not in FORMATS:
        problems.append(f"there is no format {name!r}: there are {_listed(FORMATS)}")
    elif style and not FORMATS[name].styled:
        with_style = _listed([one for one, form in FORMATS.items() if form.styled])
        problems.append(f"a style has no meaning for {name}: it is for {with_style}")
    if style and style not in STYLES:
        problems.append(f"there is no style {style!r}: there are {_listed(STYLES)}")
    return tuple(problems)


def format_of(path: PurePath) -> str:
    """Return the form that the name of a file asks for, or nothing."""
    fitting = [name for name, form in FORMATS.items() if path.name.lower().endswith(form.suffix)]
    return max(fitting, key=lambda name: len(FORMATS[name].suffix), default="")


def _listed(names: Sequence[str] | Mapping[str, object]) -> str:
    """Return names in a sentence."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _markdown(end: m.ResearchCompleted, report: m.ResearchReport, style: str) -> bytes:
    """Return the page as it left; with a style, its footnotes are written in it."""
    if not style:
        return clean(end.markdown or to_markdown(report)).encode()
    known = {one.source_id: one for one in report.references}
    noted = [one for one in report.footnotes if one.source_id in known]
    entries = styled([known[one.source_id] for one in noted], style)
    texts = {one.number: _text(known[one.source_id], runs) for one, runs in zip(noted, entries, strict=True)}
    notes = tuple(one.model_copy(update={"text": texts.get(one.number, one.text)}) for one in report.footnotes)
    return clean(to_markdown(report.model_copy(update={"footnotes": notes}))).encode()


def _text(reference: m.Reference, runs: Sequence[Run]) -> str:
    """Return a reference in its style as one line, with its address, its S number and what became of it."""
    text, url = "".join(run.text for run in runs), url_of(reference)
    flag = STATUS_NAMES.get(reference.retraction.status, "")
    parts = (f"{flag}:" if flag else "", text, url if url not in text else "", f"({reference.source_id})")
    return " ".join(filter(None, parts))


def _page(report: m.ResearchReport, style: str) -> Page:
    """Return the page with its references in *style*, or in the one that is used without any."""
    return page_of(report, style or DEFAULT)


def _json(end: m.ResearchCompleted, _report: m.ResearchReport, _style: str) -> bytes:
    """Return all that is known of the run; ``research.completed.schema.json`` is its schema."""
    return f"{end.model_dump_json(indent=2)}\n".encode()


FORMATS: Mapping[str, Form] = {
    "md": Form(_markdown, ".md", styled=True),
    "html": Form(lambda _, report, style: to_html(_page(report, style)).encode(), ".html", styled=True),
    "pdf": Form(
        lambda end, report, style: to_pdf(_page(report, style), end.ended_at), ".pdf", styled=True, binary=True
    ),
    "docx": Form(
        lambda end, report, style: to_docx(_page(report, style), end.ended_at), ".docx", styled=True, binary=True
    ),
    "json": Form(_json, ".json"),
    "bibtex": Form(lambda _end, report, _style: to_bibtex(report.references).encode(), ".bib"),
    "ris": Form(lambda _end, report, _style: to_ris(report.references).encode(), ".ris"),
    "csl-json": Form(lambda _end, report, _style: to_csl_json(report.references).encode(), ".csl.json"),
}
