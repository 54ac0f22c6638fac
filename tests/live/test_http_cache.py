"""The cache on disk over real sockets: the vendor's headers rule, and whatever is wrong with it, a search goes on."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from shared import clock
from shared.errors import CannotDo, RetryLater
from shared.http import Manners, Patience, Site, open_site

KEPT = {"Cache-Control": "private, max-age=600"}
POLITE = Manners(patience=Patience(attempts=1))


@dataclass
class Vendor:
    """A server that counts who asks it, and answers as a test tells it."""

    url: str = ""
    headers: dict[str, str] = field(default_factory=lambda: dict(KEPT))
    body: bytes = b'{"n": 1}'
    status: int = 200
    asked: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer, or say that nothing has changed."""
        self.asked.append(request.query_string)
        condition = request.headers.get("If-None-Match", "")
        self.conditions.append(condition)
        if condition and condition == self.headers.get("ETag"):
            return web.Response(status=304, headers=self.headers)
        return web.Response(
            status=self.status, body=self.body, headers={"Content-Type": "application/json", **self.headers}
        )


class Slots:
    """A limiter that counts."""

    def __init__(self) -> None:
        self.given = 0

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Count."""
        self.given += 1
        yield


@pytest.fixture
async def vendor() -> AsyncIterator[Vendor]:
    """Start the server."""
    made = Vendor()
    app = web.Application()
    app.router.add_route("*", "/json", made.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield made
    await runner.cleanup()


Opening = Callable[..., Awaitable[Site]]
Lines = list[MutableMapping[str, Any]]


@pytest.fixture
async def opening(vendor: Vendor, tmp_path: Path) -> AsyncIterator[Opening]:
    """Return a function that opens the vendor with a cache, as a process does when it starts."""
    async with AsyncExitStack() as stack:

        async def opened(slots: Slots | None = None, cache: Path | None = None, manners: Manners = POLITE) -> Site:
            site = open_site(
                "Europe PMC",
                vendor.url,
                user_agent="Vouch/0 (test)",
                limiter=slots,
                cache=cache or tmp_path / "cache",
                manners=manners,
            )
            return await stack.enter_async_context(site)

        yield opened


async def test_what_may_be_kept_is_asked_once_and_takes_one_slot(vendor: Vendor, opening: Opening) -> None:
    """Pacing lies below the cache: an answer from disk costs the account nothing."""
    slots = Slots()
    site = await opening(slots)

    answers = [await site.get("json", {"term": "aspirin"}) for _ in range(3)]

    assert [one.json() for one in answers] == [{"n": 1}] * 3
    assert len(vendor.asked) == slots.given == 1


async def test_what_was_kept_says_since_when(vendor: Vendor, opening: Opening) -> None:
    """That no retraction was found held then, and may not hold now."""
    vendor.headers = {"Date": format_datetime(clock.now() - timedelta(seconds=300), usegmt=True), **KEPT}
    site = await opening()

    first, again = await site.get("json"), await site.get("json")

    assert len(vendor.asked) == 1
    assert first.age_seconds == 0
    assert 299 <= again.age_seconds < 600


@pytest.mark.parametrize("header", ["Date", "Expires", "Last-Modified", "Age", "Retry-After"])
async def test_a_header_of_another_age_harms_nobody(vendor: Vendor, opening: Opening, header: str) -> None:
    """A year of eleven digits is more than a date can hold."""
    vendor.headers = {header: "Mon, 01 Jan 99999999999 00:00:00 GMT", **KEPT}
    site = await opening()

    assert [(await site.get("json")).json() for _ in range(2)] == [{"n": 1}] * 2


async def test_the_next_process_finds_what_was_kept(vendor: Vendor, opening: Opening) -> None:
    """A replica that is started again need not ask the vendor again."""
    await (await opening()).get("json")

    await (await opening()).get("json")

    assert len(vendor.asked) == 1


async def test_who_asks_makes_no_other_question(vendor: Vendor, opening: Opening) -> None:
    """A key says who pays, not what is found."""
    site = await opening()

    await site.get("json", {"term": "aspirin", "api_key": "SECRET-1234"})
    await site.get("json", {"term": "aspirin", "email": "somebody@example.org"})
    await site.get("json", {"term": "ibuprofen", "api_key": "SECRET-1234"})

    assert vendor.asked == ["term=aspirin&api_key=SECRET-1234", "term=ibuprofen&api_key=SECRET-1234"]


async def test_an_error_that_looks_well_is_not_kept(vendor: Vendor, opening: Opening) -> None:
    """Some vendors put their errors into answers with status 200 and a lifetime of ten minutes."""
    site = await opening(manners=replace(POLITE, error_marks=(b'"errCode"',)))
    vendor.body = b'{"errCode": 500}'
    await site.get("json")
    vendor.body = b'{"n": 2}'

    assert (await site.get("json")).json() == {"n": 2}


async def test_no_key_lies_on_disk(vendor: Vendor, opening: Opening, tmp_path: Path) -> None:
    """A cache is copied, shared and forgotten about."""
    manners = replace(POLITE, headers={"Authorization": "Bearer SECRET-5678"})
    site = await opening(manners=manners)

    await site.get("json", {"term": "aspirin", "api_key": "SECRET-1234"})

    written = b"".join(path.read_bytes() for path in (tmp_path / "cache").iterdir())
    assert b"aspirin" in written
    assert b"SECRET" not in written
    assert vendor.asked == ["term=aspirin&api_key=SECRET-1234"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Cache-Control": "no-store"},
        {"Cache-Control": "max-age=0"},
        {"Cache-Control": "no-cache, max-age=600"},
        {"Expires": "Thu, 01 Jan 1970 00:00:00 GMT"},
        {"Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT"},
        {"Cache-Control": "max-age=600", "Vary": "*"},
    ],
)
async def test_what_may_not_be_kept_is_asked_each_time(
    vendor: Vendor, opening: Opening, headers: dict[str, str]
) -> None:
    """We guess no lifetime: a retraction must not be a week late."""
    vendor.headers = headers
    site = await opening()

    await site.get("json")
    vendor.body = b'{"n": 2}'

    assert (await site.get("json")).json() == {"n": 2}
    assert len(vendor.asked) == 2


async def test_what_has_not_changed_is_not_sent_again(vendor: Vendor, opening: Opening) -> None:
    """The vendor only says that it still holds."""
    vendor.headers = {"ETag": '"first"'}
    site = await opening()

    answers = [await site.get("json") for _ in range(3)]

    assert [one.json() for one in answers] == [{"n": 1}] * 3
    assert vendor.conditions == ["", '"first"', '"first"']


@pytest.mark.parametrize("status", [202, 301, 400, 404, 410, 429, 500, 503])
async def test_errors_are_not_kept(vendor: Vendor, opening: Opening, status: int) -> None:
    """HTTP allows to keep a 404 for as long as it says; a paper may be there tomorrow."""
    site = await opening()
    vendor.status = status
    with pytest.raises((RetryLater, CannotDo)):
        await site.get("json")

    vendor.status = 200

    assert (await site.get("json")).json() == {"n": 1}


@pytest.mark.parametrize("body", [b'{"n": ', b"<html><p>Please sign in</p></html>", b""])
async def test_what_is_no_answer_is_not_kept(vendor: Vendor, opening: Opening, body: bytes) -> None:
    """A page of a portal would hide the vendor for as long as it says it holds."""
    site = await opening()
    vendor.body = body
    with pytest.raises(RetryLater):
        await site.get("json")

    vendor.body = b'{"n": 2}'

    assert (await site.get("json")).json() == {"n": 2}


async def test_forms_are_not_kept(vendor: Vendor, opening: Opening) -> None:
    """What a POST means is the server's affair."""
    site = await opening()

    for _ in range(2):
        await site.post("json", {"id": "1"})

    assert len(vendor.asked) == 2


def ruin(path: Path) -> None:
    """Overwrite the middle of a file."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(0)
        file.write(b"\xff" * size)


async def test_a_damaged_file_never_fails_a_search(opening: Opening, tmp_path: Path, lines: Lines) -> None:
    """A full disk, or a machine that lost its power."""
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / "europe-pmc.sqlite3").write_bytes(b"this is no database" * 1000)

    site = await opening()

    assert (await site.get("json")).json() == {"n": 1}
    assert [line["event"] for line in lines] == ["the HTTP cache cannot be used; going on without it"]
    assert lines[0]["problem"] == "file is not a database; remove it to have it made anew"


async def test_a_file_that_is_damaged_while_it_is_open_never_fails_a_search(opening: Opening, tmp_path: Path) -> None:
    """Whatever the cache raises, the vendor is asked."""
    site = await opening()
    await site.get("json")
    for path in (tmp_path / "cache").glob("europe-pmc.sqlite3*"):
        ruin(path)

    for term in "abc":
        assert (await site.get("json", {"term": term})).json() == {"n": 1}
        assert (await site.get("json")).json() == {"n": 1}


@pytest.mark.parametrize("table", ["entries", "streams"])
async def test_tables_that_are_gone_never_fail_a_search(opening: Opening, tmp_path: Path, table: str) -> None:
    """Another program may have taken the file for its own."""
    site = await opening()
    await site.get("json")
    with contextlib.closing(sqlite3.connect(tmp_path / "cache" / "europe-pmc.sqlite3")) as db:
        db.execute(f"DROP TABLE {table}")

    assert (await site.get("json")).json() == {"n": 1}
    assert (await site.get("json", {"term": "a"})).json() == {"n": 1}


async def test_tables_of_another_program_never_fail_a_search(opening: Opening, tmp_path: Path) -> None:
    """The library refuses a file that it does not know, with an error of its own."""
    folder = tmp_path / "cache"
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(folder / "europe-pmc.sqlite3")) as db:
        db.execute("CREATE TABLE entries (what)")

    assert (await (await opening()).get("json")).json() == {"n": 1}


async def test_a_folder_that_cannot_be_made_never_fails_a_search(opening: Opening, tmp_path: Path) -> None:
    """Nor does one that cannot be written to."""
    (tmp_path / "file").write_text("in the way")

    site = await opening(cache=tmp_path / "file" / "cache")

    assert (await site.get("json")).json() == {"n": 1}
