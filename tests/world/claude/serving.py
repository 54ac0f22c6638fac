"""Claude as a server: checks a request, lets the script answer, spoils it where a test wants that, and sends it."""

import asyncio
import json
import random
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from aiohttp import web

from .answering import answer_to
from .behaving import Behaviour, Behaviours
from .calls import Call, Calls
from .checking import Body, check, check_headers
from .composing import limited, message_of
from .counting import BYTES_PER_TOKEN, Cache, digest_of, prompt_tokens
from .reading import agent_of, asked_of
from .refusing import RefusedError
from .sending import Sender
from .shapes import Answer, Asked


@dataclass(frozen=True)
class Pace:
    """How fast and how much Claude writes."""

    latency_seconds: float = 0.0
    """Before an answer begins."""
    pause_seconds: float = 0.0
    """Between two deltas of a stream, so that one can watch it."""
    most_extra_tokens: int = 0
    """Every answer to JSON or prose is followed by empty lines: any number of tokens up to this."""
    seed: int = 0
    """Of those numbers; the same request has the same."""


class Claude:
    """The scripted model: ``app`` serves it, ``behave`` makes it unruly, ``calls`` tells what it was asked."""

    def __init__(self) -> None:
        self.behaviours = Behaviours()
        self.log = Calls()
        self.pace = Pace()
        self._cache = Cache()
        self._numbers = count(1)

    @property
    def calls(self) -> list[Call]:
        """Return every call since the last reset, in order of arrival."""
        return self.log.made

    def of(self, agent: str) -> list[Call]:
        """Return the calls of one agent."""
        return [call for call in self.calls if call.agent == agent]

    def behave(self, agent: str, name: str, times: int | None = None) -> None:
        """Spoil the next *times* answers to *agent*, or all until ``reset``.

        ``NAMED`` knows every *name*; raises ``ValueError`` for any other.
        """
        self.behaviours.set(agent, name, times)

    def reset(self) -> None:
        """Be as at the start: obedient, quick, and without memory."""
        self.behaviours.clear()
        self.log.clear()
        self._cache.clear()
        self.pace = Pace()

    def app(self) -> web.Application:
        """Return the server, to be mounted as the ``base_url`` of a client."""
        made = web.Application()
        made.router.add_post("/v1/messages", self._messages)
        made.router.add_post("/v1/messages/count_tokens", self._count)
        return made

    async def _count(self, request: web.Request) -> web.Response:
        """Say how many tokens a prompt has."""
        request_id, self.log.counted = self._request_id(), self.log.counted + 1
        try:
            body = check(await _json(request), check_headers(request.headers), counting=True)
        except RefusedError as error:
            return error.refusal.answer(request_id)
        return web.json_response({"input_tokens": prompt_tokens(body)}, headers={"request-id": request_id})

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        """Answer one call, or refuse it."""
        told, request_id = await _json(request), self._request_id()
        with self.log.beginning(_call(told)) as call:
            try:
                return await self._answered(request, check(told, check_headers(request.headers)), call, request_id)
            except RefusedError as error:
                call.status = f"error {error.refusal.status} {error.refusal.kind}"
                return error.refusal.answer(request_id)

    async def _answered(self, request: web.Request, body: Body, call: Call, request_id: str) -> web.StreamResponse:
        """Answer a valid request as the script and the behaviour of the moment want it. Raises ``RefusedError``."""
        answer, behaviour = self._decided(asked_of(body), call)
        if behaviour.refusal:
            raise RefusedError(behaviour.refusal)
        pace = self.pace
        sender = Sender(request, call, request_id, behaviour.manner, pace.pause_seconds)
        if not await sender.wait(pace.latency_seconds):
            return web.Response()
        prompt = self._cache.counted(body)
        call.input_tokens, call.cache_written_tokens, call.cache_read_tokens = sum(prompt), prompt.written, prompt.read
        kept = limited(_longer(answer, pace, call.digest), body["max_tokens"])
        return await sender.send(message_of(kept, body["model"], call.digest, prompt))

    def _decided(self, asked: Asked, call: Call) -> tuple[Answer, Behaviour]:
        """Return the answer to a request, and how it is sent; what spoils nothing is kept for a later call."""
        plain = answer_to(asked)
        behaviour = self.behaviours.of(asked.agent)
        answer = behaviour.change(plain, asked)
        if behaviour.spoils or answer != plain:
            call.behaviour = self.behaviours.used(asked.agent)
        return answer, behaviour

    def _request_id(self) -> str:
        """Return a number that no other request has."""
        return f"req_01{next(self._numbers):022}"


async def _json(request: web.Request) -> Any:
    """Return the body of a request; nothing where it is no JSON."""
    try:
        return await request.json()
    except json.JSONDecodeError:
        return None


def _call(body: Any) -> Call:
    """Return a call as it is written down before anything is checked."""
    told = body if isinstance(body, dict) else {}
    now = asyncio.get_running_loop().time()
    return Call(agent_of(told), str(told.get("model")), digest_of(told), now, stream=bool(told.get("stream")))


def _longer(answer: Answer, pace: Pace, digest: str) -> Answer:
    """Return an answer with empty lines behind its last text, which change nothing but its length."""
    last = answer.blocks[-1] if answer.blocks else {}
    if not pace.most_extra_tokens or last.get("type") != "text":
        return answer
    tokens = random.Random(f"{pace.seed} {digest}").randint(0, pace.most_extra_tokens)
    longer = {**last, "text": last["text"] + "\n" * (tokens * BYTES_PER_TOKEN)}
    return replace(answer, blocks=(*answer.blocks[:-1], longer))
