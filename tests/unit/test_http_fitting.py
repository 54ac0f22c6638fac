"""Whether a body is what was asked for."""

import gzip
import json
import zlib

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import CannotDo, RetryLater
from shared.http.answers import Answer, Wants
from shared.http.fitting import HEAD_BYTES, kind_of, misfit
from shared.http.unpacking import read_whole

ENTITIES = "XML that declares entities, which are never expanded"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


@pytest.mark.parametrize(
    ("body", "content_type", "wants"),
    [
        (b'{"a": 1}', "application/json; charset=utf-8", "json"),
        (b"\xef\xbb\xbf [1]", "", "json"),
        (b"3", "application/json", "json"),
        ('{"a": "ä"}'.encode("utf-16"), "application/json", "json"),
        (b'<?xml version="1.0"?><!DOCTYPE a SYSTEM "a.dtd"><a>&unknown;</a>', "text/xml", "xml"),
        (b"\n<a/><!-- took 3 ms -->\n", "application/xml", "xml"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a>ä</a>".encode("latin-1"), "", "xml"),
        (b"<!doctype html><p>x", "text/html", "html"),
        (b"<div>a fragment</div>", "text/html", "html"),
        (b"Just words", "text/plain", "html"),
        (b"PMID- 1\nTI  - <i>x</i>", "text/plain", "text"),
        (PDF, "application/octet-stream", "pdf"),
        (b"\n\n junk" + PDF, "application/pdf", "pdf"),
    ],
)
def test_what_fits(body: bytes, content_type: str, wants: Wants) -> None:
    """Servers label their answers as they like; what can be read is read."""
    assert misfit(body, content_type, wants) == ""


@pytest.mark.parametrize(
    ("body", "content_type", "wants", "expected"),
    [
        (b"", "application/json", "json", "nothing"),
        (b" \n\t ", "", "text", "nothing"),
        (b"<html>", "application/json", "json", "a web page instead of JSON"),
        (b"<?xml version='1.0'?>\n<!-- hi -->\n<!DOCTYPE html>", "text/xml", "xml", "a web page instead of XML"),
        (b"<eSearchResult/>", "text/xml", "json", "XML instead of JSON"),
        (b'{"a": 1}', "application/json", "xml", "JSON instead of XML"),
        (b'{"a": 1', "application/json", "json", "JSON that is cut off or broken"),
        (b"[" * 200_000, "application/json", "json", "JSON that is cut off or broken"),
        (b'{"a": ' + b"9" * 5000 + b"}", "application/json", "json", "JSON that is cut off or broken"),
        (b"<a><b></a>", "text/xml", "xml", "XML that is cut off or broken"),
        (b"<?xml version='1.0' encoding='klingon'?><a/>", "text/xml", "xml", "XML that is cut off or broken"),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///x">]><a>&x;</a>', "", "xml", ENTITIES),
        (b"<p>a page</p>", "image/jpeg", "html", "image/jpeg instead of a web page"),
        (PDF, "text/html", "html", "a PDF instead of a web page"),
        (b"<html>", "application/pdf", "pdf", "a web page instead of a PDF"),
        (b"\x00\x01\x02", "text/plain", "text", "binary data instead of text"),
        (b"<html>", "text/plain", "text", "a web page instead of text"),
        (b"PK\x03\x04", "application/zip", "json", "application/zip instead of JSON"),
    ],
)  # fmt: skip
def test_what_does_not_fit(body: bytes, content_type: str, wants: Wants, expected: str) -> None:
    """Read as an answer, each of these would mean that nothing was found."""
    assert misfit(body, content_type, wants) == expected


@pytest.mark.parametrize(("after", "expected"), [(b"<div>x", "xml"), (b"<html>", "html"), (b"<!-- no end", "xml")])
@pytest.mark.parametrize("comment", [b"<!---->", b"<!-- a\n-->\n", b"<!-->-->"])
def test_any_number_of_comments_is_read_at_once(comment: bytes, after: bytes, expected: str) -> None:
    """Tried in every way that they can be parted, thirty of them would take hours."""
    for times in (1, 80, 1000):
        body = b"<?xml version='1.0'?>" + comment * times
        kind = kind_of(body + after)

        assert kind == (expected if len(body) < HEAD_BYTES else "xml")


@given(
    st.recursive(
        st.none() | st.floats(allow_nan=False) | st.text(), lambda one: st.lists(one) | st.dictionaries(st.text(), one)
    ),
    st.data(),
)
def test_json_that_was_cut_off_never_fits(value: object, data: st.DataObject) -> None:
    """Half an answer must not become an answer with half the works."""
    whole = json.dumps({"value": value}).encode()
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]

    assert misfit(whole, "application/json", "json") == ""
    assert misfit(cut, "application/json", "json") != ""


@given(st.lists(st.sampled_from(["<a>x</a>", "<b c='d'/>", "text ", "<!-- note -->"]), max_size=6), st.data())
def test_xml_that_was_cut_off_never_fits(parts: list[str], data: st.DataObject) -> None:
    """The same for XML."""
    whole = f"<?xml version='1.0'?><set>{''.join(parts)}</set>".encode()
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]

    assert misfit(whole, "text/xml", "xml") == ""
    assert misfit(cut, "text/xml", "xml") != ""


def test_halves_of_characters_do_not_get_further_than_the_answer() -> None:
    """No message could carry them, and one title would lose the answers of all sources."""
    given_ = Answer("OpenAlex", "https://x.org", b'{"title": "a \\ud83d", "\\udc00": ["\xed\xa0\xbd"]}')

    assert given_.json() == {"title": "a \ufffd", "\ufffd": ["\ufffd"]}
    assert Answer("PubMed", "https://x.org", b"a\xd8\x00"[1:], encoding="utf-16-be").text == "\ufffd"


@given(st.binary(max_size=300), st.text(max_size=30), st.sampled_from(["json", "xml", "html", "text", "pdf"]))
def test_nothing_that_a_server_sends_breaks_the_check(body: bytes, content_type: str, wants: Wants) -> None:
    """Whatever it is, it is named."""
    assert isinstance(misfit(body, content_type, wants), str)
    assert kind_of(body)


def streamed(pieces: list[bytes], encoding: str) -> httpx.Response:
    """Return a response that comes in pieces."""

    class Stream(httpx.AsyncByteStream):
        """The pieces."""

        async def __aiter__(self):  # type: ignore[no-untyped-def] # noqa: ANN204 -- as httpx declares it
            for piece in pieces:
                yield piece

    return httpx.Response(200, headers={"Content-Encoding": encoding}, stream=Stream())


@given(st.lists(st.binary(max_size=200), max_size=4), st.integers(1, 50))
async def test_whatever_was_packed_is_unpacked(members: list[bytes], piece_bytes: int) -> None:
    """A body may come in any pieces and in several gzip members."""
    packed = b"".join(gzip.compress(one) for one in members)
    pieces = [packed[place : place + piece_bytes] for place in range(0, len(packed), piece_bytes)]

    body = await read_whole("PubMed", streamed(pieces, "gzip"), 1_000_000)

    assert body == b"".join(members)


@given(st.data())
async def test_gzip_that_was_cut_off_is_no_body(data: st.DataObject) -> None:
    """What came before may parse by chance."""
    packed = gzip.compress(b"PMID- 1\n" * 20)
    cut = packed[: data.draw(st.integers(1, len(packed) - 1))]

    with pytest.raises(RetryLater, match="PubMed broke its compressed answer off"):
        await read_whole("PubMed", streamed([cut], "x-gzip"), 1_000_000)


@pytest.mark.parametrize("encoding", ["", "gzip"])
async def test_the_limit_counts_what_is_unpacked(encoding: str) -> None:
    """Exactly the limit is allowed, a byte more is not."""
    pieces = [gzip.compress(b"x" * 1000)] if encoding else [b"x" * 500, b"x" * 500]

    assert len(await read_whole("PubMed", streamed(pieces, encoding), 1000)) == 1000
    with pytest.raises(CannotDo, match=r"PubMed's answer is larger than 0\.000999 MB"):
        await read_whole("PubMed", streamed(pieces, encoding), 999)


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "deflate"])
async def test_what_nobody_asked_for_is_not_unpacked(encoding: str) -> None:
    """Packed twice, a few bytes become a million times as many."""
    with pytest.raises(RetryLater, match="in a way we did not ask for"):
        await read_whole("PubMed", streamed([zlib.compress(b"x")], encoding), 1000)


def test_an_answer_is_read_as_its_server_says() -> None:
    """Bytes that are no text become question marks, never an error."""
    assert Answer("PubMed", "", "é".encode("latin-1"), "", "iso8859-1").text == "é"
    assert Answer("PubMed", "", b"\xff", "").text == "\ufffd"
    with pytest.raises(RetryLater, match="PubMed answered with JSON that is cut off or broken"):
        Answer("PubMed", "", b"{").json()
