"""Check what a sentence says against the sources it cites: by rules, without a key, the same way every time.

``check`` is the whole surface; how numbers, directions and names are read is behind it. It asks nothing but the words.
"""

from shared.audit.checking.findings import CHECKER, Finding, strongest, weakest
from shared.audit.checking.rules import check

__all__ = ["CHECKER", "Finding", "check", "strongest", "weakest"]
