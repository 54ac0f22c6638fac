"""Recorded answers over a real socket: each is given to whoever asks for its name, which is the ``model`` of a call."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from types import MappingProxyType, TracebackType
from typing import Self

from aiohttp import web

from .loopback import served

OF_THE_WIRE = frozenset({"connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"})
"""Headers that tell how an answer once travelled: recorded bodies are decoded and whole."""

MOST_BYTES = 64 << 20


@dataclass(frozen=True)
class Recorded:
    """An answer as it was recorded."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def answer(self) -> web.Response:
        """Return it as it is sent again."""
        kept = {name: value for name, value in self.headers.items() if name.lower() not in OF_THE_WIRE}
        return web.Response(status=self.status, headers=kept, body=self.body)


@dataclass
class Replaying:
    """Answers while it is entered; *answers* may be added to at any time, and what has no answer gets a plain 404."""

    answers: dict[str, Recorded] = field(default_factory=dict)
    heard: list[bytes] = field(default_factory=list)
    """The body of every request, in order of arrival."""
    ports: set[int] = field(default_factory=set)
    """From which it was asked: each is a connection."""
    url: str = ""
    """The address to ask, without ``/v1``."""
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post("/{path:.*}", self._answered)
        self.url = await self._stack.enter_async_context(served(app))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def _answered(self, request: web.Request) -> web.Response:
        """Answer one request, whatever its path."""
        assert request.transport is not None
        self.ports.add(request.transport.get_extra_info("peername")[1])
        self.heard.append(await request.read())
        name = str((await request.json()).get("model"))
        return self.answers[name].answer() if name in self.answers else NOTHING.answer()


NOTHING = Recorded(404, MappingProxyType({"content-type": "text/plain"}), b"nothing was recorded under this name")
