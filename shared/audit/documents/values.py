"""What an audit of a document is made of: what was read in it, what it is held against, and what was found."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from shared import messages as m

Kind = Literal["markdown", "html"]
Role = Literal["body", "methods", "references", "further"]
"""Of a section: ``methods`` tells how the report was made, ``further`` lists works that are not cited."""

Form = Literal["footnote", "numbered", "superscript", "source-number", "author-year", "link", "listed"]
"""How a marker or a reference is written."""

ProblemKind = Literal[
    "retracted",
    "claim-contradicted",
    "claim-mismatch",
    "unknown-identifier",
    "identifier-title-mismatch",
    "altered",
    "undefined-footnote",
    "dangling-marker",
    "duplicate-definition",
    "duplicate-work",
    "marked-unverified",
    "invalid-identifier",
    "uncited-quotation",
    "uncited-number",
    "orphan-reference",
    "unused-footnote",
    "bare-home-page",
    "no-identifier",
]
"""Worst first: what misleads a reader stands before what only makes checking harder (docs/auditing.md)."""


@dataclass(frozen=True)
class Marker:
    """A citation as it stands in the text."""

    written: str
    form: Form
    keys: tuple[str, ...]
    """What it names, such as ``n:1``, ``^:note``, ``s:3``, ``#:ref1``, ``u:https://…`` or ``a:okoye 2019``."""
    line: int
    sentence: str
    """The sentence it stands in, as a reader sees it."""
    section: str
    role: Role = "body"
    references: tuple[int, ...] = ()
    """The places of the listed references it leads to."""


@dataclass(frozen=True)
class Listed:
    """A reference as the document gives it."""

    label: str
    """As it is written: ``[^1]``, ``1``, ``S3``; empty in a list without numbers."""
    text: str
    line: int
    form: Form
    keys: tuple[str, ...] = ()
    """By which markers name it."""
    identifiers: tuple[str, ...] = ()
    """Such as ``doi:10.1000/xyz``, ``pmid:123``, ``trial:NCT00000000``."""
    urls: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    defined: bool = True
    """Whether a place in the document lists it; a link in running text is its own reference."""

    @property
    def shown(self) -> str:
        """Return what a person calls it."""
        short = self.text if len(self.text) <= MOST_SHOWN else f"{self.text[: MOST_SHOWN - 1].rstrip()}…"
        return self.label or f"“{short}”"


MOST_SHOWN = 60
"""Characters of a reference without a number, where it is named in a sentence."""


@dataclass(frozen=True)
class KnownWork:
    """A work as a source gives it, with the texts that were read of it."""

    reference: m.Reference
    pieces: tuple[m.Evidence, ...] = ()


@dataclass(frozen=True)
class Record:
    """What an index answered when it was asked for an identifier."""

    title: str
    retraction: m.Retraction = field(default_factory=m.Retraction)


LookedUp = Mapping[str, Record | None]
"""By identifier, such as ``doi:10.1000/xyz``: what an index said; ``None`` where it was asked and has no such work."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a document, and where."""

    kind: ProblemKind
    message: str
    line: int
    sentence: str = ""
    marker: str = ""
    reference: str = ""


@dataclass(frozen=True)
class DocumentAudit:
    """What was read, what is wrong with it, and what nobody could check."""

    kind: Kind
    markers: tuple[Marker, ...] = ()
    references: tuple[Listed, ...] = ()
    problems: tuple[Problem, ...] = ()
    not_checked: tuple[str, ...] = ()
    claims: tuple[m.Claim, ...] = ()
    """Each sentence that was held against a text of a work it cites."""
    sentences: int = 0
    cited_sentences: int = 0
    empty: bool = False
    """Whether neither a sentence nor a marker was found: then nothing was audited, and nothing is fine."""

    @property
    def counts(self) -> dict[str, int]:
        """Return the numbers of the audit by their names, then how many problems there are of each kind."""
        by_kind = Counter[str](one.kind for one in self.problems)
        return {
            "sentences": self.sentences,
            "cited_sentences": self.cited_sentences,
            "markers": len(self.markers),
            "references": len(self.references),
            "claims": len(self.claims),
            "claims_checked": sum(one.verdict != "not-checked" for one in self.claims),
            "problems": len(self.problems),
            **dict(sorted(by_kind.items())),
        }
