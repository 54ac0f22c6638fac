"""The posted results of a registry entry in sentences, every number in them the registry's own. Pure.

One sentence holds one outcome whole: what was measured, when, in whom, each arm's value with its spread, and the
comparison with its interval. Names stand in quotation marks; no sentence says which way the numbers point.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from services.search.json_fields import Row, inner, rows, said, words

from .text import beyond
from .words import given, joined, quoted, spelt

MOST_PRIMARY, MOST_OTHER = 8, 8
"""Outcomes told; a registry may post a hundred."""
MOST_ROWS = 4
"""Of one outcome: time points or categories."""
MOST_ANALYSES = 4

_SORTS = {"PRIMARY": "Primary outcome", "SECONDARY": "Secondary outcome"}
_COUNTED = "COUNT_OF_PARTICIPANTS"
_UNNAMED = {"NUMBER", _COUNTED, "COUNT_OF_UNITS", ""}
"""What a value is, where its unit says it already."""
_SIGNED = re.compile(r"\s*[<>=≤≥]")
_TESTS = {"NON_INFERIORITY": "test of non-inferiority", "EQUIVALENCE": "test of equivalence"}

_HARMS = (
    ("Serious adverse events", "seriousNumAffected", "seriousNumAtRisk"),
    ("Deaths from all reasons", "deathsNumAffected", "deathsNumAtRisk"),
)


def results_in(study: Row) -> str:
    """Return participants, posted outcomes and serious harms of *study*; empty where no number of one was sent."""
    posted = inner(study, "resultsSection")
    outcomes = [one for one in rows(posted, "outcomeMeasuresModule", "outcomeMeasures") if _reported(one)]
    harms = tuple(_harms(inner(posted, "adverseEventsModule")))
    if not (outcomes or harms):
        return ""
    return " ".join((*_flow(inner(posted, "participantFlowModule")), *_outcomes(outcomes), *harms))


def _flow(flow: Row) -> Iterator[str]:
    """Yield how many started and completed the first period, arm by arm."""
    groups = _titles(rows(flow, "groups"))
    for period in rows(flow, "periods")[:1]:
        counts = {said(one, "type"): _achieved(one) for one in rows(period, "milestones")}
        completed = counts.get("COMPLETED", {})
        arms = [
            f"{number} started{f' and {completed[group]} completed' if group in completed else ''} in {groups[group]}"
            for group, number in counts.get("STARTED", {}).items()
            if group in groups and number != "0"
        ]
        if arms:
            yield f"In {quoted(said(period, 'title'))}, {'; '.join(arms)}."


def _achieved(milestone: Row) -> dict[str, str]:
    """Return how many of each group reached a milestone."""
    counts = ((said(one, "groupId"), said(one, "numSubjects")) for one in rows(milestone, "achievements"))
    return {group: number for group, number in counts if number}


def _titles(groups: Iterable[Row]) -> dict[str, str]:
    """Return the names of groups by their ids."""
    return {said(one, "id"): quoted(said(one, "title")) for one in groups}


def _outcomes(outcomes: Sequence[Row]) -> Iterator[str]:
    """Yield a sentence for each outcome, the primary ones first; the first says how many more there are."""
    primary = [one for one in outcomes if said(one, "type") == "PRIMARY"]
    other = [one for one in outcomes if said(one, "type") != "PRIMARY"]
    yield from map(_outcome, (*primary[:MOST_PRIMARY], *other[:MOST_OTHER]))
    yield from filter(None, [beyond(len(primary[MOST_PRIMARY:]) + len(other[MOST_OTHER:]), "outcome(s) with results")])


def _reported(outcome: Row) -> bool:
    """Say whether an outcome has a value."""
    return any(said(one, "value") for _, line in _lines(outcome) for one in rows(line, "measurements"))


def _lines(outcome: Row) -> Iterator[tuple[str, Row]]:
    """Yield each line of an outcome's table with its name; a table of one line has none."""
    for section in rows(outcome, "classes"):
        for line in rows(section, "categories"):
            yield ", ".join(filter(None, (said(section, "title"), said(line, "title")))), line


def _outcome(outcome: Row) -> str:
    """Return the sentence of one outcome."""
    lines = list(_lines(outcome))
    told = [_line(outcome, name, line) for name, line in lines[:MOST_ROWS]]
    more = [f"({len(lines) - MOST_ROWS} further lines are posted)"] if len(lines) > MOST_ROWS else []
    analyses = (_analysis(outcome, one, alone=len(lines) == 1) for one in rows(outcome, "analyses"))
    parts = "; ".join((*filter(None, told), *more, *islice(filter(None, analyses), MOST_ANALYSES)))
    sort, when = _SORTS.get(said(outcome, "type"), "Further outcome"), given(said(outcome, "timeFrame"))
    return f"{sort} {quoted(said(outcome, 'title'))}{f' ({when})' if when else ''}: {parts}."


def _line(outcome: Row, name: str, line: Row) -> str:
    """Return one line of a table: each group's value."""
    groups, sizes = _titles(rows(outcome, "groups")), _sizes(outcome)
    values = [
        f"{_value(outcome, one, sizes.get(said(one, 'groupId'), ''))} in {groups[said(one, 'groupId')]}"
        for one in rows(line, "measurements")
        if said(one, "value") and said(one, "groupId") in groups
    ]
    return f"{f'{quoted(name)} ' if name else ''}{joined(values)}" if values else ""


def _sizes(outcome: Row) -> Mapping[str, str]:
    """Return how many were analysed in each group."""
    for denominator in rows(outcome, "denoms"):
        if said(denominator, "units").lower() == "participants":
            return {said(one, "groupId"): said(one, "value") for one in rows(denominator, "counts")}
    return {}


def _value(outcome: Row, measured: Row, size: str) -> str:
    """Return a value with what it is, its spread, its unit and the number analysed."""
    kind, value = said(outcome, "paramType"), said(measured, "value")
    if kind == _COUNTED and size:
        return f"{value} of {size} participants"
    number = value if kind in _UNNAMED else f"{spelt(kind)} {value}"
    shown = f"{number}{_spread(outcome, measured)} {given(said(outcome, 'unitOfMeasure'))}".rstrip()
    shown = "not available" if value.upper() == "NA" else shown
    return f"{shown} (n = {size})" if size else shown


def _spread(outcome: Row, measured: Row) -> str:
    """Return the dispersion in brackets: one number or two limits."""
    kind = said(outcome, "dispersionType").replace("Confidence Interval", "CI")
    kind = given(kind if kind.endswith("CI") else kind.lower())
    spread = said(measured, "spread") or _limits(said(measured, "lowerLimit"), said(measured, "upperLimit"))
    return f" ({f'{kind} {spread}'.strip()})" if spread else ""


def _limits(low: str, high: str) -> str:
    """Return two limits, or the one there is."""
    if low and high:
        return f"{low} to {high}"
    return f"from {low}" if low else f"up to {high}" if high else ""


def _analysis(outcome: Row, analysis: Row, *, alone: bool) -> str:
    """Return a comparison: of what and of whom, by which measure, with its interval and p-value."""
    found = (_estimate(analysis), _p_value(said(analysis, "pValue")))
    if not any(found):
        return ""
    about = "" if alone else f"{_about(said(analysis, 'groupDescription'))} "
    tested = _TESTS.get(said(analysis, "nonInferiorityType").removesuffix("_OR_EQUIVALENCE"), "")
    told = ", ".join(filter(None, (*found, given(said(analysis, "statisticalMethod")), tested)))
    return f"{about}{_compared(outcome, analysis)}{told}"


def _about(description: str) -> str:
    """Return which line of the table a comparison is of; the registry says so in a text of its own, or not at all."""
    return f"compared as {quoted(description)}" if description else "compared for a line that is not named:"


def _compared(outcome: Row, analysis: Row) -> str:
    """Return which groups were compared, where the outcome has more than those."""
    groups = _titles(rows(outcome, "groups"))
    names = [groups[one] for one in words(analysis, "groupIds") if one in groups]
    return f"between {joined(names)} " if names and len(groups) > len(names) else ""


def _estimate(analysis: Row) -> str:
    """Return an effect with its confidence interval."""
    value, share = said(analysis, "paramValue"), said(analysis, "ciPctValue")
    if not value:
        return ""
    limits = _limits(said(analysis, "ciLowerLimit"), said(analysis, "ciUpperLimit"))
    interval = f"{share}% CI {limits}" if share else limits
    return f"{given(said(analysis, 'paramType')) or 'estimate'} {value}{f' ({interval})' if limits else ''}"


def _p_value(text: str) -> str:
    """Return a p-value with its sign: the registry writes ``<0.001`` and ``0.03``."""
    if not text:
        return ""
    return f"p {text}" if _SIGNED.match(text) else f"p = {text}"


def _harms(events: Row) -> Iterator[str]:
    """Yield how many of each group had a serious adverse event, and how many died."""
    when = given(said(events, "timeFrame"))
    for name, affected, at_risk in _HARMS:
        groups = [one for one in rows(events, "eventGroups") if said(one, affected) and said(one, at_risk)]
        told = [f"{said(one, affected)} of {said(one, at_risk)} in {quoted(said(one, 'title'))}" for one in groups]
        if told:
            yield f"{name}{f' ({when})' if when else ''}: {joined(told)}."
