"""Real PDFs: pages, reading order, and a plain message for each that cannot be read.

The expectations were made by hand from the printed pages; of their text they hold a few words each.
"""

import json
import re
from collections.abc import Sequence

import pytest
from nltk.stem import PorterStemmer

from shared.errors import CannotDo
from shared.library import Reference, page_at, read
from shared.library.words import GRAMMAR
from tests.eval.pdf_recall import QUESTIONS, Asked, measured
from tests.recordings import recording

SURGERY = "10.1097_as9.0000000000000095.pdf"
STROKE = "10.1186_s42466-019-0022-4.pdf"
POLICY = "10.1371_journal.pmed.1003873.pdf"
BILE = "10.21037_jgo-20-203.pdf"
TOXINS = "10.3390_toxins8070200.pdf"
BOSONS = "grobid_arxiv_0908.0054_4p.pdf"
MOLECULES = "paperqa_paper_xai_41p.pdf"

PLACES = (
    (SURGERY, 2, "proton pump inhibitor (pantoprazole"),
    (SURGERY, 3, "The primary study objective was"),
    (SURGERY, 4, "A minimal sample size of 21"),
    (SURGERY, 6, "may be a role for preoperative"),
    (STROKE, 2, "first introduced in 2008 in Homburg"),
    (STROKE, 3, "recorded and subsequently assessed by stroke"),
    (STROKE, 4, "more than 10 deaths within"),
    (POLICY, 5, "the 1979 G7 Tokyo summit"),
    (POLICY, 6, "the TV network MTV International"),
    (POLICY, 9, "only 27 out of 136"),
    (POLICY, 11, "global antibiotic consumption will increase"),
    (BILE, 4, "144 iCCA patients were divided"),
    (BILE, 12, "modest advantage of mFOLFOX"),
    (BILE, 13, "a 1,000-fold higher cytotoxicity"),
    (TOXINS, 3, "Chloroquine is another lysosomotropic amine"),
    (TOXINS, 12, "under the name denileukin diftitox"),
    (TOXINS, 18, "might be solved by targeted bioluminescence"),
    (BOSONS, 2, "five orders of magnitude greater"),
    (BOSONS, 4, "at least a value of"),
    (MOLECULES, 2, "looking for a photographer"),
    (MOLECULES, 13, "a reinforcement learning based generator"),
    (MOLECULES, 21, "importance of a heptanyl fragment"),
)
"""File, page from 1, and words that stand on that page alone."""

ORDER = {
    SURGERY: (
        (1, "of primary or secondary liver malignancies", "Surgical resection can achieve"),
        (1, "However, many patients have insufficient", "future liver remnant (FLR) to allow"),
        (2, "also stimulate tumor growth", "was a prospective open-label"),
        (2, "Exclusion criteria included", "All patients received RE using"),
        (4, "sample size of 30 patients", "Statistical analysis was performed using"),
        (4, "Severe adverse events were listed", "250 patients had RE planned"),
        (4, "functional decrease was greater than", "The univariate analysis showed that"),
        (4, "Global Liver Function—ICG", "The mean LLV and LFLV"),
        (4, "Mean TLV and mean TFLV", "Baseline Characteristics"),
        (5, "net result of these changes", "The results from the REVoluTion"),
    ),
    STROKE: (
        (2, "In the event of an", "The Mobile Stroke Unit (MSU)"),
        (2, "definite scientific proof of a", "three simultaneously operating STEMOs"),
        (2, "adjustment of the STEMO dispatch", "Here, we describe a confirmatory"),
        (3, "described in emergency medical service", "published elsewhere [10, 11]"),
        (3, "companion study population", "is the modified Rankin score"),
        (3, "registration offices regarding vital", "assessment of the co-primary outcome"),
        (3, "co-primary outcome consisting of", "Endovascular thrombectomy rate"),
        (4, "Secondary outcomes include performance measures", "The proposed sample size"),
        (4, "primary outcome assessment of 300", "is sponsored by Charité"),
        (4, "weighed against additional costs of", "EuroQol Group 5 dimensions"),
    ),
    BILE: (
        (1, "Incidence is highest in South-East", "countries at 0.2–3.5 per"),
        (2, "distinct but often grouped with", "While surgery is the only"),
        (2, "draws valuable conclusions", "The clinical course of BTC"),
        (2, "has not been widely studied", "While studies with a BSC"),
        (2, "Only two retrospective studies have", "Prognostic factors influence survival"),
        (3, "unresected treatment-naïve patients", "Rare BTC cases have survived"),
        (3, "therapies, remain unclear and warrant", "Surgery is the only potential"),
        (3, "review focuses only on outcomes", "following standard resection surgery"),
        (3, "preferably performed at expert centers", "A retrospective study (n=242)"),
        (4, "studies should ideally not enroll", "Using a “cure-fraction-model”"),
    ),
}
"""Of three papers in two columns: page, and words that are read before other words."""

MESSAGES = {
    "scanned_or_no_text/ocrmypdf_3small.pdf": "holds pictures of pages and no text: run text recognition",
    "scanned_or_no_text/ocrmypdf_c02-22.pdf": "holds pictures of pages and no text: run text recognition",
    "scanned_or_no_text/ocrmypdf_skew.pdf": "holds pictures of pages and no text: run text recognition",
    "encrypted/pypdf_r4-aes-user-password.pdf": "is locked with a password: save a copy without one",
    "encrypted/pypdf_r6-user-password.pdf": "is locked with a password: save a copy without one",
    "encrypted/samplefiles_libreoffice-writer-password.pdf": "is locked with a password: save a copy without one",
    "malformed/ocrmypdf_invalid.pdf": "is damaged and cannot be opened as a PDF",
    "malformed/pdfjs_issue9105_other.pdf": "is damaged and cannot be opened as a PDF",
    "malformed/ocrmypdf_no_contents.pdf": "has no text on any page",
    "malformed/pdfjs_empty.pdf": "has no text on any page",
    "malformed/ocrmypdf_truetype_font_nomapping.pdf": "has letters that cannot be read",
}

READABLE = (
    "encrypted/pypdf_r2-empty-password.pdf",
    "encrypted/pypdf_r6-empty-password.pdf",
    "malformed/ocrmypdf_missing_docinfo.pdf",
    "malformed/pdfjs_helloworld-bad.pdf",
    "malformed/pdfminer_zen_corrupted.pdf",
    "other/samplefiles_habibi_arabic_rtl.pdf",
    "other/samplefiles_multicolumn.pdf",
)

FACTS = {
    SURGERY: ("10.1097/as9.0000000000000095", "2021", 7),
    STROKE: ("10.1186/s42466-019-0022-4", "2019", 5),
    POLICY: ("10.1371/journal.pmed.1003873", "2022", 18),
    BILE: ("10.21037/jgo-20-203", "2020", 20),
    TOXINS: ("10.3390/toxins8070200", "2016", 28),
    BOSONS: ("10.48550/arxiv.0908.0054", "2009", 4),
    MOLECULES: ("", "2023", 41),
}
"""DOI, year and number of pages."""


def reference(name: str) -> Reference:
    """Return what a PDF of the recordings says."""
    path = recording(f"pdfs/{name if '/' in name else f'open_access/{name}'}")
    (found,) = read(path.read_bytes(), path.name).references
    return found


def pages_with(words: str, found: Reference) -> list[int]:
    """Return the pages on which *words* stand."""
    return [page.number for page in found.pages if words in found.text[page.start : page.end]]


@pytest.mark.parametrize("file", sorted({file for file, _, _ in PLACES}))
def test_sentences_stand_on_their_pages(file: str) -> None:
    """Whoever checks a quotation turns to the page it names."""
    found = reference(file)

    expected = {words: [page] for name, page, words in PLACES if name == file}
    assert {words: pages_with(words, found) for words in expected} == expected


@pytest.mark.parametrize("file", ORDER)
def test_two_columns_are_read_one_after_the_other(file: str) -> None:
    """A line across both columns would put two halves of sentences together."""
    found, wrong = reference(file), []

    for number, before, after in ORDER[file]:
        page = found.pages[number - 1]
        text = found.text[page.start : page.end]
        if not 0 <= text.find(before) < text.find(after):
            wrong.append((number, before, text.find(before), after, text.find(after)))
    assert len(ORDER[file]) == 10
    assert wrong == []


@pytest.mark.parametrize("name", MESSAGES)
def test_each_that_cannot_be_read_says_why_and_what_to_do(name: str) -> None:
    """Nobody can act on "invalid PDF"."""
    path = recording(f"pdfs/{name}")

    with pytest.raises(CannotDo) as said:
        read(path.read_bytes(), path.name)

    assert str(said.value).startswith(f"{path.name} {MESSAGES[name]}")


@pytest.mark.parametrize("name", READABLE)
def test_odd_files_that_can_be_read_are_read(name: str) -> None:
    """The empty password opens what anybody may read; a wrong table of objects can be put right."""
    found = reference(name)

    assert found.text.strip()
    assert found.pages[0].number == 1


@pytest.mark.parametrize("name", ["grobid_ZFN_1999_ocr_noise.pdf", "pypdf_seige_ocr.pdf"])
def test_a_recognised_scan_is_read_and_named_for_what_it_is(name: str) -> None:
    """Its words may be wrong, so a quotation from it is to be compared with the page."""
    path = recording(f"pdfs/scanned_or_no_text/{name}")

    found = read(path.read_bytes(), name)

    assert len(found.references) == 1
    assert found.notes[0].startswith(f"{name} was scanned, and a program recognised its text")


@pytest.mark.parametrize("file", FACTS)
def test_a_work_is_named_by_its_first_page(file: str) -> None:
    """Two files of one work become one by their DOI, so another's must not be taken for it."""
    found = reference(file)

    doi, year, pages = FACTS[file]
    assert (found.work.identifiers.doi, found.work.citation.date[:4], len(found.pages)) == (doi, year, pages)
    assert found.work.kind == {BOSONS: "preprint", STROKE: "protocol"}.get(file, "article")


def test_printed_page_numbers_are_kept() -> None:
    """A journal's 12th page of an article may be its 781st."""
    found = reference(BILE)

    assert [(page.number, page.label) for page in found.pages][:2] == [(1, "770"), (2, "771")]


def test_references_and_remarks_of_editors_are_no_text() -> None:
    """Invisible remarks lie over a page of one of them, and lists of references name what others found."""
    policy, toxins = reference(POLICY), reference(TOXINS)

    assert "Pleasecheck" not in policy.text
    labels = {section.label for section in toxins.sections}
    assert {"Abstract", "Introduction", "Discussion", "Conclusions", "References"} <= labels
    (listed,) = [section for section in toxins.sections if section.label == "References"]
    page = page_at(toxins, listed.start)
    assert page is not None
    assert (page.number, listed.end) == (19, len(toxins.text))


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"[^\W_]+", text.lower())


def test_no_question_quotes_its_page() -> None:
    """A search for a page's own words measures nothing: no four in a row, and of ten questions at most two at all."""
    stem = PorterStemmer().stem
    for one in json.loads(QUESTIONS.read_text(encoding="utf-8"))["answerable"]:
        found, asked = reference(one["file"]), words_of(one["question"])
        for number in one["pages"]:
            page = found.pages[number - 1]
            there = words_of(found.text[page.start : page.end])
            assert not runs(asked) & runs(there)
            stems = {stem(word) for word in there}
            shared = {word for word in asked if word not in GRAMMAR and stem(word) in stems}
            assert len(shared) <= 2 or not one.get("few_words")


def runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    """Return every four words in a row."""
    return set(zip(words, words[1:], words[2:], words[3:], strict=False))


async def test_questions_find_their_pages_and_nothing_is_said_of_the_others() -> None:
    """The goal: four of five answers among five passages, and "nothing found" for all that nobody can answer."""
    recording("pdfs/open_access")

    found = await measured(0.55, Asked())

    assert found.shown >= 24
    assert found.nothing == 10
