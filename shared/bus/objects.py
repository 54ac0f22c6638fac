"""Objects by the hash of their bytes: bodies too large for a message, and a person's files."""

import hashlib

from nats.js import JetStreamContext
from nats.js.errors import ObjectNotFoundError

from shared.errors import CannotDo

from .keyvalue import translated

PAYLOADS = "PAYLOADS"
"""The bucket of bodies that are too large for a message."""


class NatsObjects:
    """An object bucket of a running server: bytes under their own SHA-256, so that storing them twice is once."""

    def __init__(self, js: JetStreamContext, bucket: str) -> None:
        self._js, self._bucket = js, bucket

    async def put(self, data: bytes) -> str:
        """Store *data* unless it is there, and return its hash; raise ``RetryLater`` when that is not possible now."""
        sha256 = hashlib.sha256(data).hexdigest()
        with translated(f"store an object in {self._bucket}"):
            store = await self._js.object_store(self._bucket)
            try:
                await store.get_info(sha256)
            except ObjectNotFoundError:
                await store.put(sha256, data)
        return sha256

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
