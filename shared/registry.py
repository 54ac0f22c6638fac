"""The run's registry: which records are one work, its S number, and the study it belongs to. Pure.

A work never loses its S number: when two numbered works prove to be one, the lower stays and the higher is its alias
for ever. What becomes one work depends on what the records say, never on the order in which one call brings them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .entries import Entry, WorkKey, entry_of, facts_of, joined, key_of
from .sameness import clusters
from .studies import with_studies

__all__ = [
    "Entry",
    "Registry",
    "WorkKey",
    "by_record",
    "identify",
    "key_of",
    "number",
    "resolve",
    "same_facts",
    "source_of",
    "stands_for",
]


@dataclass(frozen=True, slots=True)
class Registry:
    """All works of a run, in the order in which they were first seen."""

    entries: tuple[Entry, ...] = ()
    numbered: int = 0
    """How many S numbers were given."""
    version: int = 0
    """Rises when the facts of a numbered work change."""


def identify(
    registry: Registry, keys: Iterable[WorkKey], same: Iterable[tuple[str, str]], step: str, most: int
) -> Registry:
    """Return the registry with these records in it, merged with what is the same work.

    *same* are the ids of records whose texts are alike. Beyond *most* works, records of new ones are left out.
    Records that were known before, and pairs of unknown records, change nothing.
    """
    entries = _with_records(registry.entries, keys, step)
    before, remaining = len(registry.entries), clusters(entries, same)
    kept = [entry for place, entry in remaining if place < before]
    fresh = [entry for place, entry in remaining if place >= before]
    return _changed(registry, (*kept, *fresh[: max(most - len(kept), 0)]), registry.numbered)


def number(registry: Registry, work_ids: Iterable[str], step: str) -> Registry:
    """Return the registry where these works have S numbers, given in this order to those without one."""
    entries, numbered = list(registry.entries), registry.numbered
    places = _places(entries)
    for place in (places[work_id] for work_id in work_ids if work_id in places):
        entry = entries[place]
        if not entry.source_id:
            numbered += 1
            entries[place] = replace(entry, source_id=f"S{numbered}", first_seen=step)
    return _changed(registry, entries, numbered)


def same_facts(one: Registry, other: Registry) -> bool:
    """Say whether two registries hold the same works: being found again by another query changes none of them."""
    return one is other or [*map(facts_of, one.entries)] == [*map(facts_of, other.entries)]


def by_record(registry: Registry) -> dict[str, Entry]:
    """Return the work of each record."""
    return {work_id: entry for entry in registry.entries for work_id in entry.work_ids}


def stands_for(registry: Registry) -> dict[str, str]:
    """Return which S number stands today for each that became an alias."""
    return {alias: entry.source_id for entry in registry.entries for alias in entry.aliases}


def source_of(registry: Registry, work_id: str) -> str:
    """Return the S number of the work this record is of; nothing where it is unknown or has none yet."""
    return next((entry.source_id for entry in registry.entries if work_id in entry.work_ids), "")


def resolve(registry: Registry, source_id: str) -> str:
    """Return the S number that stands for this one today; nothing where it was never given."""
    known = (entry for entry in registry.entries if entry.source_id)
    return next((entry.source_id for entry in known if source_id in {entry.source_id, *entry.aliases}), "")


def _with_records(entries: Iterable[Entry], keys: Iterable[WorkKey], step: str) -> list[Entry]:
    """Return the works with each record either in the one that has it already, or as a new one."""
    found = list(entries)
    places = _places(found)
    for key in keys:
        record = entry_of(key, step)
        if (place := places.get(key.work_id)) is None:
            places[key.work_id] = len(found)
            found.append(record)
        else:
            found[place] = joined(found[place], record)
    return found


def _places(entries: Iterable[Entry]) -> dict[str, int]:
    """Return where the work of each record stands."""
    return {work_id: place for place, entry in enumerate(entries) for work_id in entry.work_ids}


def _changed(registry: Registry, entries: Iterable[Entry], numbered: int) -> Registry:
    """Return the registry with these works: the same object where they are the same, a new version where facts are."""
    after = with_studies(tuple(entries))
    if after == registry.entries:
        return registry
    facts = {facts_of(entry) for entry in registry.entries if entry.source_id}
    unchanged = facts <= set(map(facts_of, after))
    return Registry(after, numbered, registry.version if unchanged else registry.version + 1)
