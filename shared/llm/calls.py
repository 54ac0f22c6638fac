"""The model calls of one order: journaled, paid from its allowance, within its deadline."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import structlog

from shared import messages as m
from shared.errors import CannotDo, RetryLater, VouchError
from shared.settings import AgentSettings
from shared.tracing import ModelCall, Tracing

from .breaking import Garbled, Interrupted
from .journal import Entry, Journal
from .pacing import Pace
from .pricing import Prices
from .protocol import Model, OnText
from .purse import Purse, estimated
from .values import Prompt, Reply, Request

LEAST_ANSWER_TOKENS = 300
"""With less room for an answer, asking would be for nothing."""

SPARE_SECONDS = 5.0
"""Kept of an order's time, so that what was learned can still be said."""

LEAST_SECONDS = 10.0
"""With less time left than this, another delivery would come too late to try again."""

LEAST_CALL_SECONDS = 1.0
"""With less time left than this, no call is begun: it would be broken off, and paid for."""

ValueT = TypeVar("ValueT")

logger = structlog.get_logger()


@dataclass(frozen=True)
class Means:
    """What all orders of an agent share."""

    model: Model
    settings: AgentSettings
    prices: Prices
    pace: Pace
    now: Callable[[], datetime]
    tracing: Tracing
    call_seconds: float = 90.0
    context_tokens: int = 200_000


class Calls:
    """The calls of one order. They are numbered as they are made, so a replayed order finds its own answers."""

    def __init__(self, order: m.Order, means: Means, journal: Journal) -> None:
        self.order, self.means = order, means
        self.purse = Purse(order.allowance, means.prices)
        self.journal = journal
        self._made = 0
        self.answered_by = means.settings.model
        self._prompt: Prompt | None = None

    @property
    def spent(self) -> m.Spending:
        """Return what the order has used so far, answers from the journal included."""
        return self.purse.spent

    @property
    def room_tokens(self) -> int:
        """Return how many tokens a prompt may have, by allowance and context window.

        An answer of full length has its room beside it, but never more than half: with a small allowance it is the
        answer that becomes shorter, before all evidence is gone.
        """
        room = min(self.purse.tokens_left, self.means.context_tokens)
        return room - min(self.means.settings.most_output_tokens, room // 2)

    @property
    def seconds_left(self) -> float:
        """Return how long the order may still take; negative where nobody waits for it any more."""
        return (self.order.expires_at - self.means.now()).total_seconds() - SPARE_SECONDS

    async def send(
        self, request: Request, on_text: OnText | None = None, least_tokens: int = LEAST_ANSWER_TOKENS
    ) -> Reply:
        """Return the answer to *request*, from the journal where it was paid for before.

        Raises ``CannotDo`` where the allowance does not reach for it, or no time is left to try again; ``RetryLater``
        as the model does.
        """
        self._made += 1
        name, digest = str(self._made), request.digest
        entry = await self.journal.read(name, Entry)
        if entry and entry.reply and entry.digest == digest:
            return self._replayed(entry, entry.reply, request, on_text)
        lost = entry.lost + entry.reserved + entry.cost if entry else m.Spending()
        self.purse.take(lost)
        prompt_tokens = await self._length(request)
        request, reserved = self._bounded(request, prompt_tokens, least_tokens, lost)
        begun = Entry(digest=digest, reserved=reserved, lost=lost)
        await self.journal.write(name, begun)
        reply, cost = await self._asked(name, begun, request, on_text)
        await self.journal.write(name, Entry(digest=digest, lost=lost, cost=cost, reply=reply))
        self.purse.take(cost)
        self.answered_by = reply.model
        return reply

    async def kept(self, name: str, kind: type[ValueT], make: Callable[[], Awaitable[ValueT]]) -> ValueT:
        """Return what was journaled under *name*, or what *make* gives now, and keep it."""
        if (known := await self.journal.read(name, kind)) is not None:
            return known
        made = await make()
        await self.journal.write(name, made)
        return made

    async def prompt(self, resolve: Callable[[m.Domain], Awaitable[Prompt]], domain: m.Domain) -> Prompt:
        """Return the prompt of this order: the one it began with, however often it is delivered."""
        self._prompt = await self.kept("prompt", Prompt, lambda: resolve(domain))
        return self._prompt

    @contextlib.contextmanager
    def under(self, prompt: Prompt) -> Iterator[None]:
        """Have the spans of the calls inside name another prompt than that of the order."""
        before, self._prompt = self._prompt, prompt
        try:
            yield
        finally:
            self._prompt = before

    @contextlib.asynccontextmanager
    async def settled(self) -> AsyncIterator[None]:
        """Have a ``CannotDo`` from inside say what was spent until then."""
        try:
            yield
        except CannotDo as error:
            error.spent = self.spent
            raise

    def _replayed(self, entry: Entry, reply: Reply, request: Request, on_text: OnText | None) -> Reply:
        """Return an answer that was paid for before."""
        self.purse.take(entry.lost + entry.cost)
        self.answered_by = reply.model
        with self._span(request) as span:
            span.answered(reply.model, reply.usage, entry.cost.usd, reply.stop, journaled=True)
        if on_text and reply.text:
            on_text(reply.text)
        logger.info("a journaled answer is used", call=self._made, model=reply.model)
        return reply

    async def _length(self, request: Request) -> int:
        """Return how many tokens the prompt has: an upper estimate where that fits, else as the vendor counts.

        Some gateways cannot count: the estimate then stands.
        """
        most = estimated(request)
        if self.purse.fits(request, most) and most + request.most_tokens <= self.means.context_tokens:
            return most
        try:
            return await self.means.model.count(request)
        except RetryLater as error:
            raise self._in_time(error) from error
        except CannotDo as error:
            logger.warning("a prompt cannot be counted, so an upper estimate stands", problem=str(error), tokens=most)
            return most

    def _bounded(
        self, request: Request, prompt_tokens: int, least_tokens: int, lost: m.Spending
    ) -> tuple[Request, m.Spending]:
        """Return what ``Purse.bounded`` does; where calls that broke off used the allowance up, say so in its place.

        A larger allowance would have been lost as well, so that is none that was too small.
        """
        try:
            return self.purse.bounded(request, prompt_tokens, least_tokens)
        except CannotDo as error:
            if not lost.tokens:
                raise
            message = f"{request.model} broke off its answers, which may have cost {lost.tokens:,} tokens: {error}"
            raise CannotDo(message) from error

    async def _asked(
        self, name: str, begun: Entry, request: Request, on_text: OnText | None
    ) -> tuple[Reply, m.Spending]:
        """Make one call; return the answer and its cost.

        What is refused before it cost anything leaves nothing in the journal.
        """
        try:
            async with self.means.pace.turn():
                with self._span(request) as span:
                    reply = await self.means.model.send(request, self._call_seconds(), on_text)
                    cost = self.means.prices.cost(request.model, reply.usage)
                    span.answered(reply.model, reply.usage, cost.usd, reply.stop, journaled=False)
                    if span.keeps_content:
                        span.content(request.model_dump_json(include={"system", "messages"}), reply.text)
        except VouchError as error:
            raise await self._failed(name, begun, error) from error
        if reply.stop == "cut-off":
            message = f"{request.model} broke off in the middle of its answer"
            raise await self._failed(name, begun, Interrupted(message))
        return reply, cost

    async def _failed(self, name: str, begun: Entry, error: VouchError) -> VouchError:
        """Return what becomes of a call that failed, once what it may have cost is counted."""
        if isinstance(error, Interrupted | Garbled):
            self.purse.take(begun.reserved)
        else:
            await self.journal.write(name, begun.model_copy(update={"reserved": m.Spending()}))
        return self._in_time(error) if isinstance(error, RetryLater) else error

    def _in_time(self, error: RetryLater) -> RetryLater | CannotDo:
        """Return *error*, or the end of trying where another delivery would come too late.

        The queue waits longer each time: the next delivery must still find the time to say why nothing came of it.
        """
        left = self.seconds_left
        if left >= max(LEAST_SECONDS, error.after_seconds + SPARE_SECONDS):
            error.within_seconds = max(left - LEAST_SECONDS, LEAST_CALL_SECONDS)
            return error
        return CannotDo(f"{error}; there is no time left to try again")

    def _call_seconds(self) -> float:
        """Return how long a call may take that begins now; raise ``CannotDo`` where there is no time for one."""
        left = self.seconds_left
        if left < LEAST_CALL_SECONDS:
            message = "there is no time left to ask a model"
            raise CannotDo(message)
        return min(self.means.call_seconds, left)

    def _span(self, request: Request) -> AbstractContextManager[ModelCall]:
        """Return the span of a call, before it is answered."""
        return self.means.tracing.model_call(
            agent=self.order.AGENT,
            model=request.model,
            most_tokens=request.most_tokens,
            session_id=self.order.session_id,
            prompt=self._prompt,
        )
