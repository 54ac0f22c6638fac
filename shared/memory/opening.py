"""The research memory that an operator has chosen, opened where a process starts."""

from typing import Literal

from shared.embedding import Embedder
from shared.embedding.opening import open_embedder
from shared.errors import CannotDo
from shared.settings import Settings

from .protocol import ResearchMemory

Kind = Literal["embedded", "weaviate"]


async def open_memory(settings: Settings, kind: Kind | None = None, *, reindexing: bool = False) -> ResearchMemory:
    """Open the memory that the settings name, or the other *kind*; raise ``CannotDo`` or ``RetryLater`` with a reason.

    A Weaviate that another embedder filled is refused, unless it is opened for *reindexing*.
    """
    return await opened_with(open_embedder(settings), settings, kind, reindexing=reindexing)


async def opened_with(
    embedder: Embedder | None, settings: Settings, kind: Kind | None = None, *, reindexing: bool = False
) -> ResearchMemory:
    """Open the memory with an *embedder* that is open already: who has to try again need not load it again."""
    if (kind or settings.memory_kind) == "embedded":
        from .embedded import SqliteMemory  # noqa: PLC0415 -- beside the other branch

        return SqliteMemory.open(settings.memory_path, embedder)
    if not settings.weaviate_url:
        message = "VOUCH_MEMORY is weaviate, but VOUCH_WEAVIATE_URL is not set: name its address, or use `vouch up`"
        raise CannotDo(message)
    from .weaviate.memory import WeaviateMemory  # noqa: PLC0415 -- its client costs a second of start
    from .weaviate.server import Address  # noqa: PLC0415 -- likewise

    address = Address(
        settings.weaviate_url,
        settings.weaviate_grpc,
        settings.weaviate_api_key.get_secret_value(),
        settings.weaviate_seconds,
    )
    return await WeaviateMemory.open(address, embedder, reindexing=reindexing)
