"""What the generator of perturbations works on and makes. Nothing in it knows how reports are checked."""

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Wanted = Literal["caught", "kept"]
"""A sentence made false must be caught; one only written otherwise must be kept."""


@dataclass(frozen=True)
class Abstract:
    """A recorded abstract with what its record says of itself; sets without such fields leave them empty."""

    key: str
    title: str
    text: str
    kinds: tuple[str, ...] = ()
    """Publication types."""
    headings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """One sentence of an abstract, and the same made false or only written otherwise."""

    kind: str
    abstract: Abstract
    original: str
    changed: str
    wanted: Wanted

    @property
    def source_text(self) -> str:
        """Return the whole abstract that *original* stands in, word for word."""
        return self.abstract.text

    @property
    def tunes(self) -> bool:
        """Say whether a checker may be tuned on it; the other half of the abstracts only reports."""
        return hashlib.sha256(self.abstract.key.encode()).digest()[0] % 2 == 0


Make = Callable[[str, str, random.Random], str | None]
"""From a sentence and the abstract it stands in to the changed sentence; nothing where it does not lend itself."""


def luck(*texts: str) -> random.Random:
    """Return chance that is the same for the same texts on every machine."""
    return random.Random(hashlib.sha256("\0".join(texts).encode()).digest())
