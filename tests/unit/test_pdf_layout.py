"""Lines, columns, margins, hyphens, headings and facts, each by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.pdf.columns import in_order
from shared.pdf.facts import authors_of, date_of, doi_of, title_of
from shared.pdf.headings import parts_of
from shared.pdf.hyphens import Vocabulary, composed
from shared.pdf.lines import lines_of
from shared.pdf.margins import running
from shared.pdf.sections import name_of
from shared.pdf.values import Line, Paragraph, Word


def words(text: str, left: float = 50, bottom: float = 700, size: float = 10) -> list[Word]:
    """Return a text as words beside each other, each letter half as wide as high."""
    found: list[Word] = []
    for word in text.split():
        right = left + len(word) * size / 2
        found.append(Word(word, left, right, bottom, bottom + size))
        left = right + size / 4
    return found


def line(text: str, left: float = 50, bottom: float = 700, size: float = 10) -> Line:
    """Return a text as a line."""
    (found,) = lines_of(words(text, left, bottom, size))
    return found


def test_a_gap_between_columns_parts_a_line() -> None:
    """What stands beside each other need not belong together."""
    found = lines_of((*words("a left column"), *words("a right column", left=320)))

    assert [one.text for one in found] == ["a left column", "a right column"]


def test_spaced_out_letters_are_words_again() -> None:
    """Some journals fill their lines so."""
    spaced, left = [], 50.0
    for word in ("also", "termed", "a", "tumour"):
        for letter in word:
            spaced.append(Word(letter, left, left + 5, 700, 710))
            left += 7
        left += 4

    assert [one.text for one in lines_of(spaced)] == ["also termed a tumour"]


def columns(rows: int) -> list[Line]:
    """Return two columns of prose, written row by row."""
    return [
        line(f"the {side} column has line {row} here", left, 700 - 12 * row)
        for row in range(rows)
        for side, left in (("left", 50), ("right", 320))
    ]


@given(st.permutations(columns(6)))
def test_the_order_of_the_file_does_not_matter(shuffled: list[Line]) -> None:
    """Programs write pages in any order."""
    read = [one.text for one in in_order(shuffled)]

    assert read == [f"the {side} column has line {row} here" for side in ("left", "right") for row in range(6)]


def test_rows_of_a_table_stay_rows() -> None:
    """A value belongs to what stands before it."""
    cells = [
        line(text, left, 700 - 12 * row) for row in range(6) for text, left in ((f"row {row}", 50), (f"{row}.5", 320))
    ]

    assert [one.text for one in in_order(cells)] == [f"row {row} {row}.5" for row in range(6)]


def test_notes_at_the_foot_come_after_both_columns() -> None:
    """A sentence goes on in the next column, not in a note."""
    notes = [line("a note on the left side of it", 50, 400, 7), line("a note on the right side", 320, 400, 7)]

    assert [one.text for one in in_order([*columns(6), *notes])][-2:] == [note.text for note in notes]


def test_what_repeats_at_the_edge_is_no_text_and_a_number_counts_as_any() -> None:
    """A head with the page's number differs on each page; a line of the text is there once."""
    pages = [[line(f"Journal 2019, {n}", bottom=800), line("The same text", bottom=400)] for n in range(4)]

    assert running(pages, [842.0] * 4) == {(n, 0) for n in range(4)}


def test_two_pages_are_too_few_to_tell() -> None:
    """The same caption may stand under two tables."""
    assert running([[line("n = 3", bottom=20)]] * 2, [842.0] * 2) == frozenset()


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("treat-", "ment", "treatment"),
        ("treatment", "naive", "treatment-naive"),
        ("South", "East", "South-East"),
        ("fit", "for-chemotherapy", "fit-for-chemotherapy"),
        ("re", "treated", "re-treated"),
        ("(radia", "tion)", "(radiation)"),
    ],
)
def test_cut_words_are_joined_as_the_document_spells_them(before: str, after: str, joined: str) -> None:
    """A hyphen at a line end may belong to the word."""
    known = Vocabulary([line("treatment-naive patients fit-for-chemotherapy were re-treated South")])

    assert known.joined(before, after) == joined


def test_ligatures_are_letters() -> None:
    """A quotation is typed with letters."""
    assert composed("ﬁrst eﬀect of 10 µg") == "first effect of 10 μg"


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("2. Materials and Methods", "Methods"),
        ("RESULTS", "Results"),
        ("IV. CONCLUSIONS", "Conclusions"),
        ("Patients and methods", "Methods"),
        ("Conflicts of Interest", "Competing interests"),
        ("References", "References"),
        ("Results of the trial in Peru", ""),
        ("the results", ""),
    ],
)
def test_sections_are_known_by_the_names_papers_give_them(heading: str, name: str) -> None:
    """Numbers and capitals make no difference; a sentence is no heading."""
    assert name_of(heading) == name


def paragraphs(*texts: str) -> list[Paragraph]:
    """Return texts as paragraphs of the first page."""
    return [Paragraph(0, text, 10) for text in texts]


def labels(*texts: str) -> list[str]:
    """Return the section of each paragraph that is no heading."""
    return [part.label for part in parts_of(paragraphs(*texts), 10) if not part.is_heading]


def test_the_parts_of_an_abstract_are_the_abstract() -> None:
    """A heading "Background" stands in abstracts and before introductions."""
    found = labels("A title", "Abstract", "Background", "Malaria.", "Results", "It fell.", "Introduction", "Long ago.")

    assert found == ["Front matter", "Abstract", "Abstract", "Introduction"]


def test_a_list_of_references_is_known_without_its_heading() -> None:
    """Letters to journals have none."""
    entries = [f"{n}. Smith J. A trial. Lancet 195{n};1:1." for n in range(1, 6)]

    assert labels("A title", "Introduction", "We saw.", "They said.", *entries)[-5:] == ["References"] * 5


def test_a_note_without_headings_is_text() -> None:
    """Silent front matter would hide all of it."""
    assert labels("Dear editor,", "aspirin helped.") == ["Text", "Text"]


def test_the_doi_that_every_page_repeats_is_the_works_own() -> None:
    """A first page may name its data and an earlier part, too."""
    first = "see doi: 10.2000/data and https://doi.org/10.1000/own."

    assert doi_of((first, "10.1000/own", "10.1000/own p. 3"), {}) == "10.1000/own"
    assert doi_of(("no name",), {}) == ""


def test_the_year_is_that_of_publication() -> None:
    """Papers are received and accepted in other years."""
    assert date_of(("Received: 1 May 2015; Accepted: 3 June 2016; Published: 1 July 2017",), {}) == "2017"
    assert date_of(("nothing",), {"CreationDate": "D:20190102"}) == "2019"


def test_the_files_own_title_must_stand_on_the_page() -> None:
    """Programs write the name of their template there."""
    first = [line("Aspirin for headache in adults", size=16), line("Rossi A", bottom=600)]

    assert (
        title_of(first, 842, {"Title": "Aspirin for headache in adults"}, "x.pdf") == "Aspirin for headache in adults"
    )
    assert title_of(first, 842, {"Title": "Journal template version 3"}, "x.pdf") == "Aspirin for headache in adults"


def test_authors_are_people() -> None:
    """A user's account is none."""
    assert authors_of({"Author": "Ada Rossi and Jan de Vries"}) == ("Ada Rossi", "Jan de Vries")
    assert authors_of({"Author": "user1"}) == ()
