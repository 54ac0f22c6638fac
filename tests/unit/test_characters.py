"""Whatever a vendor writes, what is read of it can be hashed, sent and stored."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.characters import encoding_of, json_of, whole

ANY_TEXT = st.text(st.characters(exclude_categories=()))
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
)


@given(ANY_TEXT)
def test_any_text_becomes_whole(text: str) -> None:
    """A half of a character cannot be written as UTF-8; everything else stays."""
    made = whole(text)

    assert made.encode().decode() == made
    if not any("\ud800" <= one <= "\udfff" for one in text):
        assert made == text


def test_a_half_is_replaced_and_two_are_joined() -> None:
    """Some programs write each half of a character as if it were one."""
    assert whole("a\ud83db") == "a\ufffdb"
    assert whole("\ud83d\ude00") == "😀"
    assert whole("\ude00\ud83d") == "\ufffd\ufffd"


@given(ANY_JSON)
def test_whatever_json_holds_can_be_written_again(value: object) -> None:
    """Escaped or not, in values and in names."""
    escaped = json.dumps(value).encode()
    plain = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")

    for given_ in (escaped, escaped.decode(), plain):
        json.dumps(json_of(given_), ensure_ascii=False).encode()


def test_json_is_read_in_any_of_its_encodings() -> None:
    """And with the mark that some servers put before it."""
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert json_of('{"ä": ["\\ud83d\\ude00", "\\ud83d"]}'.encode(encoding)) == {"ä": ["😀", "\ufffd"]}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("UTF-8", "utf-8"),
        ("latin-1", "iso8859-1"),
        ("windows-1252", "cp1252"),
        ("Shift_JIS", "shift_jis"),
        *(
            (name, "")
            for name in ("undefined", "punycode", "idna", "unicode_escape", "utf-7", "hex", "a\xff", "a\0", "")
        ),
    ],
)
def test_only_encodings_of_texts_are_known(name: str, expected: str) -> None:
    """A page chooses what it calls its own, and some of Python's codecs raise at any byte."""
    assert encoding_of(name) == expected
