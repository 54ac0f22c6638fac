"""What a person reads afterwards: the sources of a report, the runs, the dead letters. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rich import box
from rich.table import Table
from rich.text import Text

from shared import messages as m
from shared.bus.deadletters import DeadLetter

from .lines import cost, plain
from .resolving import citing_sections
from .worklist import identifiers_of

SOURCE_HEAD = ("S", "Note", "Title", "Year", "Design", "Identifiers", "Cited in")
SOURCE_WIDTHS = {"Title": 5, "Identifiers": 2, "Cited in": 2}
RUN_HEAD = ("Run", "Began", "State", "Round", "Sources", "Used", "Question")
LETTER_HEAD = ("No", "When", "Service", "Subject", "Run", "Why")
MOST_REASON_CHARACTERS = 160
MOST_TITLE_CHARACTERS = 70
BRIEF_SECTIONS = {
    "Executive summary": "summary",
    "Clinical findings": "clinical",
    "Mechanistic findings": "mechanism",
    "Hypotheses tested": "hypotheses",
    "Drug candidates": "candidates",
    "Findings by outcome": "outcomes",
}
"""For a terminal; the page itself has the whole titles."""

_HAS_ALL = "Evidence table"
"""Every work that was read stands in it: told only of those that stand nowhere else."""

_STATES = {"complete": "green", "partial": "yellow", "failed": "red", "cancelled": "red", "running": "cyan"}


@dataclass(frozen=True)
class Sources:
    """The rows of the cited sources, and how many there are besides."""

    cited: tuple[tuple[str, ...], ...]
    uncited: int

    @property
    def remark(self) -> str:
        """Say what the table leaves out."""
        if not self.uncited:
            return ""
        return f"{self.uncited} more {'was' if self.uncited == 1 else 'were'} read and not cited; --json lists all."


def sources_of(end: m.ResearchCompleted) -> Sources:
    """Return what is known of each source that the report cites, and where it is cited."""
    where = citing_sections(end.markdown)
    notes = {one.source_id: one.number for one in (end.report.footnotes if end.report else ())}
    cited = tuple(
        _source_row(one, notes[one.source_id], where.get(str(notes[one.source_id]), ()))
        for one in end.sources
        if one.source_id in notes
    )
    return Sources(cited, len(end.sources) - len(cited))


def brief(row: Sequence[str]) -> tuple[str, ...]:
    """Return the row of a source as it fits on a terminal: a short title, one identifier."""
    source_id, note, title, year, design, identifiers, where = row
    named = where.split(", ")
    telling = [section for section in named if section != _HAS_ALL] or named
    sections = ", ".join(BRIEF_SECTIONS.get(section, section.lower()) for section in telling)
    return (source_id, note, shortened(title, MOST_TITLE_CHARACTERS), year, design, identifiers.split(" ")[0], sections)


def shortened(text: str, most: int) -> str:
    """Return *text* cut at a word, with an ellipsis where something is missing."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"


def run_row(run: m.RunView) -> tuple[str, ...]:
    """Return a run."""
    state = run.status or f"running ({', '.join(run.waiting_for)})" if run.waiting_for else (run.status or run.state)
    return (
        run.run_id,
        when(run.started_at),
        state,
        str(run.round),
        str(run.sources),
        used(run.spent_by),
        plain(run.question),
    )


def used(spent_by: Sequence[m.AgentSpending]) -> str:
    """Return what the agents have used together; nothing where they used nothing."""
    if not spent_by:
        return ""
    unsaid = not all(one.spent.calls for one in spent_by)
    return f"{'at most ' if unsaid else ''}{cost(together(spent_by))}"


def usage(spent_by: Sequence[m.AgentSpending]) -> str:
    """Return in a line what each agent has used, the most first; apart from it, what nobody reported."""
    said = [one for one in spent_by if one.spent.calls]
    lost = [one for one in spent_by if not one.spent.calls]
    parts = [f"used {_in_calls(together(said))}: {_each(said)}"] if said else []
    if lost:
        parts.append(f"at most {cost(together(lost))} in orders that did not say what they used: {_each(lost)}")
    return "; ".join(parts)


def _in_calls(spent: m.Spending) -> str:
    """Return tokens, calls and money."""
    tokens, _, money = cost(spent).partition(", ")
    calls = f"{spent.calls:,} {'call' if spent.calls == 1 else 'calls'}"
    return f"{tokens} in {calls}, {money}" if money else f"{tokens} in {calls}"


def together(spent_by: Iterable[m.AgentSpending]) -> m.Spending:
    """Return the sum."""
    return sum((one.spent for one in spent_by), m.Spending())


def _each(spent_by: Iterable[m.AgentSpending]) -> str:
    """Return the agents with their tokens, those that used the most first."""
    most_first = sorted(spent_by, key=lambda one: -one.spent.tokens)
    return ", ".join(f"{one.agent} {one.spent.tokens:,}" for one in most_first)


def letter_row(letter: DeadLetter) -> tuple[str, ...]:
    """Return a dead letter."""
    reason = shortened(plain(letter.reason), MOST_REASON_CHARACTERS)
    at = letter.at[:19].replace("T", " ")
    return (str(letter.sequence), at, letter.consumer, letter.subject, letter.run_id, reason)


def letter_pairs(letter: DeadLetter) -> tuple[tuple[str, str], ...]:
    """Return all that is known of a dead letter but its body."""
    return (
        ("number", str(letter.sequence)),
        ("when", letter.at),
        ("service", letter.consumer),
        ("subject", letter.subject),
        ("run", letter.run_id),
        ("deliveries", str(letter.deliveries)),
        ("why", plain(letter.reason)),
        ("bytes", str(len(letter.body))),
    )


def when(moment: datetime) -> str:
    """Return a moment to the minute, in the reader's zone."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def rich_table(head: Sequence[str], rows: Iterable[Sequence[str]], widths: Mapping[str, int], title: str = "") -> Table:
    """Return a table for a terminal; the columns in *widths* share the room that is left, in these parts."""
    table = Table(
        box=box.SIMPLE_HEAD,
        title=title or None,
        title_justify="left",
        title_style="bold",
        padding=(0, 1, 0, 0),
        expand=True,
    )
    for name in head:
        table.add_column(name, ratio=widths.get(name), overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell, style=_STATES.get(cell.split(" ")[0], "")) for cell in row))
    return table


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = (head, ["---"] * len(head), *([cell.replace("|", r"\|") for cell in row] for row in rows))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def tabbed(rows: Iterable[Sequence[str]]) -> str:
    """Return rows for another program: a line each, its cells between tabs."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)


def _source_row(source: m.RegisteredSource, note: int, sections: Sequence[str]) -> tuple[str, ...]:
    """Return one source."""
    alias = f" (= {', '.join(source.aliases)})" if source.aliases else ""
    retracted = "RETRACTED: " if source.retraction.bars else ""
    return (
        source.source_id + alias,
        str(note),
        retracted + plain(source.citation.title),
        source.citation.date[:4],
        source.design.replace("-", " "),
        identifiers_of(source.identifiers, source.registry_numbers),
        ", ".join(sections),
    )
