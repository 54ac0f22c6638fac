"""Objects of runs in a collection: written, read, searched and removed, one tenant a run."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from weaviate.classes.data import DataObject
from weaviate.classes.query import Filter, MetadataQuery
from weaviate.collections import CollectionAsync

from shared.errors import RetryLater

from .collection import VECTOR
from .failing import KEPT, NoTenant, bounded, refused
from .objects import Kind, Note, Properties, Stored, read_note

T = TypeVar("T")

MOST_AT_ONCE = 500
"""Objects in one call, either way: about a megabyte."""

MOST_CHARACTERS = 8_000_000
"""In one call: a tenth of what the client sends at most."""

MOST_CALLS = 32
"""At once: more would only wait inside the client, for connections, and run out of time there."""

MOST_NOTES = 10_000
"""Of a run: each of its steps leaves a few."""

Vector = NDArray[np.float32]


class Record(NamedTuple):
    """A work or a piece as it was read."""

    record: str
    vector: Vector | None


class Store:
    """A collection whose calls are bounded; ``RetryLater`` and ``CannotDo`` say what came of them."""

    def __init__(self, collection: CollectionAsync[Properties, None], seconds: float) -> None:
        self._collection, self._seconds = collection, seconds
        self._places = asyncio.Semaphore(MOST_CALLS)

    async def put(self, run_id: str, objects: Sequence[Stored], rows: Mapping[str, Vector] | None = None) -> None:
        """Write the objects, with the vectors that *rows* has for them; what was there under their ids is replaced."""
        for batch in _weighed(objects):
            data = [_object(one, (rows or {}).get(one.uuid)) for one in batch]
            async with self._call("take what it is given"):
                result = await self._tenant(run_id).data.insert_many(data)
            if result.has_errors:
                raise refused(" ".join(error.message for error in result.errors.values()))

    async def notes(self, run_id: str, kinds: Collection[Kind]) -> list[tuple[Kind, Note]]:
        """Return what the steps of a run left of these kinds."""
        try:
            async with self._call("answer"):
                found = await self._tenant(run_id).query.fetch_objects(
                    filters=Filter.by_property("kind").contains_any(list(kinds)),
                    limit=MOST_NOTES,
                    return_properties=["kind", "step", "record", "ids"],
                )
        except NoTenant:
            return []
        return [(one.properties["kind"], read_note(one.properties)) for one in found.objects]

    async def records(self, run_id: str, uuids: Sequence[str]) -> dict[str, Record]:
        """Return the works or pieces of these ids that there are."""
        found: dict[str, Record] = {}
        try:
            for batch in _batches(uuids):
                async with self._call("answer"):
                    answer = await self._tenant(run_id).query.fetch_objects_by_ids(
                        batch, limit=len(batch), include_vector=True, return_properties=["record"]
                    )
                for one in answer.objects:
                    found[str(one.uuid)] = Record(str(one.properties["record"]), _vector(one.vector))
        except NoTenant:
            return {}
        return found

    async def by_words(self, run_id: str, stems: str, limit: int) -> dict[str, float]:
        """Return the pieces that share a stem, object id → BM25 score."""
        if not stems:
            return {}
        try:
            async with self._call("answer"):
                found = await self._tenant(run_id).query.bm25(
                    stems,
                    query_properties=["words"],
                    limit=limit,
                    return_properties=[],
                    return_metadata=MetadataQuery(score=True),
                )
        except NoTenant:
            return {}
        return {str(one.uuid): one.metadata.score or 0.0 for one in found.objects}

    async def by_meaning(self, run_id: str, vector: Vector, limit: int) -> dict[str, float]:
        """Return the pieces whose vectors are nearest, object id → cosine."""
        try:
            async with self._call("answer"):
                found = await self._tenant(run_id).query.near_vector(
                    vector.tolist(),
                    target_vector=VECTOR,
                    limit=limit,
                    return_properties=[],
                    return_metadata=MetadataQuery(distance=True),
                )
        except NoTenant:
            return {}
        return {str(one.uuid): 1.0 - (one.metadata.distance or 0.0) for one in found.objects}

    async def remove(self, run_id: str, uuids: Sequence[str]) -> None:
        """Remove objects of a run, if they are there."""
        try:
            async with self._call("remove an object"):
                result = await self._tenant(run_id).data.delete_many(where=Filter.by_id().contains_any(list(uuids)))
        except NoTenant:
            return
        if result.failed:
            message = f"the research memory (Weaviate) did not remove {result.failed} of {len(uuids)} objects; {KEPT}"
            raise RetryLater(message)

    async def remove_run(self, run_id: str) -> None:
        """Remove all of a run; repeating it does no harm."""
        async with self._call("remove a run"):
            await self._collection.tenants.remove([run_id])

    async def runs(self) -> tuple[str, ...]:
        """Return the runs that hold anything, sorted."""
        async with self._call("list its runs"):
            return tuple(sorted(await self._collection.tenants.get()))

    @asynccontextmanager
    async def _call(self, what: str) -> AsyncIterator[None]:
        """Make one call: its seconds begin when it has a connection to go over."""
        async with self._places, bounded(what, self._seconds):
            yield

    def _tenant(self, run_id: str) -> CollectionAsync[Properties, None]:
        return self._collection.with_tenant(run_id)


def _object(stored: Stored, vector: Vector | None) -> DataObject[Properties, None]:
    """Return an object as the client takes it."""
    vectors = {} if vector is None else {VECTOR: vector.tolist()}
    return DataObject(uuid=stored.uuid, properties=stored.properties, vector=vectors or None)


def _vector(vectors: object) -> Vector | None:
    """Return our vector of an object; ``None`` for one that has none yet."""
    found = vectors.get(VECTOR) if isinstance(vectors, dict) else None
    return np.asarray(found, dtype=np.float32) if found else None


def _batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield *values* in parts that one call may carry."""
    for start in range(0, len(values), MOST_AT_ONCE):
        yield values[start : start + MOST_AT_ONCE]


def _weighed(objects: Sequence[Stored]) -> Iterator[Sequence[Stored]]:
    """Yield *objects* in parts that one call may carry, however long their texts are."""
    part, weight = list[Stored](), 0
    for one in objects:
        weight += len(one.properties["record"]) + len(one.properties.get("words", ""))
        if part and (len(part) == MOST_AT_ONCE or weight > MOST_CHARACTERS):
            yield part
            part, weight = [], len(one.properties["record"])
        part.append(one)
    if part:
        yield part
