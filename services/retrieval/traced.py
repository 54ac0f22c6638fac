"""A tool whose every use is a span of the run's trace."""

from dataclasses import dataclass

from shared.tracing import Tracing

from .retrieving import Observation, Tool


@dataclass(frozen=True)
class Traced:
    """Uses a tool inside a span; what was journaled before is not used, and has none."""

    tool: Tool
    tracing: Tracing

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.tool.name

    @property
    def description(self) -> str:
        """Return what it does and what to say to it."""
        return self.tool.description

    @property
    def takes(self) -> str:
        """Return what its argument is called."""
        return self.tool.takes

    async def run(self, argument: str) -> Observation:
        """Look. Raises as the tool does."""
        with self.tracing.tool_call(agent="retrieval", tool=self.name) as span:
            seen = await self.tool.run(argument)
            span.content(argument, seen.text)
        return seen

    def recall(self, observation: Observation) -> None:
        """Take note of what was seen."""
        self.tool.recall(observation)
