"""A sentence that nearly copies its passage: every change of meaning is named, every mere rewording let pass."""

import time

import pytest

from shared import messages as m
from shared.audit.checking import check
from shared.audit.checking.aligning import edits, exchange, nearness, unmatched
from shared.audit.checking.copies import copied
from shared.audit.checking.paraphrases import paraphrase
from shared.audit.checking.tokens import tokens
from shared.audit.prose import clauses
from shared.audit.shelf import shelf_of
from tests.reporting import work

ARMS = "Relapse within 6 months occurred in 12.4% with velomirine and in 31% with placebo (p < 0.001)."
RISK = (
    "Primaquine was associated with a reduced risk of relapse (odds ratio 0.26, 95% CI 0.18 to 0.38) in 522 patients"
    " at 12 weeks."
)
NULL = (
    "There was no significant difference in pain between the groups at 24 weeks, but fatigue may have improved in rats"
    " given aspirin 5 mg/kg."
)
TREND = "There was a trend towards fewer falls with velomirine than with usual care (p = 0.08)."
FAULTS = ("mismatch", "contradicted")


def verdict(sentence: str, content: str, **fields: object) -> tuple[m.Verdict, str]:
    """Return what the check of *sentence* against a work with this text says."""
    reference, piece = work(1, f"RESULTS: {content}", **fields)
    found = check(clauses(sentence)[0], sentence, shelf_of([reference], [piece])["S1"])
    return found.verdict, found.reason


@pytest.mark.parametrize(
    ("content", "said", "instead", "reason"),
    [
        (ARMS, "31%", "37%", "number differs: 37% said, 31% in S1"),
        (ARMS, "12.4%", "13%", "number differs: 13% said, 12.4% in S1"),
        (ARMS, "6 months", "6 weeks", "unit differs: 6 week said, 6 month in S1"),
        (NULL, "5 mg/kg", "5 g/kg", "unit differs: 5 g/kg said, 5 mg/kg in S1"),
        (RISK, "522", "322", "number differs: 322 said, 522 in S1"),
        (RISK, "0.38", "0.83", "number differs: 0.83 said, 0.38 in S1"),
        (RISK, "reduced", "raised", "direction differs: “raised” said, “reduced” in S1"),
        (RISK, "was associated", "was not associated", "direction differs: “not” put in"),
        (NULL, "no significant", "a significant", "direction differs: “no” left out"),
        (RISK, "odds ratio", "hazard ratio", "odds reported as hazard ratio"),
        (RISK, "Primaquine", "Tafenoquine", "another drug: “Tafenoquine” said, “Primaquine” in S1"),
        (NULL, "rats", "mice", "another species: “mice” said, “rats” in S1"),
        (NULL, "may have improved", "improved", "hedging removed"),
        (TREND, "a trend towards", "a reduction to", "a trend told as an effect"),
        (RISK, "was associated with a reduced", "reduced the", "causal words for an association"),
    ],
)
def test_a_change_of_meaning_is_named(content: str, said: str, instead: str, reason: str) -> None:
    """With what stands in the source, so that a reader need not look for it."""
    told = verdict(f"{content.replace(said, instead)[:-1]} [S1].", content, subject="unknown")

    assert told[0] in FAULTS
    assert told[1] == reason


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (ARMS, "Relapse within 6 months occurred in 31% with velomirine and in 12.4% with placebo (p < 0.001)."),
        (ARMS, "Relapse within 6 months occurred in 12.4% with placebo and in 31% with velomirine (p < 0.001)."),
        (NULL, NULL.replace("pain", "PLACE").replace("fatigue", "pain").replace("PLACE", "fatigue")),
        ("Pain fell at 4 and 12 weeks by 1.1 and 2.3 points.", "Pain fell at 12 and 4 weeks by 1.1 and 2.3 points."),
    ],
)
def test_two_things_in_each_others_place_are_found(content: str, told: str) -> None:
    """Every word and number is the source's: only where they stand is wrong."""
    found = verdict(f"{told[:-1]} [S1].", content, subject="unknown")

    assert found[0] in FAULTS
    assert found[1].startswith("exchanged: “")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            ARMS,
            "In six months, relapse occurred in 12.4 percent with velomirine and in 31 percent with placebo (P<.001).",
        ),
        (ARMS, "Relapse within 6 months occurred in 31% with placebo and in 12.4% with velomirine (p < 0.001)."),
        (ARMS, "Relapse within 6 months occurred in about 12% with velomirine and in 31% with placebo (p < 0.05)."),
        (
            RISK,
            "In 522 participants at 12 weeks, primaquine was associated with a decreased risk of relapse (OR 0.26).",
        ),
        (
            "Relapse was lower with velomirine than with placebo at 12 weeks.",
            "Relapse was higher with placebo than with velomirine at 12 weeks.",
        ),
        (
            "Velomirine reduced the tumour load by 40% in adults.",
            "The tumor load was reduced by velomirine by 40% in adults.",
        ),
        (
            "In 40 adults sleep improved by 30 min, but not in 20 children.",
            "In 40 adults sleep improved by 30 min.",
        ),
        (
            "Forced vital capacity (FVC) rose by 0.2 l in 40 adults and FVC stayed higher.",
            "Forced vital capacity rose by 0.2 l in 40 adults and forced vital capacity stayed higher.",
        ),
    ],
)
def test_other_words_for_the_same_are_no_fault(content: str, told: str) -> None:
    """Signs, spellings, synonyms, order, the passive, a fair rounding, a part left out, an abbreviation spelt out."""
    assert verdict(f"{told[:-1]} [S1].", content)[0] not in FAULTS


TIMES = "Mortality was 10.2% at 6 months and 24.5% at 12 months."
RATIO = "The hazard ratio for death was 0.70 (95% CI 0.55 to 0.89) with velomirine."
ODDS = "Relapse was rarer with velomirine than with placebo (OR 0.31, 95% CI 0.15-0.65)."


@pytest.mark.parametrize(
    ("content", "told", "reason"),
    [
        (ARMS, "Relapse occurred in 12.4% with placebo", "12.4% told of “placebo”, of “velomirine” in S1"),
        (ARMS, "Relapse occurred in 31% with velomirine (p < 0.001)", "31% told of “velomirine”"),
        (ARMS, "Within 6 months relapse occurred in 31% with velomirine and in 12.4% with placebo", "31% told of"),
        (ARMS, "By 6 months relapse occurred in 31% with velomirine and in 12.4% with placebo", "31% told of"),
        (ARMS, "Velomirine raised relapse compared with placebo in the large trial (31% and 12.4%)", "31% told of"),
        (TIMES, "Mortality was 24.5% at 6 months", "24.5% told of “6 months”, of “12 months” in S1"),
        (RATIO, "The hazard ratio for death was 0.89 with velomirine", "0.89 is the limit of an interval in S1"),
        (ODDS, "Velomirine reduced relapse with OR 0.65", "0.65 is the limit of an interval in S1"),
        (ODDS, "Velomirine reduced relapse (RR 0.31)", "odds reported as risk ratio"),
        ("Relapse hit 12 of 60 patients.", "Relapse hit 12% of the patients", "12%"),
        ("LDL changed by -12 mg/dl in 40 adults.", "LDL changed by 12 mg/dl in 40 adults", "number differs: 12 mg/dl"),
    ],
)
def test_a_number_told_of_another_thing_is_named(content: str, told: str, reason: str) -> None:
    """The number stands in the source, but not of this arm, time, measure or sign."""
    found = verdict(f"{told} [S1].", content)

    assert found[0] == "mismatch"
    assert reason in found[1]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (RATIO, "Velomirine increased death (0.70, 95% CI 0.55 to 0.89)"),
        (ODDS, "Velomirine reduced death (OR 0.31)"),
        ("Adverse events occurred in 21 of 300 patients.", "Velomirine caused 21 adverse events in 300 patients"),
    ],
)
def test_a_number_bears_no_cause_change_or_outcome_that_its_passage_lacks(content: str, told: str) -> None:
    """The rules cannot tell whether it is true, so they vouch for nothing."""
    found = verdict(f"{told} [S1].", content)

    assert found[0] == "not-checked"
    assert found[1].endswith("is not in the passage that has its numbers")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (ARMS, "In 31% with placebo and in 12.4% with velomirine, relapse occurred within 6 months"),
        (TIMES, "Mortality was 24.5% at 12 months"),
        (ODDS, "Velomirine reduced relapse (OR 0.31)"),
        (RATIO, "The hazard ratio for death was 0.70 (0.55-0.89) with velomirine"),
    ],
)
def test_a_number_told_of_its_own_thing_matches(content: str, told: str) -> None:
    """Or the tests above would pass if nothing ever matched."""
    assert verdict(f"{told} [S1].", content) == ("numbers-and-direction-match", "")


def test_a_passage_whose_values_cannot_be_told_apart_is_a_doubt() -> None:
    """Two arms, three values and no order that tells: nothing is claimed either way."""
    content = "With velomirine against placebo relapse occurred in 12%, later 20% and 31% of adults."
    found = verdict("Relapse occurred in 20% with placebo and in adults [S1].", content)

    assert found[0] == "not-checked"


def test_a_sentence_too_long_to_compare_says_so_at_once() -> None:
    """Comparing it word by word takes time with its square."""
    told = "relapse 12 of 100 given velomirine, " * 4000
    reference, piece = work(1, f"RESULTS: {told} and less.")
    source = shelf_of([reference], [piece])["S1"]
    start = time.process_time()

    assert copied(told, [piece]) == ()
    assert paraphrase(told, piece, source).reason == "it is too long to compare word by word"
    assert time.process_time() - start < 2


def test_what_the_passage_does_not_say_makes_it_partly() -> None:
    """The copied part is borne out, what was added is not."""
    told = verdict(
        "Relapse within 6 months occurred in 12.4% with velomirine and in 31% with placebo and travellers everywhere"
        " slept well [S1].",
        ARMS,
    )

    assert told[0] == "partly"
    assert "travellers everywhere slept" in told[1]


def test_a_copy_of_a_method_reports_no_result() -> None:
    """Aims and methods support nothing, however well they are copied."""
    content = "METHODS: We randomised 40 adults to velomirine or placebo for 12 weeks. RESULTS: Pain fell by 3 points."
    reference, piece = work(1, content)
    sentence = "They randomised 40 adults to velomirine or to placebo during 12 weeks [S1]."

    found = check(clauses(sentence)[0], sentence, shelf_of([reference], [piece])["S1"])

    assert (found.verdict, found.reason) == ("not-checked", "the sentence it is near to reports no result")


def test_nearness_counts_what_is_said_whatever_its_order() -> None:
    """A phrase that moved to the front changes nothing; few words are like many a passage."""
    assert (
        nearness("With velomirine, attacks fell by 3 in 40 adults.", "Attacks fell by 3 in 40 adults with velomirine.")
        == 1
    )
    assert nearness("Attacks fell.", "Attacks fell.") == 0


def test_edits_leave_out_what_only_moved() -> None:
    """What remains is what was changed."""
    found = edits("In adults, attacks fell by 4.", "Attacks fell by 3 in adults.")

    assert [(edit.there[0].text, edit.here[0].text) for edit in found] == [("3", "4")]


def test_an_exchange_has_something_between() -> None:
    """Two neighbours that change places are a list or a phrase that moved."""
    assert exchange("Pain and cough eased in adults.", "Cough and pain eased in adults.") is not None
    assert exchange("In adults cough eased.", "Cough eased in adults.") is None
    assert unmatched("Pain fell.", "Pain fell.") == ""


def test_tokens_have_one_key_for_one_meaning() -> None:
    """British or American, in digits or in words, in full or short."""
    first, second = tokens("The tumour’s OR was five percent lower."), tokens("the tumor's odds ratio was 5% reduced")

    assert [one.same for one in first if one.tells] == [one.same for one in second if one.tells]
