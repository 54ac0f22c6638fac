"""One vendor's server: the requests Vouch makes to it, and what its refusals mean."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx
import stamina
import structlog

from shared import clock
from shared.characters import encoding_of
from shared.errors import RetryLater

from .answers import Answer, Wants
from .breaking import Breaker
from .failing import SiteError, translated
from .fitting import unlike, xml_problem
from .manners import Manners, Patience
from .refusing import is_port, redirected_to, refused
from .unpacking import ACCEPTED, read_whole

ONCE = Manners(patience=Patience(attempts=1))
"""For a client of one's own: it is asked once."""

ACCEPTS: Mapping[Wants, str] = {
    "json": "application/json",
    "xml": "application/xml, text/xml",
    "html": "text/html, application/xhtml+xml",
    "text": "text/plain",
    "pdf": "application/pdf",
}

ANYTHING_ELSE = ", */*;q=0.1"

AGE = re.compile(r"[0-9]{1,9}")
"""Seconds, as caches write them; ours does so, too, of what it does not ask for again."""

logger = structlog.get_logger()


@dataclass(frozen=True)
class _Question:
    """One request, as it is sent again and again."""

    method: str
    path: str
    wants: Wants
    params: Mapping[str, str] | None = None
    form: Mapping[str, str] | None = None
    private: Mapping[str, str] = field(default_factory=dict)
    """Parameters that say who asks; they join the address below the cache and the logs."""


class Site:
    """A server with a name, an address and a limit.

    ``open_site`` makes one as services use it: paced, cached, asked again. With a *client* alone it is asked once.
    """

    def __init__(self, name: str, client: httpx.AsyncClient, *, manners: Manners = ONCE, signs: bool = False) -> None:
        self.name, self._client, self._manners, self._signs = name, client, manners, signs
        self._breaker = Breaker(name, manners)

    async def get(self, path: str, params: Mapping[str, str] | None = None, *, wants: Wants = "json") -> Answer:
        """Return what stands at *path*; raise ``RetryLater`` or ``CannotDo`` with a reason for a person."""
        private = self._private(params or {}) if self._signs else {}
        public = {name: value for name, value in (params or {}).items() if name not in private}
        return await self._asked(_Question("GET", path, wants, params=public or None, private=private))

    async def post(self, path: str, form: Mapping[str, str], *, wants: Wants = "json") -> Answer:
        """Return what the server answers to a form: for queries too long for an address."""
        return await self._asked(_Question("POST", path, wants, form=form))

    def _private(self, params: Mapping[str, str]) -> dict[str, str]:
        """Return what of *params* says who asks."""
        return {name: value for name, value in params.items() if name in self._manners.key_names}

    async def _asked(self, question: _Question) -> Answer:
        """Ask, and again where that can help."""
        patience = self._manners.patience
        with self._breaker.watching():
            async for attempt in stamina.retry_context(
                on=self._again,
                attempts=patience.attempts,
                timeout=patience.retry_for_seconds,
                wait_initial=patience.first_wait_seconds,
            ):
                with attempt:
                    return await self._once(question)
        raise AssertionError  # the last attempt returns or raises

    def _again(self, error: Exception) -> bool | float:
        """Say whether to ask again, or in how many seconds; asked for longer than a query may wait, we give up."""
        if not isinstance(error, RetryLater):
            return False
        wait = error.wait_seconds if isinstance(error, SiteError) else None
        patience = self._manners.patience
        again = not isinstance(error, SiteError) or error.again
        if not again or (wait or 0.0) > patience.most_wait_seconds:
            return False
        logger.debug("asking again", site=self.name, problem=str(error), wait_seconds=wait)
        return again if wait is None else wait

    async def _once(self, question: _Question) -> Answer:
        """Ask once, at another address where the server only wants TLS."""
        with translated(self.name, self._manners):
            request = self._request(question)
            response, body = await self._exchanged(request)
            if secure := _over_tls(response):
                response, body = await self._exchanged(self._request(question, secure))
        if response.status_code != httpx.codes.OK:
            raise refused(self.name, response, body, self._manners, clock.now())
        return _fitting(_answer(self.name, response, body), question.wants)

    def _request(self, question: _Question, url: httpx.URL | None = None) -> httpx.Request:
        """Return the request for a question, at its own address or another."""
        hidden = self._private({**(question.params or {}), **(question.form or {}), **question.private})
        return self._client.build_request(
            question.method,
            url or question.path,
            params=None if url else question.params,
            data=question.form,
            headers={"Accept": ACCEPTS[question.wants] + ANYTHING_ELSE, "Accept-Encoding": ACCEPTED},
            extensions={
                "private_params": question.private,
                "wants": question.wants,
                "hidden": tuple(hidden.values()),
                "error_marks": self._manners.error_marks,
            },
        )

    async def _exchanged(self, request: httpx.Request) -> tuple[httpx.Response, bytes]:
        """Return a response and its body."""
        response = await self._client.send(request, stream=True, follow_redirects=False)
        try:
            return response, await read_whole(self.name, response, self._manners.most_bytes)
        finally:
            await response.aclose()


def _fitting(answer: Answer, wants: Wants) -> Answer:
    """Return an answer that is what was wanted; raise ``SiteError`` for anything else in its place."""
    problem = unlike(answer.body, answer.content_type, wants)
    if wants == "xml":
        problem = problem or xml_problem(answer.body)
    if problem:
        message = f"{answer.site} answered with {problem}"
        raise SiteError(message)
    if wants == "json":
        answer.json()
    return answer


def _over_tls(response: httpx.Response) -> httpx.URL | None:
    """Return the same address by TLS where a redirect asks for just that; elsewhere we do not go."""
    asked, to = response.request.url, redirected_to(response)
    is_same = to is not None and (asked.scheme, to.scheme) == ("http", "https") and to.host == asked.host
    return asked.copy_with(scheme="https", port=to.port) if to and is_same and is_port(to.port) else None


def _answer(name: str, response: httpx.Response, body: bytes) -> Answer:
    """Return what a response holds, with what its headers say of it."""
    headers = response.headers
    age = headers.get("age", "")
    return Answer(
        site=name,
        url=str(response.url),
        body=body,
        content_type=headers.get("content-type", ""),
        encoding=encoding_of(response.charset_encoding or "") or "utf-8",
        age_seconds=float(age) if AGE.fullmatch(age) else 0.0,
    )
