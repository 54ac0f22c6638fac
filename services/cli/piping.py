"""A draft for whoever reads lines, not a screen: each behind a prefix that says what it is. Pure."""

from shared.characters import printable

from .drafts import UNCHECKED, Draft

PREFIX = f"{UNCHECKED} | "
LONGEST_LINE = 100
"""Characters that may wait for the end of their line: a paragraph is one, and its reader would wait for long."""


class Piped:
    """Cuts a growing draft into lines: where it ends one itself, or at a space where one gets long."""

    def __init__(self) -> None:
        self._rest, self._nth = "", 0

    def add(self, draft: Draft, piece: str) -> list[str]:
        """Return the lines that are whole now that *piece* has come to *draft*."""
        lines, start = self._begun(draft) if draft.nth != self._nth else [], 0
        text = self._rest + printable(piece)
        while end := _end(text, start):
            lines.append(_line(text[start:end]))
            start = end
        self._rest = text[start:]
        return lines

    def rest(self) -> list[str]:
        """Return what has no end yet as a line of its own: something else is to be printed."""
        rest, self._rest = self._rest, ""
        return [_line(rest)] if rest.strip() else []

    def _begun(self, draft: Draft) -> list[str]:
        """Return the end of the draft before, and what is to be known of this one."""
        self._nth = draft.nth
        return [*self.rest(), *([_line(draft.note)] if draft.note else [])]


def _end(text: str, start: int) -> int:
    """Return where the line that begins at *start* ends; 0 where it goes on."""
    if found := text.find("\n", start, start + LONGEST_LINE) + 1:
        return found
    if len(text) < start + LONGEST_LINE:
        return 0
    return text.rfind(" ", start + 1, start + LONGEST_LINE) + 1 or start + LONGEST_LINE


def _line(text: str) -> str:
    """Return *text* marked as what it is."""
    return f"{PREFIX}{text.strip(chr(10))}".rstrip()
