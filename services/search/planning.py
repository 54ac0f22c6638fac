"""Which queries each source is asked: those of the order, or what somebody makes of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from shared import messages as m
from shared.thinking import NOTHING, RULES

Queries = Mapping[m.SourceName, tuple[str, ...]]


@dataclass(frozen=True)
class Plan:
    """The queries of each source; one that is not named is asked those of the order."""

    queries: Queries
    made_by: str = RULES
    spent: m.Spending = NOTHING
    notes: tuple[str, ...] = ()

    def order_for(self, source: m.SourceName, order: m.SearchRequested) -> m.SearchRequested:
        """Return *order* as one source is asked it."""
        own = self.queries.get(source)
        return order.model_copy(update={"queries": own}) if own else order


class Planner(Protocol):
    """Whoever writes the queries: Claude, or nobody."""

    async def plan(self, order: m.SearchRequested) -> Plan:
        """Return the queries for each source of *order*. Raises ``RetryLater``."""
        ...


class AsAsked:
    """Asks every source what the order says: its adapter knows how to put it."""

    async def plan(self, order: m.SearchRequested) -> Plan:
        """Return a plan that changes nothing."""
        del order
        return Plan({})
