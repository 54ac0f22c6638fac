"""From a model's Markdown to a draft: whatever it wrote, each part is found, kept, or named as wrong."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from services.report.parsing import MOST_CHARACTERS, MOST_LIMITATIONS, MOST_TITLE_CHARACTERS, draft_of, parsed
from shared.audit.inspecting import CLINICAL, CONCLUSION, LIMITATIONS, MECHANISTIC, SUMMARY, TITLE
from tests.growing import growth

WHOLE = """# Velomirine for marsh fever

## Executive summary
Relapse fell [S1].

## Clinical findings
### Trials
- In S1 relapse fell [S1].

## Mechanistic findings
It acts on KRT5 [S5].

## Conclusion
More is needed [S1].

## Limitations
- Few people.
* Short trials.
3. One country.
"""
PARTS = {
    TITLE: "Velomirine for marsh fever",
    SUMMARY: "Relapse fell [S1].",
    CLINICAL: "### Trials\n- In S1 relapse fell [S1].",
    MECHANISTIC: "It acts on KRT5 [S5].",
    CONCLUSION: "More is needed [S1].",
    LIMITATIONS: "- Few people.\n* Short trials.\n3. One country.",
}


def test_a_whole_draft_has_its_parts_and_no_flaw() -> None:
    """Headings below the second level belong to their section, and limitations are items."""
    found = parsed(WHOLE)
    draft = draft_of(found)

    assert (found.sections, found.flaws, found.missing) == (PARTS, (), ())
    assert (draft.title, draft.executive_summary) == (PARTS[TITLE], PARTS[SUMMARY])
    assert draft.limitations == ("Few people.", "Short trials.", "One country.")


SPELLINGS = {
    "CRLF": WHOLE.replace("\n", "\r\n"),
    "CR": WHOLE.replace("\n", "\r"),
    "closed headings": re.sub(r"^(#+ .*)$", r"\1 ##", WHOLE, flags=re.MULTILINE).replace("Trials ##", "Trials"),
    "indented headings": re.sub(r"^(##? )", r"  \1", WHOLE, flags=re.MULTILINE),
    "upper case": re.sub(r"^## .*$", lambda found: found[0].upper(), WHOLE, flags=re.MULTILINE),
    "emphasis": re.sub(r"^## (.*)$", r"## **\1**", WHOLE, flags=re.MULTILINE),
    "a colon": re.sub(r"^## (.*)$", r"## \1:", WHOLE, flags=re.MULTILINE),
    "numbers": re.sub(r"^## (.*)$", r"## 3. \1", WHOLE, flags=re.MULTILINE),
    "sections of the first level": WHOLE.replace("\n## ", "\n# "),
    "a fence": f"```markdown\n{WHOLE}```\n",
    "words before it": f"Here is the report.\n\n{WHOLE}",
    "spaces behind": re.sub(r"$", "  ", WHOLE, flags=re.MULTILINE),
}


@pytest.mark.parametrize("written", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_however_headings_are_written_the_parts_are_found(written: str) -> None:
    """A model that writes them its own way has still written the report."""
    found = parsed(written)

    assert (found.flaws, found.missing) == ((), ())
    assert {name: [line.strip() for line in part.splitlines()] for name, part in found.sections.items()} == {
        name: part.splitlines() for name, part in PARTS.items()
    }


def without(heading: str) -> str:
    """Return the draft without one section."""
    return re.sub(rf"^{heading}\n(?:(?!^## ).*\n)*", "", WHOLE, flags=re.MULTILINE)


@pytest.mark.parametrize("name", [SUMMARY, CONCLUSION])
def test_a_part_that_is_missing_is_a_flaw(name: str) -> None:
    """The rules then write it, and the model is told."""
    for written in (without(f"## {name}"), WHOLE.replace(f"## {name}\n{PARTS[name]}", f"## {name}\n \n")):
        found = parsed(written)
        assert found.missing == (name,)
        assert found.flaws == (f"the part “{name}” is missing",)


def test_a_section_nobody_asked_for_is_no_conclusion() -> None:
    """A list of references in its place would pass for one."""
    found = parsed(WHOLE.replace("## Conclusion", "## References"))

    assert found.missing == (CONCLUSION,)
    assert found.beside == "### References\n\nMore is needed [S1]."


def test_more_limitations_than_anybody_reads_are_cut_and_named() -> None:
    """Lines that say nothing are none."""
    found = parsed(WHOLE + "- Few of them.\n" * 100 + "-\n***\n### More\n")

    assert len(draft_of(found).limitations) == MOST_LIMITATIONS
    assert found.flaws == ("there are more than 40 limitations: the others were left out",)


@pytest.mark.parametrize("name", [CLINICAL, MECHANISTIC, LIMITATIONS])
def test_findings_and_limitations_may_be_none(name: str) -> None:
    """There is not always something to find."""
    assert parsed(without(f"## {name}")).flaws == ()


@pytest.mark.parametrize("written", ["", "\n\n", "No headings at all.", "-----", "#", "##", "# \n## ", "#nothing"])
def test_no_draft_at_all_lacks_everything(written: str) -> None:
    """All three parts are named."""
    assert parsed(written).missing == (TITLE, SUMMARY, CONCLUSION)


def test_a_draft_without_a_title_keeps_its_sections() -> None:
    """The first heading of the first level is a title only where it is none of the sections."""
    written = WHOLE.removeprefix("# Velomirine for marsh fever\n").replace("\n## ", "\n# ")
    found = parsed(written)

    assert found.missing == (TITLE,)
    assert found.sections[SUMMARY] == PARTS[SUMMARY]


def test_the_first_of_two_titles_holds() -> None:
    """The second is a section nobody asked for, and what it cites is audited."""
    found = parsed(WHOLE.replace("## Conclusion", "# Another title\nIt cures [S99].\n\n## Conclusion"))

    assert found.sections[TITLE] == PARTS[TITLE]
    assert found.beside == "### Another title\n\nIt cures [S99]."
    assert found.flaws == ("the section “Another title” was not asked for: the program writes what belongs there",)


@pytest.mark.parametrize("title", ["References", "Methodology", "Footnotes", "Search strategy", "Author's note"])
def test_a_section_that_was_not_asked_for_is_a_flaw_and_is_audited(title: str) -> None:
    """It is kept, so that the audit sees what it cites."""
    found = parsed(f"{WHOLE}\n## {title}\n[1] Madeup A. A trial that never was.\n")

    assert found.beside == f"### {title}\n\n[1] Madeup A. A trial that never was."
    assert found.sections == PARTS
    assert found.flaws == (f"the section “{title}” was not asked for: the program writes what belongs there",)


def test_two_sections_of_one_name_are_both_kept() -> None:
    """Nothing is dropped in silence, neither of those asked for nor of the others."""
    more = "## Clinical findings\nHaemolysis was seen [S3].\n\n## Notes\nOne.\n\n## Notes\nTwo.\n"
    found = parsed(f"{WHOLE}\n{more}")

    assert found.sections[CLINICAL] == f"{PARTS[CLINICAL]}\n\nHaemolysis was seen [S3]."
    assert found.beside == "### Notes\n\nOne.\n\nTwo."


def test_text_below_the_title_is_named_and_audited() -> None:
    """Many write a summary there."""
    found = parsed(WHOLE.replace("marsh fever\n", "marsh fever\n\nIt cures everybody [S1].\n", 1))

    assert found.beside == "It cures everybody [S1]."
    assert found.flaws == ("text stands below the title, in no section",)


def test_a_cut_off_draft_says_so() -> None:
    """Its last sentence may be half of one."""
    found = parsed(WHOLE[: WHOLE.index("## Conclusion")], cut=True)

    assert found.flaws == (
        "the part “Conclusion” is missing",
        "the draft was cut off because it was too long: write less",
    )


GERMAN = (
    "Die Behandlung mit Velomirin senkte die Zahl der Rückfälle innerhalb von sechs Monaten deutlich, wie eine Studie "
    "mit mehreren hundert Erwachsenen zeigte, während eine kleinere Untersuchung keinen Unterschied zwischen beiden "
    "Gruppen fand und die Autoren weitere Studien mit längerer Beobachtung für nötig halten [S1]."
)


def test_a_draft_in_another_language_says_so() -> None:
    """Its sentences cannot be checked."""
    found = parsed(WHOLE.replace(PARTS[CONCLUSION], f"{GERMAN} {GERMAN}"))

    assert found.flaws == ("the draft is not in English, so its sentences cannot be checked",)


def test_a_few_words_are_of_no_language() -> None:
    """Names and numbers alone tell none."""
    assert parsed("# Velomirin\n## Executive summary\nRückfälle seltener [S1].\n## Conclusion\nUnklar.").flaws == ()


def test_signs_that_the_prompt_has_escaped_are_plain_again() -> None:
    """A model may copy them as it saw them; then no number would be found in its source."""
    found = parsed(WHOLE.replace("Relapse fell", "Relapse fell (p &lt; 0.05, A &amp; B)", 1))

    assert found.sections[SUMMARY] == "Relapse fell (p < 0.05, A & B) [S1]."


def test_nothing_in_a_draft_steers_a_terminal() -> None:
    """The report is printed."""
    found = parsed(WHOLE.replace("Relapse fell", "Relapse\x1b[2J fell\x00\u202e", 1))

    assert found.sections[SUMMARY] == "Relapse [2J fell   [S1]."


def test_a_title_is_not_endless() -> None:
    """It stands in lists."""
    draft = draft_of(parsed(WHOLE.replace("marsh fever", "marsh " * 500, 1)))

    assert len(draft.title) <= MOST_TITLE_CHARACTERS
    assert draft.title.endswith("marsh…")


@pytest.mark.parametrize(
    "endless",
    [
        WHOLE + "It acts [S5]. " * 80_000,
        f"# {'a ' * 500_000}b\n{WHOLE}",
        "# " + "# " * 500_000,
        f"##{' ' * 1_000_000}b\n{WHOLE}",
        "# a\n" * 250_000,
        "##\n" * 300_000,
        "- " * 500_000,
        "# a" + " #" * 500_000 + "b",
    ],
)
def test_an_endless_draft_is_cut_and_read_in_no_time(endless: str) -> None:
    """No sensible report has a tenth of it; the process must go on hearing its server."""
    found = parsed(endless)

    assert growth(lambda size: parsed(endless[:size]), len(endless) // 8, len(endless)) < 24
    assert len(found.beside) + sum(map(len, found.sections.values())) < 2 * MOST_CHARACTERS
    assert "the draft was cut off because it was too long: write less" in found.flaws
    assert len(found.flaws) < 50


@given(st.text(), st.booleans())
@example(text="# ;", cut=False)
def test_every_text_is_read(text: str, cut: bool) -> None:  # noqa: FBT001
    """Whatever it is, it has three parts or says which are missing."""
    found = parsed(text, cut=cut)
    draft = draft_of(found)

    kept = {name: found.sections.get(name, "") for name in (TITLE, SUMMARY, CONCLUSION) if name not in found.missing}
    assert all(any(map(str.isalnum, part)) for part in kept.values())
    assert draft.title or TITLE in found.missing
    assert all(one.strip() == one != "" for one in draft.limitations)


LINE = st.one_of(
    st.sampled_from([f"## {name}" for name in (SUMMARY, CLINICAL, MECHANISTIC, CONCLUSION, LIMITATIONS, "Notes")]),
    st.sampled_from(["# A title", "# Another", "### Part", "- item [S1]", "Text [S1].", "", "```", "> quoted"]),
)


@given(st.lists(LINE, max_size=30))
def test_no_text_below_a_heading_is_lost(lines: list[str]) -> None:
    """Every line that says something is in some part, however the headings stand."""
    numbered = [f"{line} {n}" if line and not line.startswith(("#", "`")) else line for n, line in enumerate(lines)]
    found = parsed("\n".join(numbered))

    first = next((n for n, line in enumerate(lines) if re.match("##? ", line)), len(lines))
    kept = "\n".join((*found.sections.values(), found.beside))
    assert all(line in kept for line in numbered[first:] if line and not line.startswith(("#", "`")))


def test_a_block_of_code_keeps_its_fence() -> None:
    """What stands in it cites nothing; only a fence around the draft itself is taken off."""
    code = "```\nrelapse = 0.12  [S1]\n```"
    found = parsed(WHOLE.replace("It acts on KRT5 [S5].", f"It acts on KRT5 [S5].\n\n{code}"))

    assert found.sections[MECHANISTIC] == f"It acts on KRT5 [S5].\n\n{code}"
    assert found.flaws == ()


def test_a_fence_that_never_closes_is_taken_off() -> None:
    """A draft that was cut off has lost its end."""
    assert parsed(f"```markdown\n{WHOLE}").sections == PARTS
