"""The second checker that asks Claude: what it is told, what becomes of its answers, and what it may cost."""

import json
from dataclasses import replace

import pytest

from services.report.claude import ClaudeWriter
from services.report.entailing import MOST_AT_ONCE, MOST_CALLS
from services.report.writing import write
from shared import messages as m
from shared.audit.auditing import faults_of
from shared.bus.in_memory import InMemoryBucket
from shared.errors import CannotDo, RetryLater
from shared.llm.values import Reply, Usage
from shared.tracing import names
from tests.builders import at
from tests.reporting import LARGE_TRIAL, MICE, SMALL_TRIAL, full_order
from tests.unit.claude_fakes import HOSTILE, fenced_in, make_json, text_of, told_to, unfenced_in
from tests.unit.llm_fakes import AMPLE, MODEL, USED, Scripted, make_reply, thinking_of
from tests.unit.test_tracing import Recorded

OTHER = "claude-haiku-5-5"
PARAPHRASE = "Fewer people relapsed after velomirine than after placebo [S1]."
NULL = "In the smaller trial the two arms relapsed alike [S2]."
DRAFT = f"""# Velomirine against relapse of marsh fever

## Executive summary
Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].

## Clinical findings
- {PARAPHRASE}
- {NULL}

## Mechanistic findings
- Author5 and Other 2005, in mice: “{MICE}” [S5].

## Conclusion
Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].
"""


def said(sentence: int, verdict: str, quotation: str, source_id: str = "S1", reason: str = "") -> dict[str, object]:
    """Return one verdict as the model words it."""
    told = {"verdict": verdict, "quotation": quotation, "reason": reason}
    return {"sentence": sentence, "source_id": source_id, **told}


def judged(*verdicts: dict[str, object], **fields: object) -> Reply:
    """Return an answer of the second checker."""
    return make_json(verdicts=list(verdicts)).model_copy(update=fields)


BOTH = (said(1, "supported", LARGE_TRIAL), said(2, "supported", SMALL_TRIAL, "S2"))


async def reported(
    *says: Reply | Exception, bucket: InMemoryBucket | None = None, **fields: object
) -> tuple[m.ReportCompleted, Scripted]:
    """Return the report, which holds, and the model with what it was asked."""
    order = full_order(**{"allowance": AMPLE, **fields})
    model = Scripted(*says)
    done = await write(order, ClaudeWriter(thinking_of("report", model, bucket), order))
    assert faults_of(done.report) == ()
    return done, model


def claim(done: m.ReportCompleted, words: str) -> m.Claim:
    """Return the entry of the sentence with these words."""
    return next(one for one in done.report.claims if words in one.sentence)


def limitation(done: m.ReportCompleted, words: str) -> str:
    """Return the limitation with these words; nothing where there is none."""
    return next((one for one in done.report.limitations if words in one), "")


async def test_paraphrases_are_asked_about_and_supported_with_their_passage() -> None:
    """The rules cannot settle them; the ledger says who could, and that the model wrote the text itself."""
    done, model = await reported(make_reply(DRAFT), judged(*BOTH))

    told = claim(done, "Fewer people")
    assert (told.verdict, told.verdict_by) == ("supported", f"{MODEL}, which also wrote the text")
    assert [one.quotation for one in told.passages][-1] == LARGE_TRIAL
    assert [one.verdict_by for one in told.checks] == ["rules", told.verdict_by]
    assert done.report.audit.problems == ()
    assert done.spent.tokens == 2 * USED.tokens
    assert len(model.asked) == 2
    assert limitation(done, "which also wrote the text").startswith("2 sentences were checked against the sources by")


async def test_another_model_is_named_without_that_remark() -> None:
    """The remark is about a model that judges itself."""
    done, _ = await reported(make_reply(DRAFT), judged(*BOTH, model=OTHER))

    assert claim(done, "Fewer people").verdict_by == OTHER
    assert done.report.made_by == MODEL
    assert limitation(done, "which also wrote") == ""


async def test_only_sentences_and_passages_are_shown_and_all_of_it_is_fenced() -> None:
    """Each sentence has a number and its sources; verbatim ones are not asked about."""
    _, model = await reported(make_reply(DRAFT.replace("Fewer", f"{HOSTILE} Fewer")), judged(*BOTH), judged())

    asked = model.asked[1]
    inside = fenced_in(text_of(asked))
    assert unfenced_in(text_of(asked)) == "Judge each sentence against each of its sources."
    assert inside.count("<sentence ") == 2
    assert (
        '<sentence number="2" sources="S2">In the smaller trial the two arms relapsed alike [S2].</sentence>' in inside
    )
    assert '<source id="S1"' in inside
    assert '<source id="S5"' not in inside
    assert asked.system.startswith("You check a report that somebody else has written.")
    assert (asked.tools, len(asked.messages)) == ((), 1)


async def test_a_contradiction_sends_the_draft_back_with_the_finding() -> None:
    """The rules had nothing against it."""
    opposite = judged(said(1, "contradicted", LARGE_TRIAL), BOTH[1])
    mended = DRAFT.replace(PARAPHRASE, f"“{LARGE_TRIAL}” [S1].")
    done, model = await reported(make_reply(DRAFT), opposite, make_reply(mended))

    assert f"S1 says otherwise, as {MODEL} reads it: Fewer people relapsed" in told_to(model, 2)
    assert len(done.report.audit.sent_back) == 1
    assert done.report.audit.problems == ()
    assert len(model.asked) == 3  # of the second draft, nothing is new


async def test_a_contradiction_that_stays_is_marked_where_it_stands_and_told() -> None:
    """Never deleted in silence, and counted among the limitations."""
    opposite = judged(said(1, "contradicted", LARGE_TRIAL), BOTH[1])
    done, _ = await reported(make_reply(DRAFT), opposite, make_reply(DRAFT))

    mark = f"{PARAPHRASE} [unverified: S1 says otherwise, as {MODEL} reads it]"
    assert mark in done.report.clinical_findings.content
    assert limitation(done, "marked as not verified") == (
        "1 sentence is marked as not verified, with the reason behind the mark: 1 in “Clinical findings”."
    )
    assert claim(done, "Fewer people").verdict == "contradicted"


async def test_no_model_lifts_a_number_that_is_not_there() -> None:
    """The mark of the rules stays; that the model sees it otherwise is counted and told."""
    wrong = DRAFT.replace("Fewer people relapsed after", "Relapse occurred in 45% after")
    answer = judged(BOTH[1] | {"sentence": 1}, said(2, "supported", LARGE_TRIAL))
    done, _ = await reported(make_reply(wrong), answer, make_reply(wrong))

    told = claim(done, "45%")
    assert (told.verdict, told.verdict_by) == ("mismatch", "rules")
    assert f"but {MODEL}" in told.disagreement
    assert done.report.audit.disagreements == 1
    assert "[unverified: the number 45% is not in S1]" in done.report.clinical_findings.content


@pytest.mark.parametrize(
    ("failing", "why"),
    [
        (make_reply("", stop="refusal"), f"{MODEL} declined to answer"),
        (CannotDo("the key was taken back"), "the key was taken back"),
        (RetryLater("it is overloaded", after_seconds=5), "it is overloaded"),
        (RetryLater("it did not answer in time"), "it did not answer in time"),
    ],
)
async def test_where_no_opinion_is_to_be_had_the_rules_stand_and_the_report_says_so(
    failing: Reply | Exception, why: str
) -> None:
    """A report does not wait for a second opinion, nor is it lost for want of one."""
    done, _ = await reported(make_reply(DRAFT), failing)

    assert limitation(done, "left to the rules") == (
        f"2 sentences were left to the rules alone, and not checked by a model: {why}."
    )
    assert (claim(done, "Fewer people").verdict, claim(done, "Fewer people").verdict_by) == ("not-checked", "rules")
    assert (done.made_by, done.report.audit.problems) == (MODEL, ())


@pytest.mark.parametrize("second", [make_reply("I cannot say."), judged({"sentence": 1})])
async def test_an_answer_that_is_no_answer_is_asked_for_once_more(second: Reply) -> None:
    """As every answer in JSON is; then the rules stand."""
    done, model = await reported(make_reply(DRAFT), second, second)

    assert len(model.asked) == 3
    assert "gave no usable answer" in limitation(done, "left to the rules")


async def test_answers_on_what_was_not_asked_are_ignored_and_silence_is_told() -> None:
    """A model that mixes up its numbers vouches for nothing."""
    odd = judged(said(9, "supported", LARGE_TRIAL), said(1, "supported", LARGE_TRIAL, "S99"), BOTH[1])
    done, _ = await reported(make_reply(DRAFT), odd)

    assert claim(done, "Fewer people").verdict == "not-checked"
    assert claim(done, "smaller trial").verdict == "supported"
    assert limitation(done, "left to the rules") == (
        "1 sentence was left to the rules alone, and not checked by a model: it gave no answer."
    )


async def test_the_first_word_on_a_sentence_holds() -> None:
    """Or a model could take back what it said."""
    twice = judged(said(1, "contradicted", LARGE_TRIAL), *BOTH)
    done, _ = await reported(make_reply(DRAFT), twice, make_reply(DRAFT))

    assert claim(done, "Fewer people").verdict == "contradicted"


async def test_what_a_second_draft_may_need_is_not_spent_on_opinions() -> None:
    """An order that cannot pay for both keeps the draft; the report says what was left out."""
    dear = make_reply(DRAFT, usage=Usage(input_tokens=6_000, output_tokens=3_000))
    done, model = await reported(dear, allowance=m.Spending(tokens=24_000, usd=10.0))

    assert len(model.asked) == 1
    assert "kept for a second draft" in limitation(done, "left to the rules")


async def test_the_time_of_a_second_draft_is_not_spent_on_opinions() -> None:
    """There is as little of it as of tokens."""
    done, model = await reported(make_reply(DRAFT), expires_at=at(40))

    assert len(model.asked) == 1
    assert "the time that was left is kept for a second draft" in limitation(done, "left to the rules")


async def test_an_order_that_is_delivered_again_pays_for_no_opinion_twice() -> None:
    """The answers are in its journal; the report is the same."""
    bucket = InMemoryBucket()
    first, _ = await reported(make_reply(DRAFT), judged(*BOTH), bucket=bucket)
    again, model = await reported(bucket=bucket)

    assert model.asked == []
    assert again == first


async def test_a_second_draft_is_asked_about_only_where_it_is_new() -> None:
    """What was said of a sentence holds wherever it stands."""
    opposite = judged(said(1, "contradicted", LARGE_TRIAL), BOTH[1])
    mended = DRAFT.replace(PARAPHRASE, "Relapse was rarer with velomirine than with placebo [S1].")
    answer = judged(said(1, "supported", LARGE_TRIAL))
    done, model = await reported(make_reply(DRAFT), opposite, make_reply(mended), answer)

    assert fenced_in(text_of(model.asked[3])).count("<sentence ") == 1
    assert claim(done, "smaller trial").verdict == "supported"
    assert claim(done, "rarer").verdict == "supported"


async def test_very_many_sentences_are_asked_about_in_batches_and_not_without_end() -> None:
    """Each call costs; what is not asked is said."""
    many = "\n".join(f"- Fewer people relapsed in region {letter} [S1]." for letter in letters(200))
    draft = make_reply(DRAFT.replace(f"- {PARAPHRASE}\n- {NULL}", many))
    ample = m.Spending(tokens=1_000_000, usd=100.0)
    done, model = await reported(draft, *[judged()] * MOST_CALLS, allowance=ample)

    shown = [fenced_in(text_of(one)).count("<sentence ") for one in model.asked[1:]]
    assert shown == [MOST_AT_ONCE] * MOST_CALLS
    assert limitation(done, "left to the rules").endswith("not checked by a model: there are too many of them.")


def letters(count: int) -> list[str]:
    """Return so many names of letters alone: a digit would be a number to be checked."""
    return [f"{chr(97 + place // 26)}{chr(97 + place % 26)}x" for place in range(count)]


async def test_what_the_rules_wrote_is_not_asked_about() -> None:
    """They quote; where the model could not write, it is not asked to judge either."""
    done, model = await reported(CannotDo("the key was taken back"))

    assert (done.made_by, model.asked[1:]) == ("rules", [])


async def test_the_schema_names_the_four_verdicts() -> None:
    """Others cannot be given."""
    _, model = await reported(make_reply(DRAFT), judged(*BOTH))

    told = json.dumps(model.asked[1].answer_schema)
    assert all(one in told for one in ("supported", "partly", "contradicted", "unstated"))


async def test_the_spans_of_opinions_name_their_own_prompt() -> None:
    """Whoever compares prompts must not find the cost of one under the name of another."""
    recorded, order = Recorded(), full_order(allowance=AMPLE)
    thinking = thinking_of("report", Scripted(make_reply(DRAFT), judged(*BOTH)))
    thinking = replace(thinking, means=replace(thinking.means, tracing=recorded.tracing))
    await write(order, ClaudeWriter(thinking, order))

    spans = recorded._kept.get_finished_spans()
    recorded.provider.shutdown()
    told = [str((span.attributes or {})[names.PROMPT]) for span in spans]
    assert told == [f"vouch-report-{order.domain}", f"vouch-report-entailment-{order.domain}"]


async def test_a_second_draft_that_drops_a_sound_work_does_not_win() -> None:
    """What says less has fewer faults; a marked sentence beside a sound one tells more."""
    wrong = DRAFT.replace("## Mechanistic", "- Relapse occurred in 77% with velomirine [S1].\n\n## Mechanistic")
    shorter = DRAFT.replace(f"- {NULL}\n", "")
    done, _ = await reported(make_reply(wrong), judged(*BOTH), make_reply(shorter), judged(BOTH[0]))

    assert "77%" in done.markdown
    assert claim(done, "smaller trial").source_ids == ("S2",)


async def test_what_a_second_draft_no_longer_says_is_told() -> None:
    """A sentence that was taken out instead of mended leaves a trace."""
    wrong = DRAFT.replace("## Mechanistic", "- Relapse occurred in 77% with velomirine [S3].\n\n## Mechanistic")
    done, _ = await reported(make_reply(wrong), judged(*BOTH), make_reply(DRAFT), judged(*BOTH))

    assert "77%" not in done.report.clinical_findings
    told = limitation(done, "first draft")
    assert told == "Against its first draft, this text has 1 sentence on evidence fewer; no sentence on S3 any more."


@pytest.mark.parametrize("source_id", ["[S1]", "s1", "S 1", " S1 "])
async def test_a_source_may_be_named_in_any_form(source_id: str) -> None:
    """An answer is not thrown away for its brackets."""
    done, _ = await reported(make_reply(DRAFT), judged(said(1, "supported", LARGE_TRIAL, source_id), BOTH[1]))

    assert claim(done, PARAPHRASE).verdict == "supported"


async def test_each_answer_names_the_model_that_gave_it() -> None:
    """Another batch may be answered by another model."""
    many = "\n".join(f"- Fewer people relapsed in region {letter} [S1]." for letter in letters(MOST_AT_ONCE + 1))
    draft = make_reply(DRAFT.replace(f"- {PARAPHRASE}\n- {NULL}", many))
    first = judged(said(1, "supported", LARGE_TRIAL), model=OTHER)
    ample = m.Spending(tokens=1_000_000, usd=100.0)
    done, _ = await reported(draft, first, judged(said(1, "supported", LARGE_TRIAL)), allowance=ample)

    judges = {one.verdict_by for one in done.report.claims if one.verdict == "supported"}
    assert {judge.split(",")[0] for judge in judges} == {OTHER, MODEL}
