"""What leaves the image: whatever is installed here and nothing of Vouch needs."""

import re
import tomllib

from deploy.trimming import needed, superfluous
from tests.recordings import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    """Return the packages that are asked for."""
    return {re.split(r"[\[<>=!~; ]", one)[0].lower() for one in requirements}


def test_what_vouch_asks_for_stays_and_what_that_asks_for() -> None:
    """Also through an extra: faststream[nats] needs nats-py, hishel[httpx] needs httpx."""
    assert {"vouch", "nats-py", "pydantic-core", "grpcio"} <= needed()
    assert names(PROJECT["project"]["dependencies"]) <= needed()


def test_what_only_tests_and_builds_need_leaves() -> None:
    """A compiler of types has no business in production."""
    leaving = set(superfluous())

    assert {"pytest", "mypy", "ruff", "setuptools", "hypothesis", "testcontainers"} <= leaving
    assert leaving.isdisjoint(needed())
