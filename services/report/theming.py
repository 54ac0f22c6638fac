"""Themes: what was found on each outcome, with the works on every side of it (evidence.md, 4). Pure.

A theme is an outcome that results name. A work stands in it with what its own sentences on that outcome say, so null
results and harms have their place beside benefits.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from shared import messages as m
from shared.appraisal.directions import direction_in, joined
from shared.appraisal.outcomes import outcome_names
from shared.appraisal.results import is_about
from shared.appraisal.tongues import is_readable
from shared.audit.shelf import Source, results_of

from .grouping import Groups

MOST_THEMES, MOST_ELSEWHERE = 6, 3
ELSEWHERE = " (not in people)"
"""Behind the title of a theme of other work: nothing may read as if people were treated."""
_SIDES: Mapping[m.Direction, str] = {"benefit": "benefit", "harm": "harm", "no-difference": "no_difference"}
"""Directions with a side of their own; whatever else is unclear."""

Told = Mapping[str, Mapping[str, m.Direction]]
"""Outcome → source id → what the work says of it."""


def themes_of(groups: Groups, findings: Iterable[m.KeyFinding]) -> tuple[m.Theme, ...]:
    """Return the themes of the works on people, then of those that are not, those with the most works first.

    *findings* are the judge's; those on the outcome of a theme are named with it.
    """
    stated = list(findings)
    people = _themes((*groups.human, *groups.human_secondary), stated, "")
    elsewhere = _themes((*groups.preclinical, *groups.other_secondary), stated, ELSEWHERE)
    return (*people[:MOST_THEMES], *elsewhere[:MOST_ELSEWHERE])


def _themes(sources: Iterable[Source], findings: list[m.KeyFinding], suffix: str) -> list[m.Theme]:
    """Return the outcomes on which any of these works takes a side."""
    told, names = _told(sources)
    sided = {outcome: works for outcome, works in told.items() if not _SIDES.keys().isdisjoint(works.values())}
    ranked = sorted(sided, key=lambda outcome: (-len(sided[outcome]), outcome))
    return [_theme(f"{names[one]}{suffix}", one, sided[one], findings) for one in ranked]


def _theme(title: str, outcome: str, works: Mapping[str, m.Direction], findings: list[m.KeyFinding]) -> m.Theme:
    """Return one theme."""
    sides: dict[str, list[str]] = {name: [] for name in (*_SIDES.values(), "unclear")}
    for source_id, direction in works.items():
        sides[_SIDES.get(direction, "unclear")].append(source_id)
    on_it = (
        one for one in findings if outcome in outcome_names(one.text) and not works.keys().isdisjoint(one.source_ids)
    )
    return m.Theme(
        title=title,
        finding_ids=tuple(one.finding_id for one in on_it if one.finding_id),
        source_ids=tuple(works),
        **{name: tuple(found) for name, found in sides.items()},
    )


def _told(sources: Iterable[Source]) -> tuple[Told, Mapping[str, str]]:
    """Return what works say of which outcome, and the word most of them use for it."""
    told: defaultdict[str, dict[str, m.Direction]] = defaultdict(dict)
    words: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for source in sources:
        said: defaultdict[str, list[m.Direction]] = defaultdict(list)
        for text in _results(source):
            for outcome, word in outcome_names(text).items():
                said[outcome].append(direction_in(text))
                words[outcome][word] += 1
        for outcome, directions in said.items():
            told[outcome][source.source_id] = joined(directions)
    return told, {outcome: min(used, key=lambda word: (-used[word], word)) for outcome, used in words.items()}


def _results(source: Source) -> Iterator[str]:
    """Yield the results of a work that tell of the drug asked about, in a language that rules read."""
    for piece in source.pieces:
        if is_readable(piece.content):
            yield from (one.text for one in results_of(piece) if is_about(one.text, source.asked))
