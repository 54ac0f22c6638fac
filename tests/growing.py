"""How much more a larger input costs: a ratio within one run, so that a slow or busy machine is no failure."""

import time
from collections.abc import Callable

TRIES = 3


def growth(work: Callable[[int], object], few: int, many: int) -> float:
    """Return how many times the processor time of *few* the work on *many* takes, each at its best of three tries."""
    return _seconds(work, many) / _seconds(work, few)


def _seconds(work: Callable[[int], object], size: int) -> float:
    """Return the least processor time that the work took."""
    taken = []
    for _ in range(TRIES):
        begun = time.process_time()
        work(size)
        taken.append(time.process_time() - begun)
    return max(min(taken), 1e-4)
