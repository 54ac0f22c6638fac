"""Search engines of the web: results, none, and could not look are three answers."""

import json
from collections.abc import Mapping

import httpx
import pytest

from services.retrieval.web.duckduckgo import DuckDuckGo, address_of, hits_of
from services.retrieval.web.searching import NoEngine, WebHit, shortened
from services.retrieval.web.tavily import Tavily
from services.retrieval.web.tavily import hits_of as tavily_hits_of
from shared.errors import CannotDo, RetryLater
from shared.http import Answer, Wants
from shared.http.failing import SiteError

RESULT = """<div class="result results_links {kind}"><h2 class="result__title">
<a class="result__a" href="{link}">{title}</a></h2>
<a class="result__snippet" href="{link}">A <b>short</b>  text.</a></div>"""
NONE = '<div class="result result--no-result"><a class="result__a" href="https://x.example/">x</a>Nothing.</div>'
MODAL = '<form id="f"><div class="anomaly-modal__title">Ducks</div><div class="anomaly-modal">Pick them</div></form>'


def result(link: str, title: str = "A title", kind: str = "web-result") -> str:
    """Return one result of a page."""
    return RESULT.format(link=link, title=title, kind=kind)


class Posted:
    """A site that gives one answer, or fails, and notes what it was asked."""

    def __init__(self, body: str = "", error: Exception | None = None) -> None:
        self.body, self.error = body, error
        self.asked: list[tuple[str, Mapping[str, str], Wants]] = []

    async def post(self, path: str, form: Mapping[str, str], *, wants: Wants = "json") -> Answer:
        """Note, and answer."""
        self.asked.append((path, form, wants))
        if self.error:
            raise self.error
        return Answer("DuckDuckGo", path, self.body.encode(), "text/html")


async def test_results_come_in_their_order_with_their_own_addresses() -> None:
    """Links are direct, or lead through DuckDuckGo's redirect."""
    links = ("https://a.example/1", "//duckduckgo.com/l/?uddg=https%3A%2F%2Fb.example%2F2%3Fq%3D1%26r%3D2&amp;rut=00")
    site = Posted("".join(map(result, links)))

    hits = await DuckDuckGo(site).find("velasartan migraine")

    assert [hit.address for hit in hits] == ["https://a.example/1", "https://b.example/2?q=1&r=2"]
    assert hits[0] == WebHit("A title", "https://a.example/1", "A short text.")
    assert site.asked == [("/html/", {"q": "velasartan migraine", "kl": "wt-wt"}, "html")]


def test_an_advertisement_is_no_result_by_its_class_or_by_its_link() -> None:
    """It stands first and looks like the others."""
    target = "//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dpills.example"
    page = "".join(
        (
            result("https://pills.example/", kind="result--ad"),
            result(target),
            result("https://duckduckgo.com/y.js?ad_domain=x"),
            result("https://a.example/"),
        )
    )

    assert [hit.address for hit in hits_of(page)] == ["https://a.example/"]


async def test_a_page_is_named_once_and_five_at_most() -> None:
    """A model reads them all."""
    page = "".join(result(f"https://a.example/{n // 2}") for n in range(20))

    hits = await DuckDuckGo(Posted(page)).find("velasartan")

    assert [hit.address for hit in hits] == [f"https://a.example/{n}" for n in range(5)]


def test_none_is_an_answer_where_the_page_says_so() -> None:
    """Some versions of the page dress the notice as a result."""
    assert hits_of(f"<html><body>{NONE}</body></html>") == ()
    assert hits_of('<html><body><div class="no-results">Nothing.</div></body></html>') == ()


@pytest.mark.parametrize(
    "page",
    [
        MODAL,
        f"{result('https://a.example/')}{MODAL}",
        '<form id="x" class="challenge-form" action="/c"></form>',
        '<form action="//duckduckgo.com/anomaly.js?sv=html"></form>',
    ],
)
def test_a_check_for_people_is_never_none(page: str) -> None:
    """Whoever reads the report would take it for "there is nothing"."""
    with pytest.raises(RetryLater, match="checks whether a person is asking"):
        hits_of(page)


@pytest.mark.parametrize(
    "page", ["", "   ", "<html></html>", "<script>go()</script>", "Service is busy", "<div class='result'></div>"]
)
def test_a_page_that_says_neither_is_never_none(page: str) -> None:
    """A shell for scripts, a portal, a new layout: none of them says that nothing was found."""
    with pytest.raises(RetryLater):
        hits_of(page)


async def test_a_challenge_by_status_names_itself() -> None:
    """DuckDuckGo answers 202 with its check; the site cannot know what that means."""
    site = Posted(error=SiteError("DuckDuckGo answered without a result (202)", status=202))

    with pytest.raises(RetryLater, match="checks whether a person is asking"):
        await DuckDuckGo(site).find("velasartan")


async def test_other_trouble_keeps_its_own_reason() -> None:
    """What the site says is already in words."""
    site = Posted(error=SiteError("DuckDuckGo is in trouble (503)", status=503))

    with pytest.raises(SiteError, match="is in trouble"):
        await DuckDuckGo(site).find("velasartan")


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("https://a.example/x", "https://a.example/x"),
        ("//a.example/x", "https://a.example/x"),
        ("//duckduckgo.com/l/?uddg=http%3A%2F%2Fa.example%2F", "http://a.example/"),
        ("https://html.duckduckgo.com/l/?uddg=http%3A%2F%2Fa.example%2F", "http://a.example/"),
        ("//duckduckgo.com/l/?uddg=javascript%3Aalert(1)", ""),
        ("//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js", ""),
        ("//duckduckgo.com/l/", ""),
        ("https://duckduckgo.com/about", ""),
        ("javascript://a.example/%0aalert(1)", ""),
        ("mailto:x@a.example", ""),
        ("", ""),
    ],
)
def test_links_lead_where_they_lead(link: str, address: str) -> None:
    """Behind the redirect; what is no page of the web is dropped here or by the guard."""
    assert address_of(link) == address


def tavily(answer: httpx.Response | Exception) -> tuple[Tavily, list[httpx.Request]]:
    """Return Tavily over one answer, and what it is asked."""
    asked: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if isinstance(answer, Exception):
            raise answer
        return answer

    client = httpx.AsyncClient(transport=httpx.MockTransport(handle), base_url="https://api.tavily.example")
    return Tavily(client), asked


async def test_tavily_is_asked_for_pages_alone() -> None:
    """An answer made by a model is none of ours; the key travels in a header (tests/live)."""
    found = {"results": [{"title": "A", "url": "https://a.example/", "content": "Of\n a.", "raw_content": None}]}
    engine, asked = tavily(httpx.Response(200, json=found | {"answer": None}))

    hits = await engine.find("velasartan")

    assert hits == (WebHit("A", "https://a.example/", "Of a."),)
    assert (asked[0].method, asked[0].url.path) == ("POST", "/search")
    assert json.loads(asked[0].content) == {
        "query": "velasartan",
        "max_results": 5,
        "include_answer": False,
        "include_raw_content": False,
    }


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (400, CannotDo, "400 characters"),
        (401, CannotDo, "does not know the key: check VOUCH_TAVILY__API_KEY"),
        (403, CannotDo, "does not let this key search"),
        (432, CannotDo, "its plan is used up"),
        (433, CannotDo, "pay-as-you-go limit"),
        (408, RetryLater, "took too long"),
        (429, RetryLater, "was asked too often"),
        (500, RetryLater, "cannot answer now"),
        (503, RetryLater, "cannot answer now"),
        (302, RetryLater, "cannot answer now"),
        (202, RetryLater, "cannot answer now"),
    ],
)
async def test_what_tavily_refuses_is_said_plainly(status: int, error: type[Exception], words: str) -> None:
    """Each has a reason of its own, and none is "no results"; what the server says is not repeated."""
    engine, _ = tavily(httpx.Response(status, json={"detail": {"error": "tvly-secret is wrong"}}))

    with pytest.raises(error, match=words) as refused:
        await engine.find("velasartan")

    assert "tvly-secret" not in str(refused.value)


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, text=""),
        httpx.Response(200, text="<html>Sign in</html>"),
        httpx.Response(200, json={}),
        httpx.Response(200, json={"results": None}),
        httpx.Response(200, json={"results": [{"url": ["https://a.example/"]}]}),
        httpx.Response(200, content=b"{", headers={"Content-Encoding": "gzip"}),
        httpx.ConnectError("no"),
        httpx.ReadTimeout("late"),
    ],
)
async def test_no_list_of_results_is_could_not_look(answer: httpx.Response | Exception) -> None:
    """A portal, a cut answer, a lost connection."""
    with pytest.raises(RetryLater):
        await tavily(answer)[0].find("velasartan")


def test_tavily_may_find_nothing_and_name_pages_without_an_address() -> None:
    """An empty list is an answer; a null is no page."""
    assert tavily_hits_of(b'{"results": []}') == ()
    assert (
        tavily_hits_of(b'{"results": [{"title": null, "url": "https://a.example/"}, {"title": "B", "url": null}]}')
        == ()
    )
    assert tavily_hits_of(b'{"results": [{"title": "B", "url": "javascript:alert(1)"}]}') == ()


async def test_without_an_engine_nothing_was_looked_for() -> None:
    """An operator switched them off; the report must say so."""
    with pytest.raises(CannotDo, match="VOUCH_DUCKDUCKGO__ENABLED"):
        await NoEngine().find("velasartan")


def test_long_queries_are_cut_at_a_word() -> None:
    """Tavily refuses more than 400 characters."""
    assert shortened(" velasartan \n migraine ") == "velasartan migraine"
    assert shortened("word " * 100) == ("word " * 80).strip()
    assert len(shortened("w" * 1_000)) == 400


def test_half_a_character_in_a_snippet_does_not_lose_the_results() -> None:
    """An engine may cut a text in the middle of a sign."""
    body = b'{"results": [{"title": "A \\ud83d", "url": "https://a.example/"}]}'

    assert tavily_hits_of(body) == (WebHit("A \ufffd", "https://a.example/"),)
