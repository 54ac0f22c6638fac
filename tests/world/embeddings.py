"""A server of vectors as OpenAI's ``/v1/embeddings`` answers: the same vectors for the same texts, and no model."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from shared.embedding import HashingEmbedder

KEY = "sk-embedding"
MODEL = "hashing"

Spoil = Callable[[dict[str, Any]], Any]
"""Makes something else of an answer."""


@dataclass
class Embeddings:
    """A server with one model of *size* numbers, that can be shortened to fewer."""

    size: int = 8
    most_texts: int = 2_048
    spoil: Spoil | None = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    """The body of each request."""

    def app(self) -> web.Application:
        """Return its one door."""
        made = web.Application(client_max_size=50_000_000)
        made.router.add_post("/v1/embeddings", self._embed)
        return made

    async def _embed(self, request: web.Request) -> web.Response:
        """Answer as the vendor does: who asks, for what, and whether each text can be embedded."""
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return _refused(401, "Incorrect API key provided: sk-*****.")
        asked = await request.json()
        self.asked.append(asked)
        if asked["model"] != MODEL:
            return _refused(404, f"The model {asked['model']} does not exist.")
        if not all(asked["input"]) or len(asked["input"]) > self.most_texts:
            return _refused(400, "'$.input' is invalid.")
        answer = self._answer(asked["input"], asked.get("dimensions", self.size))
        # Written by hand: a spoilt answer may be no JSON, or hold a NaN.
        body = self.spoil(answer) if self.spoil else answer
        text = body if isinstance(body, str) else json.dumps(body)
        return web.Response(text=text, content_type="application/json")

    def _answer(self, texts: list[str], size: int) -> dict[str, Any]:
        """Return the vectors, twice their unit length and the last text's first: neither may matter."""
        rows = 2 * HashingEmbedder(size).embed(texts)
        data = [{"object": "embedding", "index": at, "embedding": row.tolist()} for at, row in enumerate(rows)]
        return {"object": "list", "data": data[::-1], "model": MODEL, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def _refused(status: int, why: str) -> web.Response:
    """Return an error as the vendor words it."""
    error = {"message": why, "type": "invalid_request_error", "param": None, "code": None}
    return web.json_response({"error": error}, status=status)
