"""What is read from a PDF on the way to its text: words with their places, lines, paragraphs, the document."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is printed; places are points from the lower left corner of the page."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    hyphen: bool = False
    """Whether the line breaks inside it here."""

    @property
    def height(self) -> float:
        """Return the height of its font, in points."""
        return self.top - self.bottom


@dataclass(frozen=True, slots=True)
class Line:
    """Words that stand beside each other, from left to right."""

    words: tuple[Word, ...]
    left: float
    right: float
    bottom: float
    top: float
    size: float
    """The height of the font of most of its letters, in points."""
    column: int = 0
    """Which block of its page it was read with: a new number is a new place on the page."""

    @property
    def text(self) -> str:
        """Return the words with single spaces."""
        return " ".join(word.text for word in self.words)

    @property
    def middle(self) -> float:
        """Return how high its middle stands."""
        return (self.bottom + self.top) / 2


@dataclass(frozen=True)
class Sheet:
    """A page as it is printed."""

    width: float
    height: float
    words: tuple[Word, ...]
    sideways: tuple[Word, ...] = ()
    """Of text that runs up, down or across the page, turned upright."""
    label: str = ""
    """The number that is printed on it, where the file knows one."""
    pictures: bool = False
    is_recognised: bool = False
    """Whether its text lies invisible over a picture: a program read it from a scan."""


@dataclass(frozen=True)
class Printed:
    """A PDF, opened."""

    sheets: tuple[Sheet, ...]
    facts: dict[str, str] = field(default_factory=dict)
    """What the file says of itself: ``Title``, ``Author``, ``CreationDate``."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together; ``text`` has no line ends."""

    page: int
    text: str
    size: float
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled part of a document: ``text[start:end]``."""

    label: str
    start: int
    end: int


@dataclass(frozen=True)
class Document:
    """A PDF as text."""

    text: str
    """Paragraphs, each a line; a page begins with a new paragraph."""
    pages: tuple[Span, ...]
    """Every page from the first one, in order, with its printed label; an empty page is an empty span."""
    sections: tuple[Span, ...]
    """In order, under the names that papers give them; a heading stands before its section."""
    title: str = ""
    authors: tuple[str, ...] = ()
    doi: str = ""
    date: str = ""
    arxiv: str = ""
    is_retracted: bool = False
    notes: tuple[str, ...] = ()
    """What a person should know, without the file's name."""
