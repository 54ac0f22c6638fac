"""Has a real browser look at a page; what it saw comes back as facts."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from deploy.browser.finding import chromium, found
from deploy.browser.installing import installed, ready

DRIVER = Path(__file__).with_name("look.mjs")
MOST_SECONDS = 180.0

Facts = dict[str, Any]


@dataclass(frozen=True)
class Browser:
    """The browser, and the packages that drive it."""

    program: Path
    packages: Path

    def look(self, page: str, folder: Path) -> Facts:
        """Return what is to be seen of a page; its pictures are in *folder*."""
        file = folder / "page.html"
        file.write_text(page, encoding="utf-8")
        asked = {"chromium": str(self.program), "packages": str(self.packages), "file": str(file), "into": str(folder)}
        done = subprocess.run(
            [shutil.which("node") or "node", str(DRIVER), json.dumps(asked)],
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        facts: Facts = json.loads(done.stdout)
        return facts


def browser() -> Browser:
    """Return the browser; in CI it is installed where it is missing, elsewhere the test says what is to be done."""
    if os.environ.get("CI"):
        return Browser(chromium(print), installed(print))
    program, packages = found(), ready()
    if program is None or packages is None:
        pytest.skip("no browser to look at pages with: run `python -m deploy.browser.installing` once")
    return Browser(program, packages)
