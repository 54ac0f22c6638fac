"""A reasoner without a model: search, read the best works, search for what was not met, answer."""

from collections.abc import Iterable, Iterator, Sequence

from shared import messages as m
from shared.library import spellings, telling_words
from shared.thinking import RULES

from .pdfs import PDF_RETRIEVAL
from .retrieving import MOST_ACTIONS, NOTHING, Act, Finish, Step, Tool

SEARCH = "passage_search"
READ = "read_work"

MOST_READ_PER_SEARCH = 3
_WORDS_KEPT = 2
"""Of the question, beside the missing ones: they keep the second search on its topic."""


class RuleReasoner:
    """Decides by rules; it needs no key and says so. *searches* are the tools that find passages, in their order."""

    made_by = RULES
    most_actions = MOST_ACTIONS
    cost = NOTHING

    def __init__(self, searches: Sequence[str] = (SEARCH,)) -> None:
        self._searches = tuple(searches)

    @classmethod
    def over(cls, tools: Iterable[Tool]) -> "RuleReasoner":
        """Return who reasons over *tools*: PDFs first, where there are any."""
        names = {tool.name for tool in tools}
        return cls([name for name in (PDF_RETRIEVAL, SEARCH) if name in names] or (SEARCH,))

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Finish:
        """Return the next action, or the answer as an index to the passages that were found."""
        used = [step.act.tool for step in steps]
        if waiting := next((name for name in self._searches if name not in used), ""):
            return Act(waiting, question)
        if len(steps) >= MOST_ACTIONS - 1:
            return Finish(answer_of(steps))
        if unread := next(_unread(steps), ""):
            return Act(READ, unread)
        if act := self._second(question, steps):
            return act
        return Finish(answer_of(steps))

    def _second(self, question: str, steps: Sequence[Step]) -> Act | None:
        """Return the search for what was not met: asked once of each tool, for the words that nothing read holds."""
        used = [step.act.tool for step in steps]
        once = next((name for name in self._searches if used.count(name) == 1), "")
        query = _second_query(question, steps) if once else ""
        return Act(once, query) if query else None


def _unread(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the works that each search put first and that were not read yet; of PDFs the passages were read."""
    read = {step.act.argument for step in steps if step.act.tool == READ}
    searches = (step.observation for step in steps if step.act.tool == SEARCH)
    first = (work.work_id for seen in searches for work in seen.works[:MOST_READ_PER_SEARCH])
    return (work_id for work_id in first if work_id not in read)


def _second_query(question: str, steps: Sequence[Step]) -> str:
    """Return what to search for next: the words of the question that nothing read holds."""
    if not _pieces(steps):
        return ""
    read = " ".join(step.observation.text for step in steps if step.observation.evidence).lower()
    met, missing = _split(telling_words(question), read)
    return " ".join((*met[:_WORDS_KEPT], *missing)) if missing else ""


def _split(words: Sequence[str], read: str) -> tuple[list[str], list[str]]:
    """Return the words that stand in *read*, in any spelling, and those that do not."""
    met = [word for word in words if any(spelt in read for spelt in spellings(word))]
    return met, [word for word in words if word not in met]


def answer_of(steps: Sequence[Step]) -> str:
    """Return an index to the passages: where they stand, not what they say."""
    if failed := [step.observation.text for step in steps if step.observation.failed]:
        note = f" Not everything could be looked at: {'; '.join(dict.fromkeys(failed))}."
    else:
        note = ""
    pieces = _pieces(steps)
    if not pieces:
        return f"No passage of the library bears on the question.{note}"
    works = {piece.work_id for piece in pieces}
    head = f"{len(pieces)} passages of {len(works)} works bear on the question:"
    return "\n".join((head, *_index(pieces))) + note


def _pieces(steps: Sequence[Step]) -> tuple[m.Evidence, ...]:
    """Return the passages that were found, each once."""
    found = {(one.work_id, one.locator.start): one for step in steps for one in step.observation.evidence}
    return tuple(found.values())


def _index(pieces: Iterable[m.Evidence]) -> Iterator[str]:
    """Yield a line for each work: who, when, what, and where in it."""
    places: dict[str, list[m.Evidence]] = {}
    for piece in pieces:
        places.setdefault(piece.work_id, []).append(piece)
    return (f"{number}. {_line(found)}" for number, found in enumerate(places.values(), start=1))


def _line(found: Sequence[m.Evidence]) -> str:
    """Return the passages of one work in a line."""
    cited = found[0].citation
    by = next(iter(cited.authors), "") or cited.journal or "no author"
    where = "; ".join(map(_where, found))
    return f"{by}, {cited.date[:4] or 'no date'}, {cited.title}: {where}"


def _where(piece: m.Evidence) -> str:
    """Return where a passage stands in its work."""
    place = piece.locator
    page = f"page {place.page}, " if place.page else ""
    return f"{page}{place.section} {place.start}-{place.end}".strip()
