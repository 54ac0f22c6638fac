"""How much of Claude's recorded answers our adapter reads, by feature: each is served again on loopback and asked for.

Read is what came out as recorded in all that is compared: text, stop, tool uses, usage, model and number, the text that
was heard while it was streamed, and the content that is sent back, byte for byte as the bare SDK sends it.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, get_args

from anthropic import AsyncAnthropic
from anthropic.types import Message
from pydantic import SecretStr

from shared.errors import CannotDo, RetryLater, VouchError
from shared.llm import claude
from shared.llm.values import Reply, Request, StopReason
from shared.settings import ClaudeSettings
from tests.recorded.claude_exchanges import (
    COUNTING,
    FIXTURES,
    INTERACTIONS,
    Exchange,
    Json,
    fixtures,
    interactions,
    refusals,
)
from tests.recorded.claude_features import FEATURES
from tests.recorded.tables import Row
from tests.world.replaying import Recorded, Replaying

KEY = "sk-test"
NAME = "claude-recorded"
"""The model that answers with the recording; the next one takes what is sent back."""
BACK = "claude-back"

SECONDS = 10.0

TURN: Json = {"role": "user", "content": "Go on."}
USAGE = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
NOTHING = {"type": "message", "content": [], "model": BACK, "usage": {"input_tokens": 1, "output_tokens": 1}}
SAYS_NOTHING = Recorded(200, {"content-type": "application/json"}, json.dumps(NOTHING).encode())

PASSING = (429, 529)
"""Errors that pass."""

COMPARED = ("text", "stop", "tool uses", "usage", "model", "number", "content", "heard", "sent back")

Heard = list[str]


@dataclass(frozen=True)
class Reading:
    """What our adapter made of one exchange."""

    exchange: Exchange
    reply: Reply | int | None = None
    """The answer, or a count of tokens."""
    refused: VouchError | None = None
    differs: tuple[str, ...] = ()
    """In what the answer is not as recorded."""

    @property
    def read(self) -> bool:
        """Say whether it came out as it was recorded: an error as one that will pass, or as one that will not."""
        status = self.exchange.answer.status
        if status != HTTPStatus.OK:
            return type(self.refused) is (RetryLater if status in PASSING else CannotDo)
        return self.reply is not None and not self.differs

    @property
    def reason(self) -> str:
        """Return why it was not read."""
        return str(self.refused or f"not as recorded: {', '.join(self.differs)}")


class Reader:
    """Asks a server of recordings, by our adapter and by the bare SDK."""

    def __init__(self, server: Replaying, ours: claude.Claude, bare: AsyncAnthropic) -> None:
        self.server, self.ours, self.bare = server, ours, bare

    async def read(self, exchange: Exchange) -> Reading:
        """Return what became of an exchange."""
        self.server.answers[NAME] = exchange.answer
        heard: Heard = []
        try:
            if exchange.path == COUNTING:
                return Reading(exchange, await self.ours.count(request()))
            reply = await self.ours.send(request(), SECONDS, heard.append if exchange.streamed else None)
        except VouchError as error:
            return Reading(exchange, refused=error)
        differs = [*differences(reply, exchange)]
        if "".join(heard) != "".join(texts(exchange)):
            differs.append("heard")
        if reply.content and await self.sent_by_us(reply) != await self.sent_by_the_sdk(exchange):
            differs.append("sent back")
        return Reading(exchange, reply, differs=tuple(differs))

    async def sent_by_us(self, reply: Reply) -> bytes:
        """Return the body of a request that takes an answer back."""
        again = request().answered(reply.content).followed_by(TURN)
        await self.ours.send(again.model_copy(update={"model": BACK}), SECONDS)
        return self.server.heard[-1]

    async def sent_by_the_sdk(self, exchange: Exchange) -> bytes:
        """Return the same, without anything of ours; texts that are blank are left out, as the API wants it."""
        message = await self._message(exchange.streamed)
        content = [one for one in message.content if one.type != "text" or one.text.strip()]
        turns = [*request().messages, *([{"role": "assistant", "content": content}] if content else []), TURN]
        await self.bare.messages.create(**{**plain(), "model": BACK, "messages": turns})
        return self.server.heard[-1]

    async def _message(self, streamed: bool) -> Message:  # noqa: FBT001 -- as the answer was
        """Return what the bare SDK makes of the recording."""
        if not streamed:
            message: Message = await self.bare.messages.create(**plain())
            return message
        async with self.bare.messages.stream(**plain()) as stream:
            return await stream.get_final_message()


def request() -> Request:
    """Return a request; what was recorded answers any."""
    return Request(model=NAME, system="Be brief.", messages=({"role": "user", "content": "Say it."},), most_tokens=99)


def plain() -> dict[str, Any]:
    """Return the same for the SDK."""
    asked = request()
    turns = list(asked.messages)
    return {"model": asked.model, "max_tokens": asked.most_tokens, "system": asked.system, "messages": turns}


def texts(exchange: Exchange) -> list[str]:
    """Return the pieces of text that a stream brought."""
    deltas = [one["delta"] for one in exchange.events if one["type"] == "content_block_delta"]
    return [one["text"] for one in deltas if one["type"] == "text_delta"]


def differences(reply: Reply, exchange: Exchange) -> Iterable[str]:
    """Yield what is not as it was recorded."""
    message = exchange.message or {}
    blocks, usage = exchange.blocks, message.get("usage", {})
    uses = [(one["id"], one["name"], one["input"]) for one in exchange.kinds("tool_use")]
    ours, stop = reply.usage, message.get("stop_reason")
    counts = (ours.input_tokens, ours.output_tokens, ours.cache_read_tokens, ours.cache_write_tokens)
    same = {
        "text": reply.text == "".join(one["text"] for one in exchange.kinds("text")),
        "stop": reply.stop == (stop if stop in get_args(StopReason) else "other" if stop else "cut-off"),
        "tool uses": [(one.id, one.name, one.arguments) for one in reply.tool_uses] == uses,
        "usage": counts == tuple(usage.get(name) or 0 for name in USAGE),
        "model": reply.model == message.get("model"),
        "number": reply.request_id == exchange.answer.headers.get("request-id", ""),
        "content": list(reply.content) == blocks,
    }
    yield from (name for name, alike in same.items() if not alike)


@asynccontextmanager
async def opened() -> AsyncIterator[Reader]:
    """Open a server of recordings, our adapter and the bare SDK."""
    async with (
        Replaying({BACK: SAYS_NOTHING}) as server,
        claude.opened(ClaudeSettings(url=server.url, api_key=SecretStr(KEY))) as ours,
        AsyncAnthropic(api_key=KEY, base_url=server.url, max_retries=0) as bare,
    ):
        yield Reader(server, ours, bare)


@cache
def readings() -> tuple[Reading, ...]:
    """Return what became of every recording."""

    async def read() -> tuple[Reading, ...]:
        async with opened() as reader:
            return tuple([await reader.read(one) for one in (*interactions(), *fixtures(), *refusals())])

    return asyncio.run(read())


def rows() -> list[Row]:
    """Return a row for each feature; an exchange counts in each that it has."""
    read, first, second = readings(), len(interactions()), len(fixtures())
    by_folder = {INTERACTIONS: read[:first], FIXTURES: read[first : first + second]}
    folders = [_row(folder, found, _filled(found)) for folder, found in by_folder.items()]
    features = [_row(f"claude: {name}", [one for one in read if has(one.exchange)]) for name, has in FEATURES.items()]
    return [*folders, *features]


def _row(name: str, found: Sequence[Reading], filled: Mapping[str, float] = MappingProxyType({})) -> Row:
    """Return the row of some readings; a folder's refusals stand in the rows of the features, by their reasons."""
    why: dict[str, list[str]] = {}
    for one in found if not filled else ():
        if not one.read:
            why.setdefault(one.reason, []).append(one.exchange.file)
    refused = [(named[0] if len(named) == 1 else f"{len(named)} exchanges", reason) for reason, named in why.items()]
    files = {one.exchange.file.partition(" (")[0] for one in found}
    return Row(name, len(files), len(found), sum(one.read for one in found), filled, tuple(refused))


def _filled(found: Sequence[Reading]) -> dict[str, float]:
    """Return the share of the answers that are as recorded, by what is compared."""
    replies = [one for one in found if isinstance(one.reply, Reply)]
    return {name: sum(name not in one.differs for one in replies) / len(replies) for name in COMPARED}
