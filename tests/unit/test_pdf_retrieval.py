"""Passages of PDFs with file and page, and a plain word where there is none."""

import hashlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.retrieval.covering import Coverage
from services.retrieval.pdfs import PDF_RETRIEVAL
from services.retrieval.retrieving import Observation, retrieve
from services.retrieval.rules import RuleReasoner
from services.retrieval.tools import Library
from shared import messages as m
from shared.embedding import HashingEmbedder
from shared.errors import CannotDo
from shared.library import Page, Reference, Section, page_at, read, stretches
from tests.builders import NOON, make_work
from tests.printing import ARTICLE_TITLE, article, locked

QUESTION = "By how much did haemoglobin fall in patients given tafenoquine?"
RIS = (
    f"TY  - JOUR\nTI  - {ARTICLE_TITLE}\nDO  - 10.1000/vivax.1\nAB  - RESULTS: Relapse was seen in 8 of 60.\nER  - \n\n"
    "TY  - JOUR\nTI  - Tafenoquine and haemoglobin\nAB  - RESULTS: Haemoglobin fell in 9 patients given tafenoquine.\n"
    "PY  - 2012\nER  - \n"
)
FILES = {"vivax.pdf": article(), "refs.ris": RIS.encode(), "locked.pdf": locked(article(), "secret")}
BY_HASH = {hashlib.sha256(data).hexdigest(): data for data in FILES.values()}


async def fetch(sha256: str) -> bytes:
    """Return the bytes of a file."""
    return BY_HASH[sha256]


def named(*names: str) -> tuple[m.LibraryFile, ...]:
    """Return files as a request names them."""
    return tuple(m.LibraryFile(sha256=hashlib.sha256(FILES[name]).hexdigest(), name=name) for name in names)


def make_order(*names: str, question: str = QUESTION, **fields: object) -> m.RetrievalRequested:
    """Return an order over these files."""
    given_ = {"run_id": "r1", "step": "retrieval", "expires_at": NOON, "library": named(*names), "question": question}
    return m.RetrievalRequested.model_validate(given_ | fields)


@pytest.fixture(scope="module")
def library() -> Library:
    """Return the library, which is read once."""
    return Library(fetch, HashingEmbedder(256), similarity=0.9)


async def seen(library: Library, order: m.RetrievalRequested) -> Observation:
    """Return what the tool shows on the order's own question."""
    (tool,) = [tool for tool in library.tools(order) if tool.name == PDF_RETRIEVAL]
    return await tool.run(order.question)


async def retrieved(library: Library, order: m.RetrievalRequested) -> m.RetrievalCompleted:
    """Retrieve by rules."""
    tools = library.tools(order)
    return await retrieve(order, RuleReasoner.over(tools), tools)


async def test_every_passage_has_its_file_and_its_page(library: Library) -> None:
    """A reader opens the file at that page and finds the words."""
    found = await seen(library, make_order("vivax.pdf"))

    (text,) = [one.text for one in read(article(), "vivax.pdf").references]
    first = found.evidence[0]
    assert "[1] vivax.pdf, page 2, Results, characters " in found.text
    assert (first.locator.page, first.locator.section, first.level) == (2, "Results", "full-text")
    assert text[first.locator.start : first.locator.end] == first.content
    assert first.content.startswith("Haemoglobin fell by more than 20 g")


@pytest.mark.parametrize("question", ["Do bees prefer lavender to clover?", "Which coffee is grown in Ethiopia?"])
async def test_nothing_found_is_said(library: Library, question: str) -> None:
    """The nearest passages may be looked at, and are no evidence."""
    found = await seen(library, make_order("vivax.pdf", question=question))

    assert found.text.startswith(
        f"Nothing was found in 1 PDF on: {question}\nThe nearest passages, which are no evidence:"
    )
    assert (found.evidence, found.works, found.failed) == ((), (), False)


async def test_references_of_a_paper_answer_nothing(library: Library) -> None:
    """They name what others found; deafness stands there alone."""
    found = await seen(library, make_order("vivax.pdf", question="Was there deafness after quinine in soldiers?"))

    assert found.evidence == ()
    assert "Deafness" not in found.text


async def test_a_file_that_cannot_be_read_is_named(library: Library) -> None:
    """Silence would look as if it had been searched."""
    found = await seen(library, make_order("vivax.pdf", "locked.pdf"))

    assert found.evidence
    assert "Not read: locked.pdf is locked with a password" in found.text


async def test_where_no_pdf_can_be_read_nothing_was_looked_at(library: Library) -> None:
    """To find nothing and to be unable to look are different answers."""
    with pytest.raises(CannotDo, match=r"locked\.pdf is locked"):
        await seen(library, make_order("locked.pdf"))


async def test_rules_look_into_pdfs_first(library: Library) -> None:
    """A whole text says more than an abstract; each tool is used on what it is for."""
    answer = await retrieved(library, make_order("vivax.pdf", "refs.ris"))

    assert answer.tool_history == (PDF_RETRIEVAL, "passage_search", "read_work")
    assert "page 2, Results " in answer.answer


async def test_rules_over_references_alone_do_as_before(library: Library) -> None:
    """There is no PDF to look into."""
    answer = await retrieved(library, make_order("refs.ris"))

    assert answer.tool_history == ("passage_search", "read_work")


async def test_rules_over_pdfs_alone_need_nothing_else(library: Library) -> None:
    """And the answer has the passages."""
    answer = await retrieved(library, make_order("vivax.pdf"))

    assert answer.tool_history == (PDF_RETRIEVAL,)
    assert {piece.locator.page for piece in answer.evidence} <= {1, 2, 3}


async def test_a_pdf_and_a_record_of_one_work_are_one(library: Library) -> None:
    """Their DOI says so; the whole text is read."""
    answer = await retrieved(
        library, make_order("vivax.pdf", "refs.ris", question="Does tafenoquine prevent relapse of vivax?")
    )

    of_work = [piece for piece in answer.evidence if piece.citation.title == ARTICLE_TITLE]
    assert {piece.level for piece in of_work} == {"full-text"}


async def test_filters_hold_for_pdfs(library: Library) -> None:
    """A work the person left out must not come in by the other door."""
    found = await seen(library, make_order("vivax.pdf", filters={"published_from": "2020-01-01"}))

    assert found.evidence == ()


async def test_a_pdf_is_read_in_parts(library: Library) -> None:
    """A whole text would fill a model's memory."""
    order = make_order("vivax.pdf")
    (work,) = (await seen(library, order)).works

    found = await library.tools(order)[-1].run(work.work_id)

    assert "(sections: Front matter, Abstract" in found.text
    assert "We randomised 120 adults" in found.text
    assert "vivax.pdf, page 2, Results" in found.text
    assert len(found.evidence) == 2


WORDS = st.sampled_from(("malaria", "relapse", "in", "60", "patients", "fell.", "Tafenoquine", "dose.", "Vivax"))
PARAGRAPHS = st.lists(st.lists(WORDS, min_size=1, max_size=120).map(" ".join), min_size=1, max_size=5)


@given(st.lists(PARAGRAPHS, min_size=1, max_size=4))
def test_no_stretch_crosses_a_page_or_loses_a_sentence(pages: list[list[str]]) -> None:
    """A quotation is on one page, and what the paper says can be found."""
    text, places, at = "\n".join("\n".join(page) for page in pages), [], 0
    for number, page in enumerate(pages, start=1):
        length = len("\n".join(page))
        places.append(Page(number, "", at, at + length))
        at += length + 1
    reference = Reference(make_work("w1"), text, (Section("Results", 0, len(text)),), pages=tuple(places))

    found = list(stretches(reference))

    for one in found:
        page = page_at(reference, one.start)
        assert page is not None
        assert (page.number, page.end >= one.end) == (one.page, True)
    assert all(before.end <= after.start for before, after in pairwise(found))


def test_a_text_covers_what_it_says_and_in_part_what_is_near() -> None:
    """A word that no text comes near to is never covered."""
    texts = ("tafenoquine prevents relapse", "bees like lavender", "")
    covered = Coverage(texts, None).of("Does tafenoquine prevent relapse?")

    assert covered[0] > 0.5
    assert (covered[1], covered[2]) == (0, 0)
    assert Coverage((), None).of("anything at all").size == 0
