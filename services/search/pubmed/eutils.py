"""NCBI's E-utilities, as far as PubMed is searched with them: what is sent, and what their answers mean."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.errors import CannotDo, RetryLater
from shared.http import Answer, Site, Wants
from shared.library.pubmed import Answered, answered

TOOL = "vouch"
"""What NCBI knows this program by."""
LONGEST_GET = 1_500
"""Characters of parameters; NCBI refuses much longer addresses (414), and takes them as a form."""
MOST_TRIES = 3
"""Of a request that NCBI answers with an error of its own making, inside a success."""
_TRANSIENT = (
    "backend failed", "rate limit", "too many requests", "unable to open connection", "temporarily", "timed out",
    "timeout", "try again", "unavailable", "internal error", "server error", "cannot connect", "exception",
)  # fmt: skip
"""What NCBI's errors say when the same request may succeed later."""


@dataclass(frozen=True)
class History:
    """A result that NCBI keeps for some hours."""

    environment: str
    key: str


@dataclass(frozen=True)
class Hits:
    """What a search found, best first."""

    count: int
    pmids: tuple[str, ...] = ()
    history: History | None = None
    missing: tuple[str, ...] = ()
    """Phrases that no record has, as they were asked with their fields."""
    notes: tuple[str, ...] = ()
    """What NCBI ignored or warned of."""


class EUtils:
    """Searches PubMed and fetches its records."""

    def __init__(self, site: Site, api_key: str, contact: str, pause_seconds: float) -> None:
        self._site, self._pause_seconds = site, pause_seconds
        given = {"db": "pubmed", "tool": TOOL, "email": contact, "api_key": api_key}
        self._always = {name: value for name, value in given.items() if value}

    async def search(self, term: str, most: int) -> Hits:
        """Return the *most* relevant hits for *term*. Raises ``RetryLater`` or ``CannotDo``."""
        asked = {"term": term, "retmode": "json", "retmax": str(most), "sort": "relevance", "usehistory": "y"}
        found = await self._json("esearch.fcgi", asked, "esearchresult")
        return _hits(found)

    async def fetch(self, pmids: Sequence[str], history: History | None = None, start: int = 0) -> Answered:
        """Return the records of *pmids*, from the place *start* of a result NCBI keeps where there is one.

        A result that NCBI no longer keeps is asked for by its ids. Raises ``RetryLater`` or ``CannotDo``.
        """
        if history is not None:
            asked = {"WebEnv": history.environment, "query_key": history.key}
            try:
                return await self._records({**asked, "retstart": str(start), "retmax": str(len(pmids))})
            except CannotDo:
                pass  # an expired result is refused; by their ids the records can still be had
        return await self._records({"id": ",".join(pmids)})

    async def count(self) -> int:
        """Return how many records PubMed says it has. Raises ``RetryLater`` or ``CannotDo``."""
        found = await self._json("einfo.fcgi", {"retmode": "json"}, "einforesult")
        about = found.get("dbinfo")
        first = about[0] if isinstance(about, list) and about else about
        return _number(first.get("count")) if isinstance(first, dict) else 0

    async def _records(self, asked: Mapping[str, str]) -> Answered:
        """Return the records that are asked for; an answer that is cut off is asked for again."""
        for tried in range(1, MOST_TRIES + 1):
            answer = await self._send("efetch.fcgi", {**asked, "retmode": "xml"}, "xml")
            found = await asyncio.to_thread(answered, answer.body)
            if not found.error:
                return found
            await self._again(found.error, tried)
        raise AssertionError  # the last try raises

    async def _json(self, path: str, asked: Mapping[str, str], name: str) -> dict[str, Any]:
        """Return the part of an answer that is called *name*; an error inside is raised."""
        for tried in range(1, MOST_TRIES + 1):
            body = (await self._send(path, asked, "json")).json()
            found = body.get(name) if isinstance(body, dict) else None
            error = _error(body) or _error(found) or ("" if isinstance(found, dict) else f"no {name} in its answer")
            if isinstance(found, dict) and not error:
                return found
            await self._again(error, tried)
        raise AssertionError  # the last try raises

    async def _again(self, error: str, tried: int) -> None:
        """Wait before the next try. Raises what *error* means where another try cannot help or was the last."""
        message = f"{self._site.name} answered with an error: {error}"
        if not is_transient(error):
            raise CannotDo(message)
        if tried == MOST_TRIES:
            raise RetryLater(message)
        await asyncio.sleep(self._pause_seconds * tried)

    async def _send(self, path: str, asked: Mapping[str, str], wants: Wants) -> Answer:
        """Ask, by a form where an address would be too long."""
        given = {**self._always, **asked}
        if sum(len(name) + len(value.encode()) for name, value in given.items()) > LONGEST_GET:
            return await self._site.post(path, given, wants=wants)
        return await self._site.get(path, given, wants=wants)


def is_transient(error: str) -> bool:
    """Say whether the same request may succeed later."""
    return any(word in error.lower() for word in _TRANSIENT)


def _error(found: object) -> str:
    """Return what an answer says went wrong; an empty error is none."""
    if not isinstance(found, dict):
        return ""
    said = found.get("ERROR") or found.get("error") or ""
    return " ".join(str(said).split())[:300]


def _hits(found: Mapping[str, Any]) -> Hits:
    """Return what a search's answer says; NCBI writes numbers as texts."""
    errors, warnings = _listed(found, "errorlist"), _listed(found, "warninglist")
    environment, key = str(found.get("webenv") or ""), str(found.get("querykey") or "")
    return Hits(
        count=_number(found.get("count")),
        pmids=tuple(str(one) for one in found.get("idlist") or () if str(one).isdecimal()),
        history=History(environment, key) if environment and key else None,
        missing=tuple(errors.get("phrasesnotfound", ())),
        notes=tuple(_notes(errors, warnings)),
    )


def _notes(errors: Mapping[str, Sequence[str]], warnings: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield what PubMed says of how it understood the query."""
    yield from (f"PubMed knows no field {one}" for one in errors.get("fieldsnotfound", ()))
    yield from (f"PubMed ignored {one}" for one in warnings.get("phrasesignored", ()))
    for one in warnings.get("quotedphrasesnotfound", ()):
        yield f"PubMed has no phrase {one} and looked for its words"
    said = (one for one in warnings.get("outputmessages", ()) if "no items found" not in one.lower())
    yield from (f"PubMed notes: {one}" for one in said)


def _listed(found: Mapping[str, Any], name: str) -> dict[str, list[str]]:
    """Return the lists of texts below *name*, where there are any."""
    lists = found.get(name)
    if not isinstance(lists, dict):
        return {}
    return {key.lower(): [str(one) for one in value] for key, value in lists.items() if isinstance(value, list)}


def _number(said: object) -> int:
    """Return a number that may be written as a text; what is none counts as nothing."""
    text = str(said)
    return int(text) if text.isdecimal() else 0
