"""`vouch library` as a person uses it: without a server of their own, twice in a row."""

import os
import subprocess
import sys
from pathlib import Path

from tests.printing import article, locked, pdf
from tests.recordings import ROOT

SECONDS = 60.0
SCAN = "scan.pdf holds pictures of pages and no text: run text recognition (OCR) over the scan and give the result"


def vouch(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose data are its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VOUCH_")}
    command = [sys.executable, "-m", "services.cli", *arguments]
    environment = {**kept, "VOUCH_DATA_DIR": str(data)}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def test_a_library_is_kept_between_commands(tmp_path: Path) -> None:
    """Each starts a server over the same data and stops it; what cannot be read is named, the rest is added."""
    papers, data = tmp_path / "papers", tmp_path / "data"
    papers.mkdir()
    (papers / "vivax.pdf").write_bytes(article())
    (papers / "scan.pdf").write_bytes(pdf([[]], picture=True))
    (papers / "locked.pdf").write_bytes(locked(article(), "secret"))

    added = vouch(data, "library", "add", str(papers))
    again = vouch(data, "library", "add", str(papers / "vivax.pdf"))
    listed = vouch(data, "library", "list")
    removed = vouch(data, "library", "remove", "vivax.pdf")
    empty = vouch(data, "library", "list")

    assert (added.returncode, added.stdout) == (3, "")
    assert added.stderr.splitlines() == [
        "vouch: locked.pdf is locked with a password: save a copy without one and give that",
        f"vouch: {SCAN}",
        "1 of 3 files are in the library",
    ]
    assert (again.returncode, again.stderr) == (0, "1 of 1 files are in the library\n")
    assert [row.split("\t")[:3] for row in listed.stdout.splitlines()] == [
        ["Name", "Kind", "Works"],
        ["vivax.pdf", "PDF", "1"],
    ]
    told = "vivax.pdf is no longer in the library; a run under way may name it as missing\n"
    assert (removed.returncode, removed.stderr) == (0, told)
    assert (empty.returncode, empty.stdout) == (0, "")
