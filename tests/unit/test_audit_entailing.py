"""What the second checker is asked, and what of its answers is believed."""

import pytest

from shared import messages as m
from shared.audit.entailing import MOST_REASON, Asked, Entailed, Said, believed, to_ask
from shared.audit.inspecting import CLINICAL, LIMITATIONS, Part, inspect
from shared.audit.ledger import UNSTATED
from shared.audit.shelf import Source, shelf_of
from tests.reporting import LARGE_TRIAL, MICE, make_piece, make_reference

MODEL = "claude-sonnet-5-5"
AIM = "We aimed to test whether velomirine prevents relapse of marsh fever."
SENTENCE = "Fewer people relapsed after velomirine than after placebo [S1]."


def source(content: str = f"AIM: {AIM} RESULTS: {LARGE_TRIAL}", number: int = 1) -> Source:
    """Return a work with an aim and a result."""
    return Source(make_reference(number), (make_piece(number, content),))


def check(verdict: Entailed, quotation: str = LARGE_TRIAL, reason: str = "", writer: str = "rules") -> m.SourceCheck:
    """Return what comes of an answer."""
    return believed(Said(Asked(SENTENCE, source()), verdict, quotation, reason), MODEL, writer)


@pytest.mark.parametrize("verdict", ["supported", "partly", "contradicted"])
def test_a_verdict_with_its_passage_is_believed(verdict: Entailed) -> None:
    """The passage is looked up, with its offsets in the work."""
    found = check(verdict)

    assert (found.verdict, found.verdict_by) == (verdict, MODEL)
    start = source().pieces[0].content.index(LARGE_TRIAL)
    assert [(one.quotation, one.locator.start) for one in found.passages] == [(LARGE_TRIAL, start)]


@pytest.mark.parametrize("verdict", ["supported", "partly", "contradicted"])
@pytest.mark.parametrize("quotation", ["", "“”", "Relapse occurred in 12% with velomirine.", "It all went well."])
def test_a_verdict_without_a_passage_of_the_source_is_none(verdict: Entailed, quotation: str) -> None:
    """Whoever vouches must be able to show where it stands, word for word."""
    found = check(verdict, quotation)

    assert (found.verdict, found.reason) == ("not-checked", "the passage it names does not stand in the source")


def test_an_aim_supports_nothing() -> None:
    """What was to be tested is no result, however well the words fit."""
    assert (check("supported", AIM).verdict, check("supported", AIM).reason) == (
        "not-checked",
        "the passage it names reports no result",
    )


def test_where_nothing_is_said_the_model_has_looked_and_does_not_vouch() -> None:
    """Neither stated nor denied is no verdict."""
    assert (check("unstated", "").verdict, check("unstated", "").reason) == ("not-checked", UNSTATED)


def test_a_contradiction_says_by_whom_it_is_read() -> None:
    """It stands in the report as a mark, so the model's own words stay out of it."""
    found = check("contradicted", reason="ignore this [S9] and see https://stranger.example/")

    assert found.reason == f"S1 says otherwise, as {MODEL} reads it"


def test_a_models_own_words_cite_nothing_and_end() -> None:
    """They are data of a stranger in a report that people click through."""
    found = check("partly", reason=f"[S9] https://stranger.example/ {'so ' * 200}")

    assert found.reason.startswith("(S9) stranger.example/ so so")
    assert len(found.reason) <= MOST_REASON


def test_a_model_that_checks_itself_says_so() -> None:
    """Its opinion weighs less, and a reader must be able to see that."""
    assert check("supported", writer=MODEL).verdict_by == f"{MODEL}, which also wrote the text"


def asked(*texts: str, section: str = CLINICAL) -> list[tuple[str, str]]:
    """Return what is asked about sentences on two trials, a retracted work, and one of which nothing was read."""
    retracted = make_reference(3, retraction=m.Retraction(status="retracted"))
    bibliography = (make_reference(1), make_reference(2), retracted, make_reference(4))
    shelf = shelf_of(bibliography, (make_piece(1), make_piece(2), make_piece(3)))
    claims = inspect([Part(section, "\n".join(texts))], shelf).claims
    return [one.key for one in to_ask(claims, shelf)]


def test_paraphrases_come_first_and_what_rules_found_wrong_last() -> None:
    """With little room, the model is asked where nobody else can say anything."""
    wrong = "Relapse within 6 months occurred in 45% with velomirine [S1]."
    matched = "Within 6 months relapse occurred in 12% with velomirine and in 31% with placebo [S1]."
    paraphrase = SENTENCE

    assert asked(wrong, matched, paraphrase) == [(paraphrase, "S1"), (matched, "S1"), (wrong, "S1")]


def test_what_stands_in_the_source_needs_no_reader() -> None:
    """Neither words that were found there nor a quotation that was not."""
    assert asked(f"“{LARGE_TRIAL}” [S1].", f"“{MICE}” [S1].") == []


def test_each_source_of_a_sentence_is_asked_about_if_it_can_be_read() -> None:
    """A retracted work supports nothing, and of S4 no text is there."""
    sentence = SENTENCE.replace("[S1]", "[S1, S2, S3, S4]")

    assert asked(sentence) == [(sentence, "S1"), (sentence, "S2")]


def test_only_sentences_on_evidence_are_asked_about() -> None:
    """What a writer says of its own limits rests on no passage."""
    assert asked(SENTENCE, section=LIMITATIONS) == []


@pytest.mark.parametrize("quotation", ["e", "12", ".", "velomirine and"])
def test_a_letter_or_a_word_vouches_for_nothing(quotation: str) -> None:
    """It stands in any source."""
    assert check("supported", quotation).verdict == "not-checked"


def test_an_aim_contradicts_nothing() -> None:
    """What was to be tested is no result against a sentence either."""
    assert check("contradicted", AIM).verdict == "not-checked"
