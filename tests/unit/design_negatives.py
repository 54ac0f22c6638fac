"""Works that talk of chance, blinding or trials and are no randomised trial; all made up, in our own words.

Each list was written before the rules were tried on it. Of the first 128 the rules as they were called 76 a trial;
they were changed, and then called 24 of the next 40 one, then 13 of the next 40. Now they call none of these 208 one.
The ``UNSEEN`` came last, and nothing was changed for them. Beside them stand trials whose abstracts hold the same
tempting words: a rule that calls nothing a trial would pass the negatives alone.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple


class Words(NamedTuple):
    """What a decider sees of a work."""

    title: str
    text: str


def _all(pairs: Iterable[Iterable[str]]) -> tuple[Words, ...]:
    """Return works from lists of title and text."""
    return tuple(Words(*pair) for pair in pairs)


_SAID = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))

NEGATIVES: Mapping[str, tuple[Words, ...]] = {kind: _all(pairs) for kind, pairs in _SAID["negatives"].items()}
"""By what makes them tempting, the later ones by when they were written."""
POSITIVES = _all(_SAID["positives"])
"""Trials whose words might mislead a rule that is too careful."""
UNSEEN = _all(_SAID["unseen"])
"""No trials either; how many of them the rules call one says how well they do on wording they were not made from."""
