"""What rules can say of a sentence and its passage: verbatim, a match, a named mismatch, or not checked."""

import pytest

from shared import messages as m
from shared.audit.checking import check
from shared.audit.checking.numbers import Quantity, missing, quantities
from shared.audit.checking.wording import overclaims
from shared.audit.inspecting import Part, inspect
from shared.audit.prose import clauses
from shared.audit.shelf import found_verbatim, shelf_of
from tests.reporting import LARGE_TRIAL, MICE, make_piece, make_reference, work


def verdict(sentence: str, content: str = LARGE_TRIAL, **fields: object) -> tuple[m.Verdict, str]:
    """Return what the check of *sentence* against a work with this text says."""
    reference, piece = work(1, content, **fields)
    source = shelf_of([reference], [piece])["S1"]
    found = check(clauses(sentence)[0], sentence, source)
    return found.verdict, found.reason


def test_a_quotation_that_stands_in_the_source_is_verbatim() -> None:
    """It is what a reader can check with one search."""
    assert verdict(f"Author1 and Other 2001, randomised trial in humans: “{LARGE_TRIAL}” [S1]") == ("verbatim", "")


def test_a_quotation_with_one_other_word_is_a_mismatch() -> None:
    """Nearly verbatim is not verbatim."""
    changed = LARGE_TRIAL.replace("31%", "13%")

    assert verdict(f"Author1 and Other 2001: “{changed}” [S1]") == ("mismatch", "a quotation is not in S1")


def test_white_space_alone_may_differ_in_a_quotation() -> None:
    """Files wrap their lines."""
    piece = make_piece(1, "In mice\n  relapse   fell by half. Then it rose.")

    found = found_verbatim("In mice relapse fell by half.", piece)

    assert found is not None
    assert found.quotation == "In mice\n  relapse   fell by half."


def test_a_raised_figure_is_another_figure() -> None:
    """10² is no 102: only canonical Unicode forms are taken as equal."""
    assert found_verbatim("a titre of 102 units", make_piece(1, "It had a titre of 10² units.")) is None


def test_offsets_are_those_of_the_text_as_it_was_given() -> None:
    """An accent may be one character or two."""
    piece = make_piece(1, "Cafe\u0301 cohort: relapse fell by half.", locator=m.Locator(start=100))

    found = found_verbatim("relapse fell", piece)

    assert found is not None
    assert (found.locator.start, found.locator.end) == (114, 126)


def test_claims_beside_a_quotation_are_not_vouched_for_by_it() -> None:
    """One quoted phrase must not carry a sentence of assertions."""
    sentence = f"Velomirine is a breakthrough for travellers everywhere: “{LARGE_TRIAL}” [S1]"

    assert verdict(sentence) == ("not-checked", "the words beside the quotation were not checked")


def test_numbers_and_direction_of_a_paraphrase_can_match() -> None:
    """That is all that rules say of it; they never say supported."""
    content = "Velomirine reduced relapse by 60% compared with placebo."

    assert verdict("With velomirine relapse was reduced by 60% [S1].", content) == ("numbers-and-direction-match", "")


@pytest.mark.parametrize(
    ("sentence", "content", "reason"),
    [
        (
            "Velomirine reduced relapse by 75% [S1].",
            "Velomirine reduced relapse by 60%.",
            "number differs: 75% said, 60% in S1",
        ),
        (
            "Velomirine reduced the risk of relapse by 60% [S1].",
            "Velomirine reduced the odds of relapse by 60%.",
            "odds reported as risk",
        ),
        (
            "Velomirine reduced relapse by 60% [S1].",
            "Velomirine may have reduced relapse by 60%, we found.",
            "hedging removed",
        ),
        (
            "Velomirine reduced relapse by 60% [S1].",
            "In a subgroup velomirine reduced relapse by 60%.",
            "a subgroup told as the whole",
        ),
    ],
)
def test_a_slip_is_named(sentence: str, content: str, reason: str) -> None:
    """A reader learns what to look at, not just that something is wrong."""
    assert verdict(sentence, content) == ("mismatch", reason)


def test_the_opposite_is_contradicted() -> None:
    """It is more than a slip: the source says that the sentence is false."""
    told = verdict("Velomirine increased relapse by 60% [S1].", "Velomirine reduced relapse by 60%.")

    assert told == ("contradicted", "direction differs: “increased” said, “reduced” in S1")


def test_a_percentage_is_no_count() -> None:
    """62 patients and 62% are two things."""
    stated = quantities("in 62 patients")

    assert missing(stated, quantities("in 62% of patients")) == (Quantity("62", ""),)


def test_numbers_are_read_however_they_are_set() -> None:
    """Journals write thousands and decimals in their own ways."""
    assert quantities("1,234 people, 0·50 and .5, 300 mg, 6-month, p<0.001") == (
        Quantity("1234"),
        Quantity("0.5", places=2),
        Quantity("0.5", places=1),
        Quantity("300", "mg"),
        Quantity("6", "month"),
        Quantity("0.001", relation="<", places=3),
    )


def test_digits_of_names_are_no_numbers() -> None:
    """G6PD, CYP2D6 and IL-6 measure nothing."""
    assert quantities("G6PD, CYP2D6, IL-6, NCT01234567 and P2X7 [S12]") == ()


def test_work_in_mice_cannot_be_told_without_the_mice() -> None:
    """A reader would take it for people."""
    told = verdict("Velomirine reduced relapse by 60% [S1].", MICE, subject="animal")

    assert told == ("mismatch", "species lost: S1 is animal work")


def test_causal_words_do_not_stand_on_a_cohort() -> None:
    """Association is all that such a design shows."""
    content = "Velomirine use was associated with 60% lower relapse."

    assert verdict("Velomirine prevents relapse with 60% lower rates [S1].", content, design="cohort") == (
        "mismatch",
        "causal words on observational evidence",
    )


def test_a_retracted_work_supports_nothing() -> None:
    """It may be cited only to say that it is retracted."""
    retracted = m.Retraction(status="retracted")

    assert verdict(f"Author1 and Other 2001: “{LARGE_TRIAL}” [S1]", retraction=retracted)[0] == "mismatch"
    assert verdict("Author1 and Other 2001 was retracted [S1].", retraction=retracted)[0] == "not-checked"


def test_rules_do_not_judge_a_paraphrase_without_numbers() -> None:
    """Saying supported would need to understand it."""
    assert verdict("Relapse with velomirine and placebo was told within months [S1].")[0] == "not-checked"


def test_a_work_nothing_was_read_of_checks_nothing() -> None:
    """A title is not a passage."""
    source = shelf_of([make_reference(1)], [])["S1"]

    found = check(clauses("Velomirine reduced relapse by 60% [S1].")[0], "It fell [S1].", source)

    assert (found.verdict, found.reason) == ("not-checked", "no text of S1 reached the report")


def test_of_several_sources_the_weakest_verdict_shows() -> None:
    """Four citations are four checks."""
    shelf = shelf_of(
        [make_reference(1), make_reference(2)], [make_piece(1), make_piece(2, "Nobody was treated at all.")]
    )

    inspection = inspect([Part("Clinical findings", f"Author1 and Other 2001: “{LARGE_TRIAL}” [S1, S2]")], shelf)

    assert [(one.verdict, one.reason) for one in inspection.claims] == [("mismatch", "a quotation is not in S2")]


@pytest.mark.parametrize(
    ("words", "failing"),
    [
        ("Velomirine is safe and effective.", True),
        ("Velomirine is a proven treatment.", True),
        ("Velomirine was more effective than placebo in adults.", False),
        ("Whether velomirine is safe remains open.", False),
        ("Velomirine lowered relapse.", False),
    ],
)
def test_promises_need_a_population_and_a_comparator(words: str, *, failing: bool) -> None:
    """Safe means nothing before one knows for whom, and beside what."""
    assert bool(overclaims(words)) is failing
