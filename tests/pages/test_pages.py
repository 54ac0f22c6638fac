"""The HTML of a report in a real browser: by rules, by a scripted model, and of the most hostile records."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from shared import messages as m
from shared.audit.exports import export
from tests.exported import by_model, by_rules, ended, hostile_report
from tests.pages.looking import Facts, browser


async def hostile() -> m.ResearchCompleted:
    """Return a run whose every text is hostile."""
    return ended(hostile_report())


MADE: dict[str, Callable[[], Coroutine[Any, Any, m.ResearchCompleted]]] = {
    "rules": by_rules,
    "model": by_model,
    "hostile": hostile,
}


@pytest.fixture(scope="module", params=MADE)
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Facts:
    """Return what the browser saw of one of the reports: one visit, which takes seconds, for all tests."""
    end = asyncio.run(MADE[request.param]())
    return browser().look(export(end, "html").data.decode(), tmp_path_factory.mktemp(request.param))


def test_a_page_is_for_everybody(seen: Facts) -> None:
    """No serious or critical finding of axe in any light, on any screen, with everything unfolded.

    Nothing is loaded and nothing fails; no screen has to be scrolled sideways; every link leads somewhere.
    """
    for way, found in seen["rules"].items():
        serious = [one for one in found["broken"] if one["impact"] in ("serious", "critical")]
        assert (way, serious) == (way, [])
        assert found["passed"] > 10
    assert {address.rpartition("/")[2] for address in seen["asked"]} == {"page.html"}
    assert seen["troubles"] == []
    assert all(width <= room for width, room in seen["widths"].values())
    assert (seen["links"]["broken"], seen["twice"]) == ([], [])
    assert set(seen["outside"]) <= {"file:", "https:", "http:"}


def test_a_verdict_is_shown_by_pointer_and_by_keyboard(seen: Facts) -> None:
    """Tab leads to it, Escape hides it, Enter leads to its passages, and one comes back; no script is needed to see."""
    keys = seen["keys"]

    assert seen["signs"] > 0
    assert (keys["before"], keys["focused"], keys["escaped"], seen["hovered"]) == (False, True, False, True)
    assert keys["told"].strip()
    assert keys["described"].strip()
    assert keys["hash"].startswith("#claim-")
    assert keys["entry"].strip()
    assert "claim" in keys["back"]
