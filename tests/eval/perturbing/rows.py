"""The perturbations as rows of the scorecard, of the half of the abstracts that nothing was tuned on."""

from collections.abc import Sequence

from tests.eval.measuring import Interval
from tests.eval.perturbing.abstracts import abstracts
from tests.eval.perturbing.generating import cases
from tests.eval.perturbing.scoring import FALSE_POOLS, TRUE_POOLS, Pool, Scored, is_accused, scored, share
from tests.eval.scorecard.row import Row

TASK = "perturbations"
NONE, ALL = Interval(0.0, 0.0, 0.0), Interval(1.0, 1.0, 1.0)


def rows() -> tuple[Row, ...]:
    """Return a row for each goal; beside it stands whoever accuses nobody, and whoever accuses all."""
    found = scored([case for case in cases(abstracts()) if not case.tunes])
    caught = tuple(_row(pool, found, caught=True) for pool in FALSE_POOLS)
    return (*caught, *(_row(pool, found, caught=False) for pool in TRUE_POOLS))


def _row(pool: Pool, found: Sequence[Scored], *, caught: bool) -> Row:
    """Return the row of one pool of kinds."""
    kept = [one for one in found if one.case.kind in pool.kinds]
    ours = share(kept, is_accused)
    return Row(
        task=TASK,
        measure=f"{pool.name}: {'caught' if caught else 'wrongly accused'}",
        n=len({one.case.abstract.key for one in kept}),
        ours=ours,
        beside=(("accuses nobody", NONE), ("accuses all", ALL)),
        goal=f"{'at least' if caught else 'at most'} {pool.goal:.0%}",
        met=ours.mean >= pool.goal if caught else ours.mean <= pool.goal,
        note=f"{len(kept)} sentences of as many abstracts as n says",
    )
