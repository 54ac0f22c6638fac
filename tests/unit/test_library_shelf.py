"""A file is read once, whoever asks; one that cannot be read takes no other with it."""

import asyncio
import hashlib
import threading

import pytest

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Reading, Shelf

RIS = "TY  - JOUR\nTI  - Trial {} of drug A\nPY  - 2020\nER  - \n"


class Bucket:
    """Bytes by their hash, and how often they were asked for."""

    def __init__(self, *texts: str) -> None:
        self.objects = {hashlib.sha256(text.encode()).hexdigest(): text.encode() for text in texts}
        self.fetched: list[str] = []

    def files(self) -> tuple[m.LibraryFile, ...]:
        """Return the files as a request names them."""
        return tuple(m.LibraryFile(sha256=sha, name=f"file{n}.ris") for n, sha in enumerate(self.objects, start=1))

    async def fetch(self, sha256: str) -> bytes:
        """Return the bytes."""
        await asyncio.sleep(0)
        self.fetched.append(sha256)
        if sha256 not in self.objects:
            reason = "the library file is gone from the bucket: give it again"
            raise CannotDo(reason)
        return self.objects[sha256]


MISSING = m.LibraryFile(sha256="0" * 64, name="gone.ris")


async def test_a_file_is_read_once() -> None:
    """Every round of a run asks for it again."""
    bucket = Bucket(RIS.format(1))
    shelf = Shelf(bucket.fetch)

    first = await shelf.open(bucket.files())
    again = await shelf.open(bucket.files())

    assert first == again
    assert len(bucket.fetched) == 1


async def test_two_orders_at_once_read_it_once() -> None:
    """Parsing a large file twice at a time would double the memory."""
    bucket = Bucket(RIS.format(1))
    shelf = Shelf(bucket.fetch)

    await asyncio.gather(*(shelf.open(bucket.files()) for _ in range(5)))

    assert len(bucket.fetched) == 1


async def test_the_file_used_longest_ago_is_forgotten() -> None:
    """A service that runs for months must not keep every library it saw."""
    bucket = Bucket(RIS.format(1), RIS.format(2), RIS.format(3))
    first, second, third = bucket.files()
    shelf = Shelf(bucket.fetch, most_bytes=25_000)  # two of them

    for file in (first, second, third, third, second, first):
        await shelf.open((file,))

    assert bucket.fetched == [first.sha256, second.sha256, third.sha256, first.sha256]


async def test_a_missing_file_is_named_and_the_other_stands() -> None:
    """Half a library is better than none, as long as the hole is named."""
    bucket = Bucket(RIS.format(1))

    opened = await Shelf(bucket.fetch).open((MISSING, *bucket.files()))

    assert len(opened.references) == 1
    assert opened.unreadable == ("the library file is gone from the bucket: give it again",)


async def test_a_bucket_that_is_away_is_no_missing_file() -> None:
    """The world may change, so the order is tried again."""

    async def away(_: str) -> bytes:
        reason = "the bucket does not answer"
        raise RetryLater(reason)

    with pytest.raises(RetryLater):
        await Shelf(away).open((MISSING,))


async def test_a_repeated_record_counts_each_time() -> None:
    """All records are identified first and merged afterwards, so that the flow of records adds up."""
    bucket = Bucket(RIS.format(1) * 2, RIS.format(1))

    opened = await Shelf(bucket.fetch).open(bucket.files())

    ids = [reference.work.work_id for reference in opened.references]
    assert ids == [ids[0], f"{ids[0]}-2", f"{ids[0]}-3"]


async def test_skipped_records_carry_the_name_of_their_file() -> None:
    """With two files a record's number alone leads nowhere."""
    bucket = Bucket(RIS.format(1) + "TY  - JOUR\nID  - 9\nER  - \n")

    opened = await Shelf(bucket.fetch).open(bucket.files())

    assert opened.skipped == (
        "file1.ris, record 2 (9): it has no title, so it cannot be cited: add one and export again",
    )


async def test_pdfs_that_take_long_hold_up_nobody_else() -> None:
    """Names of hosts are looked up in the same threads as other work of a service, and there are few of them."""
    go_on = threading.Event()

    def slow(_data: bytes, name: str) -> Reading:
        go_on.wait(30)
        reason = f"{name} is damaged"
        raise CannotDo(reason)

    shelf = Shelf(lambda sha256: asyncio.sleep(0, f"%PDF-1.7 {sha256}".encode()), read_file=slow)
    files = [m.LibraryFile(sha256=f"{number:064}", name=f"{number}.pdf") for number in range(80)]
    opening = [asyncio.create_task(shelf.open((one,))) for one in files]
    for _ in range(20):
        await asyncio.sleep(0)  # until each waits for its turn
    try:
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "free"), 10) == "free"
    finally:
        go_on.set()
    opened = await asyncio.gather(*opening)

    assert [one.unreadable for one in opened] == [(f"{number}.pdf is damaged",) for number in range(80)]
