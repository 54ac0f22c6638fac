"""What this process put off: such a delivery ended in good order, unlike one that killed its handler."""

from collections import OrderedDict

from nats.aio.msg import Msg

MOST_REMEMBERED = 20_000
"""Messages of which a process remembers how often it put them off."""


class Delays:
    """Counts, by a message's place in its stream, how often it was put off."""

    def __init__(self) -> None:
        self._counts: OrderedDict[tuple[str, int], int] = OrderedDict()

    def add(self, raw: Msg) -> None:
        """Remember that this delivery ended in a delay."""
        place = _place(raw)
        self._counts[place] = self._counts.pop(place, 0) + 1
        while len(self._counts) > MOST_REMEMBERED:
            self._counts.popitem(last=False)

    def unfinished(self, raw: Msg) -> int:
        """Return how many deliveries, this one included, are not known to have ended in a delay."""
        delivered: int = raw.metadata.num_delivered
        return delivered - self._counts.get(_place(raw), 0)


def _place(raw: Msg) -> tuple[str, int]:
    """Return where a message stands."""
    return raw.metadata.stream, raw.metadata.sequence.stream
