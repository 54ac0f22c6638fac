"""Connections to checked IP addresses only: a name is resolved once, and what was checked is what is connected to.

Checking a name and then letting the HTTP client resolve it again leaves a gap in which a name server may change its
answer (DNS rebinding). Here the check stands inside the one function through which every connection is made, so no
redirect, no repeat and no setting of the client leads past it; Host header and TLS still speak of the name.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable
from http.cookiejar import DefaultCookiePolicy

import httpcore
import httpx

from shared.errors import CannotDo, RetryLater

from .guarding import Guard

MOST_ADDRESSES = 4
"""Of one host that are tried in turn."""

MOST_CONNECTIONS = 10

Resolve = Callable[[str, int], Awaitable[tuple[str, ...]]]
"""Returns the IP addresses of a host. Raises ``RetryLater`` where the name servers know none, and
``CannotDo`` for what is no name."""

SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


async def by_dns(host: str, port: int) -> tuple[str, ...]:
    """Return what the system's resolver says of *host*."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        message = f"{host} was not asked: it is no name that a host can have"
        raise CannotDo(message) from error
    except OSError as error:
        message = f"{host} cannot be found: no name server knows it, or none answers"
        raise RetryLater(message) from error
    return tuple(dict.fromkeys(str(where[0]) for *_, where in found))


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to hosts by addresses that *guard* lets pass."""

    def __init__(
        self, guard: Guard, resolve: Resolve = by_dns, network: httpcore.AsyncNetworkBackend | None = None
    ) -> None:
        self._guard, self._resolve = guard, resolve
        self._network = network or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- httpcore's own signature
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Resolve once, check all, connect to the first that answers."""
        addresses = self._guard.reachable(host, await self._resolve(host, port))
        problem: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses[:MOST_ADDRESSES]:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                problem = error
        raise problem

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 -- httpcore's own signature
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: no page of the web is behind one."""
        del timeout, socket_options
        message = f"{path} is no page of the web"
        raise CannotDo(message)

    async def sleep(self, seconds: float) -> None:
        """Wait, for the pool."""
        await self._network.sleep(seconds)


class CheckedTransport(httpx.AsyncHTTPTransport):
    """httpx over a ``CheckedNetwork``. Connections are not kept: one host's must not serve another on its address."""

    def __init__(self, network: CheckedNetwork, tls: ssl.SSLContext | None = None) -> None:
        tls = tls or httpx.create_ssl_context()
        super().__init__(verify=tls, trust_env=False)
        # httpx has no argument for the network below it; a test fails where a connection goes another way.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=MOST_CONNECTIONS,
            max_keepalive_connections=0,
            network_backend=network,
        )


def web_client(
    guard: Guard, user_agent: str, resolve: Resolve = by_dns, tls: ssl.SSLContext | None = None
) -> httpx.AsyncClient:
    """Return a client for pages of the web: it follows nothing by itself, keeps no cookie, and heeds no proxy."""
    client = httpx.AsyncClient(
        transport=CheckedTransport(CheckedNetwork(guard, resolve), tls),
        headers={"User-Agent": user_agent, "Accept-Encoding": "gzip", "Accept-Language": "en, *;q=0.5"},
        follow_redirects=False,
        trust_env=False,
        timeout=None,  # noqa: S113 -- whoever asks bounds the whole of it: a slow drip passes every timeout of a read
    )
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client
