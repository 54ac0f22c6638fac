"""What the program says of a run, and no writer may: methodology, sources, counts, limitations. Pure."""

from collections import Counter
from collections.abc import Iterator

from shared import messages as m
from shared.audit.references import LEVEL_NAMES, year_of
from shared.audit.shelf import Source
from shared.audit.tables import STANDING_LINE
from shared.thinking import RULES

from .counting import studies_of
from .grouping import Groups
from .searches import search_line, searched_on


def methodology(order: m.ReportRequested, groups: Groups, made_by: str) -> m.ReportSection:
    """Return how the report came to be, from the run's record alone."""
    parts = (
        "### Searches",
        *(f"- {search_line(search)}" for search in order.record.searches),
        "" if order.record.searches else "No search was made.",
        "### Which works count",
        *(f"- {line}" for line in _inclusion(order)),
        "### What was read",
        *(f"- {line}" for line in _reading(order, groups)),
        "### Who made this",
        *(f"- {line}" for line in _making(order, made_by)),
    )
    return m.ReportSection(title="Methodology", content="\n".join(filter(None, parts)))


def _inclusion(order: m.ReportRequested) -> Iterator[str]:
    """Yield the criteria, as far as the run had any."""
    filters = dict.fromkeys(one for search in order.record.searches for one in search.filters_applied)
    yield f"Filters asked for and applied: {', '.join(filters) or 'none'}."
    yield "Clinical findings rest on work in humans alone; an unstated subject never counts as human."
    yield "Works of one study count once; reviews are not counted as studies; retracted works support nothing."


def _reading(order: m.ReportRequested, groups: Groups) -> Iterator[str]:
    """Yield how much was read of how many works, and of which study is which work."""
    works = len({piece.source_id for piece in order.evidence})
    if not works:
        yield "No work was read for this report."
        return
    yield f"This report was written from {len(order.evidence)} passages of {works} works."
    deepest = Counter(level for level in map(level_of, _sources(groups)))
    yield f"How much of each: {'; '.join(f'{LEVEL_NAMES[level]} ({number})' for level, number in deepest.items())}."
    for name, found in _kinds(groups):
        if found:
            studies = "; ".join(" + ".join(ids) for ids in studies_of(found).values())
            yield f"{name} ({studies})"
    yield f"Newest human study: {newest_human_year(groups) or 'none'}."


def _kinds(groups: Groups) -> Iterator[tuple[str, tuple[Source, ...]]]:
    """Yield each kind of study with its works; works of one study are joined by a plus."""
    yield "Human, randomised", groups.randomised
    yield "Human, other designs", groups.human_other
    yield "Animal", groups.animal
    yield "In vitro", groups.in_vitro
    yield "Other or unstated subjects", groups.other
    yield "Reviews, meta-analyses and guidelines", groups.secondary
    yield "Work on people that does not speak of what was asked", groups.beside
    yield "Registry entries without results", groups.unreported
    yield "Title only, protocols, editorials, notices", groups.silent
    yield "Web pages", groups.web
    yield "Retracted", groups.retracted


def _sources(groups: Groups) -> Iterator[Source]:
    """Yield every work that was read, once."""
    return (source for _, found in _kinds(groups) for source in found)


def level_of(source: Source) -> m.ReadLevel:
    """Return how much of a work was read: its deepest piece; without one the registry's own fields, or the title."""
    least: m.ReadLevel = "registry" if source.reference.trial else "title-only"
    return min((piece.level for piece in source.pieces), key=tuple(LEVEL_NAMES).index, default=least)


def levels_read(groups: Groups) -> dict[str, str]:
    """Return for each work what a footnote says of how much was read."""
    return {source.source_id: LEVEL_NAMES[level_of(source)] for source in _sources(groups)}


def newest_human_year(groups: Groups) -> str:
    """Return the year of the newest primary study in humans, or nothing."""
    return max((year_of(one.reference.citation) for one in groups.human), default="")


def _making(order: m.ReportRequested, made_by: str) -> Iterator[str]:
    """Yield who wrote it, how far the search went, and why it stopped."""
    record, last = order.record, searched_on(order.record)
    writer = "rules, without a language model" if made_by == RULES else made_by
    yield f"Prose: {writer}. Methodology, flow, counts and references: the program, from the run's record."
    yield f"Date of the last search: {last:%Y-%m-%d} (UTC)." if last else "Date of the last search: none was made."
    yield f"Rounds: {record.rounds}. {record.stopped_by}".strip()
    if order.assessment:
        yield (
            f"Search sufficiency: {order.assessment.confidence:.2f} on a scale from 0 to 1. It says how well the "
            "search covered the question, not how sure the answer is."
        )


def limitations(order: m.ReportRequested, groups: Groups, made_by: str) -> tuple[str, ...]:
    """Return what weakens the report: each hole of the run first, then how it was made."""
    return (
        *order.record.holes,
        *order.record.notes,
        *_of_the_search(order),
        *_of_the_reading(order, groups),
        *_of_the_making(made_by, groups),
    )


def _of_the_search(order: m.ReportRequested) -> Iterator[str]:
    """Yield what was not reached."""
    record = order.record
    if record.partial and record.stopped_by:
        yield f"The result is partial. {record.stopped_by}"
    if record.flow.not_read:
        yield f"{record.flow.not_read} works that were identified were not read, for lack of room."
    impossible = dict.fromkeys(one for search in record.searches for one in search.filters_impossible)
    if impossible:
        yield f"Some sources cannot apply these filters: {', '.join(impossible)}."


def _of_the_reading(order: m.ReportRequested, groups: Groups) -> Iterator[str]:
    """Yield what the works read cannot tell."""
    read = tuple(_sources(groups))
    shallow = sum(level_of(one) != "full-text" for one in read)
    if shallow:
        yield f"The full text was not read of {shallow} of the {len(read)} works."
    if read:
        yield _retractions(read)
        yield "Risk of bias was not assessed, and no GRADE rating is claimed."
    if groups.secondary:
        yield "Reference lists of reviews were not read: a study may stand in the findings and in a review, too."
    if order.assessment is None and read:
        yield "No assessment by the judge was available."


def _retractions(read: tuple[Source, ...]) -> str:
    """Return for how many works a retraction was looked for, where and when; silence is never "fine"."""
    told = Counter(_retraction(one) for one in read)
    return f"Retraction of the works read: {'; '.join(f'{status} ({number})' for status, number in told.items())}."


def _retraction(source: Source) -> str:
    """Return what is known of one work."""
    known = source.reference.retraction
    if source.retracted:
        return "retracted, left out"
    if known.status == "none-found":
        when = f" on {known.checked_at:%Y-%m-%d}" if known.checked_at else ""
        return f"none found (checked in {known.checked_in or 'an unnamed source'}{when})"
    return known.status.replace("-", " ")


def _of_the_making(made_by: str, groups: Groups) -> Iterator[str]:
    """Yield how it was made."""
    if made_by == RULES and groups.usable:
        yield "Rules chose and quoted the passages; nobody weighed them against one another."
    yield "The check by rules knows English wording; passages in other languages count as not checked."
    yield STANDING_LINE
