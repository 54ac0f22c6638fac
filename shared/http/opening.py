"""How a process opens the vendors' servers it asks: paced, cached, and saying who we are."""

import contextlib
import ipaddress
import ssl
import urllib.request
from collections.abc import AsyncIterator
from http.cookiejar import DefaultCookiePolicy
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import anyio.lowlevel
import httpx
import stamina.instrumentation

from shared.errors import CannotDo
from shared.limits import Limiter, Unlimited

from .caching import cached
from .manners import Manners
from .refusing import is_port
from .site import Site
from .wire import MOST_AT_ONCE, Wire


@contextlib.asynccontextmanager
async def open_site(
    name: str,
    url: str,
    *,
    user_agent: str,
    limiter: Limiter | None = None,
    cache: Path | None = None,
    manners: Manners | None = None,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[Site]:
    """Open the server that a person calls *name* at *url*; raise ``CannotDo`` for what is no address.

    Requests wait for the slots of *limiter*; answers are kept in a file of the folder *cache*, where one is given,
    as long as the vendor allows. *tls* says whom to trust in place of the usual authorities.
    """
    # stamina would log the arguments of what it repeats; we log our own words.
    stamina.instrumentation.set_on_retry_hooks([])
    manners = manners or Manners()
    check_address(name, url, manners)
    transport: httpx.AsyncBaseTransport = Wire(name, _network(url, tls), limiter or Unlimited(), manners)
    if cache is not None:
        transport = await cached(name, cache, transport)
    patience = manners.patience
    client = httpx.AsyncClient(
        transport=transport,
        base_url=url,
        headers={"User-Agent": user_agent},
        timeout=httpx.Timeout(patience.read_seconds, connect=patience.connect_seconds),
    )
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    # httpcore loads its sockets with the first request: that one would leave later than its slot.
    await anyio.lowlevel.checkpoint()
    async with client:
        yield Site(name, client, manners=manners, signs=True)


def _network(url: str, tls: ssl.SSLContext | None) -> httpx.AsyncHTTPTransport:
    """Return what sends requests to *url*, over connections that are used again."""
    limits = httpx.Limits(max_connections=MOST_AT_ONCE, max_keepalive_connections=MOST_AT_ONCE, keepalive_expiry=30)
    return httpx.AsyncHTTPTransport(verify=tls or True, limits=limits, proxy=proxy_for(url))


def check_address(name: str, url: str, manners: Manners) -> None:
    """Raise ``CannotDo`` for an address that no request can be sent to."""
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL:
        address = httpx.URL()
    if address.scheme not in ("http", "https") or not address.host or not is_port(address.port):
        message = f"the address of {name} is none that can be asked: {manners.to_check('URL')}"
        raise CannotDo(message)


def user_agent(contact: str) -> str:
    """Return how we introduce ourselves; raise ``CannotDo`` for a *contact* that no header can hold."""
    if not (contact.isascii() and (contact + "x").isprintable()) or set(contact) & set("() "):
        message = "VOUCH_CONTACT is no e-mail address: it is sent to the vendors, who write to it before they block us"
        raise CannotDo(message)
    try:
        ours = version("vouch")
    except PackageNotFoundError:
        ours = "0"
    return f"Vouch/{ours} (research agent{f'; mailto:{contact}' if contact else ''})"


def proxy_for(url: str) -> str | None:
    """Return the proxy that the environment names for *url*; what runs on this machine is asked directly.

    httpx looks for proxies only where it makes its transport itself.
    """
    address = httpx.URL(url)
    if _is_loopback(address.host) or urllib.request.proxy_bypass(address.host):
        return None
    named = urllib.request.getproxies()
    return named.get(address.scheme) or named.get("all")


def _is_loopback(host: str) -> bool:
    """Say whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
