"""Prompts that operators keep in Langfuse. Whatever is wrong there, an agent has a prompt within two seconds.

One GET of our own (docs/decisions/0014): the last good prompt is used while Langfuse cannot be asked, and the built-in
one where there never was any.
"""

import asyncio
import math
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any, Literal
from urllib.parse import quote

import structlog
from pydantic import Field, ValidationError

from shared import messages as m
from shared.errors import CannotDo, VouchError
from shared.http import Patience, RefusedError, Site, open_site, user_agent
from shared.settings import AgentSettings, LangfuseSettings, Settings
from shared.tracing.langfuse import VARIABLES, authorization, is_set_up
from shared.tracing.wording import Named

from .prompts import BuiltIn, Prompts
from .values import Prompt

ASK_SECONDS = 2.0
"""For an answer; an order waits for it."""

LEAST_BETWEEN_SECONDS = 10.0
"""Between two questions while there is no answer."""

QUIET_SECONDS = 60.0
"""Between two warnings."""

MOST_BYTES = 1_000_000
MOST_PROMPT_CHARACTERS = 100_000
"""More would leave no room for evidence."""

NOT_FOUND = 404

logger = structlog.get_logger()


class Turn(m.Value):
    """One message of a chat prompt; placeholders have neither role nor content."""

    role: str = ""
    content: str = ""


class Kept(m.Value):
    """A version of a prompt as Langfuse answers."""

    version: int = Field(ge=1)
    type: Literal["text", "chat"] = "text"
    prompt: str | tuple[Turn, ...]


@dataclass
class Known:
    """What is known of the prompt for one domain."""

    prompt: Prompt | None = None
    ask_at: float = -math.inf
    """When to ask again, in seconds of a clock that never goes back."""
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)


async def open_prompts(agent: m.AgentName, settings: Settings, stack: AsyncExitStack, source: Traversable) -> Prompts:
    """Return the prompts of *agent*: from Langfuse where that is set up, else from the file *source*.

    Raises ``CannotDo`` for a malformed file, and for an address that is none.
    """
    own, langfuse = _own(settings, agent), settings.langfuse
    built_in = BuiltIn(source)
    if not is_set_up(langfuse):
        return built_in
    site = await stack.enter_async_context(
        open_site("Langfuse", langfuse.url, user_agent=user_agent(settings.contact), manners=_manners(langfuse))
    )
    name = own.prompt or f"vouch-{agent}"
    return LangfusePrompts(site, built_in, name, asked_for(own), cache_seconds=langfuse.cache_seconds)


def asked_for(own: AgentSettings) -> Mapping[str, str]:
    """Return which version is asked for, by its number or by its label."""
    return {"version": str(own.prompt_version)} if own.prompt_version else {"label": own.prompt_label}


def _own(settings: Settings, agent: m.AgentName) -> AgentSettings:
    """Return the settings of one agent."""
    own: AgentSettings = getattr(settings, agent)
    return own


def _manners(langfuse: LangfuseSettings) -> Named:
    """Return how Langfuse is asked: once, and not for long."""
    return Named(
        headers={"Authorization": authorization(langfuse)},
        most_bytes=MOST_BYTES,
        patience=Patience(connect_seconds=ASK_SECONDS, read_seconds=ASK_SECONDS, whole_seconds=ASK_SECONDS, attempts=1),
        variables=VARIABLES,
    )


class LangfusePrompts:
    """Prompts by name and domain: ``vouch-judge-general``."""

    def __init__(
        self,
        site: Site,
        built_in: Prompts,
        name: str,
        version: Mapping[str, str],
        *,
        cache_seconds: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._site, self._built_in, self._name, self._version = site, built_in, name, dict(version)
        self._cache_seconds, self._now = cache_seconds, now
        self._known: dict[m.Domain, Known] = {}
        self._warned_at = -QUIET_SECONDS

    async def of(self, domain: m.Domain) -> Prompt:
        """Return the prompt for a domain, at most ``cache_seconds`` old where Langfuse can be asked."""
        known = self._known.setdefault(domain, Known())
        async with known.asking:
            if self._now() >= known.ask_at:
                await self._refresh(known, domain)
        return known.prompt or await self._built_in.of(domain)

    async def _refresh(self, known: Known, domain: m.Domain) -> None:
        """Ask, and keep what is usable; anything else leaves what was known."""
        name = f"{self._name}-{domain}"
        wait = self._cache_seconds
        try:
            prompt = await self._asked(name)
        except VouchError as error:
            wait = max(wait, LEAST_BETWEEN_SECONDS)
            await self._warn(known, domain, name, str(error))
        else:
            if prompt != known.prompt:
                logger.info("a prompt from Langfuse is used", prompt=name, version=prompt.version)
            known.prompt = prompt
        known.ask_at = self._now() + wait

    async def _asked(self, name: str) -> Prompt:
        """Return the prompt as it is now; raise a ``VouchError`` saying why there is none."""
        try:
            answer = await self._site.get(f"/api/public/v2/prompts/{quote(name, safe='')}", self._version)
        except RefusedError as error:
            if error.status != NOT_FOUND:
                raise
            ((kind, value),) = self._version.items()
            message = f"Langfuse has no prompt {name} with the {kind} {value}"
            raise CannotDo(message) from None
        return read(name, answer.json())

    async def _warn(self, known: Known, domain: m.Domain, name: str, problem: str) -> None:
        """Say what is wrong and what is used instead, once a minute at most."""
        at = self._now()
        if at - self._warned_at < QUIET_SECONDS:
            return
        self._warned_at = at
        used = known.prompt or await self._built_in.of(domain)
        instead = f"{used.origin} version {used.version}"
        logger.warning("a prompt cannot be read from Langfuse", prompt=name, problem=problem, used=instead)


def read(name: str, body: Any) -> Prompt:
    """Return the prompt in an answer; raise ``CannotDo`` for one that no agent can be told."""
    try:
        kept = Kept.model_validate(body)
    except ValidationError:
        message = "Langfuse answered with something that is no prompt"
        raise CannotDo(message) from None
    text = kept.prompt if isinstance(kept.prompt, str) else _system(kept.prompt)
    if not text.strip():
        message = f"version {kept.version} of {name} in Langfuse is empty, or a chat without a system message"
        raise CannotDo(message)
    if len(text) > MOST_PROMPT_CHARACTERS:
        message = f"version {kept.version} of {name} in Langfuse has {len(text):,} characters: too many for a prompt"
        raise CannotDo(message)
    return Prompt(name=name, version=str(kept.version), origin="langfuse", text=text.strip())


def _system(turns: tuple[Turn, ...]) -> str:
    """Return what a chat prompt tells the model about its task."""
    return "\n\n".join(turn.content for turn in turns if turn.role == "system")
