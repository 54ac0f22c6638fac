"""What the world was asked: every request with its parameters, in the order of arrival."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Middleware

from .faults import Handler
from .pubmed import Arrivals

HEADERS = (
    "User-Agent",
    "Accept",
    "Accept-Encoding",
    "Authorization",
    "X-Api-Key",
    "If-None-Match",
    "If-Modified-Since",
)
"""The headers that tests ask about."""


@dataclass
class Request:
    """One request as it came in, and the status it was answered with."""

    source: str
    """The first segment of its path: ``pubmed``."""
    method: str
    path: str
    """What follows the source: ``/esearch.fcgi``."""
    at: float
    """Seconds of the monotonic clock."""
    params: Mapping[str, str] = field(default_factory=dict)
    """Of the address and of the form; what was given several times is joined by commas."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    """Of a request that sends no form."""
    status: int = 0
    """0 while it is not answered, or where the connection broke."""


def busiest_second(requests: Iterable[Request]) -> int:
    """Return how many of *requests*, in order of arrival, came within any one second."""
    recent: deque[float] = deque()
    most = 0
    for one in requests:
        recent.append(one.at)
        while one.at - recent[0] >= 1.0:
            recent.popleft()
        most = max(most, len(recent))
    return most


@dataclass
class Log:
    """All requests, and what PubMed counted of them."""

    requests: list[Request] = field(default_factory=list)
    pubmed: Arrivals = field(default_factory=Arrivals)

    def of(self, source: str) -> list[Request]:
        """Return the requests that one source received."""
        return [one for one in self.requests if one.source == source]

    def clear(self) -> None:
        """Forget all requests and counts."""
        self.requests.clear()
        self.pubmed.clear()


def logging(log: Log) -> Middleware:
    """Return what an application puts before everything else, so that spoilt answers are logged, too."""

    @web.middleware
    async def logged(request: web.Request, handler: Handler) -> web.StreamResponse:
        _, source, *rest = request.path.split("/", 2)
        if source.startswith("_"):
            return await handler(request)
        entry = Request(source, request.method, f"/{''.join(rest)}", asyncio.get_running_loop().time())
        log.requests.append(entry)
        await _filled(entry, request)
        try:
            response = await handler(request)
        except web.HTTPException as refused:
            entry.status = refused.status
            raise
        entry.status = response.status
        return response

    return logged


async def _filled(entry: Request, request: web.Request) -> None:
    """Write down what a request said."""
    entry.headers = {name: request.headers[name] for name in HEADERS if name in request.headers}
    given: dict[str, list[Any]] = defaultdict(list)
    form = await request.post() if request.method == "POST" else {}
    for name, value in (*request.query.items(), *form.items()):
        given[name].append(value)
    entry.params = {name: ",".join(map(str, values)) for name, values in given.items()}
    if request.method == "POST" and not form:
        entry.body = await request.text()
