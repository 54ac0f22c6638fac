"""A question as terms and how they belong together: the same for every source, in the language of none."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from shared import messages as m


@dataclass(frozen=True)
class Term:
    """Words to look for: ``text`` holds no quotes, no brackets and no operators."""

    text: str
    quoted: bool = False
    """Whether the words must stand together as they are."""
    field: str = ""
    """A field tag of PubMed's that somebody wrote behind it, in lower case: ``tiab``, ``mh``, ``au``."""


@dataclass(frozen=True)
class Group:
    """Parts that belong together. A ``NOT`` is met by its first part, and by none of the others."""

    how: Literal["AND", "OR", "NOT"]
    parts: "tuple[Expression, ...]"


Expression: TypeAlias = Term | Group


@dataclass(frozen=True)
class Concept:
    """One thing a question is about, in each way it is spelt: as asked, in the other English, in the other number."""

    spellings: tuple[str, ...]
    quoted: bool = False

    @property
    def name(self) -> str:
        """Return the words as they were asked."""
        return self.spellings[0]

    @property
    def expression(self) -> Expression:
        """Return what is met by any of the spellings."""
        terms = tuple(Term(one, self.quoted) for one in self.spellings)
        return terms[0] if len(terms) == 1 else Group("OR", terms)


@dataclass(frozen=True)
class Asked:
    """What a query asks. It has an identifier, or is written in a query's language, or has concepts, or is empty."""

    text: str
    """The query without needless space, cut at a word where it is too long."""
    concepts: tuple[Concept, ...] = ()
    """What it is about, the most telling first. Words that every study shares are none, unless there are no others."""
    literal: Expression | None = None
    """What somebody wrote with operators, quotes around parts or field tags, as it is meant."""
    identifiers: m.Identifiers = field(default_factory=m.Identifiers)
    """Where the query is a DOI, a PMID, a PMCID or an OpenAlex id and nothing else: that one."""
    registry_number: str = ""
    """Where the query is the number of a trial and nothing else: that one."""
    notes: tuple[str, ...] = ()
    """What a person should know of how the query was understood, for ``Found.notes``."""

    @property
    def is_identifier(self) -> bool:
        """Say whether one work or trial is asked for by its name."""
        return bool(self.registry_number) or self.identifiers != m.Identifiers()


@dataclass(frozen=True)
class Step:
    """One way to ask, from all that is required to less."""

    expression: Expression
    note: str = ""
    """How it is wider than what was asked, in words; empty for the first."""
    last_resort: bool = False
    """Whether it is so wide that it is asked only where nothing at all was found before."""

    def wanted(self, hits: int, enough: int) -> bool:
        """Say whether to ask it, where the step before had so many *hits* and so many would be *enough*."""
        return hits == 0 if self.last_resort else hits < enough
