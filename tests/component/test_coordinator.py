"""The coordinator as a service: whole messages in, whole messages out, with fakes around it."""

from datetime import datetime

import pytest
import structlog.testing

from services.coordinator.app import build
from services.coordinator.following import Tools
from services.coordinator.keeping import Kept, Saved, Tombstone, encode
from services.coordinator.taking import Ceilings
from shared import messages as m
from shared.bus.in_memory import InMemoryBucket, InMemoryBus
from shared.errors import CannotDo, RetryLater
from shared.memory.in_memory import InMemoryMemory
from tests.builders import (
    NOON,
    at,
    make_asked,
    make_citation,
    make_deadline,
    make_hypothesis,
    make_judged,
    make_proposed,
    make_record,
    make_reported,
    make_retrieved,
    make_searched,
    make_work,
)

STORY = (
    make_asked(),
    make_searched("w1", "w2"),
    make_retrieved("w3"),
    make_proposed(),
    make_judged(),
    make_reported(),
)


def make_proposal(**fields: object) -> m.HypothesisAssessment:
    """Return an assessment with one hypothesis."""
    return m.HypothesisAssessment(hypotheses=(make_hypothesis(**fields),), knowledge_gaps=(), recommended_searches=())


class World:
    """A coordinator among fakes, and a clock that tests set."""

    def __init__(self, ceilings: Ceilings | None = None) -> None:
        self.bus, self.bucket, self.memory = InMemoryBus(), InMemoryBucket(), InMemoryMemory()
        self.moment = NOON
        self.ceilings = ceilings
        self.tools = self.restarted()

    def restarted(self) -> Tools:
        """Start a coordinator that remembers nothing of what was sent."""
        self.tools = build(self.bus, self.bucket, self.memory, self.ceilings, self.now)
        return self.tools

    def now(self) -> datetime:
        """Return what time it is in the test."""
        return self.moment

    async def hear(self, *heard: m.Message) -> None:
        """Deliver one message after another."""
        for sequence, message in enumerate(heard, 1):
            await self.bus.heard(message, sequence=sequence)

    def said(self, kind: type[m.Message]) -> list[m.Message]:
        """Return what was said of this kind."""
        return [message for message in self.bus.said if isinstance(message, kind)]


async def test_a_run_from_request_to_report() -> None:
    """The report that was written is the one that is published, with its sources."""
    world = World()

    await world.hear(*STORY)

    (end,) = world.said(m.ResearchCompleted)
    assert isinstance(end, m.ResearchCompleted)
    assert (end.status, end.markdown) == ("complete", "# Drug A for disease B")
    assert [one.source_id for one in end.sources] == ["S1", "S2", "S3"]
    assert world.bus.forgotten == ["r1"]


async def test_orders_carry_evidence_with_source_and_study() -> None:
    """An agent keeps no state: what it needs comes with the order."""
    world = World()

    await world.hear(*STORY[:4])

    (order,) = world.said(m.JudgeRequested)
    assert isinstance(order, m.JudgeRequested)
    assert {(piece.source_id, piece.study_id) for piece in order.evidence} == {("S1", "S1"), ("S2", "S2"), ("S3", "S3")}


async def test_the_saved_state_holds_no_text() -> None:
    """Texts are the memory's: the state must stay small."""
    world = World()

    await world.hear(*STORY[:3])

    entry = await world.bucket.get("r1")
    assert entry is not None
    assert b"halved the relapses" not in entry.value


async def test_an_outbox_that_was_not_sent_is_sent_by_the_next_delivery() -> None:
    """A crash between save and send loses nothing."""
    world = World()
    await world.hear(*STORY[:2])
    world.bus.said.clear()

    world.restarted()
    await world.hear(STORY[2])

    assert [type(one).__name__ for one in world.said(m.Order)] == ["HypothesisRequested"]
    assert 5 in [event.seq for event in world.said(m.AgentEvent) if isinstance(event, m.AgentEvent)]


async def test_an_answer_to_the_last_order_proves_that_all_was_sent() -> None:
    """Orders go out last: what was answered need not be sent again."""
    world = World()
    await world.hear(*STORY[:1])
    world.bus.said.clear()

    world.restarted()
    await world.hear(STORY[2])

    assert world.said(m.Order) == []


async def test_the_sweeper_sends_what_a_crash_left_behind() -> None:
    """A run whose every message is lost hears nothing that could repair it."""
    world = World()
    await world.hear(*STORY[:1])
    world.bus.said.clear()

    world.restarted()
    world.moment = at(11)
    await world.hear(m.SweepDue())

    assert [one.step for one in world.said(m.Order) if isinstance(one, m.Order)] == ["1-search", "retrieval"]


async def test_old_outboxes_do_not_repeat_stored_events() -> None:
    """The streams forget message ids: what is stored decides."""
    world = World()
    await world.hear(*STORY[:1])
    stored = len(world.said(m.AgentEvent))

    world.restarted()
    world.moment = at(301)
    await world.hear(m.SweepDue())

    assert len(world.said(m.AgentEvent)) == stored


async def test_the_same_request_again_changes_nothing() -> None:
    """A run id makes a request idempotent."""
    world = World()

    await world.hear(make_asked(), make_asked(request_id="again"))

    assert len(world.said(m.SearchRequested)) == 1
    assert world.said(m.ResearchRejected) == []


async def test_the_same_run_id_with_another_question_is_rejected() -> None:
    """The first run goes on."""
    world = World()

    await world.hear(make_asked(), make_asked(question="Is drug B better?"))

    (rejected,) = world.said(m.ResearchRejected)
    assert isinstance(rejected, m.ResearchRejected)
    assert rejected.reason == "run r1 asks something else: choose another run id"


async def test_a_request_without_a_run_id_gets_the_same_one_when_delivered_again() -> None:
    """A redelivery must not begin a second run."""
    world = World()

    await world.hear(make_asked(""))
    await world.hear(make_asked(""))

    assert len({one.run_id for one in world.said(m.SearchRequested)}) == 1
    assert len(world.said(m.SearchRequested)) == 1


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"max_rounds": 11}, "limits.max_rounds is 11; at most 10 is allowed here"),
        ({"max_results": 201}, "limits.max_results is 201; at most 200 is allowed here"),
        ({"deadline_seconds": 7200}, "limits.deadline_seconds is 7200; at most 3600 is allowed here"),
        ({"max_tokens": 600_000}, "limits.max_tokens is 600000; at most 500000 is allowed here"),
    ],
)
async def test_limits_above_the_ceiling_are_rejected(limits: dict[str, float], reason: str) -> None:
    """The operator's word holds, and the caller is told what it is."""
    world = World(Ceilings())

    await world.hear(make_asked(limits=limits))

    (rejected,) = world.said(m.ResearchRejected)
    assert isinstance(rejected, m.ResearchRejected)
    assert rejected.reason == reason


async def test_a_late_result_finds_a_deleted_run() -> None:
    """A tombstone stays: late messages change nothing."""
    world = World()
    await world.bucket.put("r1", encode(Tombstone(deleted_at=NOON)))

    await world.hear(make_searched("w1"))

    assert world.bus.said == []
    assert await world.memory.get_all_evidence("r1") == ()


@pytest.mark.parametrize(
    "heard",
    [make_searched("w9"), make_deadline("1-search"), m.CancelRequested(run_id="r1"), make_judged(step="9-judge")],
)
async def test_messages_for_an_unknown_run_change_nothing(heard: m.Message) -> None:
    """They are acknowledged: nobody will ever know the run."""
    world = World()

    await world.hear(heard)

    assert world.bus.said == []
    assert await world.bucket.get("r1") is None


async def test_a_state_from_a_newer_coordinator_is_left_to_it() -> None:
    """An upgrade goes one replica at a time: the older one must not guess."""
    world = World()
    await world.hear(*STORY[:1])
    entry = await world.bucket.get("r1")
    assert entry is not None
    await world.bucket.put("r1", entry.value.replace(b'"state_version":1', b'"state_version":2'))

    with pytest.raises(RetryLater, match=r"saved by a newer coordinator \(state version 2, this one reads 1\)"):
        await world.hear(STORY[1])


async def test_a_damaged_state_says_so() -> None:
    """A state that cannot be read is no reason to begin the run again."""
    world = World()
    await world.bucket.put("r1", b'{"run": {}, "outbox": []}')

    with pytest.raises(CannotDo, match="the saved state of run r1 cannot be read"):
        await world.hear(STORY[1])


async def test_answers_wait_while_the_memory_is_away() -> None:
    """An outage must not spend deliveries, and nothing is decided on half an answer."""
    world = World()
    await world.hear(*STORY[:1])
    world.memory.away = "the disk is full"

    with pytest.raises(RetryLater, match="the disk is full"):
        await world.hear(STORY[1])
    world.memory.away = ""
    await world.hear(*STORY[1:3])

    assert len(world.said(m.HypothesisRequested)) == 1


async def test_the_last_timer_needs_no_memory() -> None:
    """Without memory and agents a run still ends, named for what it is."""
    world = World()
    await world.hear(*STORY[:2])
    world.memory.away = "the disk is full"

    await world.hear(make_deadline(m.LAST_TIMER, seconds=750))

    (end,) = world.said(m.ResearchCompleted)
    assert isinstance(end, m.ResearchCompleted)
    assert (end.status, end.stopped_by, end.report) == ("partial", "deadline", None)


async def test_a_run_without_a_report_ends_with_the_memorys_summary() -> None:
    """What was found is not lost with the writer."""
    world = World()
    failed = m.ReportFailed(run_id="r1", step="report", reason="no room to write")

    await world.hear(*STORY[:5], failed)

    (end,) = world.said(m.ResearchCompleted)
    assert isinstance(end, m.ResearchCompleted)
    assert end.status == "partial"
    assert "A trial of drug A, number w1" in end.markdown


async def test_callers_who_wait_are_answered() -> None:
    """Submit, look, list, fetch: for those who want an answer at once."""
    world = World()
    await world.hear(*STORY)

    submitted = await world.bus.asked(m.Submit(run_id="r2", question="Is drug B better?"))
    view = await world.bus.asked(m.RunsGet(run_id="r1"))
    page = await world.bus.asked(m.RunsList())
    report = await world.bus.asked(m.ReportGet(run_id="r1"))

    assert isinstance(submitted, m.Submitted)
    assert isinstance(view, m.RunView)
    assert isinstance(page, m.RunsPage)
    assert isinstance(report, m.ReportView)
    assert (submitted.run_id, view.status, len(page.runs)) == ("r2", "complete", 1)
    assert report.completed.markdown == "# Drug A for disease B"


async def test_asking_for_an_unknown_run_says_how_to_find_one() -> None:
    """An error tells what to do."""
    world = World()

    with pytest.raises(CannotDo, match="there is no run r9: `vouch runs` lists them"):
        await world.bus.asked(m.RunsGet(run_id="r9"))


async def test_a_run_is_ended_only_when_its_last_outbox_went_out() -> None:
    """A crash before ``research.completed`` is sent must be repaired."""
    world = World()
    await world.hear(*STORY[:5])
    kept = await world.tools.runs.load("r1")
    assert isinstance(kept, Kept)

    await world.hear(STORY[5])

    after = await world.tools.runs.load("r1")
    assert isinstance(after, Kept)
    assert isinstance(after.saved, Saved)
    assert (kept.saved.ended, after.saved.ended, after.saved.outbox) == (False, True, ())


async def test_an_answer_that_lost_to_another_replica_leaves_nothing_in_the_memory() -> None:
    """Two answers to one step, two replicas: only the accepted one may be evidence."""
    world = World()
    await world.hear(*STORY[:1])
    before = await world.bucket.get("r1")
    assert before is not None
    other = World()
    other.bucket, other.memory = world.bucket, world.memory
    other.restarted()
    await other.hear(make_searched("w1", "w2"))

    await world.hear(make_searched("w9"))  # decided upon this process's own, old copy

    assert {piece.work_id for piece in await world.memory.get_all_evidence("r1")} == {"w1", "w2"}


async def test_a_decided_end_goes_out_at_the_last_timer_though_the_memory_is_away() -> None:
    """Whoever waits for the run must hear of its end, with or without its report."""
    world = World()
    await world.hear(*STORY[:5])
    world.memory.away = "the disk is full"
    failed = m.ReportFailed(run_id="r1", step="report", reason="no room to write")
    with pytest.raises(RetryLater):
        await world.hear(failed)

    await world.hear(make_deadline(m.LAST_TIMER, seconds=750))

    (end,) = world.said(m.ResearchCompleted)
    assert isinstance(end, m.ResearchCompleted)
    assert (end.status, end.sources) == ("partial", ())


async def test_a_run_that_was_cancelled_at_the_door_is_cancelled_when_it_begins() -> None:
    """The request may wait in its queue while the cancellation overtakes it."""
    world = World()

    await world.hear(m.CancelRequested(run_id="r1"), make_asked())

    (cancel,) = world.said(m.CancelRequested)
    await world.hear(cancel)
    (end,) = world.said(m.ResearchCompleted)
    assert isinstance(end, m.ResearchCompleted)
    assert end.status == "cancelled"


async def test_a_file_with_thousands_of_bad_records_does_not_swell_the_state() -> None:
    """The bucket refuses values of 1 MiB: a run over such a file could never end."""
    world = World()
    names = tuple(f"record {n}: {'no title, ' * 8}" for n in range(8_000))
    searched = make_searched("w1", searches=(make_record(skipped=8_000, skipped_names=names),))

    await world.hear(make_asked(), searched, *STORY[2:])

    (end,) = world.said(m.ResearchCompleted)
    assert isinstance(end, m.ResearchCompleted)
    assert (end.searches[0].skipped, len(end.searches[0].skipped_names)) == (8_000, 20)


async def test_numbers_that_became_aliases_are_resolved_in_orders() -> None:
    """The bibliography knows only the lower number: a hypothesis that names the higher would lean on nothing."""
    world = World()
    bridge = make_work("w9", identifiers=m.Identifiers(doi="10.1000/w1", pmid="7"), title_key="same")
    first = make_work("w1", identifiers=m.Identifiers(doi="10.1000/w1"), title_key="same")
    second = make_work("w2", identifiers=m.Identifiers(pmid="7"), title_key="other", citation=make_citation("Another"))
    proposed = make_proposed("q", assessment=make_proposal(derived_from=("S2",)))

    await world.hear(make_asked(), make_searched("w1", "w2", works=(first, second)), make_retrieved(), proposed)
    await world.hear(make_searched("w1", step="1-targeted", works=(bridge,), evidence=()))

    (order,) = world.said(m.JudgeRequested)
    assert isinstance(order, m.JudgeRequested)
    assert order.hypotheses[0].derived_from == ("S1",)


async def test_one_unreadable_run_does_not_hide_the_others() -> None:
    """A list must come, and say what it cannot show."""
    world = World()
    await world.hear(make_asked())
    await world.bucket.put("broken", b"{}")

    page = await world.bus.asked(m.RunsList())

    assert isinstance(page, m.RunsPage)
    assert [run.run_id for run in page.runs] == ["r1"]
    assert page.unreadable[0].startswith("broken: the saved state of run broken cannot be read")


async def test_submitting_another_question_under_a_known_run_id_is_refused() -> None:
    """The caller must not be told that it was accepted."""
    world = World()
    await world.hear(make_asked())

    with pytest.raises(CannotDo, match="run r1 asks something else"):
        await world.bus.asked(m.Submit(run_id="r1", question="Is drug B better?"))


class NarrowBucket(InMemoryBucket):
    """A bucket that refuses every state."""

    async def put_if(self, key: str, value: bytes, revision: int) -> int | None:
        """Refuse."""
        del value, revision
        message = f"could not write {key} in RUNS: the value is above the server's limit"
        raise CannotDo(message)


async def test_a_run_that_cannot_be_kept_takes_no_room() -> None:
    """Its name must not stay in the index of running runs: the door would close for ever."""
    world = World()
    world.bucket = NarrowBucket()
    world.restarted()

    with pytest.raises(CannotDo, match="could not write r1 in RUNS"):
        await world.hear(make_asked())

    assert await world.bucket.keys("") == ()


PAID = m.Spending(tokens=100, usd=0.01, calls=2, output_tokens=20, cache_read_tokens=50)


async def test_what_a_run_used_stands_in_its_end_in_the_runs_and_in_the_report() -> None:
    """Whoever pays asks in all three places, and must be told the same."""
    world = World()
    judged = make_judged(spent=PAID + PAID)

    await world.hear(make_asked(), make_searched("w1", spent=PAID), make_retrieved(), make_proposed(), judged)
    running = await world.bus.asked(m.RunsGet(run_id="r1"))
    await world.hear(make_reported(spent=PAID))

    (end,) = world.said(m.ResearchCompleted)
    view = await world.bus.asked(m.RunsGet(run_id="r1"))
    page = await world.bus.asked(m.RunsList())
    report = await world.bus.asked(m.ReportGet(run_id="r1"))
    assert isinstance(end, m.ResearchCompleted)
    assert isinstance(running, m.RunView)
    assert isinstance(view, m.RunView)
    assert isinstance(page, m.RunsPage)
    assert isinstance(report, m.ReportView)
    assert {one.agent: one.spent.calls for one in end.spent_by} == {"search": 2, "judge": 4, "report": 2}
    assert (end.spent.tokens, end.spent.cache_read_tokens) == (400, 200)
    assert (view.spent, view.spent_by) == (end.spent, end.spent_by)
    assert (page.runs[0].spent_by, report.completed.spent_by) == (end.spent_by, end.spent_by)
    assert {one.agent: one.spent.calls for one in running.spent_by} == {"search": 2, "judge": 4}


async def test_an_answer_above_its_allowance_counts_and_is_logged() -> None:
    """An agent that spends what it was not granted is at fault; hiding it would mend nothing."""
    world = World()
    over = m.Spending(tokens=49_000, calls=1)

    with structlog.testing.capture_logs() as lines:
        await world.hear(make_asked(), make_searched("w1", spent=over), make_retrieved())
        await world.hear(make_searched("w1", spent=over))

    view = await world.bus.asked(m.RunsGet(run_id="r1"))
    assert isinstance(view, m.RunView)
    assert view.spent == over
    told = [line for line in lines if line["event"] == "an answer is above its allowance"]
    assert [(line["step"], line["attempt"], line["spent"]["tokens"]) for line in told] == [("1-search", 1, 49_000)]


async def test_a_search_for_hypotheses_carries_them_and_the_first_search_needs_no_memory() -> None:
    """What tests a mechanism must know it; and a run begins while the memory is away."""
    world = World()
    world.memory.away = "the disk is full"
    await world.hear(make_asked())
    world.memory.away = ""

    await world.hear(make_searched("w1"), make_retrieved(), make_proposed("drug A enzyme C"))

    first, targeted = world.said(m.SearchRequested)
    assert isinstance(first, m.SearchRequested)
    assert isinstance(targeted, m.SearchRequested)
    assert (first.hypotheses, first.question) == ((), make_asked().question)
    assert [one.hypothesis_id for one in targeted.hypotheses] == ["h1"]


async def test_a_round_without_hypotheses_is_searched_for_without_the_memory() -> None:
    """Nothing was proposed, so there is nothing to ask it for."""
    world = World()
    failed = m.HypothesisFailed(run_id="r1", step="1-hypothesis", reason="it declined")

    await world.hear(make_asked(), make_searched("w1"), make_retrieved(), failed, make_judged("more", clinical=3))

    second = world.said(m.SearchRequested)[1]
    assert isinstance(second, m.SearchRequested)
    assert (second.step, second.hypotheses, second.gaps) == ("2-search", (), ("clinical evidence 3 of 6",))


async def test_an_agent_without_room_for_a_call_is_a_hole_in_a_report_from_what_there_is() -> None:
    """The whole way, from its failure to the end that a caller reads."""
    world = World()
    reason = "100 tokens are too few for one call"
    failed = m.RetrievalFailed(run_id="r1", step="retrieval", reason=reason, over_budget=True, spent=PAID)

    await world.hear(make_asked(), failed, make_searched("w1"), make_reported())

    (end,) = world.said(m.ResearchCompleted)
    assert isinstance(end, m.ResearchCompleted)
    assert (end.status, end.stopped_by) == ("partial", "budget")
    assert end.holes == (f"The retrieval agent gave no answer in round 1: {reason}.",)
    assert world.said(m.HypothesisRequested) == []
    assert end.spent == PAID
