"""CSL-JSON, as Zotero, pandoc and Crossref write it."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import TypeAlias

from shared import messages as m

from .dates import partial_date
from .identifying import banked, doi_in, pmcid_in, pmid_in
from .values import Parsed, Record, Skipped, parsed
from .wording import listed, named

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
Item = Mapping[str, Json]

_LISTS = ("items", "references", "data")
"""Where exporters put the list when it is not the whole file."""

_EXTRA = re.compile(r"^\s*(PMID|PMCID|DOI)\s*:\s*(\S+)\s*$", re.IGNORECASE | re.MULTILINE)
"""Zotero keeps what CSL has no field for in the note, one to a line."""

_ITEM_START = re.compile(r"[\s,]*(?=\{)")


def parse(text: str, name: str) -> Parsed:
    """Return the items; of a file that is cut off, those before the cut."""
    skipped: tuple[Skipped, ...] = ()
    try:
        items = _listed(json.loads(text))
    except (ValueError, RecursionError):
        items, skipped = _salvaged(text, name)
    return parsed((*map(_one, items, count(1)), *skipped))


def _listed(whole: Json) -> list[Json]:
    """Return the items of a list, of an object that holds one, or the one item there is."""
    if isinstance(whole, list):
        return whole
    if isinstance(whole, dict):
        return next((held for key in _LISTS if isinstance(held := whole.get(key), list)), [whole])
    return []


def _salvaged(text: str, name: str) -> tuple[list[Json], tuple[Skipped, ...]]:
    """Return the items before the place where the JSON breaks."""
    items: list[Json] = []
    decoder = json.JSONDecoder()
    at = text.find("[") + 1
    try:
        while start := _ITEM_START.match(text, at):
            item, at = decoder.raw_decode(text, start.end())
            items.append(item)
    except (ValueError, RecursionError):
        pass  # the item in which it breaks: named below
    line = text.count("\n", 0, at) + 1
    why = f"{name} is cut off or no JSON after line {line}: what stood there is lost. Export it again"
    return items, (Skipped(f"what follows record {len(items)}", why),)


def _one(item: Json, number: int) -> Record | Skipped:
    """Return what an item says, or that it is none."""
    if isinstance(item, dict):
        return _record(item, number)
    return Skipped(f"record {number}", "it is no JSON object, so no reference")


def _record(item: Item, number: int) -> Record:
    """Return what an item says."""
    note = _text(item, "note")
    extra = {key.upper(): value for key, value in _EXTRA.findall(note)}
    url = _text(item, "URL")
    return Record(
        name=f"record {number} ({_text(item, 'id') or 'no id'})",
        title=_text(item, "title"),
        abstract=(("", _text(item, "abstract")),),
        authors=tuple(_authors(item.get("author"))),
        journal=_text(item, "container-title"),
        volume=_text(item, "volume"),
        issue=_text(item, "issue"),
        pages=_text(item, "page"),
        dates=tuple(_date(item.get(field)) for field in ("issued", "published-online", "published-print")),
        identifiers=m.Identifiers(
            pmid=pmid_in(_text(item, "PMID"), extra.get("PMID", "")),
            pmcid=pmcid_in(_text(item, "PMCID"), extra.get("PMCID", "")),
            doi=doi_in(_text(item, "DOI"), extra.get("DOI", ""), url),
        ),
        url=url,
        registry_numbers=banked(note.splitlines()),
        language=_text(item, "language"),
        publication_types=listed(_text(item, "genre"), ";"),
        mesh_terms=listed(_text(item, "keyword"), ","),
        record_type=_text(item, "type"),
    )


def _text(item: Item, field: str) -> str:
    """Return a field as text; Crossref puts titles in lists, and numbers may be numbers."""
    value = item.get(field)
    value = value[0] if isinstance(value, list) and value else value
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).encode("utf-8", "replace").decode().strip()  # JSON can spell half a character


def _authors(by: Json) -> Iterator[str]:
    """Yield the authors as ``Family, Given``, a group by its own name."""
    for person in by if isinstance(by, list) else ():
        if name := _author(person):
            yield name


def _author(person: Json) -> str:
    """Return the name of one author."""
    if not isinstance(person, dict):
        return ""
    family = f"{_text(person, 'non-dropping-particle')} {_text(person, 'family')}".strip()
    name = ", ".join(filter(None, (family, _text(person, "given"))))
    return named(_text(person, "literal") or _text(person, "name") or name)


def _date(date: Json) -> str:
    """Return a date given in parts, in ISO or in words."""
    if not isinstance(date, dict):
        return partial_date(str(date or ""))
    return _in_parts(date.get("date-parts")) or partial_date(_text(date, "raw") or _text(date, "literal"))


def _in_parts(parts: Json) -> str:
    """Return a date from ``[[2019, 9, 18]]``; the second of two ends a range."""
    first = parts[0] if isinstance(parts, list) and parts else None
    return partial_date("-".join(str(part) for part in first[:3] if part)) if isinstance(first, list) else ""
