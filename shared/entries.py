"""What the registry keeps of a work: the facts that tell works apart, and nothing else. Pure.

Frozen dataclasses of tuples, strings and numbers, because the coordinator saves them with its state.
"""

from dataclasses import dataclass, replace

from shared import messages as m
from shared import works

from .finders import first_of_each

GRAVEST_FIRST = (
    "retracted",
    "partially-retracted",
    "concern",
    "republished",
    "corrected",
    "none-found",
    "not-checked",
)
"""When the records of one work disagree about a retraction, the gravest holds (evidence.md, 3)."""


@dataclass(frozen=True, slots=True)
class WorkKey:
    """What one record says about which work it is."""

    work_id: str
    names: tuple[str, ...] = ()
    """Its identifiers, each with its type: ``doi:10.1086/324081``."""
    title_key: str = ""
    year: int | None = None
    kind: str = "article"
    registry_numbers: tuple[str, ...] = ()
    retraction: str = "not-checked"
    versions: tuple[str, ...] = ()
    """Names of its preprint or article: the same study, another work."""
    found_by: tuple[str, ...] = ()
    """The queries that found it (``finders.py``)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One work: what its records say together. ``source_id`` is empty until it is numbered."""

    work_ids: tuple[str, ...]
    source_id: str = ""
    study_id: str = ""
    first_seen: str = ""
    aliases: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Identifiers and title keys, each with its type, sorted."""
    years: tuple[int, ...] = ()
    """The earliest and the latest, where any is known."""
    kinds: tuple[str, ...] = ()
    registry_numbers: tuple[str, ...] = ()
    retraction: str = "not-checked"
    versions: tuple[str, ...] = ()
    found_by: tuple[str, ...] = ()
    """For each source the first query that found it: no fact of the work, so no new version of the registry."""

    @property
    def identifiers(self) -> m.Identifiers:
        """Return one identifier of each type, the first in order where records disagree."""
        first = {name.partition(":")[0]: name.partition(":")[2] for name in reversed(self.names)}
        first.pop("title", None)
        return m.Identifiers(**first)

    @property
    def rank(self) -> int:
        """Return the number in its S number; works without one come last."""
        return rank_of(self.source_id)

    def named(self, prefix: str) -> set[str]:
        """Return the names of one type."""
        return {name for name in self.names if name.startswith(prefix)}


def rank_of(source_id: str) -> int:
    """Return 3 for ``S3``, and more than any for a work without a number."""
    return int(source_id[1:]) if source_id else 10**9


def key_of(work: m.Work) -> WorkKey:
    """Return what a record says about which work it is."""
    ids = works.normalise(work.identifiers)
    url = "" if works.restates(ids.url) and work.kind != "web-page" else ids.url
    names = {"doi": ids.doi, "openalex": ids.openalex, "pmcid": ids.pmcid, "pmid": ids.pmid, "url": url}
    numbers = {works.registry_number(number) for number in work.registry_numbers}
    return WorkKey(
        work_id=work.work_id,
        names=tuple(f"{kind}:{value}" for kind, value in names.items() if value),
        title_key=works.title_key(work.citation.title),
        year=works.year_of(work.citation.date),
        kind=work.kind,
        registry_numbers=tuple(sorted(numbers - {""})),
        retraction=work.retraction.status,
        versions=tuple(sorted(work.versions)),
    )


def entry_of(key: WorkKey, step: str) -> Entry:
    """Return a work of which this is the only record."""
    titles = (f"title:{key.title_key}",) if key.title_key else ()
    return Entry(
        work_ids=(key.work_id,),
        first_seen=step,
        names=tuple(sorted((*key.names, *titles))),
        years=() if key.year is None else (key.year, key.year),
        kinds=(key.kind,),
        registry_numbers=key.registry_numbers,
        retraction=key.retraction,
        versions=key.versions,
        found_by=first_of_each(key.found_by),
    )


def joined(one: Entry, other: Entry) -> Entry:
    """Return both as one work: the lower S number stays, and the other becomes its alias."""
    first, second = sorted((one, other), key=lambda entry: entry.rank)
    years = (*first.years, *second.years)
    aliases = {*first.aliases, *second.aliases, second.source_id} - {""}
    return replace(
        first,
        work_ids=_union(first.work_ids, second.work_ids),
        aliases=tuple(sorted(aliases, key=rank_of)),
        names=_union(first.names, second.names),
        years=(min(years), max(years)) if years else (),
        kinds=_union(first.kinds, second.kinds),
        registry_numbers=_union(first.registry_numbers, second.registry_numbers),
        retraction=min(first.retraction, second.retraction, key=GRAVEST_FIRST.index),
        versions=_union(first.versions, second.versions),
        found_by=_first_found(first.found_by, second.found_by),
    )


def facts_of(entry: Entry) -> Entry:
    """Return what is known of the work itself, without how it was found."""
    return replace(entry, found_by=()) if entry.found_by else entry


def _first_found(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first query of each source among both."""
    return first if first == second else first_of_each((*first, *second))


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return both without repeats, sorted, so that the order of the records leaves no trace."""
    return first if first == second else tuple(sorted({*first, *second}))
