"""Stands between a gateway and the scripted Claude, and keeps what passes: so one sees what a gateway changes."""

import contextlib
import json
import socket
from types import TracebackType
from typing import Any, Self

import aiohttp
from aiohttp import web

MOST_BYTES = 16 << 20
ITS_OWN = frozenset({"host", "content-length", "transfer-encoding", "connection"})
"""Headers that belong to one connection."""

Json = dict[str, Any]


class Tap:
    """Passes everything on to *upstream* while it is entered; a client that goes away is gone there, too."""

    def __init__(self, upstream: str) -> None:
        self._upstream = upstream
        self.bodies: list[Json] = []
        """Of each request, in their order."""
        self.url = ""

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(auto_decompress=False, timeout=aiohttp.ClientTimeout(total=None))
        application = web.Application(client_max_size=MOST_BYTES)
        application.router.add_route("*", "/{rest:.*}", self._pass)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5, handler_cancellation=True)
        await self._runner.setup()
        listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        await web.SockSite(self._runner, listening).start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()
        await self._session.close()

    async def _pass(self, request: web.Request) -> web.StreamResponse:
        """Pass one request on, and its answer back as it comes."""
        body = await request.read()
        self.bodies.append(json.loads(body))
        headers = {name: value for name, value in request.headers.items() if name.lower() not in ITS_OWN}
        async with self._session.post(f"{self._upstream}{request.path}", data=body, headers=headers) as answer:
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in ITS_OWN}
            response = web.StreamResponse(status=answer.status, headers=kept)
            await response.prepare(request)
            with contextlib.suppress(ConnectionError):  # nobody listens any more
                await self._copied(answer, request, response)
            return response

    async def _copied(self, answer: aiohttp.ClientResponse, request: web.Request, response: web.StreamResponse) -> None:
        """Write what comes as it comes; where it breaks off, break off, too."""
        try:
            async for piece in answer.content.iter_any():
                await response.write(piece)
        except aiohttp.ClientPayloadError:
            if request.transport:
                request.transport.abort()
