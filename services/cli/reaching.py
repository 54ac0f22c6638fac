"""Which Vouch a command talks to: the one named, the one of `vouch up`, or one of its own."""

import contextlib
import os
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from shared.errors import RetryLater
from shared.settings import Settings, UnfitSettingsError, reading

from .calling import Caller, Unanswered, calling
from .exits import BadInput
from .interrupts import Interrupts
from .keeping import Ears
from .lines import level_of
from .places import Places, places
from .readying import readied
from .remembering import Taken, held, remembered
from .running import NOTHING_MORE, OWN, Local, running, serving, starting
from .screen import Screen
from .thinking import check_thinking
from .wording import in_words

LOG_FILE = "services.log"
START_SECONDS = 30.0
"""How long a coordinator that is just being started may take to answer."""

PRIVATE_GRACE_SECONDS = 3.0
"""A private server's services have nothing left to finish when their only run has ended."""


def read_settings() -> Settings:
    """Return the settings; raise ``CannotDo`` for a name that is misspelt, ``BadInput`` for values that cannot be."""
    try:
        return reading.read_settings(in_words)
    except UnfitSettingsError as error:
        raise BadInput("\n".join(error.problems)) from error


@contextlib.asynccontextmanager
async def reached(server: str | None) -> AsyncIterator[Caller]:
    """Connect to the Vouch that runs; raise ``RetryLater`` saying how to start one."""
    urls = found(server, read_settings())
    if not urls:
        message = "no server is running: start one with `vouch up`, or name one with --server"
        raise RetryLater(message)
    async with calling(urls) as caller:
        yield caller


@contextlib.asynccontextmanager
async def reached_or_private(server: str | None, screen: Screen, wanted: Interrupts) -> AsyncIterator[Caller]:
    """Connect to the Vouch that runs, or to one that runs as long as this is open.

    Raises ``BadInput`` before anything is started where its agents could not think.
    """
    settings = read_settings()
    if urls := found(server, settings):
        async with calling(urls) as caller:
            yield caller
        return
    check_thinking(settings)
    with _own_folder(settings.data_dir, screen) as folder:
        used = replace(places(settings, folder), nats_urls=())
        await wanted.during(readied(used, screen))
        async with (
            private(folder, screen, wanted, places=used) as local,
            calling(local.urls, START_SECONDS) as caller,
        ):
            yield caller


@contextlib.asynccontextmanager
async def reached_or_server(server: str | None, screen: Screen, wanted: Interrupts) -> AsyncIterator[Caller]:
    """Connect to the Vouch that runs, or to a server alone over the same data, as long as this is open.

    Raises ``RetryLater`` while another command has the data in use.
    """
    settings = read_settings()
    if urls := found(server, settings):
        async with calling(urls) as caller:
            yield caller
        return
    try:
        with held(settings.data_dir):
            async with serving(settings.data_dir, _quiet(screen), wanted) as urls, calling(urls) as caller:
                yield caller
    except Taken as error:
        message = f"{error}: wait until it has ended, or start `vouch up`, which both can use"
        raise RetryLater(message) from error


def _quiet(screen: Screen) -> Ears:
    """Return who listens to a server alone: what becomes of it is shown, its log stays in its file."""

    def ignore(_who: str, _line: str) -> None:
        """Leave the line where it is."""

    return Ears(ignore, screen.log)


@contextlib.asynccontextmanager
async def private(
    folder: Path,
    screen: Screen,
    wanted: Interrupts,
    environment: Mapping[str, str] = NOTHING_MORE,
    places: Places = OWN,
) -> AsyncIterator[Local]:
    """Run everything as long as this is open; its logs go to a file, what is wrong to the screen, too.

    The services have our environment, and *environment* goes before it.
    """
    up = starting(os.getpid(), private=True)
    async with contextlib.AsyncExitStack() as stack:
        log = stack.enter_context((folder / LOG_FILE).open("w", buffering=1, encoding="utf-8"))
        ears = _ears(log, screen)
        opening = running(folder, ears, PRIVATE_GRACE_SECONDS, up=up, environment=environment, places=places)
        weaviate = ", Weaviate" if places.weaviate and places.weaviate.way else ""
        with screen.busy(f"starting a server{weaviate} and the services"):
            local = await wanted.during(stack.enter_async_context(opening))
        try:
            yield local
        except Unanswered:
            screen.say(f"what the services said last is in {folder / LOG_FILE}", style="dim")
            raise


def found(server: str | None, settings: Settings) -> tuple[str, ...]:
    """Return the servers to connect to; nothing when none is named, here or in the settings, and none is remembered."""
    if server:
        return settings.model_copy(update={"nats_url": server}).nats_urls
    if "nats_url" in settings.model_fields_set:
        return settings.nats_urls
    up = remembered(settings.data_dir)
    running = up and up.url and not up.private
    return settings.model_copy(update={"nats_url": up.url}).nats_urls if up and running else ()


@contextlib.contextmanager
def _own_folder(folder: Path, screen: Screen) -> Iterator[Path]:
    """Hold the data folder, so that the run is kept; where another command holds it, a temporary one."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(held(folder))
        except Taken as error:
            screen.say(f"{error}; this run is not kept", style="dim")
            folder = Path(stack.enter_context(temporary()))
        yield folder


def temporary() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is gone afterwards."""
    return tempfile.TemporaryDirectory(prefix="vouch-", ignore_cleanup_errors=True)


def _ears(log: TextIO, screen: Screen) -> Ears:
    """Return who listens to private services."""

    def write(who: str, line: str) -> None:
        log.write(f"{who} {line}\n")
        if level_of(line) in ("error", "critical"):
            screen.log(who, line)

    def say(who: str, what: str) -> None:
        log.write(f"{who} {what}\n")
        screen.log(who, what)

    return Ears(write, say)
