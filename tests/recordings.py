"""Where the recorded answers of the world are; they are never kept in the project."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = Path(os.environ.get("VOUCH_RECORDINGS", str(ROOT.parent / "shared" / "data")))


def recording(path: str) -> Path:
    """Return the path of a recording; skip the test with a plain reason where the folder is absent."""
    if not FOLDER.is_dir():
        pytest.skip(f"no recordings: the folder {FOLDER.name} is absent (set VOUCH_RECORDINGS)")
    return FOLDER / path
