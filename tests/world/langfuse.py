"""Langfuse, as far as Vouch asks it: prompts by name and label or version, and its door for traces."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from aiohttp import web

from .otlp import MOST_BYTES, Kept

PUBLIC_KEY = "pk-lf-public"
SECRET_KEY = "sk-lf-secret"

PROMPTS = "/api/public/v2/prompts/{name:.+}"
TRACES = "/api/public/otel/v1/traces"


@dataclass(frozen=True)
class Version:
    """One version of a prompt."""

    number: int
    prompt: Any
    """A text, or the messages of a chat."""
    labels: Sequence[str]


@dataclass
class Langfuse:
    """A project with its prompts, and the traces that were sent to it."""

    prompts: dict[str, list[Version]] = field(default_factory=dict)
    traces: Kept = field(default_factory=Kept)
    asked: list[str] = field(default_factory=list)
    """The address of each question for a prompt."""

    def put(self, name: str, prompt: Any, *labels: str) -> int:
        """Store a new version of a prompt and return its number; a label belongs to the newest that has it."""
        versions = self.prompts.setdefault(name, [])
        versions.append(Version(len(versions) + 1, prompt, labels or ("production",)))
        return len(versions)

    def app(self) -> web.Application:
        """Return both doors, for whoever has the keys."""
        made = web.Application(middlewares=[_with_keys], client_max_size=MOST_BYTES)
        made.router.add_get(PROMPTS, self._prompt)
        made.router.add_post(TRACES, self.traces.take)
        return made

    async def _prompt(self, request: web.Request) -> web.Response:
        """Answer with the version that is asked for, by default the one in production."""
        self.asked.append(request.raw_path)
        name, query = request.match_info["name"], request.query
        found = [one for one in self.prompts.get(name, ()) if _is_asked_for(one, query)]
        if not found:
            return _refused(HTTPStatus.NOT_FOUND, "LangfuseNotFoundError", f"Prompt not found: '{name}'")
        return web.json_response(_told(name, found[-1]))


def _is_asked_for(version: Version, query: Any) -> bool:
    """Say whether a version has the number or the label of the question."""
    if number := query.get("version"):
        return version.number == int(number)
    return query.get("label", "production") in version.labels


def _told(name: str, version: Version) -> dict[str, Any]:
    """Return a version as Langfuse writes it."""
    kind = "text" if isinstance(version.prompt, str) else "chat"
    about = {"id": f"{name}-{version.number}", "projectId": "p1", "config": {}, "tags": [], "commitMessage": None}
    return {**about, "name": name, "version": version.number, "type": kind, "prompt": version.prompt} | {
        "labels": list(version.labels)
    }


@web.middleware
async def _with_keys(request: web.Request, handler: Any) -> web.StreamResponse:
    """Let in who shows both keys."""
    pair = base64.b64encode(f"{PUBLIC_KEY}:{SECRET_KEY}".encode()).decode()
    if request.headers.get("Authorization") != f"Basic {pair}":
        return _refused(HTTPStatus.UNAUTHORIZED, "UnauthorizedError", "Invalid credentials. Confirm the host.")
    answer: web.StreamResponse = await handler(request)
    return answer


def _refused(status: int, error: str, why: str) -> web.Response:
    """Return an error in JSON."""
    return web.Response(
        status=status, text=json.dumps({"error": error, "message": why}), content_type="application/json"
    )
