"""One address for all agents, and behind it a Claude for each run, so that runs that go on at once can differ.

Which run asks is told by the blanks in its question: no rule and no model reads them.
"""

import json
import re
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.world.claude import Claude
from tests.world.corpus import QUESTION
from tests.world.loopback import served

BLANKS = 4
"""At most, between two words."""

GAPS = 4
"""Between words that are used: with the blanks in them, 256 runs can be told apart."""

GRACE_SECONDS = 0.5
"""How long an answer that never ends may delay the end."""

MOST_BYTES = 16 << 20
_WORDS = QUESTION.split()
_ASKED = re.compile("( +)".join(map(re.escape, _WORDS[: GAPS + 1])))


def question(number: int) -> str:
    """Return the question of run *number*; raise ``ValueError`` where there are too many."""
    if number >= BLANKS**GAPS:
        message = f"{BLANKS**GAPS} runs can be told apart"
        raise ValueError(message)
    gaps = [number // BLANKS**place % BLANKS for place in range(GAPS)] + [0] * (len(_WORDS) - GAPS)
    return "".join(f"{word}{' ' * (1 + gap)}" for word, gap in zip(_WORDS, gaps, strict=True)).strip()


def number_in(prompt: str) -> int:
    """Return the number of the run that asks; raise ``LookupError`` where none does."""
    found = _ASKED.search(prompt)
    if found is None:
        raise LookupError(prompt[:200])
    return sum((len(gap) - 1) * BLANKS**place for place, gap in enumerate(found.groups()))


class Switchboard:
    """A server, while it is entered."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[Claude, web.Application]] = {}
        self._stack = AsyncExitStack()
        self.url = ""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post("/v1/{rest:.*}", self._passed_on)
        self.url = await self._stack.enter_async_context(served(app, grace_seconds=GRACE_SECONDS))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    def connected(self) -> tuple[int, Claude]:
        """Return the number of another run, and the Claude it will be answered by."""
        number, claude = len(self._lines), Claude()
        self._lines[number] = claude, claude.app()
        return number, claude

    async def _passed_on(self, request: web.Request) -> web.StreamResponse:
        """Have the Claude of the run that asks answer."""
        _, app = self._lines[number_in(json.dumps(await request.json(), ensure_ascii=False))]
        found = await app.router.resolve(request)
        return await found.handler(request)
