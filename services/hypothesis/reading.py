"""What the pieces of evidence say about a drug's mechanism, one statement for each relation."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from shared import messages as m
from shared.appraisal import terms
from shared.appraisal.drugs import drugs_asked, is_agent, mentions, most_named, names_of
from shared.appraisal.relations import Relation, relations_in

NO_MECHANISM: frozenset[m.Design] = frozenset({"protocol", "registry-entry", "editorial"})
"""Designs that report nothing a hypothesis could rest on (evidence.md, 2 and 5)."""

_CONDITION = re.compile(r"\b(?:for|against|in|treat(?:s|ing)?|prevent(?:s|ing)?|on|of)\s+", re.IGNORECASE)


class Statement(NamedTuple):
    """A relation, and the piece that states it."""

    piece: m.Evidence
    relation: Relation

    @property
    def source_id(self) -> str:
        """Return the S number of the piece."""
        return self.piece.source_id

    @property
    def study(self) -> str:
        """Return what counts as one study: works of one study count once (evidence.md, 1)."""
        return self.piece.study_id or self.piece.source_id

    @property
    def reports(self) -> bool:
        """Say whether the sentence reports a finding; background may start a hypothesis, never test it."""
        return self.relation.role in {"result", "conclusion"}


class Subject(NamedTuple):
    """The drug a question is about, under all the names the evidence gives it."""

    drug: str
    names: tuple[str, ...]

    def in_text(self, text: str) -> bool:
        """Say whether *text* means the drug itself."""
        return is_agent(text, self.names)


def takes_part(piece: m.Evidence) -> bool:
    """Say whether a piece may carry a hypothesis: not retracted, more than a title, and a report."""
    read = piece.level not in {"title-only", "web-page"}
    return read and bool(piece.source_id) and not piece.retraction.bars and piece.design not in NO_MECHANISM


def statements(evidence: Iterable[m.Evidence]) -> tuple[Statement, ...]:
    """Return every relation that the pieces which take part state."""
    return tuple(
        Statement(piece, relation)
        for piece in evidence
        if takes_part(piece)
        for relation in relations_in(piece.content, section_of(piece))
    )


def section_of(piece: m.Evidence) -> tuple[tuple[int, str], ...]:
    """Return the heading a passage stands under, if its locator knows one."""
    return ((0, piece.locator.section),) if piece.locator.section else ()


def subjects(question: str, evidence: Iterable[m.Evidence]) -> tuple[Subject, ...]:
    """Return the drugs a question is about, else those that most of the evidence names."""
    texts = tuple(f"{piece.citation.title}. {piece.content}" for piece in evidence if takes_part(piece))
    whole = " ".join(texts)
    present = tuple(drug for drug in drugs_asked(question) if mentions(whole, (drug,)))
    return tuple(Subject(drug, names_of(drug, texts)) for drug in (present or most_named(texts))[:MOST_DRUGS])


MOST_DRUGS = 3
"""Of one question: a comparison has two, a combination sometimes three."""


def outcome_asked(question: str) -> str:
    """Return what the question hopes the drug does something about: its condition, else nothing."""
    for found in _CONDITION.finditer(question):
        phrase = terms.phrase_after(question[found.end() :].rstrip("? "))
        if phrase and not drugs_asked(phrase):
            return phrase
    return ""
