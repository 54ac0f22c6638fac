"""What can go wrong with a server: put before any server of the world, set by a test, met by real clients.

``middleware(faults)`` goes first among an application's middlewares. ``faults.set("pubmed", Status(503), times=2)``
then spoils the next two answers below ``/pubmed/``; the third is the real one. ``NAMED`` holds a fault of each
kind for tests that go through all of them. A fault that needs no server (a closed port, a certificate that nobody
knows) is a function at the end.
"""

import socket
import ssl
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import trustme
from aiohttp import web
from aiohttp.typedefs import Middleware

from .spoiling import (
    CutOff,
    Drip,
    Fault,
    Handler,
    Late,
    Redirect,
    Reset,
    Status,
    Stream,
    WrongType,
    broken_gzip,
    disguised_html,
    empty,
    endless,
    gzip_bomb,
    html_page,
    laughs,
)

__all__ = [
    "NAMED",
    "CutOff",
    "Drip",
    "Fault",
    "Faults",
    "Handler",
    "Late",
    "Redirect",
    "Reset",
    "Status",
    "Stream",
    "WrongType",
    "closed_port",
    "empty",
    "middleware",
    "unknown_certificate",
]


@dataclass
class Faults:
    """Which sources are spoilt, how, and how often they were; a source is the first segment of the path."""

    met: Counter[str] = field(default_factory=Counter)
    """How many answers of each source were spoilt."""
    _set: dict[str, tuple[Fault, int | None]] = field(default_factory=dict)

    def set(self, source: str, fault: Fault, times: int | None = None) -> None:
        """Spoil the next *times* answers of *source*, or all of them until ``clear``."""
        self._set[source] = (fault, times)

    def clear(self, source: str | None = None) -> None:
        """Let *source*, or every source, answer as it would."""
        for one in (source,) if source else tuple(self._set):
            self._set.pop(one, None)

    def next_for(self, source: str) -> Fault | None:
        """Return the fault that spoils this answer, and count it."""
        fault, times = self._set.get(source, (None, None))
        if fault is None:
            return None
        if times is not None:
            self._set[source] = (fault, times - 1)
            if times <= 1:
                del self._set[source]
        self.met[source] += 1
        return fault


def middleware(faults: Faults) -> Middleware:
    """Return what an application puts before its handlers, those of its sub-applications included."""

    @web.middleware
    async def spoil(request: web.Request, handler: Handler) -> web.StreamResponse:
        fault = faults.next_for(request.path.split("/")[1])
        return await (fault.answer(request, handler) if fault else handler(request))

    return spoil


def closed_port() -> int:
    """Return a port of this machine on which nobody listens: connecting is refused."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def unknown_certificate() -> ssl.SSLContext:
    """Return what a server needs to speak TLS with a certificate of 127.0.0.1 that no client trusts."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    return context


NAMED: Mapping[str, Fault] = MappingProxyType(
    {
        **{str(code): Status(code) for code in (400, 401, 403, 404, 408, 413, 414, 422, 425, 429, 500, 502, 503, 504)},
        "429 with Retry-After": Status(429, retry_after="1"),
        "503 with Retry-After": Status(503, retry_after="1"),
        "reset in the middle": Reset(),
        "reset at once": Reset(at_once=True),
        "slow drip": Drip(),
        "no answer": Late(),
        "endless body": endless(),
        "gzip bomb": gzip_bomb(),
        "broken gzip": broken_gzip(),
        "wrong content type": WrongType(),
        "cut off": CutOff(),
        "XML entities": laughs(),
        "HTML page": html_page(),
        "disguised HTML": disguised_html(),
        "empty": empty(),
        "redirect elsewhere": Redirect("http://elsewhere.example/"),
    }
)
"""A fault of each kind, by what a test calls it."""
