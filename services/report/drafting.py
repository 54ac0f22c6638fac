"""What a writer hands in: prose with ``[S3]`` markers, and nothing that the program counts itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from shared import messages as m
from shared.audit.entailing import Entailment
from shared.audit.prose import statements
from shared.thinking import NOTHING, RULES


@dataclass(frozen=True)
class Draft:
    """The prose parts of a report. Paragraphs, ``### `` headings and ``- `` items are understood."""

    title: str
    executive_summary: str
    clinical_findings: str
    mechanistic_findings: str
    conclusion: str
    limitations: tuple[str, ...] = ()
    """Beyond those that the program states."""
    program_sentences: frozenset[str] = frozenset()
    """Sentences made from counts, not from a source; only a writer that is a program has any."""
    spent: m.Spending = NOTHING
    """What writing has cost so far, all drafts together."""
    made_by: str = RULES
    flaws: tuple[str, ...] = ()
    """What is wrong with its form, before anything is audited."""
    checker: Entailment | None = field(default=None, compare=False, repr=False)
    """Who may be asked whether the sources say what it says; nobody where no model wrote it."""

    def with_limitation(self, told: str) -> "Draft":
        """Return the draft with a limitation that the program states."""
        own = self.program_sentences | {one.text for one in statements(told)}
        return replace(self, limitations=(*self.limitations, told), program_sentences=own)


class Writer(Protocol):
    """Whoever writes the prose: Claude, or the rules, which need no key."""

    async def write(self, order: m.ReportRequested, problems: tuple[str, ...] = ()) -> Draft:
        """Return a draft, the second time with what the audit found wrong with the first.

        Raises ``RetryLater``; ``CannotDo`` where there is no draft to be had, and of a second one the first stands.
        """
        ...


class Prose:
    """Lines of a section, and which of their sentences the program made."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self.own: set[str] = set()

    def heading(self, title: str) -> None:
        """Begin a part of the section."""
        self._lines.extend(("", f"### {title}", ""))

    def quoting(self, *lines: str) -> None:
        """Add items that lean on a source."""
        self._lines.extend(f"- {line}" for line in lines)

    def counting(self, *sentences: str) -> None:
        """Add a paragraph of the program's own sentences."""
        paragraph = " ".join(sentence for sentence in sentences if sentence)
        self._lines.extend(("", self._owned(paragraph), ""))

    def listing(self, title: str, lines: Sequence[str]) -> None:
        """Add a part of the program's own items, if any: facts of records, both sides of conflicts."""
        if lines:
            self.heading(title)
            self._lines.extend(f"- {self._owned(line)}" for line in lines)

    def _owned(self, text: str) -> str:
        """Return *text*, its sentences remembered as the program's."""
        self.own.update(one.text for one in statements(text))
        return text

    @property
    def text(self) -> str:
        """Return the section, its parts set apart by one empty line."""
        lines: list[str] = []
        for line in self._lines:
            if line or (lines and lines[-1]):
                lines.append(line)
        return "\n".join(lines).strip()
