"""Works and pieces as they were read last: they never change, so whoever read one once need not read it again."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from shared import messages as m
from shared.errors import RetryLater

from .store import Store, Vector

V = TypeVar("V", bound=m.Value)

MOST_AT_HAND = 8_000
"""Values kept of each kind, about 40 MB of pieces: the orders of a run carry the same ones again and again."""


class Held(NamedTuple, Generic[V]):
    """A value, and its vector where it is known."""

    value: V
    vector: Vector | None = None
    is_indexed: bool = False
    """Whether the server can find it: as far as we know, for somebody may have stored it anew."""


class AtHand(Generic[V]):
    """Reads values of one *kind* by their object ids."""

    def __init__(self, kind: type[V], store: Store, most: int = MOST_AT_HAND) -> None:
        self._kind, self._store, self._most = kind, store, most
        self._kept: OrderedDict[tuple[str, str], Held[V]] = OrderedDict()

    async def read(self, run_id: str, uuids: Sequence[str]) -> dict[str, Held[V]]:
        """Return the values of these ids, in order; raise ``RetryLater`` where the server lacks one it was given."""
        found = {uuid: held for uuid in uuids if (held := self._kept.get((run_id, uuid)))}
        unknown = [uuid for uuid in uuids if uuid not in found]
        for uuid, read in (await self._store.records(run_id, unknown)).items():
            value = self._kind.model_validate_json(read.record)
            found[uuid] = Held(value, read.vector, is_indexed=read.vector is not None)
        if lacking := [uuid for uuid in uuids if uuid not in found]:
            message = (
                f"the research memory (Weaviate) lacks {len(lacking)} of {len(uuids)} records that run {run_id} lists: "
                "the run is being deleted, or the server lost a disk"
            )
            raise RetryLater(message)
        self.keep(run_id, found)
        return {uuid: found[uuid] for uuid in uuids}

    def keep(self, run_id: str, values: Mapping[str, Held[V]]) -> None:
        """Have these at hand, each for its own run alone; the longest unused go."""
        for uuid, held in values.items():
            self._kept[run_id, uuid] = held
            self._kept.move_to_end((run_id, uuid))
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self, run_id: str) -> None:
        """Keep nothing of a run."""
        for key in [key for key in self._kept if key[0] == run_id]:
            del self._kept[key]
