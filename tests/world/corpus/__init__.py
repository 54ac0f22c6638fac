"""What the world holds: papers and studies on velasartan in migraine, and much beside it. All of it is invented.

``answer_key.json`` says what is true of it: which records are one work, which works one study, what was retracted.
"""

import json
from pathlib import Path
from typing import Any

from tests.world.corpus.published import PAPERS
from tests.world.corpus.registry import REGISTRY
from tests.world.corpus.registry_others import REGISTRY_OTHERS

__all__ = ["DRUG", "PAPERS", "QUESTION", "STUDIES", "answer_key"]

QUESTION = "Does velasartan reduce attack frequency in adults with migraine?"
DRUG = "velasartan"
STUDIES = (*REGISTRY, *REGISTRY_OTHERS)


def answer_key() -> dict[str, Any]:
    """Return the written answer key."""
    key: dict[str, Any] = json.loads((Path(__file__).parent / "answer_key.json").read_text(encoding="utf-8"))
    return key
