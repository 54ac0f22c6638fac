"""Themes: what was found on each outcome, with the works on every side of it (evidence.md, 4). Pure.

A theme is an outcome that results name. A work stands in it with what its own sentences on that outcome say, so null
results and harms have their place beside benefits; of the works of one study, one stands for it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from shared import messages as m
from shared.appraisal.directions import direction_in, joined
from shared.appraisal.outcomes import outcome_names
from shared.appraisal.results import is_about
from shared.appraisal.tongues import is_readable
from shared.audit.shelf import Source, results_of
from shared.audit.themes import ELSEWHERE

from .counting import study_name
from .grouping import Groups
from .leading import leads_of

_SIDES: Mapping[m.Direction, str] = {
    "benefit": "benefit",
    "harm": "harm",
    "no-difference": "no_difference",
    "mixed": "mixed",
}
"""Directions with a side of their own; whatever else is unclear."""

Told = Mapping[str, Mapping[str, m.Direction]]
"""Outcome → source id → what the work says of it."""


def themes_of(groups: Groups, findings: Iterable[m.KeyFinding]) -> tuple[m.Theme, ...]:
    """Return the themes of the works on people, then of those that are not, those with the most works first.

    *findings* are the judge's; those on the outcome of a theme are named with it. All themes are here; a page shows
    the first of them.
    """
    stated = list(findings)
    people = _themes((*groups.human, *groups.human_secondary), stated, "")
    elsewhere = _themes((*groups.preclinical, *groups.other_secondary), stated, ELSEWHERE)
    return (*people, *elsewhere)


def _themes(sources: Iterable[Source], findings: list[m.KeyFinding], suffix: str) -> list[m.Theme]:
    """Return the outcomes on which any of these works takes a side."""
    listed = tuple(sources)
    told, names = _told(listed)
    sided = {outcome: works for outcome, works in told.items() if not _SIDES.keys().isdisjoint(works.values())}
    once = {outcome: _once(works, listed) for outcome, works in sided.items()}
    ranked = sorted(once, key=lambda outcome: (-len(once[outcome]), outcome))
    return [_theme(f"{names[one]}{suffix}", once[one], _on_it(one, sided[one].keys(), findings)) for one in ranked]


def _once(works: Mapping[str, m.Direction], sources: tuple[Source, ...]) -> Mapping[str, m.Direction]:
    """Return one work of each study: the one that leads it, of those whose direction is known where any is."""
    known = [one for one in sources if works.get(one.source_id, "unknown") in _SIDES]
    studies = {study_name(one) for one in known}
    others = [one for one in sources if one.source_id in works and study_name(one) not in studies]
    leads = {*leads_of(known).values(), *leads_of(others).values()}
    return {source_id: direction for source_id, direction in works.items() if source_id in leads}


def _on_it(outcome: str, works: Collection[str], findings: list[m.KeyFinding]) -> tuple[str, ...]:
    """Return the findings on an outcome that lean on one of these works."""
    on_it = (one for one in findings if outcome in outcome_names(one.text) and set(one.source_ids) & set(works))
    return tuple(one.finding_id for one in on_it if one.finding_id)


def _theme(title: str, works: Mapping[str, m.Direction], finding_ids: tuple[str, ...]) -> m.Theme:
    """Return one theme."""
    sides: dict[str, list[str]] = {name: [] for name in (*_SIDES.values(), "unclear")}
    for source_id, direction in works.items():
        sides[_SIDES.get(direction, "unclear")].append(source_id)
    return m.Theme(
        title=title,
        finding_ids=finding_ids,
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
