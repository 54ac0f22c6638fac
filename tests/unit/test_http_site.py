"""A site over a transport of the test's own: repeats, the breaker, and how a process opens it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx
import pytest
import stamina

from shared.errors import CannotDo, RetryLater
from shared.http import Manners, Patience, RefusedError, Site, SiteError, user_agent
from shared.http.breaking import Breaker
from shared.http.opening import proxy_for
from shared.http.wire import Wire
from shared.limits import Unlimited

EAGER = Manners(patience=Patience(first_wait_seconds=0.0), failures_before_pause=3, pause_seconds=60)
FAILURE, OURS = SiteError("no"), RetryLater("the bucket is away")


def answering(*answers: int | Exception) -> Callable[[httpx.Request], httpx.Response]:
    """Return a server that gives these statuses or failures one after another, and the last one for ever."""
    left = list(answers)

    def answer(_request: httpx.Request) -> httpx.Response:
        one = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(one, Exception):
            raise one
        return httpx.Response(one, json={"n": 1}, headers={"Retry-After": "0"})

    return answer


def site(answer: Callable[[httpx.Request], httpx.Response], manners: Manners = EAGER) -> Site:
    """Return PubMed as it is asked through a transport."""
    transport = Wire("PubMed", httpx.MockTransport(answer), Unlimited(), manners)
    client = httpx.AsyncClient(transport=transport, base_url="https://pubmed.example/api/")
    return Site("PubMed", client, manners=manners, signs=True)


async def asked(one: Site, times: int) -> Iterable[str]:
    """Return what comes of asking so many times, one after another."""
    told = []
    for _ in range(times):
        try:
            told.append((await one.get("x")).text)
        except (RetryLater, CannotDo) as error:
            told.append(str(error))
    return told


@pytest.mark.parametrize("failure", [408, 425, 429, 500, 502, 503, 504, httpx.ConnectError("x"), httpx.ReadError("x")])
async def test_what_may_pass_is_asked_three_times(failure: int | Exception) -> None:
    """Two failures in a row are common; a third is worth telling."""
    with stamina.set_testing(True, attempts=3, cap=True):
        assert (await site(answering(failure, failure, 200)).get("x")).json() == {"n": 1}
        with pytest.raises(RetryLater):
            await site(answering(failure, failure, failure, 200)).get("x")


async def test_a_client_of_ones_own_is_asked_once() -> None:
    """Adapters are tested with one, and should not wait."""
    client = httpx.AsyncClient(transport=httpx.MockTransport(answering(503, 200)), base_url="https://pubmed.example/")

    with pytest.raises(SiteError) as failed:
        await Site("PubMed", client).get("x", {"api_key": "SECRET"})

    assert failed.value.status == 503


async def test_refusals_close_the_breaker_and_failures_open_it() -> None:
    """A vendor that says no is there."""
    once = replace(EAGER, patience=Patience(attempts=1))

    told = await asked(site(answering(500, 500, 404, 500, 500, 500, 200), once), 7)

    assert list(told) == [
        "PubMed is in trouble (500) and to try again in 0 s",
        "PubMed is in trouble (500) and to try again in 0 s",
        "PubMed has nothing at this address (404)",
        "PubMed is in trouble (500) and to try again in 0 s",
        "PubMed is in trouble (500) and to try again in 0 s",
        "PubMed is in trouble (500) and to try again in 0 s",
        "PubMed failed 3 times in a row; it is asked again in 60 s",
    ]


def opened(pause_seconds: float = 0.0) -> Breaker:
    """Return a breaker that has opened, and lets one try again after the pause."""
    breaker = Breaker("PubMed", replace(EAGER, pause_seconds=pause_seconds))
    for _ in range(3):
        with pytest.raises(SiteError), breaker.watching():
            raise FAILURE
    return breaker


def test_one_tries_while_the_others_are_told_so() -> None:
    """Eight queries at once would be no way to find out whether a server has recovered."""
    breaker = opened()

    with (
        breaker.watching(),
        pytest.raises(SiteError, match=r"^PubMed failed 3 times in a row; one query is trying it just now$"),
    ):
        breaker.watching().__enter__()

    with breaker.watching():
        pass


def test_a_try_that_fails_waits_again() -> None:
    """And says for how long."""
    breaker = opened()
    breaker._circuit.ttl = 20.0
    breaker._circuit._state.opened_at = 0.0

    with pytest.raises(SiteError, match="no"), breaker.watching():
        raise FAILURE

    with pytest.raises(SiteError, match="asked again in 20 s"), breaker.watching():
        pass


@pytest.mark.parametrize("ending", [asyncio.CancelledError(), OURS, RefusedError("a 404")])
def test_a_try_that_tells_nothing_leaves_the_next_one_to_try(ending: BaseException) -> None:
    """A cancelled query must not hold the vendor shut for ever."""
    breaker = opened()
    with pytest.raises(type(ending)), breaker.watching():
        raise ending

    with breaker.watching():
        pass


def test_our_own_troubles_are_not_the_vendors() -> None:
    """Without our bucket of limits nobody is asked, and nobody is to blame."""
    breaker = Breaker("PubMed", EAGER)
    for _ in range(10):
        with pytest.raises(RetryLater), breaker.watching():
            raise OURS

    with breaker.watching():
        pass


async def test_a_wait_for_a_slot_is_not_the_vendors_slowness() -> None:
    """With three a second, the thirtieth query waits for ten."""

    class Slow:
        """A limiter that takes its time."""

        @asynccontextmanager
        async def slot(self) -> AsyncIterator[None]:
            """Wait."""
            await asyncio.sleep(0.3)
            yield

    manners = replace(EAGER, patience=Patience(whole_seconds=0.1, attempts=1))
    wire = Wire("PubMed", httpx.MockTransport(answering(200)), Slow(), manners)

    found = await Site("PubMed", httpx.AsyncClient(transport=wire), manners=manners).get("https://pubmed.example/x")

    assert found.json() == {"n": 1}


async def test_who_has_a_slot_when_the_vendor_asks_for_quiet_waits_and_takes_another() -> None:
    """What was queued before the vendor spoke must heed it, too, and keep to the limit afterwards."""
    slots: list[str] = []

    class Slots:
        """A limiter that lets the second one through after the vendor has answered the first."""

        @asynccontextmanager
        async def slot(self) -> AsyncIterator[None]:
            """Count."""
            slots.append("slot")
            await (told.wait() if len(slots) == 2 else asyncio.sleep(0))
            yield

    told, came = asyncio.Event(), list[float]()

    def answer(_request: httpx.Request) -> httpx.Response:
        came.append(time.monotonic())
        told.set()
        return httpx.Response(429 if len(came) == 1 else 200, json={}, headers={"Retry-After": "0.3"})

    wire = Wire("PubMed", httpx.MockTransport(answer), Slots(), EAGER)
    request = httpx.Request("GET", "https://pubmed.example/x")
    await asyncio.gather(wire.handle_async_request(request), wire.handle_async_request(request))

    assert came[1] - came[0] >= 0.25
    assert len(slots) == 3


@pytest.mark.parametrize("location", ["https://pubmed.example:99999/", "https://pubmed.example:0/", "https://[x"])
async def test_a_redirect_to_nowhere_is_not_followed(location: str) -> None:
    """No socket could be opened for it."""
    asked_for: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked_for.append(str(request.url))
        return httpx.Response(301, headers={"Location": location})

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer), base_url="http://pubmed.example/")
    with pytest.raises(SiteError, match=r"^PubMed sends us elsewhere"):
        await Site("PubMed", client).get("x")

    assert asked_for == ["http://pubmed.example/x"]


@pytest.mark.parametrize(
    ("declared", "read"),
    [
        ("iso-8859-1", "ä"),
        *((name, "\ufffd") for name in ("utf-8", "undefined", "punycode", "idna", "hex", "utf-7", "\xff")),
    ],
)
async def test_an_answer_is_read_in_an_encoding_of_texts(declared: str, read: str) -> None:
    """A server may name any of Python's codecs; some raise at any byte, some take hours."""

    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            200, content=b"\xe4", headers=[(b"Content-Type", f"text/plain; charset={declared}".encode("latin-1"))]
        )

    assert (await site(answer).get("x", wants="text")).text == read


@pytest.mark.parametrize(
    ("age", "seconds"), [("", 0.0), ("60", 60.0), ("-1", 0.0), ("soon", 0.0), ("9" * 5000, 0.0), ("²", 0.0)]
)
async def test_an_answer_says_how_old_it_is(age: str, seconds: float) -> None:
    """What a vendor's own cache keeps was not said just now."""

    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=b"x", headers=[(b"Age", age.encode())])

    assert (await site(answer).get("x", wants="text")).age_seconds == seconds


@pytest.mark.parametrize(
    ("contact", "ending"),
    [("", " (research agent)"), ("who@example.org", " (research agent; mailto:who@example.org)")],
)
def test_we_say_who_we_are(contact: str, ending: str) -> None:
    """A vendor writes to whoever asks too much, where it can, and blocks where it cannot."""
    said = user_agent(contact)

    assert said.startswith("Vouch/")
    assert said.endswith(ending)
    assert said.split("/")[1][0].isdigit()


@pytest.mark.parametrize("contact", ["wer@bücher.example", "a\nb", "a b@example.org", "a)@example.org"])
def test_a_contact_that_no_header_can_hold_is_refused(contact: str) -> None:
    """It would break every request, or add a header to it."""
    with pytest.raises(CannotDo, match="VOUCH_CONTACT"):
        user_agent(contact)


def test_proxies_of_the_environment_are_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many institutes let nothing out but through theirs; what runs here is asked directly."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "inside.example")

    assert proxy_for("https://pubmed.example/") == "http://proxy.example:3128"
    assert proxy_for("https://wiki.inside.example/") is None
    assert proxy_for("https://127.0.0.1:8443/") is None
    assert proxy_for("https://localhost/") is None
