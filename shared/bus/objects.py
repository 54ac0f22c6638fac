"""Objects by the hash of their bytes: bodies too large for a message, and a person's files."""

import base64
import contextlib
import hashlib
from collections.abc import Mapping

from nats.js import JetStreamContext
from nats.js.api import ObjectInfo, ObjectMeta
from nats.js.errors import ObjectNotFoundError
from nats.js.object_store import ObjectStore

from shared.errors import CannotDo

from .keyvalue import translated

LISTED_SECONDS = 5.0
"""How long the next of a bucket's objects may be in coming."""

PAYLOADS = "PAYLOADS"
"""The bucket of bodies that are too large for a message."""

RUN_HEADER = "Vouch-Run"
"""Names the run that a body is about; the values are lists, as other clients of the server write them."""


class NatsObjects:
    """An object bucket of a running server: bytes under their own SHA-256, so that storing them twice is once."""

    def __init__(self, js: JetStreamContext, bucket: str, listed_seconds: float = LISTED_SECONDS) -> None:
        self._js, self._bucket, self._listed_seconds = js, bucket, listed_seconds

    async def put(self, data: bytes, run_id: str = "") -> str:
        """Store *data* unless it is there, as something of a run, and return its hash.

        Raises ``RetryLater`` when that is not possible now.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        with translated(f"store an object in {self._bucket}"):
            store = await self._js.object_store(self._bucket)
            try:
                await store.get_info(sha256)
            except ObjectNotFoundError:
                headers = {RUN_HEADER: [run_id]} if run_id else None
                await store.put(sha256, data, ObjectMeta(name=sha256, headers=headers))
        return sha256

    async def delete_run(self, run_id: str) -> int:
        """Delete the objects of a run; return how many there were.

        The store's own way leaves a marker that names the run; whoever names an object goes after what it names.
        """
        with translated(f"delete the objects of {run_id} from {self._bucket}"):
            store = await self._js.object_store(self._bucket)
            found = [info for info in await self._listed(store) if not info.deleted and _is_of(info, run_id)]
            for info in found:
                await self._purged(info)
        return len(found)

    async def delete(self, sha256: str) -> None:
        """Delete one object that nobody needs any more; repeating it does no harm."""
        with translated(f"delete an object from {self._bucket}"):
            store = await self._js.object_store(self._bucket)
            with contextlib.suppress(ObjectNotFoundError):
                await self._purged(await store.get_info(sha256))

    async def _listed(self, store: ObjectStore) -> list[ObjectInfo]:
        """Return what a bucket has; the library's own list waits for ever for what a lost connection swallowed."""
        watcher, found = await store.watch(ignore_deletes=True), list[ObjectInfo]()
        try:
            while info := await watcher.updates(self._listed_seconds):  # type: ignore[no-untyped-call]
                found.append(info)
        finally:
            await watcher.stop()  # type: ignore[no-untyped-call]
        return found

    async def _purged(self, info: ObjectInfo) -> None:
        """Remove an object without a trace."""
        name = base64.urlsafe_b64encode(info.name.encode()).decode()
        for subject in (f"C.{info.nuid}", f"M.{name}"):
            await self._js.purge_stream(f"OBJ_{self._bucket}", subject=f"$O.{self._bucket}.{subject}")

    async def get(self, sha256: str) -> bytes:
        """Return the bytes; raise ``CannotDo`` when they are not there or not the ones that were stored."""
        with translated(f"read an object from {self._bucket}"):
            store = await self._js.object_store(self._bucket)
            try:
                data = (await store.get(sha256)).data or b""
            except ObjectNotFoundError as error:
                message = f"the object {sha256[:12]}… is not in {self._bucket}: upload it again"
                raise CannotDo(message) from error
        if hashlib.sha256(data).hexdigest() != sha256:
            message = f"the object {sha256[:12]}… in {self._bucket} is damaged: upload it again"
            raise CannotDo(message)
        return data


def _is_of(info: ObjectInfo, run_id: str) -> bool:
    """Say whether an object is about a run."""
    headers: Mapping[str, list[str]] = info.headers or {}
    return run_id in (headers.get(RUN_HEADER) or ())
