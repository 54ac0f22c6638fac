"""What rules can say of a sentence and its passage: verbatim, a match, a named mismatch, or not checked."""

import pytest

from shared import messages as m
from shared.audit.checking import check
from shared.audit.checking.numbers import Quantity, missing, quantities
from shared.audit.checking.wording import overclaims, says_retracted
from shared.audit.inspecting import Part, inspect
from shared.audit.prose import clauses, outside_quotations
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


@pytest.mark.parametrize(
    ("sentence", "content"),
    [
        (
            "velomirine lowers mortality at 28 days [S1].",
            "OBJECTIVE: We tested whether velomirine lowers mortality at 28 days. RESULTS: Of 90 adults 18 died.",
        ),
        (
            "velomirine lowered mortality in adults [S1].",
            "RESULTS: There was no evidence that velomirine lowered mortality in adults.",
        ),
        (
            "velomirine reduced relapse by 40% [S1].",
            "RESULTS: In a subgroup of women, velomirine reduced relapse by 40%.",
        ),
    ],
)
def test_words_cut_out_of_an_aim_or_a_denial_are_not_verbatim(sentence: str, content: str) -> None:
    """They stand there, and the source does not say so."""
    assert verdict(sentence, content)[0] != "verbatim"


def test_a_whole_clause_of_a_result_is_verbatim_without_quotation_marks() -> None:
    """Up to a joint it means by itself what it means there."""
    content = "RESULTS: Relapse fell by 40% with velomirine, but headache rose in adults."

    assert verdict("Relapse fell by 40% with velomirine [S1].", content) == ("verbatim", "")
    assert verdict("headache rose in adults [S1].", content) == ("verbatim", "")


@pytest.mark.parametrize(
    "words",
    ["Velomirine removed 99% of the parasites [S1].", "Relapse fell by 40% after withdrawal of placebo [S1]."],
)
def test_what_else_is_withdrawn_or_removed_says_nothing_of_a_retraction(words: str) -> None:
    """A drug, an arm and a parasite are withdrawn and removed as well."""
    assert verdict(words, retraction=m.Retraction(status="retracted"))[0] == "mismatch"
    assert says_retracted("The article was later withdrawn.")
    assert says_retracted("It was removed by the publisher.")


@pytest.mark.parametrize(
    ("words", "subject", "lost"),
    [
        ("Velomirine killed 90% of the parasites [S1].", "in-vitro", True),
        ("Velomirine killed 90% of parasites in cultured cells [S1].", "in-vitro", False),
        ("Velomirine cut tumours by 30% in liver cells [S1].", "in-vitro", False),
        ("Velomirine cleared the worms of 90% of patients [S1].", "animal", True),
        ("Velomirine is predicted to help 30% of patients [S1].", "in-silico", True),
        ("The model predicts a fall by 30% [S1].", "in-silico", False),
    ],
)
def test_the_target_of_a_drug_is_not_whom_it_was_tried_on(words: str, subject: str, *, lost: bool) -> None:
    """Parasites are killed in patients, too."""
    assert verdict(words, "It fell.", subject=subject)[1].startswith("species lost") is lost


def test_another_clause_does_not_say_the_species_for_one_on_patients() -> None:
    """The mice of the first work are not those of the second."""
    pairs = (work(1, "Mortality fell by 40%."), work(2, "Mortality fell by 30%.", subject="animal"))
    shelf = shelf_of([one for one, _ in pairs], [piece for _, piece in pairs])
    sentence = "Mortality fell by 40% in mice [S1] and by 30% in patients given velomirine [S2]."

    told = check(clauses(sentence)[1], sentence, shelf["S2"])

    assert told.reason == "species lost: S2 is animal work"


@pytest.mark.parametrize(
    ("words", "failing"),
    [
        ("Velomirine is safe and effective, with no serious harm.", True),
        ("With no deaths, velomirine is safe.", True),
        ("There is not enough evidence to say that velomirine is safe.", False),
        ("Velomirine was neither safe nor effective.", False),
    ],
)
def test_only_a_denial_of_the_promise_itself_excuses_it(words: str, *, failing: bool) -> None:
    """A denial elsewhere in the sentence denies something else."""
    assert bool(overclaims(words)) is failing


def test_digits_of_an_invented_reference_are_no_numbers_of_the_writer() -> None:
    """The audit put them into its own note."""
    sentence = "Velomirine reduced relapse by 60% [not in the registry: 10.9999/44] [S1]."

    assert verdict(sentence, "Velomirine reduced relapse by 60%, we saw.")[1] != "the number 10.9999 is not in S1"
    assert outside_quotations(sentence) == "Velomirine reduced relapse by 60%."
