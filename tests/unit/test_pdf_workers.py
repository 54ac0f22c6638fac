"""A file that crashes the reader, or never ends, is that file's trouble alone."""

import sys

import pytest

from shared.errors import CannotDo
from shared.pdf import Workers
from tests.printing import article

CRASHES = (sys.executable, "-c", "import os; os.read(0, 9); os.abort()")
IMPATIENT = "from shared.pdf import worker; worker.IDLE_SECONDS = 0.1; worker.main()"
SLEEPS = (sys.executable, "-c", "import time; time.sleep(60)")


def test_a_crash_is_a_sentence() -> None:
    """The library that reads PDFs is written in C++; what it dies of must not end a service."""
    with pytest.raises(CannotDo, match=r"^a\.pdf makes the PDF reader crash: it is damaged"):
        Workers(command=CRASHES).read(b"%PDF-1.7", "a.pdf")


def test_a_standstill_is_a_sentence() -> None:
    """A page may be made so that drawing it takes for ever."""
    with pytest.raises(CannotDo, match=r"^a\.pdf could not be read within 0\.5 seconds: split it"):
        Workers(seconds=0.5, command=SLEEPS).read(b"%PDF-1.7", "a.pdf")


def test_a_file_that_is_too_large_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take the memory of everything else."""
    monkeypatch.setattr("shared.pdf.workers.MOST_BYTES", 100)

    with pytest.raises(CannotDo, match=r"^a\.pdf has 0 MB; at most 0 MB are read: split it"):
        Workers(command=CRASHES).read(b"%PDF-1.7" + b" " * 100, "a.pdf")


def test_the_next_file_is_read_all_the_same() -> None:
    """After one that cannot be opened, by the same process."""
    workers = Workers(most=1)

    with pytest.raises(CannotDo):
        workers.read(b"%PDF-1.7", "broken.pdf")
    found = workers.read(article(), "a.pdf")
    workers.close()

    assert len(found.pages) == 3


def test_a_process_that_left_is_replaced() -> None:
    """It leaves when nobody has asked for a while."""
    workers = Workers(most=1, command=(sys.executable, "-P", "-c", IMPATIENT))
    first = workers.read(article(), "a.pdf")
    (idle,) = workers._idle
    assert idle.wait(10) == 0

    assert workers.read(article(), "a.pdf") == first
    workers.close()


def test_the_process_has_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes it over finds no key."""
    monkeypatch.setenv("VOUCH_TAVILY__API_KEY", "secret")
    tells = "import os, sys; sys.exit(0 if 'VOUCH_TAVILY__API_KEY' in os.environ else 3)"

    with pytest.raises(CannotDo, match="crash"):
        Workers(command=(sys.executable, "-c", tells)).read(b"%PDF-1.7", "a.pdf")
    process = Workers(command=(sys.executable, "-c", tells))._started()
    assert process.wait(10) == 3
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()
