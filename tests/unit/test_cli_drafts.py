"""A draft is put together from what is heard of it, and never looks like anything else."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from services.cli.drafts import MOST_CHARACTERS, Draft, ends_draft, grown
from services.cli.piping import LONGEST_LINE, PREFIX, Piped
from services.cli.screen import Screen
from shared import messages as m
from shared.llm.live import Pieces
from tests.builders import NOON, RUN

TEXT = "# Drug A\n\n## Conclusion\nDrug A halved relapses in 240 people, and did nothing in 12 others [S1].\n"


def piece(text: str, draft: int = 1, agent: m.AgentName = "report") -> m.LiveUpdate:
    """Return a piece of what an agent writes."""
    return m.LiveUpdate(run_id=RUN, agent=agent, step="report", kind="text", text=text, draft=draft)


def heard(*pieces: m.LiveUpdate) -> Draft:
    """Return what is known of a draft after these pieces."""
    draft: Draft | None = None
    for one in pieces:
        draft = grown(draft, one)
    assert draft is not None
    return draft


def event(data: m.EventData, agent: m.AgentName = "report") -> m.AgentEvent:
    """Return an event."""
    return m.AgentEvent(run_id=RUN, seq=9, type=data.type, agent=agent, message="Told", data=data, at=NOON)


def written(*told: m.LiveUpdate | m.AgentEvent) -> list[str]:
    """Return the lines that standard error has, where it is no terminal."""
    out = io.StringIO()
    screen = Screen(Console(file=out, width=40))
    for one in told:
        if isinstance(one, m.AgentEvent):
            screen.event(one)
        else:
            screen.live(one)
    return out.getvalue().splitlines()


def test_pieces_become_a_draft() -> None:
    """They come in order; one that is lost leaves a gap."""
    pieces = Pieces()
    whole = heard(*map(piece, (*pieces.add(TEXT), pieces.last())))

    assert whole == Draft(1, TEXT)
    assert whole.heading == "draft, not checked"


def test_a_later_draft_replaces_the_one_before() -> None:
    """The first one was sent back, or was only the turn in which the writer looked something up."""
    draft = heard(piece("# One"), piece("\nold"), piece("# ", 2), piece("Two", 2))

    assert (draft.number, draft.text, draft.heading) == (2, "# Two", "draft, not checked (begun anew)")


@pytest.mark.parametrize("again", [1, 2])
def test_an_order_that_is_delivered_again_begins_its_draft_anew(again: int) -> None:
    """Its writer was killed in the second draft, perhaps; its numbers begin again, and so does the title."""
    draft = heard(piece("# One", 2), piece(" half", 2), piece("# ", again), piece("One again", again))

    assert (draft.text, draft.nth) == ("# One again", 2)


def test_a_hash_within_the_text_is_no_title() -> None:
    """Numbers of participants and headings of sections stand there, too."""
    assert heard(piece("# One\n"), piece("## Two\n"), piece("#5 died\n")).text == "# One\n## Two\n#5 died\n"


@pytest.mark.parametrize(
    ("first", "joined"),
    [("# ", False), ("# Drug A\n", False), ("Here ", False), ("halved relapses in 240 people. ", True)],
)
def test_who_joins_in_the_middle_is_told(first: str, joined: bool) -> None:  # noqa: FBT001 -- a table
    """A draft without its beginning looks like a bad one; it begins with its title, or with a word alone."""
    assert heard(piece(first)).joined is joined
    assert ("(joined in the middle)" in heard(piece(first)).heading) is joined


def test_the_next_draft_is_heard_from_its_beginning() -> None:
    """Only the first one was joined in the middle."""
    assert heard(piece("in the middle of it. "), piece("More of it, and more", 2)).note == "(begun anew)"


def test_a_draft_without_end_keeps_its_end() -> None:
    """A writer that never stops must not fill the memory of who watches."""
    draft = heard(piece("# "), *(piece("x" * 90_000) for _ in range(4)), piece("the end"))

    assert len(draft.text) == MOST_CHARACTERS
    assert draft.text.endswith("xthe end")


def test_a_draft_is_over_when_the_report_is_there_or_the_run_has_ended() -> None:
    """Not when the report agent is asked again, nor when another agent is done."""
    ended = m.CompleteData(status="failed", stopped_by="no-evidence", rounds=1, sources=0, has_report=False)

    assert ends_draft(event(m.ProgressData(step="report", found=3)))
    assert ends_draft(event(ended, "coordinator"))
    assert not ends_draft(event(m.ProgressData(step="report", attempt=2)))
    assert not ends_draft(event(m.ProgressData(step="1-search"), "search"))
    assert not ends_draft(event(m.SynthesizingData(step="report", stopped_by="sufficient")))


def test_without_a_terminal_each_line_says_what_it_is() -> None:
    """Whoever reads a log must not take a draft for the report; and nothing steers the cursor of a file."""
    lines = written(piece("# "), piece("Drug A\n\nDrug A halved"), piece(" relapses.\nMore"), piece("in the middle", 2))

    assert lines == [
        "draft, not checked | # Drug A",
        "draft, not checked |",
        "draft, not checked | Drug A halved relapses.",
        "draft, not checked | More",
        "draft, not checked | (begun anew)",
    ]


def test_a_line_that_waits_is_printed_before_anything_else_is() -> None:
    """The order of the lines is the order in which they were heard."""
    lines = written(piece("# Drug A"), event(m.ProgressData(step="report", found=3)), piece("too late to be shown\n"))

    assert lines == ["draft, not checked | # Drug A", "  0.0 s  report       Told"]


def test_who_joins_in_the_middle_of_a_pipe_is_told_first() -> None:
    """As on a terminal."""
    assert written(piece("in 240 people, all told.\n")) == [
        "draft, not checked | (joined in the middle)",
        "draft, not checked | in 240 people, all told.",
    ]


async def test_colours_in_a_file_move_no_cursor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Build servers want colours in their logs, and have no cursor."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    screen = Screen()
    with screen.busy("waiting"):
        screen.live(piece("# Drug A\n"))
        screen.live(piece("and more"))

    assert re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().err).splitlines() == [
        "draft, not checked | # Drug A",
        "draft, not checked | and more",
    ]


def test_other_agents_thoughts_are_no_draft() -> None:
    """They have their line below on a terminal, and none in a file."""
    assert written(piece("I would look at the trial first.\n", agent="retrieval")) == []


def test_a_paragraph_comes_in_lines() -> None:
    """It may have thousands of characters, and somebody waits."""
    lines = Piped().add(Draft(1, "", nth=0), "word " * 50)

    assert [len(line) - len(PREFIX) for line in lines] == [99, 99]


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=300), max_size=8))
def test_whatever_is_written_comes_in_lines_that_steer_nothing(texts: list[str]) -> None:
    """A source may quote what clears a screen; nothing else is lost, and no line is endless."""
    piped, draft = Piped(), Draft(1, "", nth=0)
    lines = [line for text in texts for line in piped.add(draft, text)] + piped.rest()

    assert all(line.startswith(PREFIX.rstrip()) and len(line) <= len(PREFIX) + LONGEST_LINE for line in lines)
    assert all(sign.isprintable() or sign.isspace() or ord(sign) > 0x9F for line in lines for sign in line)
    assert not any(sign in line for line in lines for sign in "\x1b\r\n\x07\x9b\u202e")
    kept = "".join(line.removeprefix(PREFIX.rstrip()) for line in lines)
    assert [sign for sign in kept if sign.isalnum()] == [sign for sign in "".join(texts) if sign.isalnum()]
