"""`vouch doctor`: what works here, what does not, and what to do about it."""

import os
from collections.abc import AsyncIterator

from rich.console import Console
from rich.text import Text

from shared.errors import RetryLater, VouchError
from shared.settings import Settings

from . import options as o
from .calling import calling
from .commanding import run
from .examining import (
    Finding,
    data_folder,
    nats_server,
    python,
    right,
    sample_library,
    services,
    streams,
    wrong,
)
from .exits import COMPLETE, OTHER
from .reaching import found, read_settings
from .screen import Screen
from .setting import config, thinkers, variables
from .sources import sources
from .storing import memory

SIGNS = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("·", "dim")}


def doctor(*, server: o.Server = None) -> None:
    """Say what works here, what does not, and what to do about it; leaves with 1 when something is wrong."""
    run(examined(server))


async def examined(server: str | None) -> int:
    """Print every finding; return the exit code."""
    screen, count = Screen(Console(highlight=False)), 0
    async for finding in findings(server):
        screen.say(line_of(finding))
        count += finding.well is False
    screen.say(f"{count} to put right" if count else "all is well", style="bold red" if count else "bold green")
    return OTHER if count else COMPLETE


def line_of(finding: Finding) -> Text:
    """Return a finding as a line, with what to do under it where something is wrong."""
    sign, style = SIGNS[finding.well]
    line = Text.assemble((f"{sign} ", style), finding.what)
    if finding.remedy:
        line.append(f"\n  → {finding.remedy}", style="yellow" if finding.well is False else "dim")
    return line


async def findings(server: str | None) -> AsyncIterator[Finding]:
    """Yield what is found, the machine first, then those who think, then the server."""
    async for one in _machine():
        yield one
    try:
        settings = read_settings()
    except VouchError as error:
        yield wrong("the settings cannot be read", str(error))
        settings = Settings.model_construct()
    else:
        async for one in _helpers(settings):
            yield one
    yield data_folder(settings.data_dir)
    yield await memory(settings)
    async for one in _server(found(server, settings)):
        yield one


async def _machine() -> AsyncIterator[Finding]:
    """Yield what needs no server."""
    yield python()
    yield await nats_server()
    yield sample_library()
    yield variables(os.environ)
    if file := config(os.environ):
        yield file


async def _helpers(settings: Settings) -> AsyncIterator[Finding]:
    """Yield what is found of whoever thinks, keeps prompts or takes traces."""
    from . import probing  # noqa: PLC0415 -- a client for HTTP, which no other command needs

    for one in thinkers(settings):
        yield one
    async for one in probing.claude(settings):
        yield one
    yield await probing.langfuse(settings)
    yield await probing.telemetry(settings)


async def _server(urls: tuple[str, ...]) -> AsyncIterator[Finding]:
    """Yield what is found on the server, if there is one."""
    if not urls:
        yield Finding("no server is running", "`vouch ask` starts one of its own, `vouch up` one that stays")
        return
    try:
        async with calling(urls) as caller:
            yield right(f"the server at {caller.url} can be reached")
            missing = await streams(caller.js)
            yield missing
            if missing.well:
                for one in (*await services(caller.js, urls), *await sources(caller)):
                    yield one
    except RetryLater as error:
        yield wrong(str(error), "start it, or name another with --server; without one, `vouch up` starts one")
