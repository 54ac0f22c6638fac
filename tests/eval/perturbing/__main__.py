"""How much the checker catches of what was made false: ``python -m tests.eval.perturbing [--missed KIND]``.

Real sentences of recorded abstracts, changed by a generator that knows nothing of the checker. Thresholds may be tuned
on one half of the abstracts, chosen by hash; the figures that count are of the other.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

from tests.eval.perturbing.abstracts import abstracts
from tests.eval.perturbing.generating import cases
from tests.eval.perturbing.scoring import Scored, is_accused, lines, scored, share
from tests.eval.perturbing.values import Case


def main() -> None:
    """Print the figures, or what a tuner may look at: cases of the tuning half that went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missed", metavar="KIND", help="print the cases of this kind, of the tuning half, gone wrong")
    wanted = parser.parse_args().missed
    made = cases(abstracts())
    for line in _missed(made, wanted) if wanted else _table(made):
        sys.stdout.write(line + "\n")


def _table(made: Sequence[Case]) -> Iterator[str]:
    """Yield the figures of both halves, as paraphrases and as quotations."""
    sentences = len({case.original for case in made})
    yield f"{len(made)} cases from {sentences} sentences of {len({case.abstract.key for case in made})} abstracts"
    for name, half in (("reporting half", False), ("tuning half", True)):
        yield f"\n{name}"
        yield from lines(scored([case for case in made if case.tunes == half]))
    quoted = scored([case for case in made if case.wanted == "caught"], "quotation")
    yield "\nthe same between quotation marks, both halves"
    figure = share(quoted, is_accused)
    told = f"{figure.mean:.1%} ({figure.low:.1%}–{figure.high:.1%})"
    yield f"  {'made false':<32}{len(quoted):>6}  {told} accused"


def _missed(made: Sequence[Case], kind: str) -> Iterator[str]:
    """Yield the cases of a kind that went wrong, each with what was said of it."""
    found = scored([case for case in made if case.kind == kind and case.tunes])
    for one in found:
        if is_accused(one) != (one.case.wanted == "caught"):
            yield from _told(one)


def _told(one: Scored) -> Iterator[str]:
    """Yield a case that went wrong."""
    yield f"{one.verdict}: {one.reason}"
    yield f"  was  {one.case.original}"
    yield f"  is   {one.case.changed}"


if __name__ == "__main__":
    main()
