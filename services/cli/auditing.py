"""`vouch audit`: check the citations of any report in Markdown or HTML; no server, no key, no network."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from shared.errors import CannotDo

from . import options as o
from .commanding import run
from .documents import Given, Page, given_in, page_of
from .exits import COMPLETE, OTHER, USAGE, BadInput
from .lines import plain
from .screen import Screen
from .tables import shortened, tabbed

if TYPE_CHECKING:
    from shared.audit.documents import DocumentAudit, Problem

HEAD = ("Line", "Problem", "What", "Sentence", "Marker", "Reference")
MOST_CHARACTERS = 240
"""Of a sentence or reference on a terminal."""

INDENT = 11

_GRAVE = frozenset(
    {"retracted", "claim-contradicted", "claim-mismatch", "unknown-identifier", "identifier-title-mismatch", "altered"}
)

File = Annotated[str, typer.Argument(help="A report in Markdown or HTML; - reads standard input.", metavar="FILE")]
Sources = Annotated[
    list[Path] | None,
    typer.Option(
        "--sources",
        "-s",
        metavar="FILE",
        help="The works it cites, with abstracts: EndNote XML, RIS, NBIB, PubMed XML, BibTeX, CSL-JSON, PDF; or the "
        "JSON of one of our reports. Then its claims are checked, too. Again for more.",
        show_default=False,
    ),
]
Kind = Annotated[
    Literal["md", "html"] | None,
    typer.Option(help="What the file is written in.", show_default="by its name, else by its beginning"),
]


def audit(file: File, *, sources: Sources = None, kind: Kind = None, as_json: o.Json = False) -> None:
    """Check a report's citations: markers, references, duplicates, home pages, and with --sources its claims.

    Any report in Markdown or HTML, ours or another system's; nothing is sent anywhere. Leaves with 0 when no problem
    was found, 1 when one was, 2 when a file cannot be read or holds no text. What could not be
    checked is listed, and is no problem.
    """
    run(audited(file, tuple(sources or ()), kind, as_json=as_json))


async def audited(file: str, sources: tuple[Path, ...], kind: Literal["md", "html"] | None, *, as_json: bool) -> int:
    """Print what is found in a report; return the exit code."""
    page = page_of(file, {"md": "markdown", "html": "html", None: None}[kind])
    given = given_in(sources)
    found = _audit(page, given)
    if as_json:
        sys.stdout.write(f"{json.dumps(told(page, given, found), indent=2, ensure_ascii=False)}\n")
    else:
        _show(page, given, found)
    if found.problems:
        return OTHER
    return USAGE if found.empty else COMPLETE


def _audit(page: Page, given: Given) -> "DocumentAudit":
    """Return the audit of a page; the first report of ours that was given is taken for what it was made from."""
    from shared.audit.documents import audit_document, works_of_report  # noqa: PLC0415 -- half a second of start-up

    first, others = given.records[:1], given.records[1:]
    record, left_as = first[0] if first else (None, "")
    works = (*given.works, *(work for one in others for work in works_of_report(one.report)))
    try:
        return audit_document(page.text, kind=page.kind, sources=works, record=record, left_as=left_as)
    except CannotDo as error:
        message = f"{page.name}: {error}"
        raise BadInput(message) from error


def told(page: Page, given: Given, found: "DocumentAudit") -> dict[str, Any]:
    """Return the whole audit for a program."""
    return {
        "file": page.name,
        "kind": found.kind,
        "counts": found.counts,
        "problems": [asdict(one) for one in found.problems],
        "not_checked": list(found.not_checked),
        "not_read": list(given.notes),
        "markers": [asdict(one) for one in found.markers],
        "references": [asdict(one) for one in found.references],
        "claims": [one.model_dump(mode="json") for one in found.claims],
    }


def _show(page: Page, given: Given, found: "DocumentAudit") -> None:
    """Print the problems on standard output, and beside them what was and was not checked."""
    console = Console(highlight=False)
    if console.is_terminal:
        for one in found.problems:
            console.print(_entry(one))
    elif found.problems:
        sys.stdout.write(f"{tabbed((HEAD, *map(row, found.problems)))}\n")
        sys.stdout.flush()
    screen = Screen()
    screen.say(summary(page, found), style="bold red" if found.problems or found.empty else "bold green")
    screen.say(read(found), style="dim")
    for note in found.not_checked:
        screen.say(note, style="yellow")
    for note in given.notes:
        screen.say(f"not read: {plain(note)}", style="yellow")


def row(problem: "Problem") -> tuple[str, ...]:
    """Return a problem as the cells of a row."""
    cells = (problem.kind, problem.message, problem.sentence, problem.marker, problem.reference)
    return (str(problem.line or ""), *map(plain, cells))


def _entry(problem: "Problem") -> Group:
    """Return a problem for a terminal: where and what, then the words it is about."""
    line, kind, message, sentence, _, reference = row(problem)
    head = Text.assemble(
        (f"{f'line {line}' if line else 'at the end':<{INDENT}}", "dim"),
        (f"{kind}  ", "bold red" if problem.kind in _GRAVE else "bold yellow"),
        message,
    )
    words = [shortened(one, MOST_CHARACTERS) for one in (sentence, reference) if one]
    return Group(head, *(Padding(Text(one, style="dim"), (0, 0, 0, INDENT)) for one in words))


def summary(page: Page, found: "DocumentAudit") -> str:
    """Return how many problems there are, of which kinds."""
    if found.empty and not found.problems:
        return f"{page.name}: nothing was audited: no text was found in it"
    if not found.problems:
        return f"{page.name}: no problem in what could be checked"
    kinds = dict.fromkeys(one.kind for one in found.problems)
    each = ", ".join(f"{found.counts[kind]} {kind}" for kind in kinds)
    return f"{page.name}: {len(found.problems)} {'problem' if len(found.problems) == 1 else 'problems'}: {each}"


def read(found: "DocumentAudit") -> str:
    """Return what was read, in a line."""
    counts = found.counts
    line = (
        f"{counts['markers']} markers, {counts['references']} references; {counts['cited_sentences']} of "
        f"{counts['sentences']} sentences cite"
    )
    if not counts["claims"]:
        return line
    return f"{line}; {counts['claims']} were held against a text, {counts['claims_checked']} of them settled by rules"
