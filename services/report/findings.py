"""The findings as the rules write them: each work is named, described and quoted. Pure."""

from collections.abc import Container

from shared import messages as m
from shared.audit.attributing import named
from shared.audit.markers import marker_of
from shared.audit.shelf import Shelf, Source

from .conflicts import conflict_lines
from .counting import studies_of
from .drafting import Prose
from .grouping import Groups
from .overlap import overlap_line, overlaps
from .quoting import mechanism_in, passages_on, quotation
from .readings import by_telling, pointing_words
from .searches import searched_on
from .trials import STOPPED, published, trial_line

QUOTATIONS_PER_TRIAL = 2
"""An efficacy and a safety result, as a rule; other works are quoted once."""

UNREPORTED, DISAGREEMENTS = "Ongoing, unreported and stopped trials", "Where the sources disagree"
"""Parts of the clinical section that the program words, whoever writes the rest."""

MOST_TRIALS = 25
"""Without results, named one by one; the evidence table holds all."""

MOST_BESIDE = 12
"""Works named that speak of something else."""


def clinical(groups: Groups, shelf: Shelf, order: m.ReportRequested) -> Prose:
    """Return the clinical section: people only, randomised trials first, both directions in sight."""
    prose, question = Prose(), order.question
    _group(prose, "Randomised trials", groups.randomised, question, QUOTATIONS_PER_TRIAL)
    _group(prose, "Other studies in humans", groups.human_other, question)
    overlap = _overlap(groups, groups.human_secondary)
    _reviews(prose, "Reviews, meta-analyses and guidelines on humans", groups.human_secondary, question, overlap)
    _beside(prose, groups.beside)
    add_trials(prose, groups, shelf, order)
    add_disagreements(prose, shelf, order)
    return prose


def add_trials(prose: Prose, groups: Groups, shelf: Shelf, order: m.ReportRequested) -> None:
    """Add the trials that report nothing, each with its status, size and dates; those that were stopped come first."""
    today = searched_on(order.record)
    trials = sorted(groups.unreported, key=_goes_on)
    lines = [trial_line(one, today, published(one, shelf)) for one in trials[:MOST_TRIALS]]
    more = len(trials) - MOST_TRIALS
    beyond = [f"and {more} more, each in the evidence table"] if more > 0 else []
    prose.listing(UNREPORTED, lines + beyond)


def _goes_on(source: Source) -> bool:
    """Say whether nothing tells that a trial was stopped."""
    return source.reference.trial is None or source.reference.trial.status not in STOPPED


def add_disagreements(prose: Prose, shelf: Shelf, order: m.ReportRequested) -> None:
    """Add what the judge found the sources to disagree on, both sides named."""
    conflicts = order.assessment.details.conflicts if order.assessment else ()
    prose.listing(DISAGREEMENTS, conflict_lines(conflicts, shelf))


def mechanistic(groups: Groups, order: m.ReportRequested) -> Prose:
    """Return the mechanistic section: how it works, and work that was not done on people."""
    prose, question = Prose(), order.question
    told_of = _mechanisms(prose, groups, order)
    _group(prose, "Work in animals", _without(groups.animal, told_of), question)
    _group(prose, "Work in vitro", _without(groups.in_vitro, told_of), question)
    _group(prose, "Work on other or unstated subjects", _without(groups.other, told_of), question)
    secondary = _without(groups.other_secondary, told_of)
    overlap = _overlap(groups, secondary)
    _reviews(prose, "Reviews whose subject is not human or not stated", secondary, question, overlap)
    return prose


def _mechanisms(prose: Prose, groups: Groups, order: m.ReportRequested) -> frozenset[str]:
    """Add a passage of each work that states a mechanism, and return which works these are."""
    links = [link for hypothesis in order.hypotheses for link in hypothesis.links]
    told = {one.source_id: quotation(one, mechanism_in(one, links, order.question)) for one in groups.usable}
    stating = {source_id: line for source_id, line in told.items() if line}
    if stating:
        prose.heading("How it may work")
        prose.quoting(*stating.values())
    return frozenset(stating)


def _without(sources: tuple[Source, ...], told_of: frozenset[str]) -> tuple[Source, ...]:
    """Return the works that were not told of yet."""
    return tuple(one for one in sources if one.source_id not in told_of)


def _group(prose: Prose, title: str, sources: tuple[Source, ...], question: str, most: int = 1) -> None:
    """Add the works of one kind: how many studies, which way they point, and a quotation of each."""
    if not sources:
        return
    lines = _quoted(sources, question, most)
    prose.heading(title)
    prose.counting(_studies_counted(sources), _directions(sources), _without_result(sources, lines))
    prose.quoting(*lines.values())


def _quoted(sources: tuple[Source, ...], question: str, most: int) -> dict[str, str]:
    """Return the line of each work that has something to quote, by its S number."""
    lines = {one.source_id: quotation(one, passages_on(one, question, most)) for one in sources}
    return {source_id: line for source_id, line in lines.items() if line}


def _studies_counted(sources: tuple[Source, ...]) -> str:
    """Return how many independent studies the works are of."""
    studies = len(studies_of(sources))
    works = "" if studies == len(sources) else f", reported in {len(sources)} works"
    return f"{studies} independent {'study' if studies == 1 else 'studies'} of this kind{works}."


def _directions(sources: tuple[Source, ...]) -> str:
    """Return how many studies point which way; fewer than two works need no such line."""
    if len(sources) < 2:  # noqa: PLR2004 -- one work has nothing to agree with
        return ""
    told = (
        f"{pointing_words(len(studies_of(works)), way)} {marker_of(one.source_id for one in works)}"
        for way, works in by_telling(sources).items()
    )
    return f"Of these studies, as rules read them, {'; '.join(told)}."


def _without_result(sources: tuple[Source, ...], lines: Container[str]) -> str:
    """Return which works hold no sentence that rules recognise as a result: they are told of here or nowhere."""
    silent = [one.source_id for one in sources if one.source_id not in lines]
    if not silent:
        return ""
    verb = "holds" if len(silent) == 1 else "hold"
    return f"Of them, {len(silent)} {verb} no result that could be quoted {marker_of(silent)}."


def _beside(prose: Prose, sources: tuple[Source, ...]) -> None:
    """Name the work on people that speaks of something else: a reader may want it, and it counts for nothing here."""
    if not sources:
        return
    works = ", ".join(f"{named(one.reference)} {marker_of((one.source_id,))}" for one in sources[:MOST_BESIDE])
    more = f" and {len(sources) - MOST_BESIDE} more" if len(sources) > MOST_BESIDE else ""
    prose.heading("Work on people that speaks of something else")
    prose.counting(f"Not counted, because what was read does not speak of what was asked: {works}{more}.")


def _overlap(groups: Groups, reviews: tuple[Source, ...]) -> str:
    """Return which studies the *reviews* already include, as far as they say."""
    found = overlaps(groups)
    return overlap_line({one.source_id: found[one.source_id] for one in reviews})


def _reviews(prose: Prose, title: str, sources: tuple[Source, ...], question: str, overlap: str) -> None:
    """Add reviews in a part of their own; they are never counted as studies."""
    if not sources:
        return
    lines = _quoted(sources, question, 1)
    prose.heading(title)
    prose.counting(
        "These speak of studies done by others and are not counted as studies.",
        overlap,
        _without_result(sources, lines),
    )
    prose.quoting(*lines.values())
