"""What stands below the lines on a terminal: as high as its window allows, and gone in the end."""

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from services.cli.below import Area, room_in
from services.cli.drafts import Draft
from services.cli.screen import Screen
from shared import messages as m
from tests.builders import NOON, RUN
from tests.unit.small_terminal import SmallTerminal

LINES = "\n".join(f"Sentence {number} of the draft." for number in range(1, 31))
ANY_TEXT = st.text(
    st.characters(codec="utf-8") | st.sampled_from("\n\r\t\x1b[]日😀é\u0301\u200d\u202e\x9b#* "), max_size=400
)


class Window:
    """A screen in a small terminal."""

    def __init__(self, columns: int, rows: int) -> None:
        self._out = io.StringIO()
        self._console = Console(file=self._out, force_terminal=True, width=columns, height=rows, _environ={})
        self.screen, self._terminal = Screen(self._console), SmallTerminal(columns, rows)

    def drawn(self) -> SmallTerminal:
        """Return the terminal as it is now."""
        self._terminal.write(self._out.getvalue())
        self._out.seek(0)
        self._out.truncate()
        return self._terminal

    def narrow(self, columns: int) -> None:
        """Make it narrower."""
        self.drawn().narrow(columns)
        self._console.width = columns


def piece(text: str, draft: int = 1, agent: m.AgentName = "report") -> m.LiveUpdate:
    """Return a piece of what an agent writes."""
    return m.LiveUpdate(run_id=RUN, agent=agent, step="report", kind="text", text=text, draft=draft)


def written(seq: int = 2) -> m.AgentEvent:
    """Return the event that says that the report is there."""
    data = m.ProgressData(step="report", found=2)
    return m.AgentEvent(run_id=RUN, seq=seq, type="progress", agent="report", message="Checked", data=data, at=NOON)


def rows(text: str, doing: str, columns: int, height: int) -> list[str]:
    """Return what an area draws in a window of this size."""
    console = Console(file=io.StringIO(), force_terminal=True, width=columns, height=height, _environ={})
    area = Area(doing)
    area.draft = Draft(1, text)
    lines = console.render_lines(area, pad=False)
    return ["".join(one.text for one in line if not one.control) for line in lines]


@given(ANY_TEXT, ANY_TEXT, st.integers(1, 130), st.integers(1, 60))
def test_any_text_fits_into_any_window_and_steers_nothing(text: str, doing: str, columns: int, height: int) -> None:
    """A source may quote what clears a screen, and a window may be of any size."""
    drawn = rows(text, doing, columns, height)

    assert len(drawn) <= room_in(columns - 1, height) + 2
    assert len(drawn) <= height
    assert all(cell_len(row) <= max(1, columns - 1) for row in drawn)
    assert not [sign for row in drawn for sign in row if unicodedata.category(sign) in ("Cc", "Cf")]


@pytest.mark.parametrize(
    ("columns", "height", "room"), [(99, 40, 13), (59, 15, 5), (200, 90, 16), (19, 40, 0), (80, 5, 0)]
)
def test_the_events_above_stay_in_sight(columns: int, height: int, room: int) -> None:
    """A draft takes a third of the window; a window that is too small has none."""
    assert room_in(columns, height) == room


def test_the_last_lines_of_a_draft_are_shown_under_what_it_is() -> None:
    """Markup is text, and an empty row would only take room."""
    drawn = rows(f"# Drug A\n\n{LINES}\n\nA [bold]word[/bold].\n", "writing", 60, 15)

    assert drawn[:-1] == [
        "draft, not checked",
        *(f"  Sentence {number} of the draft." for number in (27, 28, 29, 30)),
        "  A [bold]word[/bold].",
    ]
    assert drawn[-1].endswith(" writing")


def test_a_line_without_end_is_laid_out_from_its_end() -> None:
    """It would cost more time with each word, and only its end is seen."""
    drawn = rows("word " * 40_000 + "last", "writing", 60, 15)

    assert len(drawn) == 7
    assert drawn[-2].endswith("last")


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), max_size=30), st.integers(0, 3))
def test_a_draft_without_a_word_is_not_there(blank: str, times: int) -> None:
    """A heading over nothing says nothing."""
    assert len(rows(" \n" * times, blank, 60, 15)) == 1


async def test_a_draft_grows_below_the_events_and_leaves_nothing_behind() -> None:
    """What is checked takes its place; the cursor is there again, and lines are wrapped."""
    window = Window(60, 15)
    with window.screen.busy("waiting"):
        window.screen.live(piece("# Drug A\nDrug A \x1b[2Jhalved"))
        window.screen.say("An event.")
        assert window.drawn().shown[:4] == ["An event.", "draft, not checked", "  # Drug A", "  Drug A  [2Jhalved"]
        window.screen.live(piece(f" relapses.\n{LINES}"))
        window.screen.say("Another event.")
        assert window.drawn().shown[:3] == ["An event.", "Another event.", "draft, not checked"]
        assert window.drawn().shown[3].strip() == "Sentence 26 of the draft."
        window.screen.event(written())
        assert len(window.drawn().shown) == 4

    terminal = window.drawn()
    assert terminal.shown == ["An event.", "Another event.", "  0.0 s report      Checked"]
    assert (terminal.wraps, terminal.cursor_shown) == (True, True)
    assert window.screen.draft is not None


async def test_a_draft_that_comes_too_late_is_not_shown() -> None:
    """Its last piece may travel longer than the word that the report is checked."""
    window = Window(60, 15)
    with window.screen.busy("waiting"):
        window.screen.event(written())
        window.screen.live(piece("# Drug A\nand more"))
        window.screen.say("An event.")

        assert "draft, not checked" not in window.drawn().shown


async def test_a_wish_to_end_leaves_a_clean_terminal() -> None:
    """Ctrl-C comes in the middle of a draft, and the program leaves by an error."""
    window = Window(60, 15)

    async def watched() -> None:
        with window.screen.busy("waiting"):
            window.screen.live(piece(f"# Drug A\n{LINES}"))
            window.screen.say("An event.")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await watched()

    assert (window.drawn().shown, window.drawn().cursor_shown) == (["An event."], True)


@pytest.mark.parametrize("columns", [60, 41, 30])
async def test_a_window_that_is_made_narrower_has_no_remains(columns: int) -> None:
    """The terminal wraps what stands there, so that it is higher than it was drawn."""
    window = Window(80, 40)
    with window.screen.busy("doing something that has a rather long description, for a line"):
        window.screen.say("An event.")
        window.screen.live(piece("# Drug A\n" + "Drug A halved relapses in a number of people. " * 12))
        window.screen.say("Another event.")
        window.narrow(columns)
        window.screen.say("More.")

        shown = window.drawn().shown
    assert "".join(shown[:-1]).count("draft, not checked") <= 1
    assert [line for line in window.drawn().shown if line] == [
        "An event.",
        *_in_rows("Another event.", columns),
        "More.",
    ]


@given(st.lists(ANY_TEXT, max_size=6), st.integers(1, 60), st.integers(2, 20))
async def test_whatever_is_drafted_the_lines_above_stay(texts: list[str], columns: int, height: int) -> None:
    """However small the window is, a draft overwrites nothing, and nothing of it stays."""
    window = Window(columns, height)
    with window.screen.busy("waiting"):
        for number, text in enumerate(texts):
            window.screen.live(piece(text, 1 + number // 3))
            window.screen.say(str(number))
            window.drawn()

    assert window.drawn().shown == [str(number) for number in range(len(texts))]


async def test_other_agents_thoughts_stand_in_the_line_below() -> None:
    """They are short, and no report."""
    window = Window(60, 15)
    with window.screen.busy("waiting"):
        window.screen.live(piece("I would look\nat the trial first.", agent="retrieval"))
        window.screen.say("An event.")

        assert window.drawn().shown[-1].endswith(" draft, not checked: I would look at the trial first.")
    assert window.screen.draft is None


def _in_rows(text: str, columns: int) -> list[str]:
    """Return a line as a terminal wraps it."""
    return [text[start : start + columns].rstrip() for start in range(0, len(text), columns)]
