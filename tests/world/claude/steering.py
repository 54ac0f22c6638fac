"""How a test steers Claude in a world that is a process of its own: below ``/_control/claude``."""

from dataclasses import asdict, dataclass

from aiohttp import web

from .calls import Call
from .serving import Claude, Pace


@dataclass(frozen=True)
class SeenOfClaude:
    """What Claude has seen since the last reset."""

    calls: tuple[Call, ...]
    in_flight: int
    """Calls that are under way now."""
    most_in_flight: int
    counted: int
    """Requests to count tokens."""

    def of(self, agent: str) -> tuple[Call, ...]:
        """Return the calls of one agent."""
        return tuple(call for call in self.calls if call.agent == agent)


@dataclass(frozen=True)
class ClaudeSteering:
    """Steers one Claude."""

    claude: Claude

    def routes(self) -> tuple[web.RouteDef, ...]:
        """Return the addresses by which it is steered."""
        return (
            web.get("/_control/claude", self.show),
            web.post("/_control/claude", self.behave),
            web.post("/_control/claude/pace", self.pace),
        )

    async def behave(self, request: web.Request) -> web.Response:
        """Spoil answers to an agent."""
        asked = await request.json()
        try:
            self.claude.behave(asked.get("agent", ""), asked.get("name", ""), asked.get("times"))
        except ValueError as unknown:
            return web.json_response({"error": str(unknown)}, status=400)
        return web.json_response({})

    async def pace(self, request: web.Request) -> web.Response:
        """Write faster or slower, more or less."""
        try:
            self.claude.pace = Pace(**await request.json())
        except TypeError as unknown:
            return web.json_response({"error": str(unknown)}, status=400)
        return web.json_response({})

    async def show(self, _: web.Request) -> web.Response:
        """Say what was asked."""
        log = self.claude.log
        told = {"in_flight": log.in_flight, "most_in_flight": log.most_in_flight, "counted": log.counted}
        return web.json_response(told | {"calls": [asdict(call) for call in log.made]})


def seen_of(body: dict[str, object]) -> SeenOfClaude:
    """Return what ``show`` has said."""
    calls = body["calls"]
    assert isinstance(calls, list)
    return SeenOfClaude(**{**body, "calls": tuple(Call(**one) for one in calls)})  # type: ignore[arg-type]
