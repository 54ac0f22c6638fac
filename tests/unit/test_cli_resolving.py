"""Whether footnotes resolve is read from the page alone, as a reader would."""

import pytest

from services.cli.resolving import citing_sections, footnotes

GOOD = """# A report

## Summary

It works [^1], twice [^2][^1].

## Details

It works [^2]: as said.

## Footnotes

[^1]: One. https://example.org/1
[^2]: Two.
"""


def test_a_good_page_resolves() -> None:
    """The demo leaves with 0 only then."""
    found = footnotes(GOOD)

    assert found.resolve
    assert (found.used, str(found)) == (("1", "2"), "2 footnotes, all resolve")


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("It works [^1].", "1 footnotes, not all resolve (without a footnote: 1)"),
        ("It works.\n\n[^1]: One.", "0 footnotes, not all resolve (defined but not used: 1)"),
        ("It works [^1].\n\n[^1]: One.\n[^1]: Two.", "1 footnotes, not all resolve (defined twice: 1)"),
        ("It works [S3].", "0 footnotes, not all resolve (never turned into footnotes: [S3])"),
    ],
)
def test_what_does_not_resolve_is_named(page: str, told: str) -> None:
    """A check that cannot fail would be worth nothing."""
    found = footnotes(page)

    assert not found.resolve
    assert str(found) == told


def test_a_page_that_cites_nothing_resolves_and_says_so() -> None:
    """A report that found nothing is whole, but "all resolve" would sound like citations."""
    assert str(footnotes("Nothing was found.")) == "no footnotes: nothing is cited"


def test_an_escaped_bracket_is_text() -> None:
    """A title may quote another work's footnote."""
    assert footnotes(r"A title \[^7] with a bracket.").used == ()


def test_the_sections_that_cite_are_found_by_their_titles() -> None:
    """The source table says where in the page a work is leant on."""
    assert citing_sections(GOOD) == {"1": ("Summary",), "2": ("Summary", "Details")}
