"""Whether a claim is borne out by a passage: HealthVer's dev claims and SciFact's train claims.

``rows`` gives the lines of the scorecard. What decides sees claims and passages only; thresholds are chosen on one
half of the claims, by hash, and the figures are those of the other half.
"""

from tests.eval.claims.measured import rows

__all__ = ["rows"]
