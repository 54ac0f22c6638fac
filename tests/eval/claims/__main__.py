"""``python -m tests.eval.claims`` prints the lines on claims: no key, no network."""

import sys

from tests.eval.claims import rows
from tests.eval.measuring import Interval
from tests.recordings import FOLDER


def shown(interval: Interval) -> str:
    """Return a figure with its interval."""
    return f"{interval.mean:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def main() -> int:
    """Print every line."""
    for row in rows(FOLDER):
        beside = "; ".join(f"{name} {shown(interval)}" for name, interval in row.beside)
        goal = f" — {row.goal}: {'met' if row.met else 'missed'}" if row.goal else ""
        sys.stdout.write(f"{row.task}: {row.measure} {shown(row.ours)} (n = {row.n}); {beside}{goal}. {row.note}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
