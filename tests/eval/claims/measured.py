"""The lines of the scorecard on claims, each beside what a simpler thing reaches on the same pairs."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.eval.claims.bearing import agreement, containment, reversals, scores, verdicts
from tests.eval.claims.pairs import Labelled, healthver, scifact
from tests.eval.claims.thresholds import (
    LEAST_PRECISION,
    MOST_REFUTED,
    Halves,
    Way,
    best_cut,
    called,
    figure,
    first,
    gain,
    halves,
    most_called,
    told,
)
from tests.eval.claims.vouching import own_rows
from tests.eval.measuring import Floats, Interval
from tests.eval.scorecard.resampling import Confusion
from tests.eval.scorecard.row import Row

LEAST_CONTRADICTED = 0.75
SCORER = "scored by the evaluation's own scorer (word vectors and the checker's tokens), not by the product's checker"
"""Said of every line that a score of ``bearing`` stands behind."""
COVERAGE = 0.05
"""The share of pairs that both ways call supported where their precision is compared: fixed beforehand."""

TWO, THREE, SIDES = (
    Confusion(("supports", "rest")),
    Confusion(("supports", "refutes", "neutral")),
    Confusion(("supports", "refutes")),
)
HEALTHVER, GOLD, WHOLE = "HealthVer dev", "SciFact train, gold sentences", "SciFact train, whole abstracts"


def rows(folder: Path) -> tuple[Row, ...]:
    """Return every line on the recordings in *folder*."""
    gold, whole = scifact(folder)
    pairs = healthver(folder)
    checked, said = halves(pairs), halves(whole)
    return (
        *_supported(checked),
        _of_three(HEALTHVER, checked),
        *own_rows(pairs),
        *_contradicted(halves(gold)),
        _of_three(WHOLE, said),
    )


def _supported(data: Halves) -> tuple[Row, ...]:
    """Return the lines on what is called supported."""
    ours, theirs = data.scored(scores), data.scored(containment)
    return (
        _against_rest(data, data.scored(agreement), theirs),
        *_precise(data, ours, theirs),
        _equal_coverage(data, ours, theirs),
    )


def _against_rest(data: Halves, ours: Way, theirs: Way) -> Row:
    """Return the macro-F1 of supports against rest, both ways cut where they did best on the other half."""
    mine, contained = (_cut_at_best(data, way) for way in (ours, theirs))
    won = gain(TWO, data.reporting, mine, contained, TWO.macro_f1)
    return Row(
        HEALTHVER,
        "macro-F1, supports against rest",
        _claims(data.reporting),
        figure(TWO, data.reporting, mine, TWO.macro_f1),
        (
            ("containment", figure(TWO, data.reporting, contained, TWO.macro_f1)),
            ("majority", figure(TWO, data.reporting, ["rest"] * len(mine), TWO.macro_f1)),
            ("gain over containment", won),
        ),
        "gain over equally tuned containment above 0",
        won.is_gain,
        f"{SCORER}; on the half that chose {_tuned(data.choosing, ours.choosing):.3f},"
        f" containment {_tuned(data.choosing, theirs.choosing):.3f}",
    )


def _cut_at_best(data: Halves, way: Way) -> list[str]:
    """Return the decisions on the half that reports, cut where the other half was told apart best."""
    return called(way.reporting, _best_for_two(data.choosing, way.choosing))


def _best_for_two(half: Labelled, found: Floats) -> float:
    """Return where to cut for the best macro-F1 on a half."""
    return best_cut(found, lambda chosen: _macro(half, ["supports" if one else "rest" for one in chosen]))


def _macro(half: Labelled, decided: Sequence[str]) -> float:
    """Return the macro-F1 of supports against rest."""
    return float(TWO.macro_f1(told(TWO, half, decided).sum(axis=0)))


def _tuned(half: Labelled, found: Floats) -> float:
    """Return the macro-F1 on the very half that the cut was chosen on."""
    return _macro(half, called(found, _best_for_two(half, found)))


def _precise(data: Halves, ours: Way, theirs: Way) -> tuple[Row, Row]:
    """Return how precise it is to call only the surest supported, and how many of those are refuted."""
    cut = most_called(ours.choosing, data.choosing.labels)
    decided = called(ours.reporting, cut)
    count = decided.count("supports")
    beside = (
        ("containment, as many", _precision(data.reporting, first(theirs.reporting, count))),
        ("always supports", _precision(data.reporting, ["supports"] * len(decided))),
    )
    precision, refuted = _precision(data.reporting, decided), _refuted(data.reporting, decided)
    note = (
        f"{SCORER}; called {count} of {len(decided)} pairs ({count / len(decided):.1%});"
        f" on the half that chose {_precision(data.choosing, called(ours.choosing, cut)).mean:.2f}"
        f" of {int((ours.choosing >= cut).sum())}"
    )
    met = precision.mean >= LEAST_PRECISION
    contained = _refuted(data.reporting, first(theirs.reporting, count))
    size = _claims(data.reporting)
    return (
        Row(HEALTHVER, "precision of supported", size, precision, beside, f"at least {LEAST_PRECISION}", met, note),
        Row(
            HEALTHVER,
            "gold-Refutes among supported",
            size,
            refuted,
            (("containment, as many", contained),),
            f"at most {MOST_REFUTED:.0%}",
            refuted.mean <= MOST_REFUTED,
            SCORER,
        ),
    )


def _equal_coverage(data: Halves, ours: Way, theirs: Way) -> Row:
    """Return the precision where both ways call the same share of pairs supported."""
    count = round(COVERAGE * len(data.reporting.pairs))
    mine, contained = first(ours.reporting, count), first(theirs.reporting, count)
    won = gain(TWO, data.reporting, mine, contained, TWO.precision("supports"))
    beside = (("containment", _precision(data.reporting, contained)), ("gain over containment", won))
    return Row(
        HEALTHVER,
        f"precision of the first {COVERAGE:.0%}",
        _claims(data.reporting),
        _precision(data.reporting, mine),
        beside,
        "gain over containment above 0",
        won.is_gain,
        SCORER,
    )


def _precision(half: Labelled, decided: Sequence[str]) -> Interval:
    """Return how much of what was called supported is."""
    return figure(TWO, half, decided, TWO.precision("supports"))


def _refuted(half: Labelled, decided: Sequence[str]) -> Interval:
    """Return how much of what was called supported is refuted."""
    turned = ["refutes" if label == "refutes" else "neutral" for label in half.labels]
    said = ["refutes" if one == "supports" else "neutral" for one in decided]
    return figure(THREE, Labelled(half.pairs, tuple(turned)), said, THREE.precision("refutes"))


def _of_three(task: str, data: Halves) -> Row:
    """Return the macro-F1 of three classes: reversed is refuted, sure enough is supported, the rest is neutral."""
    ours, theirs = data.scored(agreement), data.scored(containment)
    decided = _with_reversals(data.reporting, _three(data, ours))
    plain = _three(data, theirs)
    most = Counter(data.choosing.labels).most_common(1)[0][0]
    won = gain(THREE, data.reporting, decided, plain, THREE.macro_f1)
    return Row(
        task,
        "macro-F1, three classes",
        _claims(data.reporting),
        figure(THREE, data.reporting, decided, THREE.macro_f1),
        (
            ("containment", figure(THREE, data.reporting, plain, THREE.macro_f1)),
            ("majority", figure(THREE, data.reporting, [most] * len(decided), THREE.macro_f1)),
            ("gain over containment", won),
        ),
        note=f"{SCORER}; refuted is what the checker's reading of opposites says",
    )


def _three(data: Halves, way: Way) -> list[str]:
    """Return ``supports`` where the score is high enough, else ``neutral``."""
    return called(way.reporting, _best_for_two(data.choosing, way.choosing), other="neutral")


def _with_reversals(half: Labelled, decided: Sequence[str]) -> list[str]:
    """Return decisions with ``refutes`` wherever a clause says the opposite."""
    turned = reversals(half.pairs)
    return ["refutes" if reversed_ else one for one, reversed_ in zip(decided, turned, strict=True)]


def _contradicted(data: Halves) -> tuple[Row, Row]:
    """Return the lines on what the checker itself calls contradicted, of sentences that settle the claim."""
    half = data.reporting
    decided = _sides(half)
    theirs = data.scored(containment)
    cut = best_cut(theirs.choosing, lambda chosen: _sided(data.choosing, ["refutes", "supports"], chosen))
    contained = called(theirs.reporting, cut, other="refutes")
    always = ["refutes"] * len(decided)
    precision, recalled = SIDES.precision("refutes"), SIDES.recall("refutes")
    found = figure(SIDES, half, decided, precision)
    chosen = figure(SIDES, data.choosing, _sides(data.choosing), precision)
    beside = (
        ("containment", figure(SIDES, half, contained, precision)),
        ("always contradicted", figure(SIDES, half, always, precision)),
        ("recall", figure(SIDES, half, decided, recalled)),
    )
    note = (
        f"the product's checker itself called {decided.count('refutes')} of {len(decided)};"
        f" on the half that chose {chosen.mean:.2f}"
    )
    goal = f"at least {LEAST_CONTRADICTED}"
    met = found.mean >= LEAST_CONTRADICTED
    macro = SIDES.macro_f1
    both = (
        ("containment", figure(SIDES, half, contained, macro)),
        ("majority", figure(SIDES, half, ["supports"] * len(decided), macro)),
    )
    size = _claims(half)
    return (
        Row(GOLD, "precision of contradicted", size, found, beside, goal, met, note),
        Row(GOLD, "macro-F1, two classes", size, figure(SIDES, half, decided, macro), both),
    )


def _sides(half: Labelled) -> list[str]:
    """Return ``refutes`` where the checker says contradicted, else ``supports``: these sentences settle the claim."""
    return ["refutes" if verdict == "contradicted" else "supports" for verdict in verdicts(half.pairs)]


def _sided(half: Labelled, names: Sequence[str], chosen: Sequence[bool]) -> float:
    """Return the macro-F1 of two classes where those *chosen* are the second."""
    decided = [names[bool(one)] for one in chosen]
    return float(SIDES.macro_f1(told(SIDES, half, decided).sum(axis=0)))


def _claims(half: Labelled) -> int:
    """Return how many claims a half has."""
    return len({pair.claim for pair in half.pairs})
