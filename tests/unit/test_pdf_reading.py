"""From the bytes of a PDF to its text, its pages and its sections."""

import pytest

from shared.errors import CannotDo
from shared.library import Reading, abstract_of, page_at, read, section_at
from shared.pdf import is_pdf
from tests.printing import ARTICLE_TITLE, Placed, article, labelled, lines, locked, pdf


@pytest.fixture(scope="module")
def found() -> Reading:
    """Return what the article says, read once."""
    return read(article(), "vivax.pdf")


def test_a_pdf_is_one_work_with_its_whole_text(found: Reading) -> None:
    """The work is known by what stands on its first page."""
    (reference,) = found.references

    work = reference.work
    assert (found.format, work.citation.title, work.citation.date) == ("PDF", ARTICLE_TITLE, "2019")
    assert (work.identifiers.doi, work.kind, reference.file) == ("10.1000/vivax.1", "article", "vivax.pdf")
    assert (work.design, work.subject, work.sample_size) == ("randomised-trial", "human", 120)


def test_pages_are_counted_from_one_and_have_their_text(found: Reading) -> None:
    """A reader turns to the page that is named."""
    (reference,) = found.references

    texts = [reference.text[page.start : page.end] for page in reference.pages]
    assert [page.number for page in reference.pages] == [1, 2, 3]
    assert ["Haemoglobin" in text for text in texts] == [False, True, False]
    assert texts[2].startswith("Discussion\nA single dose")


def test_sections_are_known_by_their_headings(found: Reading) -> None:
    """What stands in the list of references is no finding of the work."""
    (reference,) = found.references

    labels = list(dict.fromkeys(section.label for section in reference.sections))
    assert labels == ["Front matter", "Abstract", "Introduction", "Methods", "Results", "Discussion", "References"]
    assert section_at(reference, reference.text.index("Haemoglobin")) == "Results"
    assert section_at(reference, reference.text.index("Deafness")) == "References"


def test_the_abstract_is_what_tells_of_the_work(found: Reading) -> None:
    """A whole text would fill every message; offsets and page lead back to it."""
    (reference,) = found.references

    text, locator = abstract_of(reference)
    assert text == reference.text[locator.start : locator.end]
    assert text.startswith("We randomised 120 adults")
    assert (locator.section, locator.page) == ("Abstract", 1)


def test_running_heads_are_no_text(found: Reading) -> None:
    """They would stand in the middle of sentences."""
    assert "Journal of Relapse" not in found.references[0].text


def test_words_cut_at_a_line_end_are_whole(found: Reading) -> None:
    """A quotation must be found whatever the width of the column was."""
    assert "came back without transfusion" in found.references[0].text


def test_printed_page_numbers_are_kept() -> None:
    """The page of a journal is not that of the file."""
    (reference,) = read(labelled(article(), 770), "vivax.pdf").references

    assert [page.label for page in reference.pages] == ["770", "771", "772"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (locked(article(), "secret"), "a.pdf is locked with a password: save a copy without one and give that"),
        (b"%PDF-1.7 and then nothing", "a.pdf is damaged and cannot be opened as a PDF"),
        (pdf([[]]), "a.pdf has no text on any page"),
        (pdf([[]], picture=True), "a.pdf holds pictures of pages and no text: run text recognition"),
        (pdf([[(50, 700, 10, "!\"#$%&'+*,-./:;<=>?")]]), "a.pdf has letters that cannot be read"),
    ],
    ids=["locked", "broken", "empty", "scanned", "letterless"],
)
def test_each_that_cannot_be_read_says_why(data: bytes, reason: str) -> None:
    """And what to do about it."""
    with pytest.raises(CannotDo) as said:
        read(data, "a.pdf")

    assert str(said.value).startswith(reason)


def test_a_pdf_that_anybody_may_open_is_opened() -> None:
    """The empty password only forbids printing or changing it."""
    assert read(locked(article(), ""), "a.pdf").references[0].work.citation.title == ARTICLE_TITLE


def test_one_without_a_title_is_called_by_its_file() -> None:
    """A person knows it by that name."""
    note = pdf([lines(("a note at the foot of a page",), top=100)], title="Microsoft Word - x.doc")

    assert read(note, "my_note.pdf").references[0].work.citation.title == "my note"


def test_what_says_it_is_a_pdf_is_one() -> None:
    """Mail programs write something before it; a reference file may mention it."""
    assert is_pdf(b"\r\n" + article())
    assert not is_pdf(b"TY  - JOUR\nL1  - a.pdf\nER  -\n")


def test_two_columns_are_read_one_after_the_other() -> None:
    """Even where the file writes them line by line."""
    left = [f"left line number {n} goes on and on" for n in range(8)]
    right = [f"right line number {n} goes on and on" for n in range(8)]
    rows: list[Placed] = [one for pair in zip(lines(left), lines(right, left=320), strict=True) for one in pair]

    text = read(pdf([[(50, 800, 16, "A title across both of the columns"), *rows]]), "a.pdf").references[0].text

    assert " ".join(text.split()) == " ".join(("A title across both of the columns", *left, *right))


def test_the_page_of_an_offset_is_the_one_it_stands_on(found: Reading) -> None:
    """Offsets between pages are on none."""
    (reference,) = found.references

    page = page_at(reference, reference.text.index("Methods"))
    assert page is not None
    assert page.number == 2
    assert page_at(reference, reference.pages[0].end) is None
