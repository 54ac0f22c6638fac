"""The Markdown page: clean, in a fixed order, and nothing in a title or passage can change its form."""

import pytest

from shared import messages as m
from shared.audit.escaping import escaped, escaped_cell, escaped_line, without_references
from shared.audit.rendering import prose, to_markdown
from shared.audit.tables import table
from tests.builders import make_citation, make_report
from tests.reporting import make_reference

ORDER = (
    "# Drug A for disease B",
    "## Executive summary",
    "**Not medical advice; not a systematic review.**",
    "## Research question",
    "## Evidence base",
    "## Clinical findings",
    "## Mechanistic findings",
    "## Hypotheses tested",
    "## Drug candidates",
    "### drug A",
    "## Limitations",
    "## Conclusion",
    "## Methodology",
    "## Study flow",
    "## How far this was checked",
    "## Footnotes",
    "## Reviewed but not cited",
)


def report(**fields: object) -> m.ResearchReport:
    """Return a report with something in every part."""
    given: dict[str, object] = {
        "methodology": m.ReportSection(title="Methodology", content="Searched once."),
        "clinical_findings": m.ReportSection(title="Clinical findings", content="It fell [S1]."),
        "mechanistic_findings": m.ReportSection(
            title="Mechanistic findings", content="", coverage_note="none was found."
        ),
        "limitations": ("Only abstracts were read.",),
        "references": (make_reference(1),),
        "footnotes": (m.Footnote(number=1, source_id="S1", text="Work 1. https://doi.org/10.1000/v_1_ (S1)"),),
        "reviewed_not_cited": (make_reference(2),),
    }
    return make_report(**(given | fields))


def test_the_parts_stand_in_their_order() -> None:
    """Answer first, then what it rests on, then how it was made."""
    lines = to_markdown(report()).splitlines()

    found = [line for line in lines if line.startswith(("#", "**Not"))]
    assert [line.partition(" Written")[0] for line in found] == list(ORDER)


def test_every_footnote_is_used_and_defined() -> None:
    """The page must stand alone."""
    page = to_markdown(report())

    assert "It fell [^1]." in page
    assert "[^1]: Work 1. https://doi.org/10.1000/v_1_ (S1)" in page
    assert "[S1]" not in page


def test_without_footnotes_the_references_are_a_plain_list() -> None:
    """A reader still finds the works."""
    page = to_markdown(report(footnotes=()))

    assert "## References\n\n- Velomirine, work 1 — J Ague (2001). https://doi.org/10.1000/v1 (S1)" in page


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p < 0.001 and 5 > 3", "p < 0.001 and 5 > 3"),
        ("<script>alert(1)</script>", "\\<script>alert(1)\\</script>"),
        ("the *abl* gene", "the \\*abl\\* gene"),
        ("a * b", "a * b"),
        ("snake_case_word and _this_", "snake_case_word and \\_this\\_"),
        ("[a link](http://x.example)", "[a link\\](http://x.example)"),
        ("95% [CI 1 to 3]", "95% [CI 1 to 3]"),
        ("US$5 and ~3%", "US\\$5 and \\~3%"),
        ("AT&T &lt;", "AT&T \\&lt;"),
        ("see [^3]", "see \\[^3]"),
        ("as in [S3]: yes", "as in [S3]: yes"),
        ("a `code`", "a \\`code\\`"),
    ],
)
def test_text_stays_text_with_as_few_signs_as_can_be(text: str, expected: str) -> None:
    """Titles hold any character; people read the page in a terminal, too."""
    assert escaped(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("# no heading", "\\# no heading"), ("1. no list", "1\\. no list"), ("- no item", "\\- no item")],
)
def test_a_paragraph_begins_no_block(text: str, expected: str) -> None:
    """A question may begin with any sign."""
    assert escaped_line(text) == expected


def test_a_cell_keeps_its_row_whole() -> None:
    """A pipe or a line break would split the table."""
    assert escaped_cell("a | b\nc") == "a \\| b c"
    assert table(("X",), [("a|b",)]) == "| X |\n| --- |\n| a\\|b |"


def test_prose_keeps_headings_items_and_rows_apart() -> None:
    """Without an empty line between them a reader would join them."""
    told = prose("# Trials\n- one\n- two\nThen text.\n| a | b |\n| --- | --- |\n| *x* | 2 |")

    assert told == "### Trials\n\n- one\n- two\n\nThen text.\n\n| a | b |\n| --- | --- |\n| \\*x\\* | 2 |"


def test_a_hostile_title_cannot_change_the_page() -> None:
    """Bibliographic records are other people's text."""
    title = "A [^9]: note | <img src=x> *bold* \\[x](javascript:1)"
    hostile = make_reference(2, citation=make_citation(title, date="2001"))

    page = to_markdown(report(reviewed_not_cited=(hostile,)))

    assert "- A \\[^9\\]: note | \\<img src=x> \\*bold\\* \\\\\\[x\\](javascript:1) — (2001)." in page


def test_a_hypothesis_never_tested_says_so() -> None:
    """Nought for and nought against would read as a tie."""
    hypothesis = m.TestedHypothesis(mechanism="A → B → C → D", derived_from=("S1",))

    assert "| A → B → C → D | not tested | not tested | not tested | [^1] |" in to_markdown(
        report(hypotheses_tested=(hypothesis,))
    )


def test_a_hypothesis_tested_in_one_link_only_says_so() -> None:
    """A chain is no stronger than its weakest link, and a link that was borne out is not nothing."""
    hypothesis = m.TestedHypothesis(mechanism="A → B → C → D", supported=1, supporting_sources=("S1",))

    assert "| A → B → C → D | tested in part: not every link | 1 [^1] | 0 | – |" in to_markdown(
        report(hypotheses_tested=(hypothesis,))
    )


def test_a_candidate_without_harm_data_is_not_called_safe() -> None:
    """Nothing read on harm is not the absence of harm."""
    page = to_markdown(report(candidate_details=(m.CandidateDetails(drug="drug A", source_ids=("S1",)),)))

    assert "- Harms reported: no safety data among the sources read" in page
    assert "- Approval: approval not checked" in page


def test_an_empty_section_says_why() -> None:
    """Silence could be read as no effect."""
    assert "*Source coverage: none was found.*" in to_markdown(report())


def test_sufficiency_is_never_a_percentage_beside_the_conclusion() -> None:
    """It says how well was searched, not how sure the answer is."""
    page = to_markdown(report(confidence_score=0.83))

    assert "83" not in page
    assert "confidence" not in page.lower()


@pytest.mark.parametrize("wording", ["See https://evil.example.", "hthttps://tp://evil.example", "[S3] and\n[^2]: x"])
def test_a_wording_without_references_links_nowhere(wording: str) -> None:
    """What is taken out must not leave a link behind, made of what stood around it."""
    told = without_references(wording)

    assert "http://" not in told
    assert "https://" not in told
    assert not set("[]\n") & set(told)
