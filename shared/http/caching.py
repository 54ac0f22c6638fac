"""Answers kept on disk for as long as their vendor allows. Whatever is wrong with the cache, a search goes on.

Kept are only whole, fitting answers with status 200. The vendor's headers rule; where they say nothing of how long,
we ask each time whether the answer still holds, and guess nothing: a retraction must not be a week late.
"""

import asyncio
import contextlib
import re
import sqlite3
from pathlib import Path

import httpx
import structlog
from hishel import AsyncSqliteStorage, CacheOptions
from hishel.httpx import AsyncCacheTransport

from .fitting import misfit

MOST_BYTES_KEPT = 200_000_000
"""Of one vendor; what was used longest ago goes first."""

OK, NOT_MODIFIED = 200, 304

LOCKED_SECONDS = 5.0

FAILURES = (sqlite3.Error, OSError, RuntimeError, ValueError, TypeError, LookupError, ArithmeticError, AssertionError)
"""What a damaged cache raises; errors of the vendor are ``VouchError`` or ``httpx.HTTPError``."""

logger = structlog.get_logger()


async def cached(name: str, folder: Path, below: httpx.AsyncBaseTransport) -> httpx.AsyncBaseTransport:
    """Return *below* with a cache before it, in a file of *folder*; without one where the file cannot be used."""
    path = folder / f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.sqlite3"
    if problem := await asyncio.to_thread(unusable, path):
        logger.warning("the HTTP cache cannot be used; going on without it", file=path.name, problem=problem)
        return below
    return Cached(name, below, AsyncSqliteStorage(database_path=path, max_size=MOST_BYTES_KEPT))


def unusable(path: Path) -> str:
    """Say why a cache cannot be kept at *path*, or "" where it can."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(path, timeout=LOCKED_SECONDS, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            db.execute("ROLLBACK")
    except (sqlite3.Error, OSError) as error:
        return f"{error}; remove it to have it made anew"
    return "" if found == "ok" else f"it is damaged ({found}); remove it to have it made anew"


class Cached(httpx.AsyncBaseTransport):
    """Answers from the cache where it may; whatever goes wrong there, *below* is asked instead."""

    def __init__(self, name: str, below: httpx.AsyncBaseTransport, storage: AsyncSqliteStorage) -> None:
        self._name, self._below = name, below
        self._cache = AsyncCacheTransport(_Vetted(below), storage, rfc=CacheOptions(shared=False))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer, read whole."""
        if request.method != "GET":
            return await self._below.handle_async_request(request)
        try:
            response = await self._cache.handle_async_request(request)
            await response.aread()
        except FAILURES as error:
            logger.warning("the HTTP cache failed; asking without it", site=self._name, problem=type(error).__name__)
            return await self._below.handle_async_request(request)
        return response

    async def aclose(self) -> None:
        """Close the cache's file and the connections."""
        await self._cache.aclose()


class _Vetted(httpx.AsyncBaseTransport):
    """Tells the cache, in the headers it goes by, what is not to be kept."""

    def __init__(self, below: httpx.AsyncBaseTransport) -> None:
        self._below = below

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return what *below* answers, under the rules for keeping it."""
        response = await self._below.handle_async_request(request)
        said = response.headers.get("cache-control", "")
        if response.status_code != NOT_MODIFIED and not _is_keepable(request, response):
            response.headers["cache-control"] = "no-store"
        elif not ("max-age" in said.lower() or "expires" in response.headers):
            response.headers["cache-control"] = f"{said}, no-cache".removeprefix(", ")
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._below.aclose()


def _is_keepable(request: httpx.Request, response: httpx.Response) -> bool:
    """Say whether a later question can be answered by this: it is whole, it fits, and it can go stale or be checked."""
    headers = response.headers
    says_when = "max-age" in headers.get("cache-control", "").lower() or "expires" in headers
    if response.status_code != OK or not (says_when or "etag" in headers or "last-modified" in headers):
        return False
    if any(mark in response.content for mark in request.extensions["error_marks"]):
        return False
    return not misfit(response.content, headers.get("content-type", ""), request.extensions["wants"])
