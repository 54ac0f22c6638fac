"""The themes as lines of the page: what was found on each outcome, every side with its works. Pure."""

from collections.abc import Iterator

from shared import messages as m
from shared.audit.markers import marker_of

MOST_THEMES, MOST_ELSEWHERE = 6, 3
"""Outcomes shown on the page, of work on people and of other work; the report's own field holds all."""
ELSEWHERE = " (not in people)"
"""Behind the title of a theme of other work: nothing may read as if people were treated."""


def theme_lines(report: m.ResearchReport) -> Iterator[str]:
    """Yield what was found on each outcome, every side of it with its works; then how many outcomes are not shown."""
    people = [one for one in report.themes if not one.title.endswith(ELSEWHERE)]
    elsewhere = [one for one in report.themes if one.title.endswith(ELSEWHERE)]
    yield from map(_theme_line, (*people[:MOST_THEMES], *elsewhere[:MOST_ELSEWHERE]))
    if more := len(people[MOST_THEMES:]):
        yield f"and {more} more, in the report's own record"
    if more := len(elsewhere[MOST_ELSEWHERE:]):
        yield f"and {more} more{ELSEWHERE}"


def _theme_line(theme: m.Theme) -> str:
    """Return one outcome with its sides."""
    sides = (
        ("benefit", theme.benefit),
        ("harm", theme.harm),
        ("no difference shown", theme.no_difference),
        ("results both ways", theme.mixed),
        ("direction not read", theme.unclear),
    )
    return f"{theme.title}: {'; '.join(f'{side} {marker_of(ids)}' for side, ids in sides if ids)}"
