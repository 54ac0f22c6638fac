"""``docs/settings.md``: whole, and true of the settings."""

import pytest
from pydantic import BaseModel

from deploy.documents.schemas import notes_of
from deploy.documents.settings import groups, settings
from shared.settings import Price, Settings, known_names


@pytest.mark.parametrize("kind", [Settings, Price, *groups()])
def test_every_setting_has_a_sentence(kind: type[BaseModel]) -> None:
    """A setting that nobody explains is one that nobody can choose."""
    told = dict(notes_of(kind))

    assert set(kind.model_fields) <= set(told)
    assert all(told.values())


def test_every_variable_is_on_the_page() -> None:
    """Of groups that are alike one stands for all, and the others are named."""
    page = settings()
    alike = {f"VOUCH_{name.upper()}__" for names in groups().values() for name in names[1:]}

    missing = {name for name in known_names() if name not in page and not name.startswith(tuple(alike))}

    assert missing == set()
    assert "VOUCH_CONFIG" in page
    assert "- `judge`: Scores the evidence." in page


def test_defaults_bounds_and_choices_are_told() -> None:
    """What one may write stands beside what holds where one writes nothing."""
    page = settings()

    assert "| `authorization`, `x-api-key` | `authorization` |" in page
    assert "| whole number from 1 to 40 | `8` |" in page
    assert "| text | `claude-sonnet-5-5`<br>search: `claude-haiku-5-5` |" in page
    assert "as of 2026-11" in page
    assert "| `claude-haiku-5-5` | 0.1 | 0.5 | 1.25 | 0.1 | 100000 | 5 |" in page


def test_no_secret_is_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is generated on somebody's machine, with somebody's keys around."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-somebodys")
    monkeypatch.setenv("VOUCH_DATA_DIR", "/somewhere")
    page = settings()

    assert [one for one in ("sk-somebodys", "/somewhere", "*****") if one in page] == []
