"""How a test steers a world that is a process of its own: over HTTP, below ``/_control``."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType, TracebackType
from typing import Any, Self

import httpx
from aiohttp import web

from .claude import Claude
from .claude.steering import ClaudeSteering, SeenOfClaude, seen_of
from .duckduckgo import Checking
from .faults import NAMED, Fault, Faults, Status
from .log import Log, Request
from .pubmed import BackendFailed

BY_NAME: Mapping[str, Fault] = MappingProxyType({**NAMED, "backend failed": BackendFailed()})
"""The faults that may be set over HTTP by their names."""


@dataclass(frozen=True)
class Steering:
    """What can be steered in a world."""

    log: Log
    faults: Faults
    checking: Checking
    claude: Claude

    def routes(self) -> tuple[web.RouteDef, ...]:
        """Return the addresses by which it is steered."""
        return (
            web.post("/_control/faults", self.set_fault),
            web.post("/_control/checking", self.set_checking),
            web.post("/_control/reset", self.reset),
            web.get("/_control/log", self.show),
            *ClaudeSteering(self.claude).routes(),
        )

    async def set_fault(self, request: web.Request) -> web.Response:
        """Spoil a source's answers."""
        asked = await request.json()
        source, fault = asked.get("source", ""), _fault(asked)
        if not source or fault is None:
            known = f"name a source, and a status or one of {sorted(BY_NAME)}"
            return web.json_response({"error": known}, status=400)
        self.faults.set(source, fault, asked.get("times"))
        return web.json_response({})

    async def set_checking(self, request: web.Request) -> web.Response:
        """Let DuckDuckGo ask whether a person is asking."""
        self.checking.on = bool((await request.json())["on"])
        return web.json_response({})

    async def reset(self, _: web.Request) -> web.Response:
        """Let everything be as it was at the start."""
        self.faults.clear()
        self.faults.met.clear()
        self.log.clear()
        self.checking.on = False
        self.claude.reset()
        return web.json_response({})

    async def show(self, request: web.Request) -> web.Response:
        """Say what was asked, of all sources or of one."""
        kept = self.log.of(request.query["source"]) if "source" in request.query else self.log.requests
        arrivals = self.log.pubmed
        counted = {"refused": arrivals.refused, "most_in_a_second": arrivals.most_in_a_second}
        body = {"requests": [asdict(one) for one in kept], "spoilt": dict(self.faults.met), **counted}
        return web.json_response({**body, "missing": dict(arrivals.missing)})


def _fault(asked: Mapping[str, Any]) -> Fault | None:
    """Return a fault by its name, or by a status with a body."""
    if "status" in asked:
        body, content_type = str(asked.get("body", "")), str(asked.get("content_type", "text/plain"))
        return Status(int(asked["status"]), str(asked.get("retry_after", "")), body.encode(), content_type)
    return BY_NAME.get(str(asked.get("fault", "")))


@dataclass(frozen=True)
class Seen:
    """What a world has seen."""

    requests: tuple[Request, ...]
    refused: int
    """Requests to PubMed above its limit."""
    most_in_a_second: int
    """Requests that PubMed received within any second."""
    missing: Mapping[str, int]
    """Requests to PubMed without ``tool`` or ``email``."""
    spoilt: Mapping[str, int]
    """Answers that a fault took the place of, by source."""

    def of(self, source: str) -> tuple[Request, ...]:
        """Return the requests that one source received."""
        return tuple(one for one in self.requests if one.source == source)


class Control:
    """Steers the world at *url* while it is entered."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx.AsyncClient(base_url=f"{url}/_control", timeout=30)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def fault(self, source: str, name: str, times: int | None = None) -> None:
        """Spoil the next *times* answers of *source*, or all of them until ``reset``; raises for an unknown name."""
        await self._post("/faults", {"source": source, "fault": name, "times": times})

    async def status(self, source: str, code: int, times: int | None = None, **said: str) -> None:
        """Let *source* answer with a status; *said* may hold ``body``, ``content_type`` and ``retry_after``."""
        await self._post("/faults", {"source": source, "status": code, "times": times, **said})

    async def checking(self, *, on: bool) -> None:
        """Let DuckDuckGo show its check for people in place of results, or results again."""
        await self._post("/checking", {"on": on})

    async def behave(self, agent: str, name: str, times: int | None = None) -> None:
        """Let Claude spoil its next *times* answers to *agent*, or all until ``reset``; raises for an unknown name."""
        await self._post("/claude", {"agent": agent, "name": name, "times": times})

    async def pace(self, **pace: float) -> None:
        """Let Claude write as ``claude.serving.Pace`` says: slower, or more."""
        await self._post("/claude/pace", pace)

    async def claude(self) -> SeenOfClaude:
        """Return what Claude was asked since the last reset."""
        answer = await self._client.get("/claude")
        return seen_of(answer.raise_for_status().json())

    async def reset(self) -> None:
        """Take back all faults, checks and behaviours, and forget what was seen."""
        await self._post("/reset", {})

    async def seen(self) -> Seen:
        """Return what was seen since the last reset."""
        answer = await self._client.get("/log")
        body = answer.raise_for_status().json()
        return Seen(**{**body, "requests": tuple(Request(**one) for one in body["requests"])})

    async def _post(self, path: str, body: Mapping[str, object]) -> None:
        """Send an order."""
        answer = await self._client.post(path, content=json.dumps(body))
        answer.raise_for_status()
