"""A change told the other way round is found, whatever it changes; what only sounds contrary is left alone."""

import pytest

from shared import messages as m
from shared.audit.checking import check
from shared.audit.checking.turning import agrees, stretches, turned
from shared.audit.prose import clauses
from shared.audit.shelf import results_of, shelf_of
from tests.reporting import make_piece, work
from tests.world.claude.behaving.prose import turned_of
from tests.world.corpus import PAPERS

TRIAL = "Velomirine reduced monthly attack frequency by 2.4 attacks, against 0.9 with placebo (95% CI -2.0 to -1.0)."


def verdict(sentence: str, content: str) -> tuple[m.Verdict, str]:
    """Return what the check of *sentence* against a work with this text says."""
    reference, piece = work(1, content)
    found = check(clauses(sentence)[0], sentence, shelf_of([reference], [piece])["S1"])
    return found.verdict, found.reason


def test_a_change_whose_good_nobody_can_read_is_still_turned() -> None:
    """Every number is right, and nobody knows whether more of it is good: the sentence says the opposite."""
    content = "Velomirine increased kynurenic acid production by 26% in patients (p = 0.01)."
    told = "Velomirine reduced kynurenic acid production by 26% [S1]."

    assert verdict(told, content) == ("contradicted", "direction differs: “reduced” said, “increased” in S1")


@pytest.mark.parametrize(
    ("own", "passage", "words"),
    [
        ("Walking distance fell by 41 m.", "Walking distance rose by 41 m (p = 0.003).", ("fell", "rose")),
        (
            "Ankle swelling was more frequent with velomirine (2% versus 11%).",
            "Pressure was lowered by 13 mm Hg; ankle swelling was rarer with velomirine (2% versus 11%).",
            ("more", "rarer"),
        ),
        (
            "Headache days differed between the groups (18.2 and 18.9).",
            "Headache days did not differ significantly between the groups (18.2 versus 18.9; p = 0.58).",
            ("differed", "did not differ"),
        ),
        (
            "Weekly dosing worsened adherence by 40%.",
            "Attack frequency fell by 2.9 and 2.8; weekly dosing improved adherence by 40%.",
            ("worsened", "improved"),
        ),
        (
            "Velomirine lowered glutamate release in slices and raised the electrical threshold threefold.",
            "Velomirine raised glutamate release in slices and raised the electrical threshold threefold.",
            ("lowered", "raised"),
        ),
        (
            "Treatment was less effective in smokers of the cohort.",
            "In smokers of the cohort, treatment was effective.",
            ("effective", "effective"),
        ),
    ],
)
def test_opposite_words_for_the_same_things_are_found(own: str, passage: str, words: tuple[str, str]) -> None:
    """Verbs, comparatives, denials and judgements, each in its own stretch of the sentence."""
    assert turned(own, passage) == words
    assert not agrees(own, passage)


@pytest.mark.parametrize(
    ("own", "passage"),
    [
        (
            "Relapse was higher with placebo than with velomirine.",
            "Relapse was lower with velomirine than with placebo.",
        ),
        ("Days without migraine pain increased by 3 a month.", "Days with migraine pain decreased by 3 a month."),
        ("KRT5 deficiency increased fibrosis of the liver.", "KRT5 decreased fibrosis of the liver."),
        ("Attack frequency was reduced more with velomirine.", "The reduction in attack frequency was greater."),
        ("Attack frequency fell with rising doses.", "Attack frequency fell as doses were raised."),
        ("Velomirine increased the yield of plums.", "Velomirine reduced relapse of marsh fever by half."),
    ],
)
def test_what_only_sounds_contrary_is_not_marked(own: str, passage: str) -> None:
    """Arms named in the other order, a lack in place of its presence, degrees of one change, other things."""
    assert turned(own, passage) is None
    assert turned(passage, own) is None


def test_a_change_that_the_passage_does_not_tell_is_no_match() -> None:
    """Numbers alone do not vouch for a direction: rules then say that they cannot tell."""
    content = "Plasma levels of KRT5 in the treated group were 28 and those with placebo 3 after velomirine."

    assert verdict("Velomirine raised plasma levels of KRT5 to 28 from 3 [S1].", content)[0] == "not-checked"


def test_the_same_change_still_matches() -> None:
    """Other words for it are no slip."""
    told = "With velomirine, monthly attack frequency declined by 2.4 attacks against 0.9 with placebo [S1]."

    assert verdict(told, TRIAL) == ("numbers-and-direction-match", "")


def test_a_sentence_is_cut_so_that_each_stretch_tells_one_change() -> None:
    """What tells of none goes with its neighbour; two changes without a joint between them are both."""
    told = "In mice, pain fell by 30% and sleep was longer, which matters. Risk rose with falling doses."

    assert [(one.way, one.word) for one in stretches(told)] == [("down", "fell"), ("up", "longer"), ("both", "rose")]


def test_hardly_any_sentence_of_the_corpus_can_be_turned_unseen() -> None:
    """Of each result that has a word the scripted Claude would turn; and none is taken for its own opposite."""
    unseen, told = [], 0
    for paper in PAPERS:
        text = " ".join(f"{label}: {part}" if label else part for label, part in paper.abstract)
        for sentence in results_of(make_piece(1, text or "Nothing.")):
            assert turned(sentence.text, sentence.text) is None
            if other := turned_of(sentence.text):
                told += 1
                unseen += [other] if verdict(f"{other} [S1]", text)[0] not in {"mismatch", "contradicted"} else []

    assert told >= 80
    assert len(unseen) <= 3, unseen
