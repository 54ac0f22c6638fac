"""From the options of a command line to a request, checked against the contract before it is sent. Pure."""

import calendar
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from pydantic import ValidationError

from shared import messages as m

from .exits import BadInput
from .wording import in_words

OPTIONS = {
    "question": "the question",
    "domain": "--domain",
    "sources": "--source",
    "web": "--web",
    "filters.published_from": "--from",
    "filters.published_to": "--to",
    "filters.languages": "--language",
    "filters.study_designs": "--design",
    "filters.preprints": "--no-preprints",
    "filters": "--from and --to",
    "limits.max_rounds": "--rounds",
    "limits.max_results": "--results",
    "limits.deadline_seconds": "--deadline",
    "limits.max_tokens": "--tokens",
    "limits.max_usd": "--usd",
    "run_id": "--run-id",
    "session_id": "--session",
}
"""What a field of the contract is called on the command line."""

_YEAR = re.compile(r"\d{4}")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_FIELD = re.compile(r"\b(?:(?:filters|limits)\.\w+|published_from|published_to)\b")
_DECEMBER = 12


def request(given: Mapping[str, Any], library: Iterable[m.LibraryFile] = ()) -> m.Submit:
    """Return the request; raise ``BadInput`` naming every option that cannot be used.

    *given* maps fields by their path, such as ``limits.max_rounds``; what is None or empty keeps
    the contract's default.
    """
    fields: dict[str, Any] = {"library": tuple(library)}
    for path, value in given.items():
        if value is not None and value != ():
            _set(fields, path.split("."), value)
    try:
        asked = m.ResearchRequested.model_validate(fields)
    except ValidationError as error:
        raise BadInput("\n".join(problems(error))) from error
    return m.Submit.model_validate(asked.model_dump(exclude={"subject"}))


def problems(error: ValidationError) -> tuple[str, ...]:
    """Return a sentence for each option that cannot be used."""
    found: dict[str, str] = {}
    for one in error.errors(include_url=False):
        name = _option(one["loc"])
        found.setdefault(name, f"{name}: {in_options(in_words(one))}")
    return tuple(found.values())


def checked_run(run_id: str) -> str:
    """Return the id of a run; raise ``BadInput`` when it can be none."""
    if not re.fullmatch(m.RUN_ID_PATTERN, run_id):
        message = f"{run_id!r} can be no run's id: it has letters, digits, - and _ alone, and at most 64 of them"
        raise BadInput(message)
    return run_id


def in_options(reason: str) -> str:
    """Return *reason* with the fields of the contract named as this command line names them."""
    return _FIELD.sub(lambda found: _option(tuple(found.group().split("."))), reason)


def day(text: str | None, *, last: bool = False) -> date | str | None:
    """Return the first or the last day of a year, month or day; the text itself where it is none of these."""
    if not text:
        return None
    if _YEAR.fullmatch(text):
        text = f"{text}-12-31" if last else f"{text}-01-01"
    elif (found := _MONTH.fullmatch(text)) and 1 <= int(found[2]) <= _DECEMBER:
        days = calendar.monthrange(int(found[1]), int(found[2]))[1]
        text = f"{text}-{days}" if last else f"{text}-01"
    try:
        return date.fromisoformat(text)
    except ValueError:
        return f"{text} "  # a number of seconds would pass for a date


def _set(fields: dict[str, Any], path: list[str], value: object) -> None:
    """Set a value in nested fields."""
    for name in path[:-1]:
        fields = fields.setdefault(name, {})
    fields[path[-1]] = value


def _option(place: tuple[int | str, ...]) -> str:
    """Return what a person calls the field at *place*: the longest path that has a name."""
    names = [str(part) for part in place]
    if names and names[0].startswith("published_"):
        names.insert(0, "filters")
    for length in range(len(names), 0, -1):
        if option := OPTIONS.get(".".join(names[:length])):
            return option
    return ".".join(names) or "the request"
