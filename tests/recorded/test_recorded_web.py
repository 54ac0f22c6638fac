"""Real answers of search engines: hits, advertisements, checks for people, and a page that says nothing."""

import json

import httpx
import pytest

from services.retrieval.web import tavily
from services.retrieval.web.duckduckgo import DuckDuckGo, hits_of
from services.retrieval.web.fetching import Fetched
from services.retrieval.web.reading import page_of
from shared.errors import CannotDo, RetryLater
from shared.http import Site
from tests.recorded.report_web import answers, rows
from tests.recordings import recording


def html_of(path: str) -> str:
    """Return a recorded page."""
    return recording(f"web_search/{path}").read_text()


def test_every_result_of_the_recordings_is_read() -> None:
    """Ten on each of two pages, five and two from Tavily, each recorded twice; all fields are there."""
    duckduckgo, tavily_row = rows()

    assert (duckduckgo.records, duckduckgo.parsed) == (20, 20)
    assert (tavily_row.records, tavily_row.parsed) == (14, 14)
    assert duckduckgo.filled == tavily_row.filled == dict.fromkeys(("title", "address", "snippet"), 1.0)


def test_direct_links_are_read_in_their_order() -> None:
    """The box above the results is none of them."""
    hits = hits_of(html_of("duckduckgo/meka_ddg_html_results.html"))

    assert [hit.address for hit in hits[:2]] == [
        "https://rust-lang.org/",
        "https://en.wikipedia.org/wiki/Rust_(programming_language)",
    ]
    assert all(hit.address.startswith("http") and "duckduckgo.com" not in hit.address for hit in hits)


def test_links_through_the_redirect_are_decoded_and_the_advertisement_is_dropped() -> None:
    """It stands first, dressed as a result."""
    page = html_of("duckduckgo/meka_ddg_html_with_ad.html")
    hits = hits_of(page)

    assert (page.count("result__a"), len(hits)) == (11, 10)
    assert not any("y.js" in hit.address or "uddg" in hit.address or "duckduckgo" in hit.address for hit in hits)
    assert len({hit.address for hit in hits}) == 10


def test_an_advertisement_is_dropped_by_its_link_where_its_class_is_another() -> None:
    """Classes change more often than links."""
    page = html_of("duckduckgo/meka_ddg_html_with_ad.html").replace("result--ad", "result--sponsored")

    assert len(hits_of(page)) == 10


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("duckduckgo/meka_ddg_lite_captcha.html", "checks whether a person is asking"),
        ("duckduckgo/googlescraper_ddg_no_results_2015.html", "does not say that there are none"),
        ("other_engines/webmcp_searx.html", "does not say that there are none"),
        ("other_engines/webmcp_mojeek.html", "does not say that there are none"),
        ("duckduckgo/kirbycope_ddg_lite_excerpt.html", "does not say that there are none"),
    ],
)
def test_what_is_no_page_of_results_is_never_none(path: str, why: str) -> None:
    """A check for people, a shell for scripts, another engine's page, another layout."""
    with pytest.raises(RetryLater, match=why):
        hits_of(html_of(path))


async def test_the_check_for_people_names_itself_with_its_real_status() -> None:
    """DuckDuckGo serves it with 202, now with its page and now without."""
    bodies = (html_of("duckduckgo/meka_ddg_lite_captcha.html"), *(row["body"] for row in observed("duckduckgo")))
    for body in bodies:
        transport = httpx.MockTransport(lambda _, body=body: httpx.Response(202, html=body))
        async with httpx.AsyncClient(transport=transport, base_url="https://html.duckduckgo.example") as client:
            with pytest.raises(RetryLater, match="checks whether a person is asking"):
                await DuckDuckGo(Site("DuckDuckGo", client)).find("best keyboard")

    assert len(bodies) == 2


@pytest.mark.parametrize(
    "path",
    [
        "duckduckgo/meka_ddg_lite_captcha.html",
        "duckduckgo/googlescraper_ddg_no_results_2015.html",
        "other_engines/webmcp_searx.html",
    ],
)
def test_the_same_checks_are_no_pages_to_read_either(path: str) -> None:
    """Any site may show one in place of what it was asked for."""
    with pytest.raises(CannotDo, match="could not be read"):
        page_of(Fetched("https://pages.example/x", "text/html", "utf-8", html_of(path).encode()))


def test_tavily_gives_no_answer_of_its_own_and_no_raw_text() -> None:
    """Both are null, as asked; the hits are all there is."""
    for body in answers().values():
        said = json.loads(body)
        assert said["answer"] is None
        assert {one["raw_content"] for one in said["results"]} == {None}
        assert [hit.address for hit in tavily.hits_of(body)] == [one["url"] for one in said["results"]]


def test_what_tavily_says_to_a_long_query_is_said_in_our_words() -> None:
    """The only refusal there is a record of."""
    (row,) = observed("tavily")

    with pytest.raises(CannotDo, match="400 characters"):
        tavily.check(httpx.Response(row["http_status"], text=row["body"]))


def observed(service: str) -> list[dict[str, str]]:
    """Return the errors that were seen of one service."""
    rows = map(json.loads, recording("errors/observed_errors.jsonl").read_text().splitlines())
    return [row for row in rows if row["service"] == service]
