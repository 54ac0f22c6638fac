"""Each rule of evidence names the module that holds it and a test that fails without it; both are there."""

import ast
import functools
import re

import pytest

from tests.recordings import ROOT

PAGE = ROOT / "docs" / "evidence-rules.md"
ROW = re.compile(r"^\| (?P<rule>.+?) \| `(?P<module>[\w/.]+\.py)` \| `(?P<file>tests/[\w/]+\.py)::(?P<test>\w+)` \|$")
SECTIONS = 11
"""Of the guide on evidence."""


def rules() -> list[re.Match[str]]:
    """Return the rows of the page."""
    return [found for line in PAGE.read_text(encoding="utf-8").splitlines() if (found := ROW.match(line))]


@functools.cache
def names_in(file: str) -> frozenset[str]:
    """Return the names of the tests in a file, as its parser sees them."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    named = (one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in named if name.startswith("test_"))


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["rule"][:60])
def test_a_rule_has_its_code_and_its_test(rule: re.Match[str]) -> None:
    """A test that was renamed must not leave its rule unheld."""
    assert (ROOT / rule["module"]).is_file()
    assert rule["test"] in names_in(rule["file"])


def test_every_section_of_the_guide_has_rules() -> None:
    """A section nobody held would be missed by nobody."""
    parts = re.split(r"^## (\d+)\. ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)

    held = {int(number): text.count("| `tests/") for number, text in zip(parts[1::2], parts[2::2], strict=True)}

    assert sorted(held) == list(range(1, SECTIONS + 1))
    assert all(held.values())


def test_no_row_of_the_page_is_overlooked() -> None:
    """A row in another form would be checked by nobody."""
    page = PAGE.read_text(encoding="utf-8")

    assert page.count("| `tests/") == len(rules()) > SECTIONS
