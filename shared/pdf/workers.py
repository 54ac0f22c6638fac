"""Processes that open PDFs, started when they are needed. A crash or a standstill is its own file's alone."""

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from shared.errors import CannotDo

from .values import Document, Span
from .worker import received, send

MOST_WORKERS = 2
MOST_SECONDS = 60.0
"""For one file: 2,000 pages take about 25."""

MOST_BYTES = 100_000_000

_ROOT = Path(__file__).parent.parent.parent
_COMMAND = (sys.executable, "-P", "-m", "shared.pdf.worker")


class Workers:
    """Opens PDFs in other processes, at most *most* at a time; safe to call from threads."""

    def __init__(
        self, most: int = MOST_WORKERS, seconds: float = MOST_SECONDS, command: Sequence[str] = _COMMAND
    ) -> None:
        self._seconds, self._command = seconds, tuple(command)
        self._places = threading.BoundedSemaphore(most)
        self._idle: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        atexit.register(self.close)

    def read(self, data: bytes, name: str) -> Document:
        """Return what a PDF says; it is called *name*. Raises ``CannotDo`` naming it, with what to do about it."""
        if len(data) > MOST_BYTES:
            reason = f"{name} has {len(data) / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} MB are read: split it"
            raise CannotDo(reason)
        with self._places:
            said = self._asked(data, name)
        if "problem" in said:
            reason = f"{name} {said['problem']}"
            raise CannotDo(reason)
        return _document(said["document"])

    def close(self) -> None:
        """End the processes that wait for work."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            _end(process)
        atexit.unregister(self.close)

    def _asked(self, data: bytes, name: str) -> Mapping[str, object]:
        """Return what a worker says. One that left for want of work, before it could hear, is replaced."""
        waiting = self._taken()
        body = self._answer(waiting, data, name) if waiting else None
        if body is None and (waiting is None or waiting.returncode == 0):
            waiting = self._started()
            body = self._answer(waiting, data, name)
        if body is None:
            reason = f"{name} makes the PDF reader crash: it is damaged. Get the file again, or print it to a new PDF"
            raise CannotDo(reason)
        said: Mapping[str, object] = json.loads(body)
        return said

    def _answer(self, process: subprocess.Popen[bytes], data: bytes, name: str) -> bytes | None:
        """Return the answer of one process; ``None`` where it left without any."""
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._seconds, stop)
        timer.start()
        try:
            body = _said(process, data, name)
        finally:
            timer.cancel()
        if body is None or late.is_set():
            _end(process)
        else:
            self._put_back(process)
        if late.is_set():
            reason = f"{name} could not be read within {self._seconds:g} seconds: split it, or print it to a new PDF"
            raise CannotDo(reason)
        return body

    def _started(self) -> subprocess.Popen[bytes]:
        """Start a process: without our environment, for it may hold keys."""
        environment = {"PYTHONPATH": str(_ROOT), "PATH": os.defpath, "LANG": "C.UTF-8"}
        quiet = subprocess.DEVNULL
        return subprocess.Popen(  # noqa: S603 -- our own program
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, env=environment, cwd="/"
        )

    def _taken(self) -> subprocess.Popen[bytes] | None:
        """Return a process that waits for work, if there is one."""
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _put_back(self, process: subprocess.Popen[bytes]) -> None:
        """Have a process wait for work again."""
        with self._lock:
            self._idle.append(process)


def _said(process: subprocess.Popen[bytes], data: bytes, name: str) -> bytes | None:
    """Send a file to a process and return its answer; ``None`` where it leaves first."""
    questions, answers = _pipes(process)
    try:
        send(questions, name.encode("utf-8", "replace"))
        send(questions, data)
        return received(answers)
    except (BrokenPipeError, ConnectionResetError):
        return None


def _pipes(process: subprocess.Popen[bytes]) -> tuple[BinaryIO, BinaryIO]:
    """Return where to write and where to read."""
    if process.stdin is None or process.stdout is None:
        message = "a worker was started without pipes"
        raise TypeError(message)
    return cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and close its pipes; one that leaves by itself keeps its exit code."""
    for pipe in _pipes(process):
        with contextlib.suppress(BrokenPipeError):
            pipe.close()
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _document(said: object) -> Document:
    """Return a document from what a worker said: checked, for a hostile file may have spoken."""
    if not isinstance(said, Mapping):
        message = f"a worker said {type(said).__name__} for a document"
        raise TypeError(message)
    text = str(said["text"])
    return Document(
        text=text,
        pages=_spans(said["pages"], len(text)),
        sections=_spans(said["sections"], len(text)),
        title=str(said["title"]),
        authors=tuple(map(str, said["authors"])),
        doi=str(said["doi"]),
        date=str(said["date"]),
        arxiv=str(said["arxiv"]),
        is_retracted=said["is_retracted"] is True,
        notes=tuple(map(str, said["notes"])),
    )


def _spans(said: object, most: int) -> tuple[Span, ...]:
    """Return spans of a text of *most* characters."""
    rows = said if isinstance(said, list) else []
    spans = (Span(str(row["label"]), int(row["start"]), int(row["end"])) for row in rows)
    return tuple(Span(one.label, min(max(one.start, 0), most), min(max(one.end, 0), most)) for one in spans)
