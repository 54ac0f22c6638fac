"""What a refusal means: statuses, ``Retry-After``, what a server says, and every class of error that httpx has."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import CannotDo, RetryLater
from shared.http import Manners, RefusedError, SiteError
from shared.http.failing import translated
from shared.http.refusing import excerpt, refused, retry_after_seconds

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def httpx_errors(kind: type[Exception]) -> list[type[Exception]]:
    """Return a class of httpx and all below it."""
    return [kind, *(one for child in kind.__subclasses__() for one in httpx_errors(child))]


ERRORS = [one for kind in (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) for one in httpx_errors(kind)]


@pytest.mark.parametrize("kind", ERRORS, ids=lambda one: one.__name__)
def test_every_error_of_httpx_is_translated(kind: type[Exception]) -> None:
    """A new version may bring new classes; none may reach a person as it is."""
    error = kind.__new__(kind)
    Exception.__init__(error, "https://pubmed.example/?api_key=SECRET-1234")

    with pytest.raises((SiteError, RefusedError)) as failed, translated("PubMed", Manners(setting="VOUCH_PUBMED")):
        raise error

    assert "PubMed" in str(failed.value)
    assert "SECRET" not in str(failed.value)


@given(st.integers(201, 599))
def test_every_status_has_a_meaning(status: int) -> None:
    """Only 200 is an answer."""
    request = httpx.Request("GET", "https://pubmed.example/")
    error = refused("PubMed", httpx.Response(status, request=request), b"", Manners(setting="VOUCH_PUBMED"), NOW)

    transient = status in (408, 425, 429) or status >= 500 or status < 400

    assert isinstance(error, RetryLater if transient else CannotDo)
    assert f"({status}" in str(error)
    assert "PubMed" in str(error)


def test_a_status_that_no_list_knows_is_told() -> None:
    """Tavily answers 432 when the plan's searches are used up."""
    response = httpx.Response(432, request=httpx.Request("GET", "https://tavily.example/"))

    error = refused("Tavily", response, b'{"detail": {"error": "over the limit"}}', Manners(), NOW)

    assert str(error) == "Tavily refused the query (432): over the limit"
    assert error.status == 432


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2", 2.0),
        (" 120 ", 120.0),
        ("0", 0.0),
        ("1.5", 1.5),
        (format_datetime(NOW + timedelta(seconds=30), usegmt=True), 30.0),
        (format_datetime(NOW - timedelta(seconds=30), usegmt=True), 0.0),
        ("Mon, 04 May 2026 12:00:09 -0000", 9.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("٣", None),
        ("1e9", None),
        ("99999999999999999999", None),
        ("Mon, 99 Foo 2026 12:00:09 GMT", None),
        ("Mon, 01 Jan 99999999999 00:00:00 GMT", None),
        ("Fri, 31 Dec 9999 23:59:59 +99999999999", None),
        ("Mon, 01 Jan 0001 00:00:00 +2359", 0.0),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, expected: float | None) -> None:
    """Both are in use, and so is nonsense."""
    assert retry_after_seconds(value, NOW) == expected


@given(st.text(max_size=40))
def test_no_retry_after_fails(value: str) -> None:
    """A header is whatever a server wants."""
    found = retry_after_seconds(value, NOW)

    assert found is None or found >= 0


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"This API is  temporarily\nunavailable.", "text/plain", "This API is temporarily unavailable."),
        (
            b'{"error":"API rate limit exceeded","api-key":"x","count":"4"}',
            "application/json",
            "API rate limit exceeded",
        ),
        (b'{"errCode":404,"errMsg":"No search criteria"}', "application/json", "No search criteria"),
        (b'[{"message": "one"}, {"message": "two"}]', "application/json", "one; two"),
        (b'{"detail": [{"loc": ["q"], "msg": "field required"}]}', "application/json", "field required"),
        (b'{"count": 3}', "application/json", ""),
        (b'{"error": ', "application/json", ""),
        (b"[" * 100_000, "application/json", ""),
        (b"<html><h1>414 Request-URI Too Large</h1></html>", "", ""),
        (b"<!DOCTYPE html><p>x", "text/plain", ""),
        (b"\xff\xfe\x00", "text/plain", "\ufffd\ufffd"),
        (b"", "", ""),
    ],
)
def test_an_excerpt_is_a_line_for_a_person(body: bytes, content_type: str, expected: str) -> None:
    """Not mark-up, not a structure, not a page."""
    assert excerpt(body, content_type) == expected


@given(st.binary(max_size=600))
def test_no_excerpt_commands_a_terminal_or_fills_it(body: bytes) -> None:
    """What a stranger's server says is shown in ours."""
    said = excerpt(body, "text/plain")

    assert len(said) <= 200
    assert said.isprintable()
