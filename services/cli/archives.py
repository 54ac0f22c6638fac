"""A run in one file: lines of JSON, packed; the first says what follows, and what each line's SHA-256 is. Pure."""

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Sequence
from typing import Literal

from pydantic import Field, ValidationError

from shared import messages as m

from .exits import BadInput

FORMAT = 1
"""Raised when an older Vouch could not read the file."""

KIND: Literal["vouch-run"] = "vouch-run"
MOST_BYTES = 1_000_000_000
"""Unpacked: some hundred times a large run. A file that claims more is none of ours."""


class Head(m.Value):
    """The first line."""

    kind: Literal["vouch-run"] = KIND
    format: int = FORMAT
    vouch: str = ""
    """The version that wrote it."""
    run_id: m.RunId
    lines: tuple[str, ...] = Field(min_length=2)
    """The SHA-256 of each line that follows: the state, what the memory holds, and each event."""


class _Format(m.Value):
    """As much of a first line as must be readable for ever."""

    kind: Literal["vouch-run"]
    format: int


def packed(run: m.RunExported, version: str) -> bytes:
    """Return the file of a run: the same bytes whenever the same Vouch writes it."""
    lines = (run.parts.state, run.parts.records, *run.parts.events)
    head = Head(vouch=version, run_id=run.run_id, lines=tuple(map(_sha256, lines)))
    return gzip.compress("".join(f"{line}\n" for line in (head.model_dump_json(), *lines)).encode(), mtime=0)


def unpacked(data: bytes, name: str) -> m.RunExported:
    """Return the run of a file; raise ``BadInput`` for one that is another program's, newer, cut short or damaged."""
    first, *lines = _lines(data, name)
    head = _head(first, name)
    if tuple(map(_sha256, lines)) != head.lines:
        message = f"{name} is damaged or cut short: what it holds is not what it says. Export the run again"
        raise BadInput(message)
    state, records, *events = lines
    return m.RunExported(run_id=head.run_id, parts=m.RunParts(state=state, events=tuple(events), records=records))


def _lines(data: bytes, name: str) -> Sequence[str]:
    """Return the lines of the file."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            plain = file.read(MOST_BYTES + 1)
    except (EOFError, zlib.error) as error:
        message = f"{name} is damaged or cut short ({error}): export the run again"
        raise BadInput(message) from error
    except gzip.BadGzipFile as error:
        what = "is damaged" if data.startswith(b"\x1f\x8b") else "is no run that Vouch exported"
        message = f"{name} {what} ({error}): `vouch memory export RUN -o FILE` writes one"
        raise BadInput(message) from error
    if len(plain) > MOST_BYTES:
        message = f"{name} is no run that Vouch exported: it has more than {MOST_BYTES:,} bytes"
        raise BadInput(message)
    return plain.decode(errors="replace").removesuffix("\n").split("\n")


def _head(line: str, name: str) -> Head:
    """Return the first line; raise ``BadInput`` where it is none of ours, or of a newer Vouch."""
    try:
        known = _Format.model_validate_json(line)
    except ValidationError as error:
        message = f"{name} is no run that Vouch exported: `vouch memory export RUN -o FILE` writes one"
        raise BadInput(message) from error
    if known.format > FORMAT:
        by = json.loads(line).get("vouch", "")
        message = (
            f"{name} was written by a newer Vouch {by} (format {known.format}, this one reads {FORMAT}): update it"
        )
        raise BadInput(message)
    try:
        return Head.model_validate_json(line)
    except ValidationError as error:
        message = f"{name} is damaged: its first line cannot be read. Export the run again"
        raise BadInput(message) from error


def _sha256(line: str) -> str:
    """Return the hash of a line."""
    return hashlib.sha256(line.encode()).hexdigest()
