"""Reasoning by rules about the web: the pages that a person named, one search, and the best pages it names."""

from collections.abc import Iterator, Sequence

from shared.thinking import RULES

from .retrieving import MOST_WEB_ACTIONS, NOTHING, Act, Cost, Finish, Reasoner, Several, Step, Tool
from .rules import RuleReasoner
from .web.naming import addresses_in, without_addresses
from .web.tools import READ, SEARCH

WEB_TOOLS = frozenset({SEARCH, READ})

MOST_GIVEN = 2
"""Of the pages that a person named: they come before those of the search."""

ENOUGH_PAGES = 2
"""Of a search; the web is no substitute for the literature."""

MOST_TRIES = 4
"""To open a page, the given ones included: some cannot be read, and the next in line is read instead."""


class WebRules:
    """Reads the web by rules; where pages may not be read, it only shows what a search names."""

    made_by = RULES
    most_actions = MOST_WEB_ACTIONS
    cost = NOTHING

    def __init__(self, *, reads: bool = True) -> None:
        self._reads = reads

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Finish:
        """Return the next look at the web, or what was seen there."""
        looks = (act for act in _looks(question, steps) if self._reads or act.tool != READ)
        return next(looks, None) or Finish(seen_in(steps))


class Then:
    """Lets *first* look until it would answer, then *second*; each sees its own steps, both answers count."""

    def __init__(self, first: Reasoner, second: Reasoner, tools_of_second: frozenset[str]) -> None:
        self._first, self._second, self._tools = first, second, tools_of_second

    @property
    def made_by(self) -> str:
        """Return who reasons, each once."""
        return ", ".join(dict.fromkeys((self._first.made_by, self._second.made_by)))

    @property
    def most_actions(self) -> int:
        """Return how often both together may act."""
        return self._first.most_actions + self._second.most_actions

    @property
    def cost(self) -> Cost:
        """Return what both have cost."""
        first, second = self._first.cost, self._second.cost
        return Cost(first.spent + second.spent, (*first.notes, *second.notes))

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Several | Finish:
        """Return the next action of whose turn it is."""
        first = await self._first.next_step(question, [step for step in steps if step.act.tool not in self._tools])
        if not isinstance(first, Finish):
            return first
        second = await self._second.next_step(question, [step for step in steps if step.act.tool in self._tools])
        return second if not isinstance(second, Finish) else Finish(f"{first.answer}\n{second.answer}")


def by_rules(tools: Sequence[Tool]) -> Reasoner:
    """Return who reasons by rules over *tools*: documents first, then the web."""
    names = {tool.name for tool in tools}
    documents = RuleReasoner.over(tools)
    if SEARCH not in names:
        return documents
    web = WebRules(reads=READ in names)
    return Then(documents, web, WEB_TOOLS) if names - WEB_TOOLS else web


def _looks(question: str, steps: Sequence[Step]) -> Iterator[Act]:
    """Yield what is still to be looked at, in order."""
    given = addresses_in(question)[:MOST_GIVEN]
    yield from _unread(given, steps)
    query = without_addresses(question)
    if query and not any(step.act.tool == SEARCH for step in steps):
        yield Act(SEARCH, query)
    if len(_tried(steps)) < MOST_TRIES and _read(steps, given) < ENOUGH_PAGES:
        yield from _unread([address for address in _named(steps) if address not in given], steps)


def _named(steps: Sequence[Step]) -> list[str]:
    """Return the pages that the search named, best first."""
    return [address for step in steps if step.act.tool == SEARCH for address in step.observation.addresses]


def _tried(steps: Sequence[Step]) -> list[str]:
    """Return the pages that were opened, or could not be."""
    return [step.act.argument for step in steps if step.act.tool == READ]


def _unread(addresses: Sequence[str], steps: Sequence[Step]) -> Iterator[Act]:
    """Yield the reading of each page that was not tried yet."""
    tried = _tried(steps)
    return (Act(READ, address) for address in addresses if address not in tried)


def _read(steps: Sequence[Step], given: Sequence[str]) -> int:
    """Return how many pages of the search were read."""
    pages = (step for step in steps if step.act.tool == READ and step.act.argument not in given)
    return sum(not step.observation.failed for step in pages)


def seen_in(steps: Sequence[Step]) -> str:
    """Return an index to what was read of the web: where it stands, not what it says."""
    pages = [step.observation for step in steps if step.act.tool == READ and step.observation.works]
    lines = (
        f"{place}. {seen.works[0].citation.title}, {seen.works[0].citation.url}: {_passages(len(seen.evidence))}"
        for place, seen in enumerate(pages, start=1)
    )
    failed = dict.fromkeys(step.observation.text for step in steps if step.observation.failed)
    note = f"Not everything on the web could be looked at: {'; '.join(failed)}." if failed else ""
    return "\n".join(part for part in (f"{len(pages)} web pages were read.", *lines, note) if part)


def _passages(count: int) -> str:
    """Return how many passages bear on the question, in words."""
    return f"{count} passage{'' if count == 1 else 's'} that bear on the question" if count else "no passage"
