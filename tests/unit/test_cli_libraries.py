"""A person's files are looked at before anything is asked."""

import gzip
import os
from pathlib import Path

import pytest

from services.cli.libraries import MOST_BYTES, READ, called, gathered, read_library, unfit
from services.cli.samples import sample_files

A_RECORD = b"TY  - JOUR\nTI  - A trial of drug A\nER  - \n"
HASH_OF_A_RECORD = "f122e52efaed9186a08aa57ff8a5b0d577f6190a0c4c0eda80ac2828630c2390"


def write(folder: Path, name: str, data: bytes) -> Path:
    """Write a file and return its path."""
    path = folder / name
    path.write_bytes(data)
    return path


def test_a_file_is_named_by_the_hash_of_its_bytes(tmp_path: Path) -> None:
    """The request carries hashes; the bytes are uploaded once, whatever they are called."""
    one, again = write(tmp_path, "a.ris", A_RECORD), write(tmp_path, "b.ris", A_RECORD)

    books, refused = read_library((one, again))

    assert refused == ()
    assert [(book.file.name, book.file.size_bytes, book.data) for book in books] == [("a.ris", 42, A_RECORD)]
    assert books[0].file.sha256 == HASH_OF_A_RECORD


def test_everything_that_cannot_be_used_is_told_at_once(tmp_path: Path) -> None:
    """Each with what to do about it."""
    empty = write(tmp_path, "empty.ris", b" \n")
    binary = write(tmp_path, "photo.ris", b"\x89PNG\x00\x00\x00")

    books, refused = read_library((tmp_path / "none.ris", tmp_path, empty, binary))

    assert books == ()
    assert refused == (
        f"--library: {tmp_path}/none.ris does not exist: check the path",
        f"--library: {tmp_path} is a folder: name the files in it, or add it with `vouch library add`",
        f"--library: {empty} is empty: export the references again",
        f"--library: {binary} is no text: Vouch reads {READ}",
    )


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    """200 MB would be uploaded for nothing: the search agent refuses them."""
    path = tmp_path / "huge.xml"
    with path.open("wb") as huge:
        os.truncate(huge.fileno(), 200_000_000)

    _, refused = read_library((path,))

    assert refused == (f"--library: {path} has 200 MB; at most 100 MB are read: split it",)


def test_a_pdf_is_taken_and_called_one(tmp_path: Path) -> None:
    """The agents know it by its name; a name is never longer than a request takes."""
    books, refused = read_library((write(tmp_path, "article", b"%PDF-1.7 ..."), write(tmp_path, "b.PDF", b"%PDF-1.4")))

    assert (refused, [book.file.name for book in books]) == ((), ["article.pdf", "b.pdf"])
    assert called("x" * 300 + ".pdf", b"%PDF-") == "x" * 196 + ".pdf"


def test_folders_are_looked_through_for_what_may_be_a_library(tmp_path: Path) -> None:
    """A folder of papers has pictures and hidden files, too."""
    for name in ("b.pdf", "a.RIS", ".hidden.pdf", "photo.jpg", "deep/c.nbib", ".git/d.pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write(tmp_path, name, A_RECORD)
    loose = write(tmp_path, "loose", A_RECORD)

    found = gathered((tmp_path, loose, tmp_path / "b.pdf"))

    assert [path.relative_to(tmp_path).as_posix() for path in found] == ["a.RIS", "b.pdf", "deep/c.nbib", "loose"]


@pytest.mark.parametrize("data", [gzip.compress(A_RECORD, mtime=0), A_RECORD.decode().encode("utf-16"), A_RECORD])
def test_packed_and_wide_text_passes(data: bytes) -> None:
    """Both have zero bytes and are readable."""
    assert unfit(data) == ""


def test_the_sample_library_ships_with_the_project() -> None:
    """``vouch demo`` needs nothing else."""
    books, refused = read_library(sample_files())

    assert refused == ()
    assert [book.file.name for book in books] == ["tafenoquine.nbib", "tafenoquine.ris"]
    assert MOST_BYTES == 100_000_000
