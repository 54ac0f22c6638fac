"""Which addresses of the web may be asked. Pure: no name is resolved here.

A page chooses where its links and redirects lead, and a name server what its names mean: without this guard, both
could make the retrieval agent ask machines of its own network. Every address is checked before it is asked, and every
IP address before it is connected to (``connecting.py``); what was not checked cannot be reached.
"""

import re
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpx

from shared.errors import CannotDo

MOST_ADDRESS_CHARACTERS = 2_000
"""What browsers agree on; a longer address is made by a program to say something, not to be read."""

MOST_SHOWN_CHARACTERS = 200
"""Of an address in a reason."""

MOST_HOST_CHARACTERS, MOST_PART_CHARACTERS = 253, 63
"""Of a host's name, and between two of its dots (RFC 1035)."""

PORTS = (None, 80, 443)
"""Of the public web: on others stand databases, consoles and mail."""

_NOT_PUBLIC_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network; 0.0.0.0 reaches oneself
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a provider's NAT, and metadata of Alibaba's cloud
            "127.0.0.0/8",
            "168.63.129.16/32",  # public, but inside Azure it is the host's own service
            "169.254.0.0/16",  # link-local, where most clouds answer for metadata
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocol assignments, and metadata of Oracle's cloud
            "192.0.2.0/24",
            "192.88.99.0/24",  # relays into IPv6
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ),
    )
)
"""IANA's registry of special IPv4 addresses, as tables: ``is_global`` differs between patch versions of Python."""

_PUBLIC_6 = IPv6Network("2000::/3")
"""All that is given out for hosts of the Internet. It leaves out loopback, ``::``, link-local, private (fc00::/7),
multicast, and whatever carries an IPv4 address: ::ffff:0:0/96, ::/96, and NAT64's 64:ff9b::/96 and 64:ff9b:1::/48."""

_NOT_PUBLIC_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments; Teredo carries an IPv4 address
            "2001:db8::/32",
            "2002::/16",  # 6to4 carries an IPv4 address
            "3fff::/20",
        ),
    )
)

_HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_UNSEEMLY = re.compile(r"[\s\\\x00-\x1f\x7f-\x9f]")


def is_public(address: str) -> bool:
    """Say whether an IP address belongs to a host of the public Internet; what is no IP address does not."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv4Address):
        return not any(ip in network for network in _NOT_PUBLIC_4)
    # An address with a zone ("%eth0") is of one link, whatever else it is.
    return ip in _PUBLIC_6 and not ip.scope_id and not any(ip in network for network in _NOT_PUBLIC_6)


def is_web_address(address: str) -> bool:
    """Say whether this is an address of a page at all, wherever it leads."""
    try:
        _host_of(_parsed(address))
    except CannotDo:
        return False
    return True


class Guard:
    """Says what may be asked: the public web, and the private hosts that an operator names."""

    def __init__(self, private_hosts: Iterable[str] = ()) -> None:
        self._private = frozenset(_bare(host) for host in private_hosts)

    def checked(self, address: str) -> httpx.URL:
        """Return *address* as it will be asked, without its fragment; raise ``CannotDo`` for one that may not be."""
        url = _parsed(address)
        host = _host_of(url)
        if _bare(host) in self._private:
            return url
        if url.port not in PORTS:
            raise _refused(url, f"only the web's own ports are asked, not {url.port}")
        if _is_number(host) and not is_public(_bare(host)):
            raise _refused(url, "it is no address of the public Internet")
        return url

    def reachable(self, host: str, addresses: Sequence[str]) -> tuple[str, ...]:
        """Return the IP *addresses* of *host*; raise ``CannotDo`` where any of them may not be connected to.

        One private address among public ones is refused with them: an honest host has no such mixture, and which
        one would be connected to is chance.
        """
        if _bare(host) in self._private:
            return tuple(addresses)
        if not addresses or not all(map(is_public, addresses)):
            message = f"{host} was not asked: it leads to an address that is not of the public Internet"
            raise CannotDo(message)
        return tuple(addresses)


def _parsed(address: str) -> httpx.URL:
    """Return a web address in its parts; raise ``CannotDo`` for what is none, or hides something."""
    if len(address) > MOST_ADDRESS_CHARACTERS or _UNSEEMLY.search(address):
        raise _refused(address, "it is no web address: it is too long, or holds a space or a sign that none may hold")
    try:
        url = httpx.URL(address).copy_with(fragment=None)
        _ = url.host  # decoded only now
    except (httpx.InvalidURL, ValueError) as error:
        raise _refused(address, "it is no web address: write it as https://host/page") from error
    if url.scheme not in {"http", "https"}:
        raise _refused(url, "only http and https are read")
    if url.userinfo:
        raise _refused(url.copy_with(userinfo=b""), "it holds a user's name or password: give it without")
    return url


def _host_of(url: httpx.URL) -> str:
    """Return the host of *url* in its ASCII form; raise ``CannotDo`` for what cannot be one."""
    host = url.raw_host.decode("ascii")
    if ":" in host:
        if not _is_ip(host):
            raise _refused(url, "its host is no address")
    elif not _is_name(host):
        raise _refused(url, "its host is no name")
    elif _is_number(host) and not _is_ip(_bare(host)):
        # 2130706433, 0x7f.1 and 0177.0.0.1 are 127.0.0.1 to a resolver.
        raise _refused(url, "its host is a number in an unusual spelling")
    return host


def _is_name(host: str) -> bool:
    """Say whether *host* could be the name of a host: longer ones, no name server is asked for."""
    parts = _bare(host).split(".")
    fits = len(_bare(host)) <= MOST_HOST_CHARACTERS and all(len(part) <= MOST_PART_CHARACTERS for part in parts)
    return fits and _HOST.fullmatch(host) is not None


def _is_number(host: str) -> bool:
    """Say whether a resolver would read *host* as an IP address: the last part is a number."""
    return ":" in host or bool(_NUMBER.fullmatch(_bare(host).rpartition(".")[2]))


def _is_ip(host: str) -> bool:
    """Say whether *host* is an IP address in its usual spelling."""
    try:
        return isinstance(ip_address(host), (IPv4Address, IPv6Address))
    except ValueError:
        return False


def _bare(host: str) -> str:
    """Return a host as it is compared: in lower case, without brackets and closing dot."""
    return host.lower().strip("[]").removesuffix(".")


def _refused(address: httpx.URL | str, why: str) -> CannotDo:
    """Return why an address was not asked."""
    told = str(address)
    shown = told if len(told) <= MOST_SHOWN_CHARACTERS else f"{told[:MOST_SHOWN_CHARACTERS]}…"
    return CannotDo(f"{shown} was not opened: {why}")
