"""How a closer look is printed on a terminal: as blocks that a person reads."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from shared import messages as m

from .briefing import Line
from .doubts import Doubts, coverage_words
from .excluded import LeftOut
from .exhibits import Exhibit, Leaning, place_words
from .lines import plain
from .queries import Searched, search_head
from .worklist import WorkRow

_COLOURS: dict[m.Verdict, str] = {
    "verbatim": "green",
    "supported": "green",
    "numbers-and-direction-match": "green",
    "partly": "yellow",
    "not-checked": "yellow",
    "mismatch": "red",
    "contradicted": "bold red",
}
INDENT = 5


def print_works(console: Console, rows: Iterable[WorkRow]) -> None:
    """Print works for a person: a block each."""
    for row in rows:
        head = Text.assemble(
            (f"{row.source_id:<{INDENT}}", "bold cyan"), (row.title, "bold"), f" ({row.year or 'n.d.'})"
        )
        _block(console, head, *_facts(row))


def _facts(row: WorkRow) -> Iterator[Text]:
    """Yield what a person reads under a title."""
    yield from _recorded(row)
    yield from _standing(row)


def _recorded(row: WorkRow) -> Iterator[Text]:
    """Yield what is known of a work: what it is, what it found, how it was found."""
    from shared.audit.attributing import DESIGN_NAMES  # noqa: PLC0415 -- a tenth of a second, for every command

    size = f"n = {row.sample_size:,}" if row.sample_size is not None else ""
    design = DESIGN_NAMES[row.design] if row.design else ""
    study = f"study {row.study_id}" if row.study_id not in {"", row.source_id} else ""
    if facts := " · ".join(filter(None, (design, row.subject_studied, size, _read(row), row.identifiers, study))):
        yield Text(facts)
    if row.direction or row.effect:
        yield Text(f"{row.direction or 'direction not stated'}; effect: {row.effect or 'not stated'}")
    if row.found_by:
        yield Text(f"found by {'; '.join(_together(row.found_by))}", style="dim")


def _read(row: WorkRow) -> str:
    """Return how much of a work was read, in words."""
    return f"read: {row.level}" if row.level else ""


def _standing(row: WorkRow) -> Iterator[Text]:
    """Yield whether a work may be leaned on, and whether the report does."""
    if row.retraction:
        alarm = row.retraction.startswith("retracted")
        yield Text(f"retraction: {row.retraction}", style="bold red" if alarm else "dim")
    if not row.cited_in:
        yield Text(f"not cited: {row.why_not}", style="yellow")
        return
    yield Text(f"cited in {', '.join(row.cited_in)}", style="green")
    if row.not_counted:
        yield Text(f"not counted: {row.not_counted}", style="yellow")


def _together(found_by: Iterable[str]) -> Iterator[str]:
    """Yield the queries that found a work, one for all sources that were asked it."""
    asked: dict[str, list[str]] = {}
    for source, _, query in (one.partition(": ") for one in found_by):
        asked.setdefault(query, []).append(source)
    return (f"{', '.join(sources)}: {query}" for query, sources in asked.items())


def print_left_out(console: Console, found: Sequence[LeftOut]) -> None:
    """Print what was left out for a person."""
    for one in found:
        what = one.record or f"{one.count:,} more"
        head = Text(what, style="bold") if one.record else Text(what, style="bold yellow")
        _block(console, head, Text(f"{one.source}: {one.why}" if one.source else one.why))


def print_searches(console: Console, found: Iterable[Searched]) -> None:
    """Print each string on a line of its own, whole and without an indent: it is there to be copied."""
    for one in found:
        if one.way == 1:
            console.print(Text(search_head(one), style="dim"), soft_wrap=True)
        if not one.is_whole:
            console.print(Text("cut short where the run had no room, so do not paste this one:", style="yellow"))
        console.print(Text(one.string), soft_wrap=True)
        if one.way == one.of_ways:
            console.print()


def print_exhibit(console: Console, found: Exhibit) -> None:
    """Print one work with its passages and sentences for a person."""
    asked = found.asked_for.strip("[] ").upper()
    if asked not in {found.source_id, found.source_id[1:]}:
        console.print(Text(f"{asked} is an alias: the work is {found.source_id}", style="yellow"))
    print_works(console, (found.work,))
    _block(console, Text("Reference", style="bold"), Text(found.reference))
    siblings = [Text(f"{one.source_id} {one.title} ({one.year or 'n.d.'})") for one in found.siblings]
    if siblings:
        _block(console, Text("The same study, which counts once", style="bold"), *siblings)
    for passage in found.passages:
        head = Text(f"Passage: {place_words(passage.locator)}", style="bold")
        _block(console, head, Text(plain(passage.quotation)))
    if not found.passages:
        console.print(Text("No passage of it was handed to the report's writer.", style="yellow"))
    for one in found.sentences:
        _block(console, _verdict(one.verdict, one.verdict_by, one.section), *_leaning(one))
    if not found.sentences:
        console.print(Text("No sentence of the report leans on it.", style="yellow"))


def _leaning(one: Leaning) -> Iterator[Text]:
    """Yield a sentence with what the checkers say of it."""
    yield Text(one.sentence)
    if one.reason:
        yield Text(f"reason: {one.reason}", style="yellow")
    if one.disagreement:
        yield Text(f"the checkers disagree: {one.disagreement}", style="yellow")
    for check in one.checks:
        why = f": {plain(check.reason)}" if check.reason else ""
        yield Text(f"{check.verdict_by} says of this work: {check.verdict}{why}", style="dim")


def print_doubts(console: Console, found: Doubts) -> None:
    """Print what is not verified for a person, worst first, how far was checked at the top."""
    console.print(Text(f"{coverage_words(found)}.", style="bold"))
    console.print()
    for problem in found.problems:
        console.print(Text(f"problem: {problem}", style="bold red"))
    for one in found.disagreements:
        head = Text(f"checkers disagree · {one.section}", style="bold yellow")
        _block(console, head, Text(one.sentence), Text(one.disagreement, style="yellow"))
    for one in found.sentences:
        beside = (
            Text(f"{each.source_id}, {place_words(each.locator)}: {plain(each.quotation)}", style="dim")
            for each in one.passages
        )
        reason = Text(f"reason: {one.reason}", style="yellow")
        _block(console, _verdict(one.verdict, one.verdict_by, one.section), Text(one.sentence), reason, *beside)
    if not (found.problems or found.disagreements or found.sentences):
        console.print(Text("Nothing that was checked is unverified.", style="green"))


def print_screen(console: Console, lines: Iterable[Line]) -> None:
    """Print the first screen: a name and its words in two columns."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="bold cyan", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, words in lines:
        grid.add_row(name, Text(words, style="" if name else "dim"))
    console.print(grid)


def _verdict(verdict: m.Verdict, by: str, section: str) -> Text:
    """Return what stands above a sentence: its verdict in words, who gave it, and where the sentence stands."""
    told = f"{verdict.replace('-', ' ')}{f' (by {by})' if by else ''}"
    return Text.assemble((told, _COLOURS[verdict]), f" · {section}")


def _block(console: Console, head: Text, *lines: Text) -> None:
    """Print a head with its lines under it, and an empty one after them."""
    console.print(head)
    for line in lines:
        console.print(Padding(line, (0, 0, 0, INDENT)))
    console.print()
