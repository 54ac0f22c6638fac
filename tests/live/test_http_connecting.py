"""No answer at all: what keeps us from a server, or from asking it, in a sentence for a person."""

import asyncio
import socket
import ssl
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import httpx
import pytest
import trustme
from aiohttp import web

from shared.errors import CannotDo, RetryLater
from tests.live.vendors import ADDRESS, JSON, POLITE, XML, Vendor, running, served, site_of
from tests.world.faults import closed_port, unknown_certificate


@pytest.fixture
async def vendor() -> AsyncIterator[Vendor]:
    """Start a server."""
    async with running() as made:
        yield made


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """Close what a test opens."""
    async with AsyncExitStack() as opened:
        yield opened


async def test_a_refused_connection_says_where_to_look(stack: AsyncExitStack) -> None:
    """The address may be wrong, or the vendor away."""
    site = await site_of(stack, f"http://127.0.0.1:{closed_port()}")

    with pytest.raises(RetryLater) as failed:
        await site.get("vendor/json")

    assert str(failed.value) == (
        "PubMed cannot be reached: the connection was refused; check the network, and VOUCH_PUBMED__URL"
    )


async def test_a_name_that_nobody_knows_is_told(stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network, names are the first thing that fails."""

    def unknown(*_asked: object, **_options: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    site = await site_of(stack, "http://pubmed.invalid")

    with pytest.raises(RetryLater, match=r"PubMed cannot be reached: its name cannot be found; check the network, and"):
        await site.get("vendor/json")


async def test_a_certificate_that_nobody_knows_is_not_trusted(stack: AsyncExitStack) -> None:
    """A proxy that reads along must be put there by the operator, knowingly."""
    url = await stack.enter_async_context(served(web.Application(), unknown_certificate()))
    site = await site_of(stack, url)

    with pytest.raises(RetryLater) as failed:
        await site.get("vendor/json")

    assert str(failed.value) == (
        "PubMed cannot be reached: its certificate is not trusted; "
        "a proxy may be in between (SSL_CERT_FILE names whom to trust)"
    )


async def test_a_plain_port_behind_an_address_with_tls_is_told(vendor: Vendor, stack: AsyncExitStack) -> None:
    """Somebody wrote https where there is none."""
    site = await site_of(stack, vendor.url.replace("http:", "https:"))

    with pytest.raises(RetryLater) as failed:
        await site.get("vendor/json")

    assert str(failed.value) == f"PubMed cannot be reached: it does not speak TLS as we do; {ADDRESS}"


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "127.0.0.1:9", "http://127.0.0.1:99999", "http://", ""])
async def test_an_address_that_is_none_is_told(stack: AsyncExitStack, url: str) -> None:
    """Said when the process starts, while somebody is looking."""
    with pytest.raises(CannotDo) as failed:
        await site_of(stack, url)

    assert str(failed.value) == f"the address of PubMed is none that can be asked: {ADDRESS}"


async def test_a_query_that_no_address_can_hold_is_too_long(vendor: Vendor, stack: AsyncExitStack) -> None:
    """``httpx.InvalidURL`` is not one of its HTTP errors."""
    with pytest.raises(CannotDo, match="the query is too long for PubMed"):
        await (await site_of(stack, vendor.url)).get("vendor/json", {"term": "x" * 100_000})


@pytest.mark.parametrize("key", ["käse", "two\nlines"])
async def test_a_key_that_no_header_can_hold_is_told(vendor: Vendor, stack: AsyncExitStack, key: str) -> None:
    """Keys are copied from web pages, with whatever stands around them."""
    manners = replace(POLITE, headers={"Authorization": f"Bearer {key}"})

    with pytest.raises(CannotDo, match="PubMed cannot be asked: its address or key is not what HTTP allows"):
        await (await site_of(stack, vendor.url, manners)).get("vendor/json")


async def test_tls_at_the_same_host_is_the_only_redirect_that_is_followed(stack: AsyncExitStack) -> None:
    """The key goes along: to that host it was to be sent anyway."""
    authority = trustme.CA()
    theirs, ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    authority.issue_cert("127.0.0.1").configure_cert(theirs)
    authority.configure_trust(ours)
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.rel_url.raw_query_string)
        return web.Response(body=JSON, content_type="application/json")

    async def redirect(request: web.Request) -> web.Response:
        return web.Response(status=301, headers={"Location": f"{secure}{request.path_qs}"})

    behind, before = web.Application(), web.Application()
    behind.router.add_get("/json", answer)
    before.router.add_get("/json", redirect)
    secure = await stack.enter_async_context(served(behind, theirs))
    plain = await stack.enter_async_context(served(before))
    site = await site_of(stack, plain, tls=ours)

    found = await site.get("json", {"term": "a b", "api_key": "SECRET-1234"})

    assert found.body == JSON
    assert found.url == f"{secure}/json?term=a+b"
    assert asked == ["term=a+b&api_key=SECRET-1234"]


async def test_a_form_carries_what_no_address_can(vendor: Vendor, stack: AsyncExitStack) -> None:
    """Two hundred ids are too many for a GET."""
    ids = ",".join(str(one) for one in range(40_000_000, 40_000_200))

    found = await (await site_of(stack, vendor.url)).post("vendor/xml", {"id": ids}, wants="xml")

    assert found.body == XML
    assert vendor.asked == [str(httpx.QueryParams({"id": ids}))]


LOADED_LATE = """
import asyncio, sys
from shared.http.opening import open_site

async def asked():
    async with open_site("Vendor", sys.argv[1], user_agent="Vouch/test") as site:
        before = {*sys.modules}
        await site.get("vendor/json")
        print(*sorted({*sys.modules} - before))

asyncio.run(asked())
"""


async def test_the_first_request_of_a_process_loads_no_module(vendor: Vendor) -> None:
    """A vendor counts requests as they arrive: one that leaves late meets those of the next second."""
    asked = (sys.executable, "-c", LOADED_LATE, vendor.url)
    process = await asyncio.create_subprocess_exec(*asked, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()

    assert (process.returncode, told.split()) == (0, [])
