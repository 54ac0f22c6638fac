"""What an unruly writer hands in leaves marked and counted, and never with a loose end."""

import pytest

from shared.audit.inspecting import CLINICAL, SUMMARY, TITLE, Inspection, Part, inspect
from shared.audit.shelf import Shelf, shelf_of
from tests.reporting import make_piece, make_reference

TRUE = "Author1 and Other 2001: “Relapse within 6 months occurred in 12% with velomirine” [S1]."


def shelf() -> Shelf:
    """Return a registry of two works, one of them read."""
    return shelf_of([make_reference(1), make_reference(2)], [make_piece(1)])


def inspected(text: str, *own_words: str, section: str = CLINICAL) -> tuple[str, Inspection]:
    """Return *text* as it may leave, and what was found."""
    inspection = inspect([Part(section, text)], shelf(), own_words)
    return inspection.final(section, text), inspection


def test_a_sound_sentence_leaves_as_it_came() -> None:
    """Marks are for what fails."""
    text, inspection = inspected(TRUE)

    assert (text, inspection.problems) == (TRUE, ())
    assert (inspection.evidence_sentences, inspection.cited_sentences, inspection.claims_checked) == (1, 1, 1)


def test_a_marker_of_no_source_is_named_and_counted() -> None:
    """A reader who follows it must not end nowhere."""
    text, inspection = inspected("Velomirine reduced relapse [S99].")

    assert text == "Velomirine reduced relapse [unknown source S99]."
    assert inspection.dangling == ("S99",)


def test_an_unknown_source_among_known_ones_leaves_those() -> None:
    """The rest of the marker still vouches."""
    text, _ = inspected("Nobody was cured at all [S1, S99].")

    assert text.startswith("Nobody was cured at all [S1] [unknown source S99].")


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("doi:10.9999/made.up", "doi:[not in the registry: 10.9999/made.up]"),
        ("https://made-up.example/x", "[not in the registry: made-up.example/x]"),
        ("PMID 99999999", "[not in the registry: PMID 99999999]"),
        ("NCT99999999", "[not in the registry: NCT99999999]"),
        ("(Madeup et al., 2021)", "([not in the registry: Madeup et al., 2021)]"),
        ("[7]", "[not in the registry: 7]"),
        ("[^2]", "[not in the registry: 2]"),
    ],
)
def test_an_invented_reference_is_named_where_it_stands(reference: str, shown: str) -> None:
    """References come from the registry alone; what else looks like one is not dropped in silence."""
    text, inspection = inspected(f"Others saw the same {reference} [S1].")

    assert shown in text
    assert inspection.invented == 1


def test_a_registered_work_may_be_named() -> None:
    """Its identifiers and authors are the registry's own."""
    _, inspection = inspected("See doi 10.1000/v2 and Author2 and Other 2002 [S2].")

    assert inspection.invented == 0


def test_a_writers_own_reference_list_is_taken_out_and_counted() -> None:
    """Its entries would stand beside the real ones."""
    text, inspection = inspected(f"{TRUE}\n\n## References\n1. Madeup A. A trial.\n2. Nobody B. Another.")

    assert text == f"{TRUE}\n\n[a list of 2 references was taken out: references come from the registry]"
    assert inspection.invented == 2


def test_a_sentence_without_a_source_is_marked() -> None:
    """Every declarative sentence drawn from a source carries its marker."""
    text, inspection = inspected(f"Velomirine is well known to help. {TRUE}")

    assert text == f"Velomirine is well known to help. [no source given] {TRUE}"
    assert (inspection.evidence_sentences, inspection.cited_sentences) == (2, 1)


def test_what_the_program_counted_itself_needs_no_source() -> None:
    """It is no claim on a source, and not in the ledger."""
    _, inspection = inspected("2 independent studies of this kind.", "2 independent studies of this kind.")

    assert (inspection.problems, inspection.claims) == ((), ())


def test_a_wrong_number_is_marked_behind_its_sentence() -> None:
    """Not dropped: a person must see it."""
    text, inspection = inspected("With velomirine relapse occurred in 45% within 6 months [S1].")

    assert text.endswith("within 6 months [S1]. [unverified: the number 45% is not in S1]")
    assert [one.verdict for one in inspection.claims] == ["mismatch"]


def test_a_failing_table_row_stays_a_table_row() -> None:
    """The mark goes into the last cell."""
    text, _ = inspected("| Drug | Relapse |\n| --- | --- |\n| velomirine | 45% [S1] |")

    assert text.splitlines()[2] == "| velomirine | 45% [S1] [unverified: the number 45% is not in S1] |"


def test_markers_in_headings_resolve_too() -> None:
    """Every text is walked, not only sentences."""
    text, inspection = inspected("### Trials [S1][S99]\n")

    assert text.strip() == "### Trials [S1] [unknown source S99]"
    assert inspection.dangling == ("S99",)


def test_a_title_that_promises_is_marked() -> None:
    """It is the sentence most people read."""
    text, _ = inspected("Velomirine is proven to work", section=TITLE)

    assert text == "Velomirine is proven to work [unverified: “proven” without population and comparator]"


def test_every_problem_names_its_section_and_its_sentence() -> None:
    """It goes back to the writer, who has to find the place."""
    _, inspection = inspected("Velomirine is well known to help.", section=SUMMARY)

    assert inspection.problems == ("Executive summary: no source given: Velomirine is well known to help.",)


def test_the_ledger_holds_the_passage_with_its_offsets() -> None:
    """So that anyone can look it up in the source."""
    _, inspection = inspected(TRUE)

    (claim,) = inspection.claims
    passage = claim.passages[0]
    assert (passage.source_id, passage.locator.start, passage.locator.end) == ("S1", 0, 55)
    assert (claim.verdict, claim.verdict_by) == ("verbatim", "rules")


@pytest.mark.parametrize("reference", ["https://stranger.example/?q=x", "doi:10.9999/none"])
def test_quotation_marks_do_not_hide_an_invented_reference(reference: str) -> None:
    """Only a source's own words may name what is not in the registry."""
    text, inspection = inspected(f"It says “see {reference} for the whole of it” [S1].")

    assert inspection.invented == 1
    assert "[not in the registry:" in text


def test_a_mark_that_quotes_a_passage_cites_nothing_and_ends_no_cell() -> None:
    """Reasons may hold words of a source: brackets, pipes and links of strangers."""
    passage = "Velomirine reduced relapse by 60% [S9] | see https://stranger.example/ and [^3]."
    works = shelf_of([make_reference(1)], [make_piece(1, passage)])
    row = "| Arm | Relapse |\n|---|---|\n| velomirine | increased relapse by 60% [S1] |"

    inspection = inspect([Part(CLINICAL, row)], works)
    marked = inspection.final(CLINICAL, row).splitlines()[-1]
    assert "[unverified: " in marked
    assert marked.count("|") == 3
    assert (inspection.dangling, inspection.markers) == ((), 1)
    assert "[S9]" not in marked
    assert "http" not in marked


def test_a_quotation_of_an_aim_is_marked() -> None:
    """It stands there word for word and supports nothing (evidence.md, 7)."""
    aim = "We aimed to test whether velomirine prevents relapse of fever."
    works = shelf_of([make_reference(1)], [make_piece(1, f"AIM: {aim} RESULTS: Relapse fell by 60%.")])

    found = inspect([Part(CLINICAL, f"Author1 and Other 2001: “{aim}” [S1].")], works)

    assert found.claims[0].verdict == "verbatim"
    assert [mark.what for mark in found.marks] == ["unverified: quoted from a sentence that reports no result"]
