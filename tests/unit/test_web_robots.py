"""robots.txt: what a host lets us read, and what follows from its silence."""

from collections.abc import Mapping

import httpx
import pytest

from services.retrieval.web.fetching import Fetcher
from services.retrieval.web.guarding import Guard
from services.retrieval.web.robots import MOST_BYTES_HEEDED, Robots
from shared.errors import CannotDo, RetryLater


def robots_over(answers: Mapping[str, httpx.Response | Exception]) -> tuple[Robots, list[str], list[float]]:
    """Return robots over canned answers, what is asked, and a clock to turn."""
    asked, clock = list[str](), [0.0]

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        answer = answers[request.url.host]
        if isinstance(answer, Exception):
            raise answer
        return answer

    client = httpx.AsyncClient(transport=httpx.MockTransport(handle))
    return Robots(Fetcher(client, Guard()), lambda: clock[0]), asked, clock


RULES = "User-agent: *\nDisallow: /open\n\nUser-agent: Vouch\nDisallow: /closed\nAllow: /closed/but\n"


@pytest.mark.parametrize(
    ("path", "may"), [("/open", True), ("/closed", False), ("/closed/x?y", False), ("/closed/but", True), ("/", True)]
)
async def test_a_host_says_what_we_may_read_of_it(path: str, *, may: bool) -> None:
    """Under our own name before that of everybody."""
    robots, _, _ = robots_over({"a.example": httpx.Response(200, text=RULES)})
    url = httpx.URL(f"https://a.example{path}")

    if may:
        await robots.permit(url)
    else:
        with pytest.raises(CannotDo, match=r"asks programs not to read it \(robots\.txt\)"):
            await robots.permit(url)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429])
async def test_a_host_without_rules_may_be_read(status: int) -> None:
    """RFC 9309: what is missing forbids nothing."""
    await robots_over({"a.example": httpx.Response(status)})[0].permit(httpx.URL("https://a.example/x"))


@pytest.mark.parametrize("answer", [httpx.Response(500), httpx.Response(503), httpx.ConnectError("no")])
async def test_a_host_that_does_not_say_is_not_read(answer: httpx.Response | Exception) -> None:
    """RFC 9309: no answer forbids everything, for now."""
    robots, asked, _ = robots_over({"a.example": answer})
    for _ in range(2):
        with pytest.raises(RetryLater, match=r"robots\.txt"):
            await robots.permit(httpx.URL("https://a.example/x"))

    assert len(asked) == 2


async def test_each_host_is_asked_once_an_hour() -> None:
    """Two pages of a site need one look at its rules; another port is another host."""
    robots, asked, clock = robots_over({"a.example": httpx.Response(200, text=RULES)})
    for path in ("http://a.example/1", "http://a.example/2", "https://a.example/1"):
        await robots.permit(httpx.URL(path))
    clock[0] = 3_601.0
    await robots.permit(httpx.URL("http://a.example/1"))

    assert asked == [f"http{s}://a.example/robots.txt" for s in ("", "s", "")]


async def test_of_a_long_robots_txt_the_beginning_is_heeded() -> None:
    """To understand megabytes of rules would hold up everybody; the last rule is not cut in two."""
    line = "Disallow: /hidden-{:07}\n"
    many = "User-agent: *\n" + "".join(map(line.format, range(40_000)))
    robots, _, _ = robots_over({"a.example": httpx.Response(200, text=many)})
    heeded = (MOST_BYTES_HEEDED - len("User-agent: *\n")) // len(line.format(0))

    with pytest.raises(CannotDo):
        await robots.permit(httpx.URL(f"https://a.example/hidden-{heeded - 1:07}"))
    for allowed in ("open", "hidden", f"hidden-{heeded:07}", f"hidden-{40_000 - 1:07}"):
        await robots.permit(httpx.URL(f"https://a.example/{allowed}"))
