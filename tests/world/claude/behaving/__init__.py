"""How Claude can be unruly: each way by its name, set for an agent as a fault is set for a source."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tests.world.claude.refusing import Refusal, overloaded, too_fast
from tests.world.claude.shapes import AGENTS

from . import blocks, fields, prose
from .obeying import obeys
from .values import Behaviour, both, of_json, of_report

__all__ = ["NAMED", "Behaviour", "Behaviours"]

OBEDIENT = Behaviour()

NAMED: Mapping[str, Behaviour] = MappingProxyType(
    {
        "invents citations": Behaviour(both(of_report(prose.invents_citations), of_json(fields.invents_sources))),
        "invents a title": Behaviour(of_report(prose.invents_a_title)),
        "invents a reference list": Behaviour(of_report(prose.invents_a_list)),
        "changes a number": Behaviour(both(of_report(prose.changes_a_number), of_json(fields.changes_a_number))),
        "drops markers": Behaviour(both(of_report(prose.drops_markers), of_json(fields.drops_sources))),
        "skips numbers": Behaviour(of_report(prose.numbers)),
        "flips direction": Behaviour(both(of_report(prose.flips_direction), of_json(fields.flips))),
        "obeys an instruction": Behaviour(obeys),
        "eager judge": Behaviour(of_json(fields.eager)),
        "broken JSON": Behaviour(blocks.broken),
        "wrong fields": Behaviour(both(of_report(prose.other_headings), of_json(fields.wrong_fields))),
        "out of bounds": Behaviour(of_json(fields.out_of_bounds)),
        "empty answer": Behaviour(blocks.nothing),
        "two text blocks": Behaviour(blocks.two_texts),
        "thinking blocks": Behaviour(blocks.thinking),
        "another language": Behaviour(both(of_report(prose.in_german), of_json(fields.in_german))),
        "another language below our headings": Behaviour(of_report(prose.german_below_our_headings)),
        "refuses": Behaviour(blocks.refused),
        "stops at max_tokens": Behaviour(blocks.half),
        "stalls": Behaviour(manner="stalls"),
        "dies": Behaviour(manner="dies"),
        "ends early": Behaviour(manner="ends early"),
        "error event in stream": Behaviour(manner="error event"),
        "429 with delay": Behaviour(refusal=too_fast("1")),
        "429 without delay": Behaviour(refusal=too_fast()),
        "529 with delay": Behaviour(refusal=overloaded("1")),
        "529 without delay": Behaviour(refusal=overloaded()),
        "500": Behaviour(refusal=Refusal(500, "Something broke on this side.")),
        "endless tools": Behaviour(blocks.endless),
        "unknown tool": Behaviour(blocks.unknown_tool),
        "invalid arguments": Behaviour(blocks.of_numbers),
        "missing arguments": Behaviour(blocks.of_nothing),
        "misnamed arguments": Behaviour(blocks.misnamed),
    }
)
"""A behaviour of each kind, by what a test calls it."""


@dataclass
class Behaviours:
    """Which agents are answered in an unruly way, and for how many answers more."""

    _set: dict[str, tuple[str, int | None]] = field(default_factory=dict)

    def set(self, agent: str, name: str, times: int | None = None) -> None:
        """Spoil the next *times* answers to *agent*, or all until ``clear``. Raises ``ValueError`` for unknown names.

        An answer that a behaviour leaves as it is, such as a tool use where prose would be spoilt, does not count.
        """
        if agent not in AGENTS or name not in NAMED:
            problem = f"name one of {', '.join(AGENTS)}, and one of {', '.join(NAMED)}"
            raise ValueError(problem)
        self._set[agent] = (name, times)

    def of(self, agent: str) -> Behaviour:
        """Return how an agent is answered now."""
        name, _ = self._set.get(agent, ("", None))
        return NAMED.get(name, OBEDIENT)

    def used(self, agent: str) -> str:
        """Count an answer that was spoilt; return the name of what spoilt it."""
        name, times = self._set[agent]
        if times is not None:
            self._set[agent] = (name, times - 1)
            if times <= 1:
                del self._set[agent]
        return name

    def clear(self) -> None:
        """Answer all agents well."""
        self._set.clear()
