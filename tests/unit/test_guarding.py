"""What the agent may ask of the web: no private machine, however its address is written or where its name leads."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.retrieval.web.guarding import Guard, is_public, is_web_address
from shared.errors import CannotDo

PUBLIC = ("93.184.216.34", "1.1.1.1", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946", "2a00:1450:4001:800::200e")

PRIVATE = {
    "unspecified": "0.0.0.0",  # noqa: S104 -- an address to refuse
    "this network": "0.1.2.3",
    "private, ten": "10.0.0.1",
    "carrier's NAT": "100.64.0.1",
    "carrier's NAT, the end": "100.127.255.254",
    "loopback": "127.0.0.1",
    "loopback, elsewhere": "127.8.9.10",
    "cloud metadata": "169.254.169.254",
    "link-local": "169.254.0.1",
    "private, 172": "172.16.0.1",
    "private, 172, the end": "172.31.255.254",
    "protocol assignments": "192.0.0.192",
    "documentation": "192.0.2.1",
    "private, 192": "192.168.1.1",
    "benchmarks": "198.18.0.1",
    "multicast": "224.0.0.1",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "metadata of Alibaba": "100.100.100.200",
    "the host of Azure": "168.63.129.16",
    "loopback 6": "::1",
    "unspecified 6": "::",
    "link-local 6": "fe80::1",
    "link-local 6 with a zone": "fe80::1%eth0",
    "public 6 with a zone": "2606:4700::1111%eth0",
    "site-local 6": "fec0::1",
    "private 6": "fd12:3456::1",
    "metadata of Amazon 6": "fd00:ec2::254",
    "multicast 6": "ff02::1",
    "mapped loopback": "::ffff:127.0.0.1",
    "mapped public": "::ffff:8.8.8.8",
    "compatible loopback": "::127.0.0.1",
    "NAT64 of a private one": "64:ff9b::10.0.0.1",
    "NAT64 of a public one": "64:ff9b::8.8.8.8",
    "NAT64 of a network": "64:ff9b:1::a00:1",
    "6to4 of a private one": "2002:a00:1::1",
    "Teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "documentation 6": "2001:db8::1",
    "documentation 6, new": "3fff::1",
}

PRIVATE_4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
PRIVATE_6 = tuple(
    IPv6Network(network)
    for network in ("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "fc00::/7", "fe80::/10", "ff00::/8")
)

private_4 = st.sampled_from(PRIVATE_4).flatmap(lambda network: st.ip_addresses(v=4, network=network))
private_6 = st.sampled_from(PRIVATE_6).flatmap(lambda network: st.ip_addresses(v=6, network=network))


@pytest.mark.parametrize("address", PUBLIC)
def test_hosts_of_the_internet_are_public(address: str) -> None:
    """A guard that refuses everything guards nothing."""
    assert is_public(address)
    assert Guard().reachable("example.org", (address,)) == (address,)


@pytest.mark.parametrize("address", PRIVATE.values(), ids=PRIVATE.keys())
def test_no_address_of_another_kind_is_public(address: str) -> None:
    """Behind each stands something that trusts whoever can reach it."""
    assert not is_public(address)
    with pytest.raises(CannotDo, match="not of the public Internet"):
        Guard().reachable("pages.example", (address,))


def spellings(ip: IPv4Address) -> tuple[str, ...]:
    """Return how resolvers and libraries let an IPv4 address be written."""
    a, b, c, d = ip.packed
    number = int(ip)
    return (
        str(ip),
        f"{ip}.",
        str(number),
        hex(number),
        f"0{number:o}",
        f"{a:#x}.{b:#x}.{c:#x}.{d:#x}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        f"{a}.{(b << 16) + (c << 8) + d}",
        f"{a}.{b}.{(c << 8) + d}",
        f"{a:03}.{b:03}.{c:03}.{d:03}",
        f"[::ffff:{ip}]",
        f"[::{ip}]",
        f"[64:ff9b::{ip}]",
        f"[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::1]",
    )


@given(private_4, st.sampled_from(range(14)))
def test_no_spelling_of_a_private_address_may_be_opened(ip: IPv4Address, spelling: int) -> None:
    """What a filter reads as a name, a resolver reads as a number."""
    with pytest.raises(CannotDo, match="was not opened"):
        Guard().checked(f"http://{spellings(ip)[spelling]}/")


@given(private_4 | private_6)
def test_no_private_address_is_ever_connected_to(ip: IPv4Address | IPv6Address) -> None:
    """Names lead anywhere; one private address among public ones bars them all."""
    with pytest.raises(CannotDo, match="leads to an address"):
        Guard().reachable("pages.example", (PUBLIC[0], str(ip)))


@given(st.ip_addresses())
def test_what_is_public_here_is_public_to_python_too(ip: IPv4Address | IPv6Address) -> None:
    """Python's own registry is older in some versions, and never stricter than ours."""
    assert not is_public(str(ip)) or (ip.is_global and not ip.is_multicast)


@given(st.text(max_size=60))
def test_whatever_is_written_is_opened_or_refused_with_a_reason(text: str) -> None:
    """Addresses come from pages, engines and models: none may make the guard itself fail."""
    try:
        url = Guard().checked(text)
    except CannotDo:
        return

    assert url.scheme in {"http", "https"}
    assert url.host


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("ftp://example.org/file", "only http and https"),
        ("file:///etc/hostname", "only http and https"),
        ("javascript:alert(1)", "only http and https"),
        ("//example.org/page", "only http and https"),
        ("example.org/page", "only http and https"),
        ("http://", "its host is no name"),
        ("http:///page", "its host is no name"),
        ("http://a..b/", "its host is no name"),
        (f"http://{'a' * 64}.com/", "its host is no name"),
        (f"http://{'a.' * 130}com/", "its host is no name"),
        ("http://-a.example/", "its host is no name"),
        ("http://exa%20mple.org/", "its host is no name"),
        ("http://example.org:22/", "not 22"),
        ("http://example.org:6379/", "not 6379"),
        ("http://example.org:8080/", "not 8080"),
        ("http://user:secret@example.org/", "a user's name or password"),
        ("http://example.org\\@10.0.0.1/", "no web address"),
        ("http://1.1.1.1 @10.0.0.1/", "no web address"),
        ("http://example.org/\r\nHost: x", "no web address"),
        ("http://[::1", "no web address"),
        ("http://[fe80::1%25eth0]/", "no address of the public Internet"),
        ("http://①②⑦.⓪.⓪.①/", "no web address"),
        ("http://127。0。0。1/", "no address of the public Internet"),
        ("http://example.org/" + "a" * 2_000, "too long"),
    ],
)
def test_what_is_no_address_of_a_page_is_refused_with_its_reason(address: str, why: str) -> None:
    """Whoever gave it hears what to change."""
    with pytest.raises(CannotDo, match=why):
        Guard().checked(address)


def test_a_password_in_an_address_is_not_repeated() -> None:
    """Reasons are shown to people and kept in the run."""
    with pytest.raises(CannotDo) as refused:
        Guard().checked("http://user:secret@example.org/")

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("HTTPS://Example.ORG:443/A?b=c#d", "https://example.org/A?b=c"),
        ("http://example.org", "http://example.org"),
        ("https://example.org:80/", "https://example.org:80/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("http://[2606:4700::1111]/", "http://[2606:4700::1111]/"),
        ("http://1.1.1.1/", "http://1.1.1.1/"),
    ],
)
def test_pages_of_the_web_may_be_opened(address: str, asked: str) -> None:
    """In ordinary spellings, without the fragment."""
    assert str(Guard().checked(address)) == asked
    assert is_web_address(address)


def test_a_private_host_is_opened_only_where_an_operator_names_it() -> None:
    """A wiki of one's own, on a port of its own: that host alone."""
    guard = Guard(("wiki.internal", "127.0.0.1"))

    assert str(guard.checked("http://Wiki.Internal.:8080/page")) == "http://wiki.internal.:8080/page"
    assert guard.reachable("wiki.internal", ("10.0.0.7",)) == ("10.0.0.7",)
    assert str(guard.checked("http://127.0.0.1:5000/")) == "http://127.0.0.1:5000/"
    for other in ("http://127.0.0.2:5000/", "http://other.internal:8080/", "http://2130706433:5000/"):
        with pytest.raises(CannotDo):
            guard.checked(other)
    with pytest.raises(CannotDo):
        guard.reachable("other.internal", ("10.0.0.7",))
