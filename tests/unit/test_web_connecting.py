"""Connections to pages of the web: to the addresses that were checked, and to no others."""

import ssl
from collections.abc import Iterable

import httpcore
import httpx
import pytest

from services.retrieval.web.connecting import CheckedNetwork, CheckedTransport, by_dns
from services.retrieval.web.fetching import Fetcher, permit_all
from services.retrieval.web.guarding import Guard
from shared.errors import CannotDo, RetryLater


class Wires(httpcore.AsyncNetworkBackend):
    """A network that notes whom it is asked to connect to, and reaches nobody."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    async def connect_tcp(  # type: ignore[override] # of the arguments only these are used
        self, host: str, port: int, *_rest: object
    ) -> httpcore.AsyncNetworkStream:
        """Note and refuse."""
        self.asked.append((host, port))
        message = "a wire without an end"
        raise httpcore.ConnectError(message)


class Names:
    """A name server that gives one answer after another, the last for ever."""

    def __init__(self, *answers: Iterable[str]) -> None:
        self.answers, self.asked = [tuple(answer) for answer in answers], 0

    async def __call__(self, host: str, port: int) -> tuple[str, ...]:
        """Return the next answer."""
        del host, port
        self.asked += 1
        return self.answers[min(self.asked, len(self.answers)) - 1]


def client_over(names: Names, wires: Wires, guard: Guard | None = None) -> httpx.AsyncClient:
    """Return a client whose connections end at *wires*."""
    network = CheckedNetwork(guard or Guard(), names, wires)
    return httpx.AsyncClient(transport=CheckedTransport(network, ssl.create_default_context()))


async def test_what_was_checked_is_what_is_connected_to() -> None:
    """A name server that says something else the second time is not asked a second time (DNS rebinding)."""
    names, wires = Names(["93.184.216.34"], ["127.0.0.1"]), Wires()

    async with client_over(names, wires) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get("http://rebinding.example/")

    assert wires.asked == [("93.184.216.34", 80)]
    assert names.asked == 1


async def test_a_name_that_changes_between_requests_is_checked_anew() -> None:
    """The second connection is made to the second answer, or rather not at all."""
    names, wires = Names(["93.184.216.34"], ["169.254.169.254"]), Wires()

    async with client_over(names, wires) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get("http://rebinding.example/")
        with pytest.raises(CannotDo, match=r"rebinding\.example was not asked"):
            await client.get("http://rebinding.example/")

    assert wires.asked == [("93.184.216.34", 80)]


async def test_one_private_address_bars_the_public_ones_beside_it() -> None:
    """Which of them is connected to would be chance."""
    names, wires = Names(["93.184.216.34", "10.0.0.1"]), Wires()

    async with client_over(names, wires) as client:
        with pytest.raises(CannotDo):
            await client.get("https://mixed.example/")

    assert wires.asked == []


async def test_each_address_of_a_host_is_tried_in_turn() -> None:
    """One of several servers may be away; a hostile name has no hundred tries."""
    addresses = [f"93.184.216.{n}" for n in range(1, 10)]
    names, wires = Names(addresses), Wires()

    async with client_over(names, wires) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get("https://many.example/")

    assert [host for host, _ in wires.asked] == addresses[:4]


async def test_a_name_nobody_knows_can_be_asked_again_later() -> None:
    """A name server that is away says nothing of the page. Tests cannot resolve names, so this one is unknown."""
    with pytest.raises(RetryLater, match=r"nowhere\.example cannot be found"):
        await by_dns("nowhere.example", 80)


@pytest.mark.parametrize("host", [f"{'a' * 64}.example", "a..example"])
async def test_what_no_host_can_be_called_is_not_looked_up(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """Python cannot even write the question to the system's resolver."""
    monkeypatch.setattr("socket.getaddrinfo", lambda name, *_rest, **_options: name.encode("idna"))

    with pytest.raises(CannotDo, match="was not asked: it is no name that a host can have"):
        await by_dns(host, 80)


@pytest.mark.parametrize("location", [f"http://{'a' * 64}.example/", f"//{'a' * 70}/x"])
async def test_a_redirect_to_what_is_no_name_is_refused(location: str) -> None:
    """A page chooses where it leads, and no page may end an order."""
    answer = httpx.MockTransport(lambda _request: httpx.Response(302, headers={"Location": location}))
    async with httpx.AsyncClient(transport=answer) as client:
        with pytest.raises(CannotDo, match="its host is no name"):
            await Fetcher(client, Guard()).page("https://pages.example/x", 100, permit_all)


async def test_no_socket_of_this_machine_is_opened_either() -> None:
    """The client has another way to connect; nothing uses it, and it is shut."""
    network = CheckedNetwork(Guard(), Names(), Wires())

    with pytest.raises(CannotDo, match="no page of the web"):
        await network.connect_unix_socket("/run/service.sock")


async def test_every_hop_is_checked_before_it_is_asked() -> None:
    """The first address was public; where it leads on to is the page's choice."""
    asked: list[str] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(302, headers={"Location": "http://10.0.0.1/admin"})

    async with httpx.AsyncClient(transport=httpx.MockTransport(handle)) as client:
        with pytest.raises(CannotDo, match="no address of the public Internet"):
            await Fetcher(client, Guard()).page("https://pages.example/x", 100, permit_all)

    assert asked == ["https://pages.example/x"]
