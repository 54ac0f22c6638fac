"""What is said of a collector that does not take traces: no flood, and no outage without a word."""

from structlog.testing import capture_logs

from shared.tracing.outages import QUIET_SECONDS, Outage


def told(*learned: tuple[str, float]) -> list[str]:
    """Return the events of the log lines, after these answers of a collector: its problem, and when."""
    outage = Outage()
    with capture_logs() as logs:
        for problem, at in learned:
            outage.learn(problem, 1, at)
    return [str(line["event"]).split(";")[0] for line in logs]


def test_an_outage_is_told_once_and_its_end() -> None:
    """Every batch fails while it lasts."""
    assert told(("away", 0), ("away", 1), ("away", 2 * QUIET_SECONDS), ("", 200)) == [
        "traces cannot be sent",
        "traces are sent again",
    ]


def test_what_comes_and_goes_is_told_once_a_minute() -> None:
    """A collector that takes every second batch must not fill the log."""
    assert told(("away", 0), ("", 1), ("away", 2), ("", 3)) == ["traces cannot be sent", "traces are sent again"]


def test_an_outage_that_begins_soon_after_another_is_told_when_the_minute_is_over() -> None:
    """It may last for hours."""
    answers = (("away", 0.0), ("", 1.0), ("away", 2.0), ("away", QUIET_SECONDS + 1))

    assert told(*answers)[-1] == "traces cannot be sent"
    assert len(told(*answers)) == 3
