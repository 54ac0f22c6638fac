"""A run is followed to its end: every event once, and a wish to end is heard."""

import asyncio
import io

import pytest
from rich.console import Console

from services.cli.exits import Cancelled, Rejected
from services.cli.feeding import LEAST_CHARACTERS, MOST_WAITING_CHARACTERS, Feed, Notice, Told
from services.cli.following import followed
from services.cli.interrupts import Interrupts
from services.cli.knocking import reachable
from services.cli.screen import Screen
from shared import messages as m
from shared.errors import RetryLater
from tests.builders import NOON, RUN


def make_event(seq: int, text: str = "") -> m.AgentEvent:
    """Return an event that tells its number."""
    data = m.ProgressData(found=seq)
    return m.AgentEvent(
        run_id=RUN, seq=seq, type="progress", agent="search", message=text or f"number {seq}", data=data, at=NOON
    )


def make_end(seq: int) -> m.AgentEvent:
    """Return the last event of a run."""
    data = m.CompleteData(status="complete", stopped_by="sufficient", rounds=1, sources=2, has_report=True)
    return m.AgentEvent(run_id=RUN, seq=seq, type="complete", agent="coordinator", message="Ended", data=data, at=NOON)


def make_rejected(run_id: str = RUN) -> m.ResearchRejected:
    """Return a rejection."""
    return m.ResearchRejected(run_id=run_id, reason="limits.max_rounds is 50; at most 10 is allowed here", at=NOON)


async def lines(*told: m.AgentEvent | m.ResearchRejected | Notice, from_seq: int = 1) -> list[str]:
    """Return what is shown of a run, without the columns of time and agent."""
    feed, out = Feed(RUN), io.StringIO()
    for one in told:
        feed.add(one)
    await followed(feed, Screen(Console(file=out)), from_seq)
    return [line.split("  ")[-1].strip() for line in out.getvalue().splitlines()]


async def everything(feed: Feed) -> list[Told]:
    """Return what a feed holds until the run ends."""
    heard: list[Told] = []
    while not (heard and isinstance(heard[-1], m.AgentEvent) and heard[-1].type == "complete"):
        heard.append(await feed.next())
    return heard


async def test_every_event_is_shown_once_until_the_end() -> None:
    """The stream may deliver again after a lost connection; numbers that were seen are not news."""
    shown = await lines(make_event(1), make_event(2), make_event(1), make_event(2), make_end(3), make_event(4))

    assert shown == ["number 1", "number 2", "Ended"]


async def test_a_replay_may_begin_later() -> None:
    """A dashboard that was away asks for what it missed."""
    assert await lines(make_event(1), make_event(2), make_end(3), from_seq=2) == ["number 2", "Ended"]


async def test_an_outage_is_said() -> None:
    """Silence would look like a run that hangs."""
    assert await lines(Notice("lost the server; waiting for it"), make_end(1)) == [
        "lost the server; waiting for it",
        "Ended",
    ]


async def test_a_rejection_ends_the_waiting_in_the_words_of_the_command_line() -> None:
    """No event would ever come."""
    with pytest.raises(Rejected, match="--rounds is 50; at most 10 is allowed here"):
        await lines(make_rejected())


async def test_the_rejection_of_another_run_is_not_ours() -> None:
    """They all travel on one subject."""
    assert await lines(make_rejected("other"), make_end(1)) == ["Ended"]


@pytest.mark.parametrize("text", ["", "a word ", "a sentence " * 100])
async def test_a_draft_that_nobody_shows_is_lost_and_no_event_is(text: str) -> None:
    """A terminal may be slow, or stopped; memory must not grow with what is written meanwhile."""
    feed, piece = Feed(RUN), m.LiveUpdate(run_id=RUN, agent="report", kind="text", text=text)
    told = [piece] * (MOST_WAITING_CHARACTERS // LEAST_CHARACTERS * 3)
    for one in (make_event(1), *told, make_event(2), *told, make_end(3)):
        feed.add(one)

    heard = await everything(feed)
    pieces = [one.text for one in heard if isinstance(one, m.LiveUpdate)]
    assert [one.seq for one in heard if isinstance(one, m.AgentEvent)] == [1, 2, 3]
    assert len(pieces) == MOST_WAITING_CHARACTERS // max(len(text), LEAST_CHARACTERS)


async def test_what_was_shown_makes_room() -> None:
    """Nothing is lost while somebody reads."""
    feed, piece = Feed(RUN), m.LiveUpdate(run_id=RUN, agent="report", kind="text", text="x" * 100_000)
    for _ in range(10):
        feed.add(piece)
        assert await feed.next() == piece


async def test_a_wish_to_end_stops_the_work() -> None:
    """Whatever was begun is put away before the command leaves."""
    put_away = asyncio.Event()
    wanted = Interrupts()

    async def work() -> None:
        try:
            wanted.set()
            await asyncio.Event().wait()
        finally:
            put_away.set()

    with pytest.raises(Cancelled):
        await wanted.during(work())
    assert put_away.is_set()


async def test_the_next_wish_counts_anew() -> None:
    """The first Ctrl-C cancels the run, the second one leaves at once."""
    wanted = Interrupts()
    wanted.set()
    wanted.forget()

    assert await wanted.during(asyncio.sleep(0, "done")) == "done"


async def test_a_server_that_is_not_there_is_known_at_once() -> None:
    """The client itself would try for ever."""
    with pytest.raises(RetryLater, match=r"no NATS server at nats://127\.0\.0\.1:1 \(connection refused\)"):
        await reachable(("nats://127.0.0.1:1",))
