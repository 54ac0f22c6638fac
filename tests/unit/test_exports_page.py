"""The page that every format shows: its sentences know their verdicts, and no letter of it is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared import messages as m
from shared.audit.exports.claiming import key_of
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.laying import page_of
from shared.audit.exports.page import Block, Bullets, Heading, Mark, Page, Paragraph, Stretch, Table, figures, plain
from tests.builders import make_report, make_section
from tests.exported import by_model, by_rules
from tests.reporting import make_reference

NOTES = tuple(m.Footnote(number=n, source_id=f"S{n}", text=f"A work (S{n}, abstract read)") for n in (1, 2))
REFERENCES = (make_reference(1), make_reference(2))


def make_claim(sentence: str, verdict: m.Verdict = "verbatim", section: str = "Clinical findings") -> m.Claim:
    """Return a sentence of the ledger."""
    return m.Claim(sentence=sentence, section=section, source_ids=("S1",), verdict=verdict, verdict_by="rules")


def paged(**fields: object) -> Page:
    """Return the page of a small report with two works."""
    return page_of(make_report(**({"footnotes": NOTES, "references": REFERENCES} | fields)), "vancouver")


def stretches(page: Page) -> list[Stretch]:
    """Return every part of every line in order."""
    return [stretch for block in page.blocks for line in lines(block) for stretch in line]


def lines(block: Block) -> list[tuple[Stretch, ...]]:
    """Return the lines of a block."""
    match block:
        case Heading() | Paragraph():
            return [block.line]
        case Bullets():
            return list(block.items)
        case Table():
            return [cell for row in (block.head, *block.rows) for cell in row]
        case _:
            return []


def letters(stretch: Stretch) -> str:
    """Return what a stretch says without its calls."""
    return plain((stretch,))


@pytest.mark.parametrize("made", [by_rules, by_model])
async def test_each_sentence_of_the_page_leads_to_its_own_words_in_the_ledger(made: object) -> None:
    """A verdict at the wrong sentence would be worse than none."""
    end = await made()  # type: ignore[operator]
    page = page_of(end.report, "apa")
    marked = [stretch for stretch in stretches(page) if stretch.claim]

    assert len(marked) > 8
    for stretch in marked:
        entry = page.ledger[stretch.claim - 1]
        assert key_of(letters(stretch)) == entry.sentence
        assert entry.shown
    assert {stretch.claim for stretch in marked} == {entry.number for entry in page.ledger if entry.shown}


async def test_what_a_marked_sentence_is_told_stands_beside_it() -> None:
    """The model wrote one number that is in no passage; the page says so where it stands."""
    end = await by_model()
    assert end.report is not None
    page = page_of(end.report, "apa")

    (entry,) = [one for one in page.ledger if "77%" in one.sentence]
    assert (entry.verdict, entry.shown) == ("mismatch", True)
    assert "77%" in entry.reason


def test_the_same_words_in_two_sections_keep_their_own_verdicts() -> None:
    """A conclusion may fail where the finding stands."""
    said = "Drug A halved relapses [S1]."
    page = paged(
        conclusion=said,
        claims=(make_claim(said), make_claim(said, "mismatch", "Conclusion")),
        clinical_findings=make_section("Clinical findings", said),
    )

    marked = [stretch.claim for stretch in stretches(page) if stretch.claim and "halved" in letters(stretch)]
    assert marked[-2:] == [1, 2]


def test_a_note_of_the_audit_does_not_hide_whose_sentence_it_is() -> None:
    """The ledger has the sentence as it was written; the page has what is wrong with it, too."""
    said = "Drug A halved relapses [S1]."
    content = "Drug A halved relapses [S1]. [unverified: the number differs] It is cheap [S2]."
    page = paged(
        claims=(make_claim(said, "mismatch"), make_claim("It is cheap [S2].", "not-checked")),
        clinical_findings=make_section("Clinical findings", content),
    )

    told = [(stretch.claim, letters(stretch)) for stretch in stretches(page) if "relapses" in letters(stretch)]
    assert told[-1] == (1, "Drug A halved relapses.")
    assert (2, "It is cheap.") in [(stretch.claim, letters(stretch)) for stretch in stretches(page)]


def test_markers_are_calls_of_footnotes_and_each_is_counted() -> None:
    """A footnote leads back to each of its calls; a source without one stays by its name."""
    page = paged(clinical_findings=make_section("Clinical findings", "One is so [S1, S2]. Another is not [S2, S9]."))

    calls = [part for stretch in stretches(page) for part in stretch.parts if isinstance(part, Mark)]
    assert [(call.number, call.nth) for call in calls] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert [(note.number, note.calls) for note in page.notes] == [(1, 2), (2, 2)]
    assert any("(S9)" in letters(stretch) for stretch in stretches(page))


def test_a_footnote_says_how_much_was_read_and_what_became_of_the_work() -> None:
    """Beside the reference in its style; its address is a link."""
    retracted = make_reference(2, retraction=m.Retraction(status="retracted", checked_in="pubmed"))
    page = paged(references=(make_reference(1), retracted))

    first, second = page.notes
    assert (first.flag, second.flag, first.beside) == ("", "RETRACTED", "S1, abstract read")
    assert [run.url for run in first.runs if run.url] == ["https://doi.org/10.1000/v1"]


def test_without_footnotes_the_references_are_listed() -> None:
    """A report that cites nothing still says what it has."""
    page = paged(footnotes=(), claims=(), executive_summary="Nothing is known. " * 8)

    assert page.notes == ()
    assert [one.source_id for one in page.uncited] == ["S1", "S2"]


def test_every_checker_and_every_passage_is_in_the_ledger() -> None:
    """Where two checkers differ both are heard, and no passage is named twice."""
    passage = m.SourcePassage(source_id="S1", quotation="It did.", locator=m.Locator(section="Results", page=4, end=7))
    checks = tuple(
        m.SourceCheck(source_id="S1", verdict=verdict, verdict_by=by, passages=(passage,))
        for verdict, by in (("verbatim", "rules"), ("contradicted", "claude"))
    )
    claim = make_claim("Drug A halved relapses [S1].").model_copy(
        update={"checks": checks, "passages": (passage,), "disagreement": "rules and claude differ"}
    )
    (entry,) = paged(claims=(claim,)).ledger

    assert [(voice.by, voice.verdict) for voice in entry.voices] == [("rules", "verbatim"), ("claude", "contradicted")]
    assert [place.where for place in entry.passages] == ["Results, page 4, characters 0 to 7"]
    assert entry.disagreement == "rules and claude differ"


def test_each_rate_stands_beside_what_it_is_a_rate_of() -> None:
    """Coverage before all else, and what still fails."""
    audit = m.Audit(claims=10, claims_checked=4, evidence_sentences=8, cited_sentences=7, problems=("one",))

    assert paged(audit=audit).coverage == (
        "4 of 10 sentences in the claim ledger were checked.",
        "7 of 8 sentences of the findings cite a source.",
        "1 still fails, marked where it stands.",
    )


def test_figures_stand_where_the_evidence_is_counted() -> None:
    """Behind the table of studies, before the findings."""
    blocks = paged().blocks
    titles = [plain(one.line) if isinstance(one, Heading) else one.kind for one in blocks]

    assert len(figures(blocks)) == 1
    assert titles.index("Evidence base") < titles.index("figure") < titles.index("Clinical findings")


@settings(max_examples=25)
@given(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=80))
def test_no_letter_of_a_text_is_lost_or_added(text: str) -> None:
    """Whatever a record says goes through Markdown and comes out as it was; controls are spaces."""
    page = paged(limitations=(f"a{text}b",), references=(), footnotes=())

    (limitations,) = [
        after
        for block, after in zip(page.blocks, page.blocks[1:], strict=False)
        if isinstance(block, Heading) and plain(block.line) == "Limitations"
    ]
    assert isinstance(limitations, Bullets)
    assert in_a_line(plain(limitations.items[0])) == in_a_line(f"a{text}b")
