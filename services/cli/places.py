"""Where a Vouch of one's own keeps its messages and its memory: servers that are named, or servers of its own."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from deploy.weaviate.finding import Found, find, without_key
from shared.settings import Settings

MemoryKind = Literal["embedded", "weaviate"]


@dataclass(frozen=True)
class Places:
    """The servers that are used."""

    nats_urls: tuple[str, ...] = ()
    """Somebody's; where there are none, a server is started."""
    weaviate: Found | None = None
    """None: the memory is a file."""
    memory_words: str = ""
    """Where the memory is, for a person."""

    @property
    def messages_words(self) -> str:
        """Return where the messages are, for a person."""
        urls = ", ".join(map(without_key, self.nats_urls))
        return f"NATS at {urls} (VOUCH_NATS_URL)" if urls else "a NATS server of its own"

    @property
    def words(self) -> tuple[str, ...]:
        """Return both as lines for a person."""
        return f"messages: {self.messages_words}", f"memory: {self.memory_words}"


def places(settings: Settings, folder: Path) -> Places:
    """Return which servers the settings mean for a Vouch with its data in a folder.

    Raises ``CannotDo`` where the memory is to be in Weaviate, and none can be had.
    """
    named = settings.nats_urls if "nats_url" in settings.model_fields_set else ()
    if settings.memory_kind == "embedded":
        return Places(named, None, f"the file {folder / settings.memory_path.name}")
    found = find(settings.weaviate_url, folder)
    return Places(named, found, found.words)


def chosen(settings: Settings, memory: MemoryKind | None) -> Settings:
    """Return the settings with the memory that a person asked for, if they did."""
    return settings.model_copy(update={"memory": memory}) if memory else settings
