"""From a page to a work and its passages: what it says, who says it, and which paper it is the page of."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from services.retrieval.web.citing import evidence_of, work_of
from services.retrieval.web.fetching import Fetched
from services.retrieval.web.markup import decoded, seen
from services.retrieval.web.reading import Page, page_of
from shared.errors import CannotDo
from shared.registry import Registry, by_record, identify, key_of
from tests.builders import make_work
from tests.world.corpus import QUESTION
from tests.world.web_corpus import CHALLENGE, FOUND_NOWHERE, LANDED, PAGES, SHELL, made

ADDRESS = "https://www.example.org/pages/"
PARAGRAPH = (
    "Velasartan reduced the frequency of attacks in adults with migraine. It was well tolerated by most of them."
)


def fetched(name: str) -> Fetched:
    """Return a page of the corpus as it is fetched."""
    page = next(one for one in (*PAGES, *FOUND_NOWHERE) if one.name == name)
    return Fetched(ADDRESS + name, page.content_type.partition(";")[0], "", page.body)


def of(html: str, charset: str = "utf-8") -> Fetched:
    """Return a page of these words."""
    return Fetched(f"{ADDRESS}x", "text/html", charset, html.encode(charset))


def test_the_main_text_is_read_without_menus() -> None:
    """What surrounds a page says nothing about the question."""
    page = page_of(fetched("leaflet"))

    assert page.title == "Velasartan for migraine: what to know before you start"
    assert (page.authors, page.date, page.site) == (("Ines Falkenrath",), "2023-05-04", "Headache Days")
    assert page.language == "en"
    assert "It takes six to eight weeks" in page.text
    assert not any(menu in page.text for menu in ("About us", "newsletter", "cookies"))


def test_a_page_of_plain_text_is_read_by_its_paragraphs() -> None:
    """Lines are broken anywhere there; an empty line ends a paragraph."""
    page = page_of(fetched("guide.txt"))

    assert page.title == "Preventing migraine in primary care"
    assert page.text.splitlines()[2] == "Do not offer velasartan to women who may become pregnant."


@pytest.mark.parametrize("name", ["challenge", "challenge-202", "shell", "empty", "data"])
def test_a_page_without_text_could_not_be_read(name: str) -> None:
    """A check for people and a shell for scripts are no pages that say nothing."""
    with pytest.raises(CannotDo, match="could not be read"):
        page_of(fetched(name))


def test_a_check_for_people_is_called_one() -> None:
    """Whoever asked may open it by themselves."""
    with pytest.raises(CannotDo, match="checks whether a person is reading"):
        page_of(of(CHALLENGE))
    with pytest.raises(CannotDo, match="shows it by scripts alone"):
        page_of(of(SHELL))


def test_the_words_of_a_check_for_people_are_no_page() -> None:
    """Some explain themselves at length."""
    html = made("One moment", f"We have to make sure that no program is at work here. {'Please wait a little. ' * 10}")

    with pytest.raises(CannotDo, match="checks whether a person is reading"):
        page_of(of(html.replace("</body>", "<div class='h-captcha'></div></body>")))
    assert "Please wait" in page_of(of(html)).text


def test_a_long_page_with_a_form_that_checks_for_people_is_read() -> None:
    """Sites guard their comment forms so."""
    html = made("Velasartan", "\n".join(f"Part {n} | {PARAGRAPH} Number {n}." for n in range(12)))

    assert PARAGRAPH in page_of(of(html.replace("</body>", "<div class='g-recaptcha'></div></body>"))).text


def test_the_page_of_a_paper_names_the_paper() -> None:
    """It resolves to the work that PubMed knows, and stays a web page by what was read."""
    work = work_of(page_of(fetched("landing")))

    assert (work.identifiers.doi, work.identifiers.pmid) == (LANDED.doi, LANDED.pmid)
    assert work.citation.title == LANDED.title
    assert (work.citation.journal, work.citation.date) == (LANDED.journal, LANDED.online)
    assert work.citation.authors[0] == f"{LANDED.authors[0].family}, {LANDED.authors[0].given}"
    assert (work.kind, work.design, work.subject) == ("web-page", "unknown", "unknown")


def test_the_page_of_a_paper_and_the_paper_are_one_work() -> None:
    """One study must not count twice because it was met in two places."""
    page = work_of(page_of(fetched("landing")))
    paper = make_work("w-paper", LANDED.title, identifiers={"doi": LANDED.doi.upper(), "pmid": LANDED.pmid})

    registry = identify(Registry(), (key_of(page), key_of(paper)), (), step="", most=10)

    entries = by_record(registry)
    assert entries[page.work_id].work_ids == entries[paper.work_id].work_ids


@pytest.mark.parametrize(
    ("meta", "doi", "pmid"),
    [
        ('<meta name="DC.Identifier" content="doi:10.1000/ABC">', "10.1000/abc", ""),
        ('<meta name="dc.identifier" content="ISBN 3-16-148410-0">', "", ""),
        ('<meta name="prism.doi" content="https://doi.org/10.1000/abc">', "10.1000/abc", ""),
        ('<meta name="citation_pmid" content="PMID: 31234567">', "", "31234567"),
        (
            '<meta property="citation_doi" content="10.1000/a"><meta name="citation_doi" content="10.1000/b">',
            "10.1000/a",
            "",
        ),
        ('<meta name="citation_doi" content="">', "", ""),
    ],
)
def test_a_page_says_in_its_head_which_paper_it_is(meta: str, doi: str, pmid: str) -> None:
    """Publishers do so in several ways; other identifiers stand in the same places."""
    ids = work_of(page_of(of(made("A page", f"{PARAGRAPH} {PARAGRAPH}", meta)))).identifiers

    assert (ids.doi, ids.pmid) == (doi, pmid)


def test_the_same_page_has_the_same_name_however_its_address_is_written() -> None:
    """It is one work in the registry."""
    page = Page("https://www.example.org/a/?utm_source=x", "A page on velasartan", PARAGRAPH)
    same = Page("http://example.org/a", "A page on velasartan", PARAGRAPH)

    assert work_of(page).identifiers.url == work_of(same).identifiers.url == "https://example.org/a"
    assert work_of(page).work_id == work_of(same).work_id
    assert work_of(page).citation.source == "web"


@pytest.mark.parametrize("name", ["leaflet", "landing", "news", "guide.txt"])
def test_passages_stand_verbatim_at_their_places(name: str) -> None:
    """A quotation is checked against exactly these words."""
    page = page_of(fetched(name))
    pieces = evidence_of(page, work_of(page), QUESTION)

    assert 1 <= len(pieces) <= 2
    for piece in pieces:
        assert page.text[piece.locator.start : piece.locator.end] == piece.content
        assert (piece.level, piece.design, piece.citation.source) == ("web-page", "unknown", "web")


def test_the_passage_that_bears_most_comes_first() -> None:
    """By the share of the question's words it holds."""
    page = page_of(fetched("leaflet"))

    assert [piece.content[:40] for piece in evidence_of(page, work_of(page), QUESTION)] == [
        "In the VESTA trial adults with migraine ",
        "Velasartan is a medicine against high bl",
    ]


def test_a_page_on_something_else_has_no_passage() -> None:
    """It was read, and does not bear on the question."""
    page = page_of(fetched("leaflet"))

    assert evidence_of(page, work_of(page), "Do bees prefer lavender to thyme?") == ()


def test_a_passage_has_three_sentences_at_most_and_ends_with_its_paragraph() -> None:
    """Enough for a result with its context, too few for two results."""
    sentences = [f"Velasartan reduced the attack frequency of adults with migraine in month {n}." for n in range(1, 6)]
    page = Page(f"{ADDRESS}x", "Velasartan", f"{' '.join(sentences)}\n{PARAGRAPH}")

    assert {piece.content for piece in evidence_of(page, work_of(page), QUESTION)} == {
        " ".join(sentences[:3]),
        " ".join(sentences[3:]),
    }


def test_headings_rows_and_scraps_are_no_passages() -> None:
    """A quotation is a sentence."""
    text = (
        "Velasartan and migraine attacks in adults\n| velasartan | migraine | adults |\nattack frequency in adults.\n"
    )
    page = Page(f"{ADDRESS}x", "Velasartan", text + PARAGRAPH)

    assert [piece.content for piece in evidence_of(page, work_of(page), QUESTION)] == [PARAGRAPH]


def test_a_page_says_in_which_letters_it_is_written() -> None:
    """A wrong guess turns every accent into two strange signs."""
    assert "Häufigkeit" in page_of(fetched("latin")).text


@pytest.mark.parametrize(
    ("body", "charset", "text"),
    [
        ("Migräne".encode(), "", "Migräne"),
        ("Migräne".encode("latin-1"), "", "Migräne"),
        ("Migräne".encode("latin-1"), "iso-8859-1", "Migräne"),
        ("“x”".encode("windows-1252"), "latin1", "“x”"),
        ("Migräne".encode(), "no-such-charset", "Migräne"),
        *(
            ("Migräne".encode(), name, "Migräne")
            for name in ("undefined", "punycode", "idna", "utf-7", "rot13", "\xff")
        ),
        (b'<meta charset="undefined">' + "Migräne".encode(), "", '<meta charset="undefined">Migräne'),
        (b'<meta charset="punycode">\xff', "punycode", '<meta charset="punycode">ÿ'),
        (b'<meta charset="shift_jis">' + "片頭痛".encode("shift_jis"), "", '<meta charset="shift_jis">片頭痛'),
        (b'<meta charset="utf-8">\xff', "utf-8", '<meta charset="utf-8">ÿ'),
    ],
)
def test_letters_are_read_by_what_is_said_of_them_then_by_what_fits(body: bytes, charset: str, text: str) -> None:
    """Servers are wrong about it now and then."""
    assert decoded(body, charset) == text


def test_signs_that_hide_or_reorder_text_are_left_out() -> None:
    """A reader must see what is quoted, and NATS must be able to send it."""
    assert seen("a\x00b\u202ec\ud800d\u200be\nf\tg") == "abcde\nf\tg"


@given(st.binary(max_size=400) | st.text(alphabet="<>/ap=\"'! -met&;#x1", max_size=200).map(str.encode))
def test_any_page_is_read_or_refused_with_a_reason(body: bytes) -> None:
    """What anybody puts on the web must not look like a fault of ours."""
    try:
        page = page_of(Fetched(f"{ADDRESS}x", "text/html", "", body))
    except CannotDo:
        return

    work = work_of(page)
    assert work.model_validate_json(work.model_dump_json()) == work


@given(
    st.lists(
        st.sampled_from((*PARAGRAPH.split(), ".", "\n", "|", "Velasartan", "?", "et al.", "“", ")", "\u2028")),
        max_size=80,
    )
)
@example(["\u2028", "Velasartan", "reduced", "attacks", "in", "migraine."])
def test_every_passage_is_verbatim_whatever_the_text(words: list[str]) -> None:
    """Offsets that are off by one point at other words."""
    page = Page(f"{ADDRESS}x", "Velasartan", " ".join(words))

    for piece in evidence_of(page, work_of(page), QUESTION):
        assert page.text[piece.locator.start : piece.locator.end] == piece.content
