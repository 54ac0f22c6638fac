"""The entry of the ledger: each checker on each source, the weakest verdict, and where two checkers differ."""

from shared import messages as m
from shared.audit.ledger import UNSTATED, claim_of
from shared.audit.parts import CANDIDATES, CLINICAL, Part
from shared.audit.shelf import Shelf, shelf_of
from tests.reporting import LARGE_TRIAL, make_piece, make_reference

MODEL = "claude-sonnet-5-5"
PARAPHRASE = "Fewer people relapsed after velomirine than after placebo [S1]."
WRONG = "Relapse within 6 months occurred in 45% with velomirine [S1]."
RIGHT = "Within 6 months relapse occurred in 12% with velomirine and in 31% with placebo [S1]."


def shelf(works: int = 8) -> Shelf:
    """Return so many works, all with the same result."""
    numbers = range(1, works + 1)
    return shelf_of(map(make_reference, numbers), map(make_piece, numbers))


def opinion(verdict: m.Verdict, reason: str = "", source_id: str = "S1") -> m.SourceCheck:
    """Return what a model says of a sentence and a source."""
    passage = m.SourcePassage(source_id=source_id, quotation=LARGE_TRIAL)
    return m.SourceCheck(source_id=source_id, verdict=verdict, verdict_by=MODEL, reason=reason, passages=(passage,))


def claim(sentence: str, *said: m.SourceCheck, section: str = CLINICAL) -> m.Claim:
    """Return the entry of a sentence, once the second checker has spoken."""
    opinions = {(sentence, one.source_id): one for one in said}
    return claim_of(sentence, Part(section, sentence), shelf(), opinions)


def test_a_sentence_that_cites_eight_works_is_checked_against_each() -> None:
    """One of them that does not say it must not hide among seven that do."""
    told = claim(f"“{LARGE_TRIAL}” [S1, S2, S3, S4, S5, S6, S7, S8].")

    assert [one.source_id for one in told.checks] == [f"S{number}" for number in range(1, 9)]
    assert {(one.verdict, one.verdict_by) for one in told.checks} == {("verbatim", "rules")}
    assert len(told.passages) == 8


def test_the_weakest_of_several_sources_shows_and_all_are_kept() -> None:
    """A reader sees the worst, and may look up the rest."""
    works = shelf_of(map(make_reference, (1, 2)), (make_piece(1), make_piece(2, "Relapse was the same in both arms.")))
    sentence = f"“{LARGE_TRIAL}” [S1, S2]."

    told = claim_of(sentence, Part(CLINICAL, sentence), works)

    assert [one.verdict for one in told.checks] == ["verbatim", "mismatch"]
    assert (told.verdict, told.reason) == ("mismatch", "a quotation is not in S2")


def test_quotations_are_told_from_paraphrases() -> None:
    """Their rates are kept apart; a quoted term is no quotation."""
    assert claim(f"The trial reports: “{LARGE_TRIAL}” [S1].").quotes
    assert not claim("The trial calls this “a relapse” [S1].").quotes


def test_a_paraphrase_is_supported_where_a_model_says_so() -> None:
    """Rules cannot settle it, so that they have no verdict to be set against; it names who has."""
    told = claim(PARAPHRASE, opinion("supported"))

    assert (told.verdict, told.verdict_by, told.disagreement) == ("supported", MODEL, "")
    assert [one.verdict_by for one in told.checks] == ["rules", MODEL]
    assert told.passages[0].quotation == LARGE_TRIAL


def test_no_model_lifts_what_the_rules_found_wrong() -> None:
    """The number is not there, whoever vouches for it; that the two differ is said."""
    told = claim(WRONG, opinion("supported"))

    assert (told.verdict, told.verdict_by) == ("mismatch", "rules")
    assert told.disagreement == f"S1: rules says mismatch ({told.reason}), but {MODEL} says supported"


def test_a_model_that_reads_the_opposite_shows() -> None:
    """Numbers that match are no proof that the sentence says what the source does."""
    told = claim(RIGHT, opinion("contradicted", f"S1 says otherwise, as {MODEL} reads it"))

    assert (told.verdict, told.verdict_by) == ("contradicted", MODEL)
    assert told.disagreement.startswith("S1: rules says ")


def test_two_that_agree_are_not_said_to_differ() -> None:
    """A disagreement that is none would hide the real ones."""
    assert claim(RIGHT, opinion("supported")).disagreement == ""
    assert claim(WRONG, opinion("contradicted")).disagreement == ""


def test_a_model_that_finds_nothing_lowers_what_the_rules_had_matched() -> None:
    """It has looked, and does not vouch: the weaker of the two shows."""
    told = claim(RIGHT, opinion("not-checked", UNSTATED))
    matched = told.checks[0].verdict

    assert matched == "numbers-and-direction-match"
    assert (told.verdict, told.reason) == ("not-checked", UNSTATED)
    assert told.disagreement != ""


def test_a_model_without_a_usable_word_changes_nothing() -> None:
    """What it could not show does not count, either way."""
    told = claim(RIGHT, opinion("not-checked", "the passage it names does not stand in the source"))

    assert (told.verdict, told.verdict_by, told.disagreement) == ("numbers-and-direction-match", "rules", "")


def test_one_opinion_on_one_of_two_sources_leaves_the_other_unchecked() -> None:
    """A claim is as good as its weakest source: one that nobody could judge keeps it from being supported."""
    told = claim(PARAPHRASE.replace("[S1]", "[S1, S2]"), opinion("supported"))

    assert told.verdict == "not-checked"


def test_a_candidates_cell_leans_on_whichever_work_bears_it_best() -> None:
    """Its row names all works on the drug; the cell speaks of one."""
    cell = Part(CANDIDATES, f"“{LARGE_TRIAL}”", ("S1", "S2"))
    works = shelf_of(map(make_reference, (1, 2)), (make_piece(1, "Nothing was measured."), make_piece(2)))

    assert claim_of(cell.text, cell, works).verdict == "verbatim"


def test_what_cites_nothing_has_no_check() -> None:
    """There is no source to look at."""
    told = claim("Velomirine is well known to help.")

    assert (told.checks, told.verdict, told.reason) == ((), "not-checked", "it cites no registered source")


def test_a_candidates_cell_that_cites_shows_its_weakest_work() -> None:
    """A contradiction in a work that the cell names itself must not hide behind another one."""
    works = shelf_of(
        map(make_reference, (1, 2)),
        (make_piece(1, "Velomirine increased relapse by 60%."), make_piece(2, "Velomirine reduced relapse by 60%.")),
    )
    cell = Part(CANDIDATES, "Velomirine reduced relapse by 60% [S1, S2].", ("S1", "S2"))

    assert claim_of(cell.text, cell, works).verdict == "contradicted"
