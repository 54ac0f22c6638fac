"""Sends an answer as JSON or as a stream, whole or not, and notices a client that goes away."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal

from aiohttp import web

from tests.world.spoiling import _reset, _stays

from .calls import ABORTED, ANSWERED, Call
from .composing import events_of, said_in
from .counting import tokens_of
from .refusing import overloaded

Manner = Literal["whole", "stalls", "dies", "ends early", "error event"]
"""How an answer is sent; all but the first go half of the way."""

Json = Mapping[str, Any]

_ENDED: Mapping[Manner, str] = {
    "whole": ANSWERED,
    "dies": "broken off",
    "ends early": "ended early",
    "error event": f"error {overloaded().kind}",
}


@dataclass(frozen=True)
class Sender:
    """Sends the answer to one request."""

    request: web.Request
    call: Call
    request_id: str
    manner: Manner = "whole"
    pause_seconds: float = 0.0
    """Between two deltas of a stream."""

    async def wait(self, seconds: float | None) -> bool:
        """Wait so long, or for ever; say whether the client is still there."""
        if seconds == 0:
            return True
        stays = await _stays(self.request, seconds)
        if not stays:
            self.call.status = ABORTED
        return stays

    async def send(self, message: Json) -> web.StreamResponse:
        """Send a message as the request wants it, for as long as the client listens."""
        try:
            return await (self._stream(message) if self.call.stream else self._whole(message))
        except ConnectionError:
            self.call.status = ABORTED
            return web.Response()

    async def _whole(self, message: Json) -> web.StreamResponse:
        """Send a message as JSON."""
        self.call.status = _ENDED.get(self.manner, self.call.status)
        body = json.dumps(message, ensure_ascii=False).encode()
        if self.manner == "stalls":
            await self.wait(None)
            return web.Response()
        if self.manner == "error event":
            return overloaded().answer(self.request_id)
        if self.manner == "dies":
            return await self._half(body)
        self.call.output_tokens = message["usage"]["output_tokens"]
        sent = body if self.manner == "whole" else body[: len(body) // 2]
        return web.Response(body=sent, content_type="application/json", headers={"request-id": self.request_id})

    async def _half(self, body: bytes) -> web.StreamResponse:
        """Send half of a body, then reset the connection."""
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        response.content_length = len(body)
        await response.prepare(self.request)
        await response.write(body[: len(body) // 2])
        _reset(self.request)
        return response

    async def _stream(self, message: Json) -> web.StreamResponse:
        """Send a message event by event; raises ``ConnectionError`` where nobody listens any more."""
        headers = {"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache"}
        response = web.StreamResponse(status=HTTPStatus.OK, headers=headers | {"request-id": self.request_id})
        events = list(events_of(dict(message)))
        await response.prepare(self.request)
        for event in events if self.manner == "whole" else events[: len(events) // 2]:
            await self._event(response, event)
        await self._end(response)
        return response

    async def _event(self, response: web.StreamResponse, event: Json) -> None:
        """Send one event; raises ``ConnectionError`` where nobody listens any more."""
        if said := said_in(dict(event)):
            await asyncio.sleep(self.pause_seconds)
            self.call.output_tokens += tokens_of(said)
        if event["type"] == "message_delta":
            self.call.output_tokens = event["usage"]["output_tokens"]
        await response.write(f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode())

    async def _end(self, response: web.StreamResponse) -> None:
        """End a stream as its manner wants it."""
        self.call.status = _ENDED.get(self.manner, self.call.status)
        if self.manner == "stalls":
            await self.wait(None)
        elif self.manner == "dies":
            _reset(self.request)
        elif self.manner == "error event":
            await self._event(response, overloaded().envelope(self.request_id))
