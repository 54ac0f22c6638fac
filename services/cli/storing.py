"""The research memory for commands that open it themselves, and what the doctor finds of it."""

import contextlib
from collections.abc import AsyncIterator

from pydantic import SecretStr

from deploy.weaviate.finding import FOLDER, find, without_key
from deploy.weaviate.local import own_key
from shared.errors import VouchError
from shared.settings import Settings

from .examining import Finding, right, wrong
from .keeping import Ears
from .places import MemoryKind, chosen, places
from .readying import readied
from .remembering import remembered
from .running import SERVER_GRACE_SECONDS
from .screen import Screen
from .servers import WeaviateServer

ANOTHER = "VOUCH_MEMORY or VOUCH_WEAVIATE_URL names another"


@contextlib.asynccontextmanager
async def lent(settings: Settings, kind: MemoryKind, screen: Screen) -> AsyncIterator[Settings]:
    """Yield settings with which a memory of a kind can be opened.

    A Weaviate of one's own is the one of `vouch up`, or runs as long as this is open: whoever asks then holds the
    data folder. Raises ``CannotDo`` where none can be had.
    """
    here = at_hand(chosen(settings, kind))
    if kind == "embedded" or here.weaviate_url:
        yield here
        return
    used = places(here, here.data_dir)
    if used.weaviate is None:  # places has found one, or raised; mypy cannot know
        return
    screen.say(f"memory: {used.memory_words}", style="dim")
    await readied(used, screen)
    server = WeaviateServer(used.weaviate, Ears(screen.log, screen.log))
    try:
        await server.begin()
        yield _at(here, server.url, server.grpc)
    finally:
        await server.stop(SERVER_GRACE_SECONDS)


def at_hand(settings: Settings) -> Settings:
    """Return the settings with the address of the Weaviate that `vouch up` runs, where none is named and one runs."""
    up = remembered(settings.data_dir)
    if settings.weaviate_url or up is None or not up.weaviate_url:
        return settings
    return _at(settings, up.weaviate_url, up.weaviate_grpc)


def _at(settings: Settings, url: str, grpc: str) -> Settings:
    """Return the settings with the address and key of a Weaviate of one's own."""
    key = SecretStr(own_key(settings.data_dir / FOLDER))
    return settings.model_copy(update={"weaviate_url": url, "weaviate_grpc": grpc, "weaviate_api_key": key})


async def memory(settings: Settings) -> Finding:
    """Look where the research memory is kept, and whether one in Weaviate can be used; never raises."""
    if settings.memory_kind == "embedded":
        what = f"the research memory is a file, {settings.memory_path}"
        return Finding(what, f"`vouch up --memory weaviate` keeps it in {_possible(settings)}")
    here = at_hand(settings)
    if not here.weaviate_url:
        return _not_running(settings)
    url = without_key(here.weaviate_url)
    try:
        await _opened(here)
    except VouchError as error:
        return wrong(f"the research memory at {url} cannot be used: {error}", ANOTHER)
    return right(f"the research memory is in Weaviate at {url}, and can be used")


async def _opened(settings: Settings) -> None:
    """Open the memory as the coordinator does, and close it."""
    from shared.memory.opening import open_memory  # noqa: PLC0415 -- Weaviate's client takes a second to load

    await (await open_memory(settings)).close()


def _not_running(settings: Settings) -> Finding:
    """Return what is found where a Weaviate of one's own is wanted and none runs."""
    try:
        found = find(settings.weaviate_url, settings.data_dir)
    except VouchError as error:
        return wrong("the research memory is to be in Weaviate, and there is none", str(error))
    return Finding("no Weaviate is running for the research memory", f"`vouch up` starts {found.words}")


def _possible(settings: Settings) -> str:
    """Return which Weaviate would be used, or what it takes to have one."""
    try:
        return find(settings.weaviate_url, settings.data_dir).words
    except VouchError:
        return "Weaviate, once there is one: `make weaviate`, a Docker daemon, or VOUCH_WEAVIATE_URL"
