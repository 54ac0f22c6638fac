"""How the page shows themes: every side by name, and nothing cut in silence."""

from shared import messages as m
from shared.audit.themes import ELSEWHERE, MOST_ELSEWHERE, MOST_THEMES, theme_lines
from tests.builders import make_report


def lines(*themes: m.Theme) -> list[str]:
    """Return the lines of a report with these themes."""
    return list(theme_lines(make_report(themes=themes)))


def test_every_side_of_a_theme_has_its_name() -> None:
    """Both ways is not the same as not read."""
    theme = m.Theme(
        title="pain", benefit=("S1",), harm=("S2",), no_difference=("S3",), mixed=("S4",), unclear=("S5", "S6")
    )

    assert lines(theme) == [
        "pain: benefit [S1]; harm [S2]; no difference shown [S3]; results both ways [S4]; direction not read [S5, S6]"
    ]


def test_outcomes_that_find_no_room_are_counted() -> None:
    """A reader of six must know that there are nine; those of other work are told apart."""
    people = [m.Theme(title=f"outcome {number}", benefit=("S1",)) for number in range(MOST_THEMES + 3)]
    mice = [m.Theme(title=f"outcome {number}{ELSEWHERE}", harm=("S2",)) for number in range(MOST_ELSEWHERE + 1)]

    told = lines(*people, *mice)

    assert len(told) == MOST_THEMES + MOST_ELSEWHERE + 2
    assert told[-2:] == ["and 3 more, in the report's own record", f"and 1 more{ELSEWHERE}"]
    assert len(lines(*people[:MOST_THEMES])) == MOST_THEMES
