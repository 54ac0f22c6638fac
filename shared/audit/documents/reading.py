"""The sentences of a document with the markers in them, each where it stands."""

import bisect
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shared.audit.prose import statements

from .citing import Style, markers_in
from .inline import ESCAPED, SHIELD
from .linking import Met, of_link, of_raised
from .pieces import Piece
from .sections import Placed
from .values import Form, Marker, Role

_PLACE = re.compile(r"\[S(\d+)\]")
_NOTE = re.compile(
    r"\[(?P<words>unverified: [^\]]*|no source given|unknown source [^\]]*|not in the registry: [^\]]*)\]"
)
_SPACED = str.maketrans("\n", " ")


class Sentence(NamedTuple):
    """A sentence as the ledger holds it: each marker in it is ``[S<n>]``, n its place among the markers."""

    text: str
    line: int
    section: str
    role: Role
    markers: tuple[int, ...]
    shown: str
    covered: bool
    """Whether a marker stands in it, or behind it in the same paragraph."""

    @property
    def asserts(self) -> bool:
        """Say whether it is held against what it cites: in the body, and in the methods where it has a marker."""
        return self.role == "body" or (self.role == "methods" and bool(self.markers))


class Note(NamedTuple):
    """What a report says of itself behind a sentence that it could not verify."""

    words: str
    line: int
    sentence: str


@dataclass(frozen=True)
class Text:
    """All that is written outside the references."""

    sentences: tuple[Sentence, ...]
    markers: tuple[Marker, ...]
    notes: tuple[Note, ...] = ()


def read_text(places: Iterable[Placed], style: Style) -> Text:
    """Return the sentences and markers of a document's body."""
    reading = _Reading(style)
    for place in places:
        reading.take(place)
    return Text(tuple(reading.sentences), tuple(reading.markers), tuple(reading.notes))


class _Reading:
    """A document's body as it is read, block by block."""

    def __init__(self, style: Style) -> None:
        self.sentences: list[Sentence] = []
        self.markers: list[Marker] = []
        self.notes: list[Note] = []
        self._style = style
        self._met: list[Met] = []
        self._parts: list[str] = []
        self._role: Role = "body"

    def take(self, place: Placed) -> None:
        """Read a block."""
        first, self._parts, self._role = len(self._met), [], place.role
        for piece in _joined(place.block.pieces):
            self._take_piece(piece)
        text = "".join(self._parts)
        found = self._sentences(text, place)
        self.sentences += found
        self._mark(text, place, found, first)
        for note in _NOTE.finditer(text):
            line = place.block.line + text.count("\n", 0, note.start())
            behind = [one.shown for one in found if one.line <= line]
            self.notes.append(Note(note["words"], line, behind[-1] if behind else self._shown(text)))

    def _take_piece(self, piece: Piece) -> None:
        """Add a piece: words with markers in them, or a piece that is a marker itself."""
        before = self._parts[-1][-6:] if self._parts else ""
        match piece.kind:
            case "text":
                self._take_words(piece.text)
            case "code":
                self._parts.append(piece.text.replace("[", f"[{SHIELD}"))
            case "note":
                self._put(Met(f"[^{piece.text}]", f"[^{piece.text}]", "footnote", (f"^:{piece.text}",)))
            case _:
                met = of_link(piece, self._style) if piece.href else of_raised(piece, before, self._style)
                if met is None or not met.shown:
                    self._parts.append(piece.text.replace("[", f"[{SHIELD}"))
                if met and self._cites(met.form):
                    self._put(met)

    def _take_words(self, text: str) -> None:
        """Add plain words, each marker in them as its place."""
        at = 0
        for found in markers_in(text, self._style):
            if found.start < at or not self._cites(found.form):
                continue
            self._parts.append(text[at : found.start])
            written = text[found.start : found.end]
            self._put(Met(" ".join(written.replace(ESCAPED, "").split()), written, found.form, found.keys))
            self._parts.append("\n" * written.count("\n"))
            at = found.end
        self._parts.append(text[at:])

    def _cites(self, form: Form) -> bool:
        """Say whether a marker of this form cites here: an address in the methods is where somebody searched."""
        return form != "link" or self._role == "body"

    def _put(self, met: Met) -> None:
        """Add a marker, apart from the word it is glued to."""
        before = next((part[-1] for part in reversed(self._parts) if part), " ")
        self._parts.append(f"{'' if before.isspace() or before in '[(]' else ' '}[S{len(self._met)}]")
        self._met.append(met)

    def _sentences(self, text: str, place: Placed) -> list[Sentence]:
        """Return the sentences of a block; a heading has none."""
        if place.block.kind == "heading":
            return []
        found = statements(text.translate(_SPACED))
        last = max((match.start() for match in _PLACE.finditer(text)), default=-1)
        breaks = _breaks(text)
        return [
            Sentence(
                one.text,
                place.block.line + bisect.bisect(breaks, one.start),
                place.section,
                place.role,
                tuple(int(number) for number in _PLACE.findall(one.text)),
                self._shown(one.text),
                last >= one.start,
            )
            for one in found
        ]

    def _mark(self, text: str, place: Placed, found: Sequence[Sentence], first: int) -> None:
        """Note each marker of a block with the sentence it stands in."""
        holding = {number: one for one in found for number in one.markers}
        breaks, whole = _breaks(text), self._shown(text)
        at = {int(match[1]): match.start() for match in _PLACE.finditer(text)}
        for number in range(first, len(self._met)):
            met, sentence = self._met[number], holding.get(number)
            line = place.block.line + bisect.bisect(breaks, at.get(number, 0))
            shown = sentence.shown if sentence else whole
            self.markers.append(Marker(met.written, met.form, met.keys, line, shown, place.section, place.role))

    def _shown(self, text: str) -> str:
        """Return a sentence as a reader sees it: whole, for what stands at its end is judged as well."""
        bare = _PLACE.sub(lambda found: self._met[int(found[1])].shown, text).replace(SHIELD, "").replace(ESCAPED, "")
        return " ".join(bare.split())


def _breaks(text: str) -> list[int]:
    """Return where the lines of a block end."""
    return [match.start() for match in re.finditer("\n", text)]


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces with neighbouring words as one, so that no marker is cut."""
    for kind, found in itertools.groupby(pieces, key=lambda one: one.kind):
        if kind == "text":
            yield Piece("text", "".join(one.text for one in found))
        else:
            yield from found
