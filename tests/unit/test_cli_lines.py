"""What a person reads while a run goes on."""

import io
import json

from rich.console import Console

from services.cli.lines import cost, event_line, is_tick, live_line, log_line, plain, says
from services.cli.screen import Screen
from shared import messages as m
from tests.builders import NOON, RUN, at

READY = json.dumps({"event": "ready", "level": "info", "timestamp": "2026-01-01T12:00:03.5Z", "service": "search"})


def make_event(message: str = "Judging the evidence of 3 sources", seconds: float = 2.5) -> m.AgentEvent:
    """Return an event of the judge."""
    data = m.JudgingData(step="1-judge", sources_so_far=3)
    return m.AgentEvent(
        run_id=RUN, seq=4, type="judging", agent="judge", round=1, message=message, data=data, at=at(seconds)
    )


def make_error() -> m.AgentEvent:
    """Return a hole."""
    data = m.ErrorData(step="1-search", reason="it is down")
    return m.AgentEvent(run_id=RUN, seq=5, type="error", agent="search", message="pubmed is down", data=data, at=at(3))


def shown(*told: m.AgentEvent | m.LiveUpdate) -> str:
    """Return what a screen that is no terminal shows."""
    out = io.StringIO()
    screen = Screen(Console(file=out, width=40))
    for one in told:
        if isinstance(one, m.AgentEvent):
            screen.event(one)
        else:
            screen.live(one)
    return out.getvalue()


def test_an_event_is_a_line_with_its_time_and_agent() -> None:
    """Who looks at a run asks when, who and what."""
    when, who, what = event_line(make_event(), NOON)

    assert (when.plain, who.plain.strip(), what.plain) == ("  2.5 s", "judge", "Judging the evidence of 3 sources")


def test_a_hole_stands_out_without_colours() -> None:
    """A log file has none, and a hole must not be overlooked."""
    assert event_line(make_error(), NOON)[2].plain == "! pubmed is down"


def test_without_a_terminal_a_line_is_never_broken() -> None:
    """Programs and ``grep`` read these lines, too."""
    text = shown(make_event("A sentence that is a good deal longer than forty columns", seconds=0))

    assert text == "  0.0 s  judge        A sentence that is a good deal longer than forty columns\n"


def test_what_would_steer_the_terminal_is_left_out() -> None:
    """Titles come from files and the web; one could clear the screen."""
    assert plain("a\x1b[2Jb\x9bc\x07d") == "a[2Jbcd"
    assert event_line(make_event("x\x1b]0;hi\x07y"), NOON)[2].plain == "x]0;hiy"


def test_a_draft_is_called_a_draft() -> None:
    """Text that streams before the audit must not be taken for the report."""
    update = m.LiveUpdate(run_id=RUN, agent="report", kind="text", text="Drug A\nworks")

    assert live_line(update).plain == "draft, not checked: Drug A works"
    assert all(line.startswith("draft, not checked | ") for line in shown(update).splitlines())


def test_a_later_draft_has_its_number() -> None:
    """What was read of the one before it does not go on."""
    update = m.LiveUpdate(run_id=RUN, agent="report", kind="text", text="Drug A", draft=2)

    assert live_line(update).plain == "draft 2, not checked: Drug A"
    assert live_line(update.model_copy(update={"draft": 1})).plain == "draft, not checked: Drug A"


def test_the_event_that_ends_a_step_says_what_it_used() -> None:
    """Work that is paid for can be seen to be; an allowance that is lost is no price."""
    event = make_event("Sufficient")
    paid = event.model_copy(update={"spent": m.Spending(tokens=1_200, usd=0.02, calls=1)})
    lost = event.model_copy(update={"spent": m.Spending(tokens=1_200, usd=0.02)})

    assert event_line(paid, NOON)[2].plain == "Sufficient (1,200 tokens, $0.02)"
    assert event_line(lost, NOON)[2].plain == "Sufficient (at most 1,200 tokens, $0.02)"


def test_money_is_told_in_cents() -> None:
    """A model without a known price has no money at all: nothing is not zero dollars."""
    told = [cost(m.Spending(tokens=12_345, usd=usd)) for usd in (0.0, 0.0004, 0.01, 0.045, 1234.5)]

    assert told == [
        "12,345 tokens",
        "12,345 tokens, under $0.01",
        "12,345 tokens, $0.01",
        "12,345 tokens, $0.04",
        "12,345 tokens, $1,234.50",
    ]


def test_a_log_entry_reads_as_a_line() -> None:
    """Services log JSON, which nobody reads."""
    entry = {"subject": "judge.completed", "delivery": 1, "event": "heard", "level": "info", "run_id": "r1"}
    entry |= {"timestamp": "2026-01-01T12:00:03.5Z", "service": "coordinator", "step": ""}

    assert log_line(json.dumps(entry)).plain == "12:00:03 heard subject=judge.completed run_id=r1"


def test_a_logged_bug_shows_where_it_was_raised() -> None:
    """Without that the line says only that something is wrong."""
    trace = {"exc_type": "KeyError", "exc_value": "'x'", "frames": [{"filename": "a.py", "lineno": 7, "name": "f"}]}
    entry = {"event": "a bug", "level": "error", "timestamp": "2026-01-01T12:00:03Z", "exception": [trace]}

    assert log_line(json.dumps(entry)).plain == "12:00:03 a bug\n    KeyError: 'x' at a.py:7 in f"


def test_what_is_no_json_is_shown_as_it_is() -> None:
    """A service that cannot even start writes a plain traceback."""
    assert log_line("Traceback (most recent call last):").plain == "Traceback (most recent call last):"
    assert log_line("[1, 2]").plain == "[1, 2]"


def test_only_the_event_itself_means_ready() -> None:
    """A message that mentions the word must not count as a service that listens."""
    assert says(READY, "ready")
    assert not says('{"event": "heard", "note": "ready"}', "ready")
    assert not says('not json but "ready"', "ready")


def test_the_ticks_of_the_sweeper_are_left_out_unless_something_is_wrong() -> None:
    """One line every ten seconds would bury the others."""
    tick = {"event": "heard", "level": "info", "run_id": "sweeper"}

    assert is_tick(json.dumps(tick))
    assert not is_tick(json.dumps(tick | {"level": "error"}))
    assert not is_tick(READY)
