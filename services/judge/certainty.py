"""The reasons for certainty, one for each aspect (evidence.md, 5). No GRADE rating is claimed."""

from collections.abc import Iterable

from shared import messages as m
from shared.appraisal.topics import Topic

from .scoring import participants
from .standing import bearing, counted, counts, human, listed, of_design
from .weighing import Weighed

FEW_PARTICIPANTS = 400
"""In all randomised trials together; below it an estimate is usually imprecise."""


def reasons(
    evidence: Iterable[m.Evidence], topic: Topic, found: tuple[Weighed, ...], conflicts: tuple[m.Conflict, ...]
) -> tuple[str, ...]:
    """Return what speaks for and against being sure, in the order of evidence.md."""
    pieces = tuple(evidence)
    bearing_on_it = bearing(pieces, topic)
    return (
        _design(bearing_on_it),
        _independent(bearing_on_it, len(pieces)),
        _consistency(found, conflicts),
        _directness(bearing_on_it),
        _precision(bearing_on_it),
        _retraction(pieces),
        "Risk of bias: not assessed.",
    )


def _design(pieces: tuple[m.Evidence, ...]) -> str:
    """Name the best design in people."""
    people = human(pieces)
    for design, noun in (
        ("meta-analysis", "meta-analyses"),
        ("randomised-trial", "randomised trials"),
        ("controlled-trial", "controlled trials"),
        ("cohort", "cohort studies"),
    ):
        if best := tuple(piece for piece in people if piece.design == design):
            return f"Design: the strongest in people are {noun} ({listed(best)})."
    return (
        f"Design: no controlled study in people; {listed(people)} report on people."
        if people
        else ("Design: no evidence in people with results.")
    )


def _independent(pieces: tuple[m.Evidence, ...], judged: int) -> str:
    """Count independent studies among the pieces judged."""
    n = counted(pieces)
    return (
        f"Independent studies among the {judged} pieces judged: {n.human_randomised} human randomised, "
        f"{n.human_other} human other, {n.animal} animal, {n.in_vitro} in vitro; {n.secondary} reviews apart."
    )


def _consistency(found: tuple[Weighed, ...], conflicts: tuple[m.Conflict, ...]) -> str:
    """Say whether the works about people point the same way."""
    ways = _ways(found)
    if sum(map(len, ways.values())) < len(("one", "another")):
        return "Consistency: cannot be judged; fewer than two works about people point anywhere."
    told = "; ".join(f"{way}: {listed(ways[way])}" for way in sorted(ways))
    alike = "all point the same way" if len(ways) == 1 else "they do not all point the same way"
    return f"Consistency: {alike} ({told}).{_unexplained(conflicts)}"


def _ways(found: tuple[Weighed, ...]) -> dict[str, list[m.Evidence]]:
    """Return the works by the way they point, without those that point nowhere."""
    ways: dict[str, list[m.Evidence]] = {}
    for one in found:
        ways.setdefault(one.direction, []).append(one.piece)
    ways.pop("unknown", None)
    return ways


def _unexplained(conflicts: tuple[m.Conflict, ...]) -> str:
    """Say which contradictions nothing explains."""
    told = [conflict.description for conflict in conflicts if not conflict.differs_in]
    return f" Nothing explains the contradiction: {' '.join(told)}" if told else ""


def _directness(pieces: tuple[m.Evidence, ...]) -> str:
    """Say what was not done on people."""
    other = tuple(piece for piece in pieces if counts(piece) and piece.subject != "human")
    if not other:
        return "Directness: every piece that counts is about people."
    return f"Directness: {listed(other)} are not known to be about people."


def _precision(pieces: tuple[m.Evidence, ...]) -> str:
    """Say how many were randomised, where the sizes are known."""
    total = participants(of_design(human(pieces), "randomised-trial"))
    if not total:
        return "Precision: no size of a randomised trial is known."
    few = "; few for a precise estimate" if total < FEW_PARTICIPANTS else ""
    return f"Precision: {total} participants in the randomised trials whose size is known{few}."


def _retraction(pieces: tuple[m.Evidence, ...]) -> str:
    """Say what is retracted, and what nobody checked."""
    retracted = tuple(piece for piece in pieces if piece.retraction.bars)
    unchecked = sum(piece.retraction.status == "not-checked" for piece in pieces)
    told = f"{listed(retracted)} retracted and left out" if retracted else "none known to be retracted"
    return f"Retraction: {told}; not checked for {unchecked} of {len(pieces)} pieces."
