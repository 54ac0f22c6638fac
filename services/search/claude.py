"""The planner that asks Claude for queries in each source's own terms. Searching itself never waits long for it."""

from datetime import timedelta

from pydantic import BaseModel

from shared import messages as m
from shared.errors import CannotDo
from shared.llm.asking import ask, lines
from shared.llm.fencing import fenced, untrusted
from shared.llm.opening import Thinking

from .planning import Plan

KEPT_SECONDS = 35.0
"""Of an order's time, for the sources themselves: a model that is not there by then is not waited for."""

MOST_QUERIES = 4
"""For each source: every query is several requests, and their rates are limited."""

OWN: frozenset[m.SourceName] = frozenset({"library"})
"""A person's own references are few: they are asked the question as it is, too."""


class SourceQueries(BaseModel):
    """What one source is to be asked."""

    source: str
    queries: list[str]


class QueryPlan(BaseModel):
    """What the model is asked for."""

    searches: list[SourceQueries]
    reasoning: str


class ClaudePlanner:
    """Asks a model for queries; where it cannot be had, the order's own are asked, and the answer says so."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def plan(self, order: m.SearchRequested) -> Plan:
        """Return the queries Claude writes. Raises ``RetryLater`` where there is still time to try again."""
        sooner = order.model_copy(update={"expires_at": order.expires_at - timedelta(seconds=KEPT_SECONDS)})
        calls = self._thinking.on(sooner)
        try:
            request = await self._thinking.request(calls, order.domain, content(order))
            plan = await ask(calls, request, QueryPlan)
        except CannotDo as error:
            told = f"The search agent asked the queries as they were, because the model could not write any: {error}"
            return Plan({}, spent=calls.spent, notes=(told,))
        return Plan(queries_of(plan, order), calls.answered_by, calls.spent)


def content(order: m.SearchRequested) -> str:
    """Return what the model is told of an order."""
    parts = (
        fenced("question", order.question or order.queries[0]),
        *(fenced("query", query) for query in order.queries),
        *(fenced("hypothesis", one.mechanism, {"id": one.hypothesis_id}) for one in order.hypotheses),
        *(fenced("gap", gap) for gap in order.gaps),
    )
    return f"{untrusted(parts)}\nSources: {', '.join(order.sources)}\nWrite the queries."


def queries_of(plan: QueryPlan, order: m.SearchRequested) -> dict[m.SourceName, tuple[str, ...]]:
    """Return what each source of the order is asked, bounded; one without a usable query keeps the order's. Pure."""
    planned: dict[str, list[str]] = {}
    for one in plan.searches:
        planned.setdefault(one.source.strip().lower(), []).extend(one.queries)
    chosen = {name: lines(planned.get(name, ()), MOST_QUERIES) for name in order.sources}
    own = {name: order.queries for name in order.sources if name in OWN}
    return {
        name: tuple(dict.fromkeys((*own.get(name, ()), *queries)))[: m.MOST_QUERIES]
        for name, queries in chosen.items()
        if queries
    }
