"""Tavily's search over the pages of the corpus, with its ways to refuse."""

import json
from collections.abc import Sequence
from http import HTTPStatus

from aiohttp import web

from tests.world.duckduckgo import found
from tests.world.web_corpus import PAGES, WebPage

KEY = "tvly-good"
USED_UP = "tvly-used-up"
"""A key whose plan allows no more searches."""
UNPAID = "tvly-unpaid"
"""A key whose pay-as-you-go limit is reached."""

MOST_QUERY_CHARACTERS = 400

_SPENT = {f"Bearer {USED_UP}": 432, f"Bearer {UNPAID}": 433}


def app(base: str, pages: Sequence[WebPage] = PAGES) -> web.Application:
    """Return the engine over *pages*, which stand at *base*."""

    async def search(request: web.Request) -> web.Response:
        key = request.headers.get("Authorization", "")
        if key in _SPENT:
            return _refused(_SPENT[key], "This key has no searches left.")
        if key != f"Bearer {KEY}":
            return _refused(HTTPStatus.UNAUTHORIZED, "The key is missing or unknown.")
        return _answer(await request.json(), base, pages)

    made = web.Application()
    made.router.add_post("/search", search)
    return made


def _answer(asked: dict[str, object], base: str, pages: Sequence[WebPage]) -> web.Response:
    """Return what is found, or why it is not looked for."""
    query = str(asked.get("query") or "")
    if not query.strip() or len(query) > MOST_QUERY_CHARACTERS:
        return _refused(HTTPStatus.BAD_REQUEST, "The query is empty, or longer than 400 characters.")
    most = asked.get("max_results", 5)
    results = [
        {
            "title": page.title,
            "url": f"{base}/pages/{page.name}",
            "content": page.snippet,
            "score": round(0.99 - place / 100, 4),
            "raw_content": None,
        }
        for place, page in enumerate(found(query, pages)[: most if isinstance(most, int) else 5])
    ]
    said = {"query": query, "answer": None, "images": [], "follow_up_questions": None, "results": results}
    return web.json_response(said | {"response_time": 0.1, "request_id": "a-request"})


def _refused(status: int, why: str) -> web.Response:
    """Return an error as Tavily words them."""
    body = json.dumps({"detail": {"error": why}})
    return web.Response(status=status, text=body, content_type="application/json")
