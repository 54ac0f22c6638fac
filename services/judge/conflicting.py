"""Where two studies contradict each other, and where they only differ (evidence.md, 4). Pure.

A contradiction needs opposite directions, or an interval that excludes what the other study reports. "Not significant"
beside "significant" is none.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product

from shared import messages as m
from shared.appraisal.effects import comparable
from shared.library.kinds import is_preprint_server

from .comparing import difference, speak_apart
from .standing import SECONDARY, strength, study
from .weighing import Weighed, pointing_to

MOST_CONFLICTS = 8

Pair = tuple[Weighed, Weighed]


def conflicts(found: tuple[Weighed, ...]) -> tuple[m.Conflict, ...]:
    """Return the pairs of independent studies that contradict each other, then those that point apart but differ.

    A benefit in one outcome and a harm in another are no disagreement.
    """
    pairs = sorted((*_opposed(found), *_excluded(found)), key=lambda pair: bool(_differs(*pair)))
    return tuple(_conflict(n, *pair) for n, pair in enumerate(islice(pairs, MOST_CONFLICTS), start=1))


def _opposed(found: tuple[Weighed, ...]) -> Iterator[Pair]:
    """Yield the pairs that point in opposite directions, the benefit first."""
    for one, other in product(leading(found, "benefit"), leading(found, "harm")):
        if study(one.piece) != study(other.piece) and not speak_apart(one.setting, other.setting):
            yield one, other


def _excluded(found: tuple[Weighed, ...]) -> Iterator[Pair]:
    """Yield each study with an effect beside one that compared the same and whose interval leaves that effect out."""
    for clear, null in product(leading(found, "benefit", "harm"), leading(found, "no-difference")):
        if study(clear.piece) != study(null.piece) and excludes(null, clear) and not _differs(clear, null):
            yield clear, null


def excludes(null: Weighed, clear: Weighed) -> bool:
    """Say whether the interval of one study leaves out the effect that the other reports."""
    one, other = null.effect, clear.effect
    return one is not None and other is not None and comparable(one, other) and one.excludes(other.value)


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
    has_interval = one.effect is not None and one.effect.has_interval
    return strength(one.piece), not has_interval, is_preprint_server(citation.journal), citation.date or "9"


def _conflict(n: int, first: Weighed, second: Weighed) -> m.Conflict:
    """Return a pair as the contract writes it."""
    return m.Conflict(
        conflict_id=f"C{n}",
        description=_described(first, second),
        first_source_ids=(first.piece.source_id,),
        second_source_ids=(second.piece.source_id,),
        differs_in=_differs(first, second),
    )


def _described(first: Weighed, second: Weighed) -> str:
    """Return what two studies disagree about, as far as both say."""
    shared = sorted(first.setting.outcome & second.setting.outcome)
    about = f" on {' and '.join(shared)}" if shared else ""
    if second.direction == "no-difference":
        shows = "shows no difference" if second.effect and second.effect.is_narrow else "ends with no difference shown"
        return (
            f"{first.piece.source_id} points to {first.direction}{about}, and the interval of "
            f"{second.piece.source_id}, which {shows}, excludes what it reports."
        )
    return f"{first.piece.source_id} points to benefit and {second.piece.source_id} to harm{about}."


def _differs(one: Weighed, other: Weighed) -> str:
    """Return what keeps two studies from being compared, or nothing."""
    return difference(one.setting, other.setting)


def agreed(proposed: Iterable[m.Conflict], found: tuple[Weighed, ...]) -> tuple[m.Conflict, ...]:
    """Return the conflicts of the rules, then those that somebody else *proposed* and that the rules can let stand.

    What differs between two works is filled in where the proposal left it out; "not significant" beside "significant"
    is dropped, for it is no contradiction.
    """
    own = conflicts(found)
    works = {one.piece.source_id: one for one in found}
    known = {_sides(one) for one in own}
    beside = [one for one in proposed if _sides(one) not in known and not _is_none(one, works)]
    filled = [_filled(one, works) for one in beside]
    numbered = enumerate((*own, *filled), start=1)
    return tuple(one.model_copy(update={"conflict_id": f"C{n}"}) for n, one in numbered)


def _sides(one: m.Conflict) -> frozenset[frozenset[str]]:
    """Return both sides of a conflict, in no order."""
    return frozenset((frozenset(one.first_source_ids), frozenset(one.second_source_ids)))


def _pairs(one: m.Conflict, works: dict[str, Weighed]) -> list[Pair]:
    """Return the works of both sides that the rules have weighed, each of one side with each of the other."""
    sides = ([works[name] for name in side if name in works] for side in (one.first_source_ids, one.second_source_ids))
    return list(product(*sides))  # type: ignore[arg-type] # two sides make pairs


def _is_none(one: m.Conflict, works: dict[str, Weighed]) -> bool:
    """Say whether a conflict is only that one study shows no difference, and excludes nothing the other reports."""
    pairs = _pairs(one, works)
    return bool(pairs) and all(_only_null(*pair) for pair in pairs)


def _only_null(one: Weighed, other: Weighed) -> bool:
    """Say whether one of two studies shows no difference, and its interval excludes nothing."""
    nulls = [(a, b) for a, b in ((one, other), (other, one)) if a.direction == "no-difference" != b.direction]
    return bool(nulls) and not any(excludes(*pair) for pair in nulls)


def _filled(one: m.Conflict, works: dict[str, Weighed]) -> m.Conflict:
    """Return a conflict with what its works differ in, where nobody said and the rules can tell."""
    if one.differs_in:
        return one
    told = (_differs(*pair) for pair in _pairs(one, works))
    return one.model_copy(update={"differs_in": next((what for what in told if what), "")})
