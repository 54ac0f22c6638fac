"""Which Vouch runs in a data folder: held by a lock that dies with its process, described in a file."""

import contextlib
import fcntl
import os
import secrets
import signal
import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TextIO

from pydantic import Field, ValidationError

from deploy.processes import command_of
from deploy.weaviate.launching import CONTAINER
from shared import messages as m
from shared.errors import CannotDo

UP_FILE = "up.json"
LOCK_FILE = "up.lock"
LOOKS = 5
WAIT_SECONDS = 0.05
"""Between two looks: whoever only asks what runs holds the lock for a moment, too."""

MOST_LOOKS = 100
OURS = ("nats-server", "weaviate-server", CONTAINER, "services.")
"""What the command line of a process says that Vouch started."""


class Up(m.Value):
    """What runs in a data folder."""

    url: str
    pid: int
    started_at: m.When
    private: bool = False
    """Whether it runs for the length of one command alone."""
    weaviate_url: str = ""
    weaviate_grpc: str = ""
    """Of a Weaviate of one's own, where the memory is in one."""
    children: Mapping[str, int] = Field(default_factory=dict)

    def __str__(self) -> str:
        """Say which one it is."""
        what = "a `vouch ask` with a server of its own" if self.private else "`vouch up`"
        return f"{what} is running: process {self.pid}, {self.url}, since {_clock(self.started_at)}"


class Taken(CannotDo):
    """Another process holds the data folder."""


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a data folder alone; raise ``Taken`` when another process does.

    What a killed predecessor left running is stopped first: two servers on one folder would ruin it.
    """
    make(folder)
    with _opened(folder) as lock:
        if not _waited_for(lock):
            message = str(read(folder) or "another `vouch` is just starting")
            raise Taken(message)
        end_orphans(read(folder))
        forget(folder)
        try:
            yield
        finally:
            forget(folder)


def make(folder: Path) -> None:
    """Make a folder; raise ``CannotDo`` when that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(folder, error) from error


def _opened(folder: Path) -> TextIO:
    """Open the file of the lock; raise ``CannotDo`` when the folder is there, but may not be written."""
    try:
        return (folder / LOCK_FILE).open("a")
    except OSError as error:
        raise _unusable(folder, error) from error


def _unusable(folder: Path, error: OSError) -> CannotDo:
    """Return what to say of a folder that is of no use."""
    return CannotDo(f"the data folder {folder} cannot be used: {error.strerror}; choose another with VOUCH_DATA_DIR")


def remembered(folder: Path) -> Up | None:
    """Return what runs in a data folder; None when nothing does, or what did was killed."""
    lock = folder / LOCK_FILE
    if not lock.exists():
        return None
    with lock.open() as held_by_another:
        return None if _locked(held_by_another) else read(folder)


def read(folder: Path) -> Up | None:
    """Return what the file says; None when there is none that can be read."""
    try:
        return Up.model_validate_json((folder / UP_FILE).read_bytes())
    except (OSError, ValidationError):
        return None


def write(folder: Path, up: Up) -> None:
    """Write it down, at once or not at all."""
    write_whole(folder / UP_FILE, up.model_dump_json(indent=2))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees half of it; raise ``CannotDo`` when it cannot be written."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes as ``write_whole`` writes a text; who may read them is for the umask to say."""
    half = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with half.open("xb") as file:
            file.write(data)
        half.replace(path)
    except OSError as error:
        message = f"{path} could not be written: {error.strerror}"
        raise CannotDo(message) from error
    finally:
        with contextlib.suppress(OSError):  # it has its name, or none; a half would fill what is left of a disk
            half.unlink()


def forget(folder: Path) -> None:
    """Remove the file."""
    (folder / UP_FILE).unlink(missing_ok=True)


def end_orphans(left: Up | None) -> tuple[int, ...]:
    """Stop what a killed `vouch` left running; return the process ids. Others' processes are left alone."""
    orphans = tuple(pid for pid in (left.children.values() if left else ()) if _is_ours(pid))
    for pid in orphans:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    for _ in range(MOST_LOOKS):  # a port and a folder are free only once their process is gone
        if not any(map(_is_ours, orphans)):
            break
        time.sleep(WAIT_SECONDS)
    return orphans


def _is_ours(pid: int) -> bool:
    """Say whether a process is one that Vouch starts: its id may have been given to another since."""
    command = command_of(pid)
    return any(mark in command for mark in OURS)


def _waited_for(lock: TextIO) -> bool:
    """Take the lock, or say that somebody keeps it."""
    for _ in range(LOOKS):
        if _locked(lock):
            return True
        time.sleep(WAIT_SECONDS)
    return False


def _locked(lock: TextIO) -> bool:
    """Try to take the lock; closing the file, or dying, gives it back."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _clock(moment: datetime) -> str:
    """Return a moment in the reader's zone."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M:%S")
