"""The file of a run: read as it was written, and refused in plain words where it is anything else."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.cli.archives import packed, unpacked
from services.cli.exits import BadInput
from shared import messages as m

RUN = m.RunExported(
    run_id="r1", parts=m.RunParts(state='{"a":1}', events=('{"n":1}', '{"n":2}'), records='{"é":"\u2028🌱"}')
)
FILE = packed(RUN, "1.0")


def changed(**fields: object) -> bytes:
    """Return the file with other fields in its first line."""
    first, _, rest = gzip.decompress(FILE).decode().partition("\n")
    return gzip.compress(f"{json.dumps(json.loads(first) | fields)}\n{rest}".encode())


def test_a_file_is_read_as_it_was_written_and_written_alike() -> None:
    """Two exports of one run can be compared byte by byte, whenever they were made."""
    assert unpacked(FILE, "r1.vouch") == RUN
    assert packed(unpacked(FILE, "r1.vouch"), "1.0") == FILE


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is no run that Vouch exported"),
        (b"%PDF-1.7 a paper", "f is no run that Vouch exported .* `vouch memory export RUN -o FILE` writes one"),
        (gzip.compress(b"%PDF-1.7 a paper"), "f is no run that Vouch exported"),
        (gzip.compress(b'{"kind": "another program\'s", "format": 1}'), "f is no run that Vouch exported"),
        (
            changed(format=2, vouch="7.0"),
            r"f was written by a newer Vouch 7\.0 \(format 2, this one reads 1\): update it",
        ),
        (changed(run_id="no/run"), "its first line cannot be read"),
        (changed(lines=[]), "its first line cannot be read"),
        (gzip.compress(gzip.decompress(FILE)[:-4]), "f is damaged or cut short: what it holds is not what it says"),
        (gzip.compress(gzip.decompress(FILE).replace(b'"n":1', b'"n":3')), "what it holds is not what it says"),
        (FILE[:-9], "f is damaged or cut short"),
        (FILE[:30] + b"\x00" + FILE[31:], "f is damaged"),
    ],
    ids=["empty", "foreign", "packed", "other", "newer", "run", "bare", "short", "changed", "cut", "damaged"],
)
def test_what_is_no_whole_file_of_ours_is_refused(data: bytes, reason: str) -> None:
    """Whoever has it must know whether to look for another file, another Vouch, or the run once more."""
    with pytest.raises(BadInput, match=reason):
        unpacked(data, "f")


@given(place=st.integers(0, len(FILE) - 1), byte=st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(place: int, byte: int) -> None:
    """Whatever a disk or a person does to a file, it is the run, or it is refused."""
    data = bytearray(FILE)
    data[place] ^= byte

    try:
        found = unpacked(bytes(data), "f")
    except BadInput:
        return

    assert found == RUN
