"""The process that opens PDFs: ``python -m shared.pdf.worker``. It gets bytes and gives JSON, and nothing else.

Whatever a hostile file does, it does here: without the parent's environment, without files to write, and with a bound
on memory. Each message is its length as eight bytes, then itself; a file's name goes before its bytes.
"""

import dataclasses
import json
import os
import resource
import select
from typing import BinaryIO

from shared.errors import CannotDo

IDLE_SECONDS = 30.0
"""After which it leaves: a library is read once."""

MOST_MEMORY_BYTES = 2_000_000_000
LENGTH_BYTES = 8


def received(stream: BinaryIO) -> bytes | None:
    """Return the next message; ``None`` where there is none any more."""
    head = stream.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "big")
    body = stream.read(length)
    return body if len(body) == length else None


def send(stream: BinaryIO, body: bytes) -> None:
    """Write a message."""
    stream.write(len(body).to_bytes(LENGTH_BYTES, "big"))
    stream.write(body)
    stream.flush()


def answer(name: str, data: bytes) -> bytes:
    """Return what a file says, or why it says nothing, as JSON."""
    from .printed import printed  # noqa: PLC0415 -- the parent imports this module and must not load pdfium
    from .reading import document  # noqa: PLC0415 -- the same

    try:
        said: dict[str, object] = {"document": dataclasses.asdict(document(printed(data), name))}
    except CannotDo as error:
        said = {"problem": str(error)}
    except MemoryError:
        said = {"problem": "needs more memory than a PDF may: it is damaged, or made to do harm"}
    return json.dumps(said).encode()


def _bounded() -> None:
    """Bound what this process may use."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer until nobody asks any more."""
    questions, answers = os.fdopen(0, "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not look like an answer
    _bounded()
    whole = os.fdopen(os.dup(questions.fileno()), "rb")
    while select.select([questions], [], [], IDLE_SECONDS)[0]:
        name, data = received(whole), received(whole)
        if name is None or data is None:
            return
        send(answers, answer(name.decode(), data))


if __name__ == "__main__":
    main()
