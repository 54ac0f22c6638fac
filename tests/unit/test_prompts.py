"""The prompts beside the agents: what a file must look like, and what is said of one that does not."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared import messages as m
from shared.errors import CannotDo
from shared.llm.prompts import DOMAINS, BuiltIn, built_in, parsed
from tests.recordings import ROOT

WRITTEN = """---
name: vouch-judge
version: 7
---
You judge.

## What to score
Designs.

## Domain: drug-repurposing
Look for a target.

## Domain: general
Look for an exposure.
"""

SECTIONS = "there must be one section"
FRONT = "between the dashes there must be name and version, each once"


@pytest.mark.parametrize(
    ("domain", "own"), [("drug-repurposing", "Look for a target."), ("general", "Look for an exposure.")]
)
def test_a_prompt_is_the_common_text_and_that_of_its_domain(domain: m.Domain, own: str) -> None:
    """Without the heading of the section; other headings stay."""
    prompt = parsed(WRITTEN, domain)

    assert prompt.text == f"You judge.\n\n## What to score\nDesigns.\n\n{own}"
    assert (prompt.name, prompt.version, prompt.origin) == (f"vouch-judge-{domain}", "7", "built-in")


def test_the_order_of_the_sections_and_the_ends_of_lines_do_not_matter() -> None:
    """Nor does a section that adds nothing."""
    written = "---\nversion: 1\nname: n\n---\nCommon.\n## Domain: general\n## Domain: drug-repurposing\nOwn.\n"

    assert parsed(written.replace("\n", "\r\n"), "general").text == "Common."
    assert parsed(written, "drug-repurposing").text == "Common.\n\nOwn."


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("---\nname", "name", "it must begin with its name and version"),
        ("7\n---\n", "7\n", "it must begin with its name and version"),
        ("name: vouch-judge", "nmae: vouch-judge", FRONT),
        ("name: vouch-judge", "name:", FRONT),
        ("version: 7\n", "", FRONT),
        ("version: 7", "version: 7\nversion: 8", FRONT),
        ("version: 7", "version: 7\nmodel: large", FRONT),
        ("You judge.\n\n## What to score\nDesigns.", " ", "it says nothing before the sections"),
        ("## Domain: general\n", "", SECTIONS),
        ("## Domain: general", "## Domain: geography", SECTIONS),
        ("## Domain: general", "### Domain: general", SECTIONS),
        ("## Domain: general", "## domain general", SECTIONS),
        ("## Domain: general", "## Domain: drug-repurposing", SECTIONS),
        ("Look for an exposure.", "Look.\n## Domain: general\nAgain.", SECTIONS),
    ],
)
def test_a_malformed_file_is_refused_with_what_is_wrong(before: str, after: str, reason: str) -> None:
    """A misspelt heading would otherwise tell every domain what is meant for one."""
    assert before in WRITTEN

    with pytest.raises(CannotDo, match=reason):
        parsed(WRITTEN.replace(before, after), "general")


@given(st.text())
def test_whatever_is_written_is_a_prompt_or_refused(written: str) -> None:
    """Nothing else is raised."""
    with contextlib.suppress(CannotDo):
        assert parsed(written, "general").text


async def test_a_file_is_read_once_and_its_prompts_are_at_hand(tmp_path: Path) -> None:
    """Editing it takes a new start, as with code."""
    source = tmp_path / "prompt.md"
    source.write_text(WRITTEN)
    prompts = BuiltIn(source)
    source.unlink()

    assert [(await prompts.of(domain)).name for domain in DOMAINS] == [f"vouch-judge-{domain}" for domain in DOMAINS]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Missing, no text, or malformed."""
    bytes_, dashes = tmp_path / "bytes.md", tmp_path / "dashes.md"
    bytes_.write_bytes(b"\xff\xfe\xfa")
    dashes.write_text("---")

    for source, reason in (
        (tmp_path / "none.md", "the prompt none.md cannot be read: FileNotFoundError"),
        (bytes_, "the prompt bytes.md cannot be read: UnicodeDecodeError"),
        (dashes, "the prompt dashes.md is malformed: it must begin"),
    ):
        with pytest.raises(CannotDo, match=reason):
            built_in(source, "general")


def test_the_agents_own_prompts_can_be_read() -> None:
    """Each under the name by which Langfuse may hold another."""
    sources = {path.parent.name: path for path in (ROOT / "services").glob("*/prompt.md")}

    for agent, source in sources.items():
        for domain in DOMAINS:
            assert built_in(source, domain).name == f"vouch-{agent}-{domain}"
