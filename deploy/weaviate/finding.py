"""Which Weaviate is used, in words, too: one that is named, else a container, else the program built from source."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from shared.errors import CannotDo

from .building import VERSION, built
from .docker import daemon
from .launching import IMAGE, Way

FOLDER = "weaviate"
"""In the data folder: what a server of one's own keeps."""

_KEYS = re.compile(r"(^|//)[^/@]*@")

NONE = (
    "there is no Weaviate to keep the memory in: name one with VOUCH_WEAVIATE_URL, start a Docker daemon, or install "
    "Go 1.26 or newer, from which one is built; without one, VOUCH_MEMORY=embedded keeps the memory in a file"
)


@dataclass(frozen=True)
class Found:
    """The server that is used."""

    words: str
    """What it is, for a person."""
    way: Way | None
    """How one of our own is run; None for one that is named, which we neither start nor stop."""
    folder: Path
    """Where one of our own keeps its data."""
    to_build: bool = False
    """Whether its program must be built first."""


@dataclass(frozen=True)
class Here:
    """What this machine has."""

    docker: str = ""
    """The version of the daemon that answers, if one does."""
    program: bool = False
    """Whether the program was built."""
    go: bool = False
    """Whether it could be."""


def look() -> Here:
    """Return what this machine has; it takes a tenth of a second where there is a Docker daemon."""
    return Here(docker=daemon(), program=built() is not None, go=shutil.which("go") is not None)


def choose(url: str, data_folder: Path, here: Here) -> Found:
    """Return which server is used; raise ``CannotDo`` where there is none to be had. Pure."""
    folder = data_folder / FOLDER
    if url:
        return Found(f"Weaviate at {without_key(url)} (VOUCH_WEAVIATE_URL)", None, folder)
    kept = f"its data in {folder}"
    if here.docker:
        return Found(f"Weaviate in Docker {here.docker} ({IMAGE}), {kept}", "container", folder)
    if here.program or here.go:
        return Found(
            f"Weaviate {VERSION.removeprefix('v')} built from source, {kept}",
            "program",
            folder,
            to_build=not here.program,
        )
    raise CannotDo(NONE)


def find(url: str, data_folder: Path) -> Found:
    """Return which server is used here; nothing is looked for where one is named."""
    return choose(url, data_folder, Here() if url else look())


def without_key(url: str) -> str:
    """Return an address without the name and password it may hold, to be shown."""
    return _KEYS.sub(r"\1", url)
