"""Compare a page with the report that it was made from: what somebody changed by hand since it left."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from shared import messages as m
from shared.audit.inspecting import CANDIDATES, HYPOTHESES, bare
from shared.works import normal_title

from .naming import title_stands_in
from .reading import Sentence
from .values import Listed, Problem

_BEHIND_TITLE = " — "
"""As our own references go on behind the title."""
_LEAST_KEPT = 0.3
"""Of a report's sentences: a page that holds fewer, and has another title, is another report."""
_BESIDE = frozenset({CANDIDATES, HYPOTHESES})
"""Sections whose sentences lean on the sources of their row as well: only the ledger knows which."""


@dataclass(frozen=True)
class Own:
    """A report of ours as it left: its sentences and references, and those that its ledger holds."""

    sentences: tuple[Sentence, ...] = ()
    references: tuple[Listed, ...] = ()
    known: frozenset[str] = frozenset()
    ledger: frozenset[str] = frozenset()

    def states_nothing(self, sentence: Sentence) -> bool:
        """Say whether a sentence is the program's own count or table, or was judged with what stood beside it."""
        words = bare(sentence.text)
        return words in self.known and words not in self.ledger


def own_of(sentences: Sequence[Sentence], references: Sequence[Listed], report: m.ResearchReport) -> Own:
    """Return a report as it left, from what was read of its own page."""
    return Own(
        tuple(sentences),
        tuple(one for one in references if one.defined),
        frozenset(bare(one.text) for one in sentences),
        frozenset(bare(one.sentence) for one in report.claims if one.section not in _BESIDE),
    )


def is_of(own: Own, sentences: Sequence[Sentence], headings: Iterable[str], report: m.ResearchReport) -> bool:
    """Say whether a page was made from a report: it has its title, or its question, or enough of its sentences.

    A question alone is anybody's: one sentence of the report must stand beside it.
    """
    found = frozenset(bare(one.text) for one in sentences)
    kept, titles = len(own.known & found), {normal_title(one) for one in headings}
    question = normal_title(report.research_question)
    asked = question in titles or question in {normal_title(one) for one in found}
    told = (title in titles if (title := normal_title(report.title)) else False) or (asked and kept > 0)
    return bool(own.known) and (told or kept >= _LEAST_KEPT * len(own.known))


def alterations(own: Own, sentences: Sequence[Sentence], references: Sequence[Listed]) -> Iterator[Problem]:
    """Yield what a page says that the report did not, and what it leaves out."""
    before, after = [one.shown for one in own.sentences], [one.shown for one in sentences]
    for tag, first, last, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        line = sentences[min(start, len(sentences) - 1)].line if sentences else 0
        for place in range(start, end):
            said = before[first + place - start] if first + place - start < last else ""
            was = f"; it said: “{said}”" if said else ""
            yield Problem("altered", f"the report did not say this{was}", sentences[place].line, after[place])
        for missing in before[first + end - start : last]:
            yield Problem("altered", f"a sentence of the report is left out: “{missing}”", line)
    yield from _changed_references(own, references)


def _changed_references(own: Own, references: Sequence[Listed]) -> Iterator[Problem]:
    """Yield the references that are others than those of the report, and those that are gone."""
    given = {_called(one): one for one in own.references}
    found = {_called(one): one for one in references if one.defined}
    for one in (one for one in references if one.defined):
        recorded = given.get(_called(one))
        if recorded is None or not _same(recorded, one):
            was = f"; it was: {recorded.text}" if recorded else ""
            yield Problem("altered", f"the report has no such reference{was}", one.line, "", one.label, one.text)
    for name, one in given.items():
        if name not in found:
            yield Problem("altered", f"reference {one.shown} of the report is left out", 0, "", one.label, one.text)


def _called(one: Listed) -> str:
    """Return by what a reference is known again: its label, else its text."""
    return one.label or one.text


def _same(recorded: Listed, one: Listed) -> bool:
    """Say whether a reference is that of the report, perhaps in another style: its title, and all that it names."""
    if recorded.text == one.text:
        return recorded.urls == one.urls
    names, title = recorded.identifiers or recorded.urls, recorded.text.partition(_BEHIND_TITLE)[0]
    return set(names) <= {*one.identifiers, *one.urls} and title_stands_in(title, one.text)
