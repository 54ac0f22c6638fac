"""Pages over real sockets: what is read, and everything that may stand in the place of a page."""

import re
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
import trustme
from aiohttp import web

from services.retrieval.web.connecting import CheckedNetwork, CheckedTransport
from services.retrieval.web.fetching import Fetcher
from services.retrieval.web.guarding import Guard
from services.retrieval.web.opening import open_reader
from services.retrieval.web.robots import Robots
from services.retrieval.web.tools import PageReader
from shared.errors import CannotDo, RetryLater
from shared.settings import PagesSettings
from tests.live.web_serving import served
from tests.world import pages
from tests.world.faults import Drip, Faults, Late, Reset, Status, closed_port

LOCAL = PagesSettings(private_hosts=("127.0.0.1",))


@pytest.fixture
async def faults() -> Faults:
    """Return what spoils answers."""
    return Faults()


@pytest.fixture
async def base(faults: Faults) -> AsyncIterator[str]:
    """Serve the world's pages."""
    async with served(pages.app(), faults=faults) as address:
        yield address


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """Keep clients open for a test."""
    async with AsyncExitStack() as opened:
        yield opened


async def reading(stack: AsyncExitStack, settings: PagesSettings = LOCAL) -> PageReader:
    """Open a reader as the service does."""
    reader = await open_reader(stack, settings, "Vouch/test")
    assert reader is not None
    return reader


async def test_a_page_is_read_from_its_server(base: str, stack: AsyncExitStack) -> None:
    """The whole way, over HTTP."""
    page = await (await reading(stack)).read(f"{base}/pages/leaflet")

    assert page.address == f"{base}/pages/leaflet"
    assert page.text.startswith("Velasartan for migraine: what to know before you start")


@pytest.mark.parametrize("name", ["moved", "chain-1"])
async def test_redirects_are_followed_to_the_page(base: str, stack: AsyncExitStack, name: str) -> None:
    """Five at most; the page is cited where it stands in the end."""
    assert (await (await reading(stack)).read(f"{base}/pages/{name}")).address == f"{base}/pages/leaflet"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("round", "more than 5 times"),
        ("to-metadata", "no address of the public Internet"),
        ("to-private", "no address of the public Internet"),
        ("to-decimal", "a number in an unusual spelling"),
        ("to-localhost", "leads to an address that is not of the public Internet"),
        ("to-file", "only http and https"),
        ("to-forbidden", "asks programs not to read it"),
        ("to-nowhere", "its host is no name"),
        ("private/notes", "asks programs not to read it"),
        ("not-for-vouch", "asks programs not to read it"),
        ("no-such-page", r"has no such page \(404\)"),
        ("gone", r"has taken the page away \(410\)"),
        ("challenge", "checks whether a person is reading"),
        ("challenge-202", r"a check for people \(202\)"),
        ("shell", "shows it by scripts alone"),
        ("empty", "hardly any text"),
        ("trial.pdf", "is a PDF, and only pages are read"),
        ("data", "is no text to read, but application/json"),
        ("picture", "is no text to read, but image/png"),
        ("huge", "larger than 5 MB"),
        ("bomb", "larger than 5 MB"),
    ],
)
async def test_what_is_no_page_to_read_is_refused_with_its_reason(
    base: str, stack: AsyncExitStack, name: str, why: str
) -> None:
    """It never becomes an empty page; each hop is checked like the first."""
    with pytest.raises(CannotDo, match=why):
        await (await reading(stack)).read(f"{base}/pages/{name}")


async def test_what_may_pass_is_said_to_be_worth_another_try(base: str, stack: AsyncExitStack) -> None:
    """A server's own trouble, and compression that nobody asked for."""
    reader = await reading(stack)
    for name, why in (("broken", r"\(500\)"), ("brotli", "did not ask for")):
        with pytest.raises(RetryLater, match=why):
            await reader.read(f"{base}/pages/{name}")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Status(429), "was asked too often"),
        (Status(503), r"\(503\)"),
        (Reset(), "the connection broke"),
        (Reset(at_once=True), "the connection broke|no connection"),
    ],
)
async def test_a_server_in_trouble_could_not_be_read(
    base: str, stack: AsyncExitStack, faults: Faults, fault: Status | Reset, why: str
) -> None:
    """None of it is a page that says nothing."""
    faults.set("pages", fault)

    with pytest.raises(RetryLater, match=why):
        await (await reading(stack)).read(f"{base}/pages/leaflet")


@pytest.mark.parametrize("fault", [Drip(0.05), Late()])
async def test_a_page_has_its_deadline(base: str, stack: AsyncExitStack, faults: Faults, fault: Drip | Late) -> None:
    """A slow drip passes every timeout of a single read."""
    faults.set("pages", fault)
    reader = await reading(stack, LOCAL.model_copy(update={"deadline_seconds": 0.3}))

    with pytest.raises(RetryLater, match=r"could not be read within 0\.3 seconds"):
        await reader.read(f"{base}/pages/leaflet")


async def test_a_server_that_does_not_say_what_may_be_read_is_not_read(
    base: str, stack: AsyncExitStack, faults: Faults
) -> None:
    """Its robots.txt comes first, and its trouble is not our leave."""
    faults.set("robots.txt", Status(503))

    with pytest.raises(RetryLater, match=r"does not say what programs may read \(robots\.txt: 503\)"):
        await (await reading(stack)).read(f"{base}/pages/leaflet")
    assert faults.met == {"robots.txt": 1}


async def test_a_closed_port_is_a_host_that_cannot_be_read(stack: AsyncExitStack) -> None:
    """It may come back."""
    with pytest.raises(RetryLater, match="no connection could be made"):
        await (await reading(stack)).read(f"http://127.0.0.1:{closed_port()}/")


async def test_this_machine_is_not_read_unless_an_operator_says_so(base: str, stack: AsyncExitStack) -> None:
    """Not by its address, not by its name, not on a port of the web."""
    reader = await reading(stack, PagesSettings())
    port = base.rpartition(":")[2]

    for address in (f"{base}/pages/leaflet", f"http://localhost:{port}/", "http://localhost/", "http://[::1]/"):
        with pytest.raises(CannotDo, match=r"was not (opened|asked)"):
            await reader.read(address)


async def test_pages_may_be_switched_off(stack: AsyncExitStack) -> None:
    """An operator may allow searching alone."""
    assert await open_reader(stack, PagesSettings(enabled=False), "Vouch/test") is None


async def test_host_and_certificate_are_those_of_the_name_though_its_address_was_pinned() -> None:
    """Many sites share an address; who answers there must prove to be the one that was asked for."""
    authority, seen = trustme.CA(), list[str]()

    async def answer(request: web.Request) -> web.Response:
        seen.append(request.host)
        return web.Response(text="ok")

    app = web.Application()
    app.router.add_get("/", answer)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("pages.example").configure_cert(server)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    listening = socket.create_server(("127.0.0.1", 0))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.SockSite(runner, listening, ssl_context=server).start()
    port = listening.getsockname()[1]

    async def resolve(host: str, _: int) -> tuple[str, ...]:
        assert re.fullmatch(r"(pages|other)\.example", host)
        return ("127.0.0.1",)

    guard = Guard(("pages.example", "other.example"))
    try:
        async with httpx.AsyncClient(
            transport=CheckedTransport(CheckedNetwork(guard, resolve), trusting), trust_env=False
        ) as client:
            fetcher = Fetcher(client, guard)
            assert await fetcher.status(f"https://pages.example:{port}/", 100) == (200, b"ok")
            with pytest.raises(RetryLater, match="its certificate cannot be trusted"):
                await Robots(fetcher).permit(httpx.URL(f"https://other.example:{port}/"))
    finally:
        await runner.cleanup()

    assert seen == [f"pages.example:{port}"]


async def test_no_page_is_told_that_we_have_been_there(stack: AsyncExitStack) -> None:
    """A cookie would tie the questions of different people together."""
    cookies: list[str | None] = []

    async def answer(request: web.Request) -> web.Response:
        cookies.append(request.headers.get("Cookie"))
        response = web.Response(text="Rest and a dark room help most people in an attack of migraine. " * 5)
        response.set_cookie("seen", "run-1")
        return response

    application = web.Application()
    application.router.add_get("/page", answer)
    async with served(application) as address:
        reader = await reading(stack)
        for _ in range(2):
            await reader.read(f"{address}/page")

    assert cookies == [None, None]
