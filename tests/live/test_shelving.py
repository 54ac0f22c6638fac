"""The stored library on a real server."""

import nats
import pytest

from deploy.server import LocalServer
from services.cli.libraries import Book
from services.cli.shelving import keep, remove, stored
from shared import messages as m
from shared.bus.objects import NatsObjects
from tests.printing import article

SHA = "f122e52efaed9186a08aa57ff8a5b0d577f6190a0c4c0eda80ac2828630c2390"
RECORD = b"TY  - JOUR\nTI  - A trial of drug A\nER  - \n"


def book(name: str, data: bytes = RECORD, sha: str = SHA) -> Book:
    """Return a file as it will be stored."""
    return Book(m.LibraryFile(sha256=sha, name=name, size_bytes=len(data)), data)


@pytest.mark.usefixtures("lines")
async def test_a_file_is_stored_listed_renamed_and_removed(server: LocalServer) -> None:
    """One file under two names is one; an object that was uploaded for a run alone is no part of the library."""
    client = await nats.connect(server.url)
    js = client.jetstream()
    assert await stored(js) == ()

    await NatsObjects(js, "LIBRARY").put(article())
    await keep(js, book("old.ris"), "RIS", 1)
    await keep(js, book("refs.ris"), "RIS", 1)

    (found,) = await stored(js)
    assert (found.file, found.kind, found.works) == (book("refs.ris").file, "RIS", 1)
    assert await NatsObjects(js, "LIBRARY").get(SHA) == RECORD

    await remove(js, found.file)
    assert await stored(js) == ()
    await client.close()
