"""Which way the evidence points as a whole (evidence.md, 4).

No majority: where good studies disagree the answer is mixed.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from shared import messages as m
from shared.appraisal.directions import joined
from shared.appraisal.effects import Effect, comparable
from shared.appraisal.results import direction_of, statements
from shared.appraisal.topics import Topic

from .comparing import Setting, difference, setting_of
from .estimating import estimates
from .standing import CONTROLLED, human, relevant


class Weighed(NamedTuple):
    """A piece with the way it points, what it compared, and how large the effect was."""

    piece: m.Evidence
    direction: m.Direction
    setting: Setting
    effects: Mapping[str, Effect] = MappingProxyType({})
    """Of each outcome."""

    @property
    def has_interval(self) -> bool:
        """Say whether any estimate comes with its interval."""
        return any(effect.has_interval for effect in self.effects.values())


def weighed(evidence: Iterable[m.Evidence], topic: Topic) -> tuple[Weighed, ...]:
    """Return the pieces about people and on topic that count, each with its direction."""
    return tuple(_weighed(piece, topic) for piece in human(relevant(evidence, topic)))


def _weighed(piece: m.Evidence, topic: Topic) -> Weighed:
    """Return one piece with its direction, its setting and its estimates."""
    way = pointing(piece, topic)
    said = (sentence.text for sentence, _ in statements(piece.content))
    return Weighed(piece, way, setting_of(piece, topic, way), estimates(said))


def pointing(piece: m.Evidence, topic: Topic) -> m.Direction:
    """Return which way a piece points: as its record says, else as its sentences about the topic's drug do."""
    if piece.direction != "unknown":
        return piece.direction
    return direction_of(piece.content, names=() if topic.is_open else topic.names)


def direction(found: Iterable[Weighed]) -> m.Direction:
    """Return the direction of the whole, from the strongest designs that point anywhere.

    Benefit beside harm is mixed. No difference shown is a disagreement only with a study that compared the same and
    was no larger, or whose effect its interval excludes: a small null result does not deny what a large study showed,
    nor does one against an active drug.
    """
    best = _strongest(found)
    clear = pointing_to(best, "benefit", "harm")
    if not clear:
        return joined(one.direction for one in best)
    disputes = (_denies(*pair) for pair in product(pointing_to(best, "no-difference"), clear))
    return "mixed" if any(disputes) else joined(one.direction for one in clear)


def _denies(null: Weighed, clear: Weighed) -> bool:
    """Say whether a null result on the same comparison is as large as a clear one, or excludes what that reports."""
    if difference(null.setting, clear.setting):
        return False
    size, other = null.piece.sample_size or 0, clear.piece.sample_size or 0
    return (bool(size) and size >= other) or excludes(null, clear)


def excludes(null: Weighed, clear: Weighed) -> bool:
    """Say whether the interval of one study leaves out the effect that the other reports on the same outcome."""
    shared = null.setting.outcome & clear.setting.outcome & null.effects.keys() & clear.effects.keys()
    return any(_leaves_out(null.effects[outcome], clear.effects[outcome]) for outcome in shared)


def _leaves_out(one: Effect, other: Effect) -> bool:
    """Say whether the interval of one estimate leaves out the other, which measures the same."""
    return comparable(one, other) and one.excludes(other.value)


def _strongest(found: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Return the controlled studies and meta-analyses that point anywhere, else all that do."""
    known = tuple(one for one in found if one.direction != "unknown")
    return tuple(one for one in known if one.piece.design in {*CONTROLLED, "meta-analysis"}) or known


def pointing_to(found: Iterable[Weighed], *wanted: m.Direction) -> tuple[Weighed, ...]:
    """Return those that point in one of the wanted directions."""
    return tuple(one for one in found if one.direction in wanted)
