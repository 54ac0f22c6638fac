"""Where two studies contradict each other, and where they only differ (evidence.md, 4). Pure.

A contradiction needs opposite directions, or an interval that excludes what the other study reports. "Not significant"
beside "significant" is none.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product

from shared import messages as m
from shared.library.kinds import is_preprint_server

from .comparing import difference, speak_apart
from .standing import SECONDARY, strength, study
from .weighing import Weighed, excludes, pointing_to

MOST_CONFLICTS = 8

Pair = tuple[Weighed, Weighed]


def conflicts(found: tuple[Weighed, ...]) -> tuple[m.Conflict, ...]:
    """Return the pairs of independent studies that contradict each other, then those that point apart but differ.

    A benefit in one outcome and a harm in another are no disagreement.
    """
    pairs = sorted((*_opposed(found), *_excluded(found)), key=lambda pair: bool(differs(*pair)))
    return tuple(_conflict(n, *pair) for n, pair in enumerate(islice(pairs, MOST_CONFLICTS), start=1))


def _opposed(found: tuple[Weighed, ...]) -> Iterator[Pair]:
    """Yield the pairs that point in opposite directions, the benefit first."""
    for one, other in product(leading(found, "benefit"), leading(found, "harm")):
        if study(one.piece) != study(other.piece) and not speak_apart(one.setting, other.setting):
            yield one, other


def _excluded(found: tuple[Weighed, ...]) -> Iterator[Pair]:
    """Yield each study with an effect beside one that compared the same and whose interval leaves that effect out."""
    for clear, null in product(leading(found, "benefit", "harm"), leading(found, "no-difference")):
        if study(clear.piece) != study(null.piece) and excludes(null, clear) and not differs(clear, null):
            yield clear, null


def leading(found: Iterable[Weighed], *wanted: m.Direction) -> tuple[Weighed, ...]:
    """Return one work of each study that points that way: the strongest designs first, of a study what tells most."""
    by_study: dict[str, Weighed] = {}
    for one in sorted(pointing_to(found, *wanted), key=_telling):
        if one.piece.design not in SECONDARY:
            by_study.setdefault(study(one.piece), one)
    return tuple(by_study.values())


def _telling(one: Weighed) -> tuple[int, bool, bool, str]:
    """Order works by design; of one study, what states an interval comes before a preprint and before a later look."""
    citation = one.piece.citation
    return strength(one.piece), not one.has_interval, is_preprint_server(citation.journal), citation.date or "9"


def _conflict(n: int, first: Weighed, second: Weighed) -> m.Conflict:
    """Return a pair as the contract writes it."""
    return m.Conflict(
        conflict_id=f"C{n}",
        description=_described(first, second),
        first_source_ids=(first.piece.source_id,),
        second_source_ids=(second.piece.source_id,),
        differs_in=differs(first, second),
    )


def _described(first: Weighed, second: Weighed) -> str:
    """Return what two studies disagree about, as far as both say."""
    shared = sorted(first.setting.outcome & second.setting.outcome)
    about = f" on {' and '.join(shared)}" if shared else ""
    if second.direction == "no-difference":
        narrow = any(outcome in shared and effect.is_narrow for outcome, effect in second.effects.items())
        shows = "shows no difference" if narrow else "ends with no difference shown"
        return (
            f"{first.piece.source_id} points to {first.direction}{about}, and the interval of "
            f"{second.piece.source_id}, which {shows}, excludes what it reports."
        )
    return f"{first.piece.source_id} points to benefit and {second.piece.source_id} to harm{about}."


def differs(one: Weighed, other: Weighed) -> str:
    """Return what keeps two studies from being compared, or nothing."""
    return difference(one.setting, other.setting)
