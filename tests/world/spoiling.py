"""The faults: each spoils one answer of a server in its own way."""

import asyncio
import socket
import struct
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MEBIBYTE = 1 << 20
POLL_SECONDS = 0.02
"""How often a fault that says nothing looks whether the client has left."""

LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE set [<!ENTITY a0 "ha"><!ENTITY secret SYSTEM "file:///etc/hostname">{levels}]>
<set>&secret;&a{deepest};</set>"""


class Fault(Protocol):
    """A way to spoil one answer."""

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Return, or send in part, what the client gets in place of what *handler* would have said."""
        ...


@dataclass(frozen=True)
class Status:
    """Any status with a body of its own, by default a short line of plain text."""

    code: int
    retry_after: str = ""
    """Seconds or an HTTP date; none where it is empty."""
    body: bytes = b"something is wrong here"
    content_type: str = "text/plain"

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer without asking the handler."""
        del request, handler
        headers = {"Retry-After": self.retry_after} if self.retry_after else {}
        return web.Response(status=self.code, body=self.body, content_type=self.content_type, headers=headers)


def empty() -> Status:
    """Return a success that says nothing."""
    return Status(200, body=b"", content_type="application/json")


def html_page() -> Status:
    """Return a success that is a page for people, as proxies and portals send."""
    return Status(200, body=b"<!DOCTYPE html><html><body>Please sign in</body></html>", content_type="text/html")


def disguised_html() -> Status:
    """Return a page for people that says it is JSON."""
    return Status(200, body=b"\n<html><body>Please sign in</body></html>", content_type="application/json")


def laughs(levels: int = 9) -> Status:
    """Return XML whose entities grow tenfold with each level, and which asks for a local file."""
    grown = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, levels + 1))
    return Status(200, body=LAUGHS.format(levels=grown, deepest=levels).encode(), content_type="text/xml")


def broken_gzip() -> "Stream":
    """Return a success that says it is compressed and is not."""
    return Stream((b'{"this": "is not gzip"}',), encoding="gzip")


@dataclass(frozen=True)
class Redirect:
    """Sends the client elsewhere."""

    to: str
    code: int = 302

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer without asking the handler."""
        del request, handler
        return web.Response(status=self.code, headers={"Location": self.to})


@dataclass(frozen=True)
class WrongType:
    """The real answer under another content type."""

    content_type: str = "image/png"

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer with the handler's body."""
        return web.Response(body=(await _real(request, handler))[0], content_type=self.content_type)


@dataclass(frozen=True)
class CutOff:
    """The beginning of the real answer, as if it were all: truncated JSON or XML."""

    keep: float = 0.6

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer with the first part of the handler's body."""
        body, content_type = await _real(request, handler)
        return web.Response(body=body[: int(len(body) * self.keep)], content_type=content_type)


@dataclass(frozen=True)
class Reset:
    """The connection is reset when half of the real answer has been sent; at once where *at_once*."""

    at_once: bool = False

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Send the first half of the handler's body, then reset."""
        body, content_type = await _real(request, handler)
        response = web.StreamResponse(headers={"Content-Type": content_type})
        response.content_length = len(body)
        if not self.at_once:
            await response.prepare(request)
            await response.write(body[: len(body) // 2])
        _reset(request)
        return response


@dataclass(frozen=True)
class Drip:
    """The real answer, byte by byte: no single read ever times out."""

    seconds_per_byte: float = 1.0

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Send the handler's body for as long as it takes, or until the client leaves."""
        body, content_type = await _real(request, handler)
        response = web.StreamResponse(headers={"Content-Type": content_type})
        await response.prepare(request)
        for place in range(len(body)):
            await response.write(body[place : place + 1])
            if not await _stays(request, self.seconds_per_byte):
                break
        return response


@dataclass(frozen=True)
class Late:
    """The real answer after a while; without *seconds*, no answer ever."""

    seconds: float | None = None

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Wait, then answer as the handler does; end early when the client leaves."""
        stays = await _stays(request, self.seconds)
        return await handler(request) if stays else web.Response()


@dataclass(frozen=True)
class Stream:
    """The *chunks*, and then the last of them again and again where it is *endless*."""

    chunks: tuple[bytes, ...]
    content_type: str = "application/json"
    encoding: str = ""
    most_repeats: int = 0

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Send until the client leaves."""
        del handler
        headers = {"Content-Type": self.content_type} | ({"Content-Encoding": self.encoding} if self.encoding else {})
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        for chunk in self.chunks:
            await response.write(chunk)
        for _ in range(self.most_repeats):
            await response.write(self.chunks[-1])
        return response


def endless(most_bytes: int = 100 << 30) -> Stream:
    """Return a body that does not stop before *most_bytes*."""
    chunk = b"x" * (64 << 10)
    return Stream((b'{"result": "', chunk), most_repeats=most_bytes // len(chunk))


def gzip_bomb(most_bytes: int = 100 << 30) -> Stream:
    """Return a body that grows about a thousandfold, to *most_bytes*, when it is decompressed.

    A block that ends in a full flush stands alone, so one block of a mebibyte is made and sent many times over.
    """
    squeezed = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
    head = squeezed.compress(b'{"result": "') + squeezed.flush(zlib.Z_FULL_FLUSH)
    block = squeezed.compress(b"0" * MEBIBYTE) + squeezed.flush(zlib.Z_FULL_FLUSH)
    return Stream((head, block), encoding="gzip", most_repeats=most_bytes // MEBIBYTE)


async def _real(request: web.Request, handler: Handler) -> tuple[bytes, str]:
    """Return the body that the handler would have sent, and its content type."""
    answer = await handler(request)
    if not isinstance(answer, web.Response) or not isinstance(answer.body, bytes):
        problem = f"{request.path} answers with no plain body to spoil"
        raise TypeError(problem)
    return answer.body, answer.headers["Content-Type"]


async def _stays(request: web.Request, seconds: float | None) -> bool:
    """Wait so long, or for ever; say whether the client is still there."""
    loop = asyncio.get_running_loop()
    until = None if seconds is None else loop.time() + seconds
    while request.transport is not None and not request.transport.is_closing():
        left = POLL_SECONDS if until is None else until - loop.time()
        if left <= 0:
            return True
        await asyncio.sleep(min(left, POLL_SECONDS))
    return False


def _reset(request: web.Request) -> None:
    """Reset the connection: lingering for no time makes the kernel send RST instead of FIN."""
    if request.transport is not None:
        under = request.transport.get_extra_info("socket")
        under.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()
