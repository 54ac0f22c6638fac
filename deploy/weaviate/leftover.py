"""A server that outlived whoever started it: known by a file in its folder, and ended before another starts there."""

import contextlib
import os
import signal
import time
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from deploy.processes import command_of
from shared.errors import RetryLater

from .ports import Ports

PID_FILE = "weaviate.pid"
WAIT_SECONDS = 0.05
MOST_LOOKS = 200


class Started(BaseModel):
    """A server that was started: its process id, the words it was started with, in which its port is, and all ports."""

    pid: int = Field(gt=0)
    command: tuple[str, ...] = Field(min_length=1)
    ports: Ports

    @property
    def runs(self) -> bool:
        """Say whether it runs still: its id may have been given to another process since."""
        return command_of(self.pid).endswith(" ".join(self.command))


def remember(folder: Path, started: Started) -> None:
    """Write down what was started on a folder."""
    (folder / PID_FILE).write_text(started.model_dump_json())


def end(folder: Path) -> None:
    """Kill the server that still runs on a folder, if one does: two on the same data would ruin them.

    Raises ``RetryLater`` when it does not end.
    """
    left = _remembered(folder)
    if left is None or not left.runs:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(left.pid, signal.SIGKILL)
    for _ in range(MOST_LOOKS):  # it has no command line any more before its ports and its data are free
        if not (left.runs or left.ports.taken):
            return
        time.sleep(WAIT_SECONDS)
    if not left.runs:  # another process is quick, and has one of its ports
        return
    message = f"an earlier Weaviate, process {left.pid}, still uses {folder} and could not be ended: end it first"
    raise RetryLater(message)


def _remembered(folder: Path) -> Started | None:
    """Return what was started there last; None where nothing was, or nobody can read it."""
    try:
        return Started.model_validate_json((folder / PID_FILE).read_bytes())
    except (OSError, ValidationError):
        return None
