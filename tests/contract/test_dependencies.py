"""The page of dependencies is read off the sources: these show that the reading is right."""

from pathlib import Path

from deploy.documenting import ROOT
from deploy.documents.imports import Dependents, dependents
from deploy.documents.traffic import SERVICES
from deploy.documents.usage import named_in


def test_a_module_is_found_by_what_it_takes_from_the_contract(tmp_path: Path) -> None:
    """The table "if I change X" is worth as much as this reading of the sources."""
    sources = {
        "services/judge/app.py": "from shared import messages as m\n\ndef f(x: m.Evidence) -> m.Work: ...\n",
        "services/report/__init__.py": "from shared.messages import Evidence\n",
        "shared/works.py": "import other as m\n\nm.Work\n",
        "shared/messages/evidence.py": "from .base import Work\n",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    assert named_in(tmp_path) == {
        "Evidence": ("services.judge.app", "services.report"),
        "Work": ("services.judge.app",),
    }


def test_a_change_reaches_services_through_others() -> None:
    """Whoever changes ``shared.works`` must know that the judge leans on it through the registry."""
    known = {
        "services.judge": frozenset({"shared.registry"}),
        "services.search": frozenset({"shared.bus"}),
        "shared.bus": frozenset[str](),
        "shared.registry": frozenset({"shared.works"}),
        "shared.works": frozenset[str](),
    }

    assert dependents("shared.works", known) == Dependents(("shared.registry",), ("services.judge",))


def test_the_page_says_who_hears_what_and_what_a_change_breaks() -> None:
    """Three rows by hand, so that the page cannot be empty tables."""
    page = (ROOT / "docs" / "dependencies.md").read_text()
    lines = page.splitlines()

    assert "| `judge.completed` | `JudgeCompleted` | judge | coordinator | `INBOX` | – |" in lines
    assert "| `research.submit` | `Submit` | anyone | coordinator | – | `Submitted`, `QueryError` |" in lines
    link = next(line for line in lines if line.startswith("| `Link` |"))
    assert "`hypothesis.completed`" in link
    assert "coordinator, search, hypothesis, judge, report, anyone" in link
    bus = next(line for line in lines if line.startswith("| `shared.bus` | `deploy.documents`"))
    assert all(f"`services.{name}`" in bus for name in SERVICES)
