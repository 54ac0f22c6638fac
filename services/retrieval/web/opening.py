"""How the retrieval agent opens the web: one engine, and what reads pages."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime

from shared.http import Manners, Patience, open_site, user_agent
from shared.limits import Limiter
from shared.settings import PagesSettings, Settings

from .connecting import Resolve, by_dns, web_client
from .duckduckgo import DuckDuckGo
from .fetching import Fetcher
from .guarding import Guard
from .robots import Robots
from .searching import Engine, NoEngine
from .tavily import open_tavily
from .tools import PageReader, Web

Limiters = Callable[[str, float], Limiter]
"""Returns the limiter of an account that may be asked so often a second."""

PER_SECOND = 1.0
"""Searches an account makes where no setting says more. Tavily allows a development key 100 a minute, DuckDuckGo names
no limit and soon checks who asks often."""

ASKED_ONCE = Manners(setting="VOUCH_DUCKDUCKGO", most_bytes=2_000_000, patience=Patience(attempts=1))
"""Whoever repeats a search within seconds is the sooner taken for a program, and shown the check for people."""


async def open_web(stack: AsyncExitStack, settings: Settings, limiters: Limiters, now: Callable[[], datetime]) -> Web:
    """Return the web as *settings* allow it, as long as *stack* is open; *now* dates the records of searches."""
    reader = await open_reader(stack, settings.pages, user_agent(settings.contact))
    engine, seconds = await open_engine(stack, settings, limiters)
    return Web(engine, reader, seconds, now)


async def open_engine(stack: AsyncExitStack, settings: Settings, limiters: Limiters) -> tuple[Engine, float]:
    """Return Tavily where it has a key, else DuckDuckGo, and how long a search may take in seconds."""
    agent, tavily, duckduckgo = user_agent(settings.contact), settings.tavily, settings.duckduckgo
    if tavily.enabled and tavily.key:
        limiter = limiters("tavily", tavily.per_second or PER_SECOND)
        opened = open_tavily(tavily.url, tavily.key, user_agent=agent, limiter=limiter)
        return await stack.enter_async_context(opened), tavily.deadline_seconds
    if duckduckgo.enabled:
        limiter = limiters("duckduckgo", duckduckgo.per_second or PER_SECOND)
        site = open_site(DuckDuckGo.title, duckduckgo.url, user_agent=agent, limiter=limiter, manners=ASKED_ONCE)
        return DuckDuckGo(await stack.enter_async_context(site)), duckduckgo.deadline_seconds
    return NoEngine(), duckduckgo.deadline_seconds


async def open_reader(
    stack: AsyncExitStack, settings: PagesSettings, user_agent: str, resolve: Resolve = by_dns
) -> PageReader | None:
    """Return what reads pages as long as *stack* is open; None where an operator has switched it off."""
    if not settings.enabled:
        return None
    guard = Guard(settings.private_hosts)
    client = await stack.enter_async_context(web_client(guard, user_agent, resolve))
    fetcher = Fetcher(client, guard)
    return PageReader(fetcher, Robots(fetcher), settings)
