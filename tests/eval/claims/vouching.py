"""What the product's own checker says of HealthVer's claims, with no score and no threshold of the evaluation."""

import numpy as np

from tests.eval.claims.bearing import verdicts
from tests.eval.claims.pairs import Labelled
from tests.eval.claims.thresholds import by_claim, figure
from tests.eval.measuring import Interval
from tests.eval.scorecard.resampling import Confusion, mean, resampled
from tests.eval.scorecard.row import Row

TASK = "HealthVer dev, the product's checker itself"
VOUCHED = frozenset({"verbatim", "numbers-and-direction-match"})
ACCUSED = frozenset({"mismatch", "contradicted"})
_BORNE_OUT, _REFUTED = Confusion(("supports", "rest")), Confusion(("refutes", "rest"))


def own_rows(data: Labelled) -> tuple[Row, ...]:
    """Return the lines on what the checker vouches for and what it accuses, on both halves: nothing was chosen."""
    said = verdicts(data.pairs)
    accused = ["rest" if one in ACCUSED else "supports" for one in said]
    contradicted = ["refutes" if one == "contradicted" else "rest" for one in said]
    every, claims = len(said), len({pair.claim for pair in data.pairs})
    return (
        _vouched(data, [one in VOUCHED for one in said], claims),
        Row(
            TASK,
            "accused (mismatch or contradicted) and not supported",
            claims,
            figure(_BORNE_OUT, data, accused, _BORNE_OUT.precision("rest")),
            (("accusing all", figure(_BORNE_OUT, data, ["rest"] * every, _BORNE_OUT.precision("rest"))),),
            note=f"accused {accused.count('rest')} of {every} pairs, {_wrongly(data, accused)}; a mismatch is a slip in"
            " the words (a cause, a hedge), which experts who ask only for support need not hold against a claim",
        ),
        Row(
            TASK,
            "called contradicted and refuted",
            claims,
            figure(_REFUTED, data, contradicted, _REFUTED.precision("refutes")),
            (("calling all so", figure(_REFUTED, data, ["refutes"] * every, _REFUTED.precision("refutes"))),),
            note=f"called {contradicted.count('refutes')} of {every} pairs so, of {data.labels.count('refutes')} that"
            " are refuted",
        ),
    )


def _vouched(data: Labelled, chosen: list[bool], claims: int) -> Row:
    """Return how much the checker vouches for, and how much of that is supported, where there is any."""
    right = sum(label == "supports" for label, one in zip(data.labels, chosen, strict=True) if one)
    precision = f"{right} of {sum(chosen)} supported" if any(chosen) else "none, so it has no precision"
    note = f"vouched for {precision}: rules vouch for quotations and numbers, never for a paraphrase (evidence.md, 7)"
    share: Interval = resampled(by_claim(data.pairs, np.array([[one, 1] for one in chosen], dtype=float)), mean)
    return Row(TASK, "share of pairs vouched for", claims, share, (), note=note)


def _wrongly(data: Labelled, accused: list[str]) -> str:
    """Return how many of those that experts call supported are accused."""
    supported = [said for said, label in zip(accused, data.labels, strict=True) if label == "supports"]
    return f"{supported.count('rest')} of the {len(supported)} supported ones among them"
