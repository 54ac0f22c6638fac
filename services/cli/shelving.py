"""A person's stored library: the objects of the LIBRARY bucket that bear a name. Others were uploaded for one run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from nats.js import JetStreamContext
from nats.js.api import ObjectInfo, ObjectMeta
from nats.js.errors import NotFoundError
from nats.js.object_store import ObjectStore

from shared import messages as m
from shared.bus.keyvalue import translated
from shared.bus.objects import NatsObjects

from .libraries import Book

BUCKET = "LIBRARY"
NAME, KIND, WORKS = "Vouch-Name", "Vouch-Kind", "Vouch-Works"
"""Headers of a stored file; the values are lists, as other clients of the server write them."""


@dataclass(frozen=True)
class Stored:
    """A file of the stored library."""

    file: m.LibraryFile
    kind: str
    works: int
    added: datetime | None = None


async def stored(js: JetStreamContext) -> tuple[Stored, ...]:
    """Return the stored library by name. Raises ``RetryLater`` when the server does not answer."""
    with translated("list the library"):
        store = await js.object_store(BUCKET)
        try:
            infos = await store.list(ignore_deletes=True)
        except NotFoundError:
            infos = []
    found = (_stored(info) for info in infos if not info.deleted)
    return tuple(sorted((one for one in found if one), key=lambda one: (one.file.name.lower(), one.file.sha256)))


async def keep(js: JetStreamContext, book: Book, kind: str, works: int) -> None:
    """Store a file under its hash, with what a person calls it; again changes no more than that."""
    sha256 = await NatsObjects(js, BUCKET).put(book.data)
    headers = {NAME: [book.file.name], KIND: [kind], WORKS: [str(works)]}
    with translated(f"store {book.file.name}"):
        store = await js.object_store(BUCKET)
        await store.update_meta(sha256, ObjectMeta(name=sha256, headers=headers))


async def remove(js: JetStreamContext, file: m.LibraryFile) -> None:
    """Delete a stored file.

    A run that asked for it may want it yet, in a later round or another process: it will name it as missing.
    """
    with translated(f"remove {file.name}"):
        store: ObjectStore = await js.object_store(BUCKET)
        await store.delete(file.sha256)


def matching(kept: Iterable[Stored], wanted: str) -> tuple[Stored, ...]:
    """Return the files called *wanted*, or whose hash begins so."""
    by_hash = len(wanted) >= FEWEST_HASH_LETTERS
    return tuple(
        one for one in kept if one.file.name == wanted or (by_hash and one.file.sha256.startswith(wanted.lower()))
    )


FEWEST_HASH_LETTERS = 6


def _stored(info: ObjectInfo) -> Stored | None:
    """Return an object as a stored file, or nothing where it bears no name."""
    headers: Mapping[str, list[str]] = info.headers or {}
    name, kind, works = (next(iter(headers.get(key) or ()), "") for key in (NAME, KIND, WORKS))
    if not name:
        return None
    file = m.LibraryFile(sha256=info.name, name=name, size_bytes=info.size or 0)
    added = datetime.fromisoformat(info.mtime) if info.mtime else None
    return Stored(file, kind, int(works) if works.isdecimal() else 0, added)
