"""The page that every format shows: its sentences know their verdicts, and no letter of it is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared import messages as m
from shared.audit.exports.claiming import NOT_PRINTED, key_of
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.laying import page_of
from shared.audit.exports.page import Block, Bullets, Heading, Mark, Page, Paragraph, Stretch, Table, figures, plain
from shared.audit.exports.webpage import to_html
from shared.audit.parts import EVIDENCE_TABLE
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
        if entry.section == EVIDENCE_TABLE:  # of what a work says its row has the name
            assert letters(stretch) in entry.sentence
        else:
            assert key_of(letters(stretch)) == entry.sentence
    assert sorted(stretch.claim for stretch in marked) == [entry.number for entry in page.ledger if entry.shown]
    assert {entry.section for entry in page.ledger if not entry.shown} <= NOT_PRINTED


@pytest.mark.parametrize("turned", [False, True])
def test_the_same_words_of_two_sources_keep_their_own_verdicts(*, turned: bool) -> None:
    """One trial says so and another denies it: the markers tell them apart, in whatever order they stand."""
    said = ["Relapse fell by half [S1].", "Relapse fell by half [S2]."]
    claims = (make_claim(said[0]), make_claim(said[1], "contradicted"))
    content = " ".join(reversed(said) if turned else said)
    page = paged(claims=claims, clinical_findings=make_section("Clinical findings", content))

    assert [stretch.claim for stretch in stretches(page) if stretch.claim] == ([2, 1] if turned else [1, 2])


def test_a_verdict_of_other_sources_or_of_another_section_s_row_is_never_borrowed() -> None:
    """Words that the ledger has of somebody else, or twice, have no sign here."""
    row = make_claim("a large trial in people", section="Drug candidates")
    twice = [make_claim("It is cheap [S2].", section=section) for section in ("Limitations", "Conclusion")]
    content = "Relapse fell by half [S2]. A large trial in people. It is cheap [S2]."
    page = paged(
        claims=(make_claim("Relapse fell by half [S1]."), row, *twice),
        clinical_findings=make_section("Clinical findings", content),
        limitations=("a large trial in people",),
    )

    assert [stretch.claim for stretch in stretches(page) if stretch.claim] == []
    assert not any(entry.shown for entry in page.ledger)


def test_rows_that_share_their_words_are_told_apart_by_the_work() -> None:
    """Two works with one estimate: each cell has the verdict of its own, and each name that of what its work says."""
    rows = tuple(
        m.EvidenceRow(source_id=f"S{n}", design="cohort", subject_studied="human", effect="hazard ratio 0.98")
        for n in (2, 1)
    )
    claims = tuple(
        make_claim(sentence, section=EVIDENCE_TABLE).model_copy(update={"source_ids": (f"S{n}",)})
        for n in (1, 2)
        for sentence in (f"Work {n} reports: “it fell in people by so much” [S{n}].", "hazard ratio 0.98")
    )
    apart = make_claim("cohort study, in humans", section="Drug candidates")
    page = paged(claims=(*claims, apart), evidence_table=rows)

    (table,) = [one for one in page.blocks if isinstance(one, Table) and len(one.head) == 5]
    assert [[sum(stretch.claim for stretch in cell) for cell in row] for row in table.rows] == [
        [3, 0, 4, 0, 0],
        [1, 0, 2, 0, 0],
    ]


def test_a_heading_and_a_row_that_a_model_wrote_have_their_signs() -> None:
    """The ledger has them with their hashes and pipes; the page has neither."""
    content = "### Velomirine cut relapse by half [S1]\n\n| Arm | Relapse |\n| --- | --- |\n| placebo [S2] | 31% |"
    claims = (make_claim("### Velomirine cut relapse by half [S1]"), make_claim("| placebo [S2] | 31% |"))
    page = paged(claims=claims, clinical_findings=make_section("Clinical findings", content))

    told = [(stretch.claim, letters(stretch)) for stretch in stretches(page) if stretch.claim]
    assert told == [(1, "Velomirine cut relapse by half"), (2, "31%")]


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
    assert 'href="#uncited">References<' in to_html(page)
    assert "Reviewed but not cited" not in to_html(page)


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
