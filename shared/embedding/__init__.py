"""Texts to vectors, without network.

Import ``shared.embedding.wordllama`` only where a process starts: it brings in the model's libraries.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .hashing import HashingEmbedder

__all__ = ["Embedder", "HashingEmbedder", "Vectors"]

Vectors = NDArray[np.float32]
"""One row per text, each of unit length, or all zero where there was nothing to embed."""


class Embedder(Protocol):
    """Whoever turns texts into vectors whose cosine says how near their meanings are."""

    @property
    def name(self) -> str:
        """Name model and size: vectors of another name must not be compared with these."""
        ...

    @property
    def size(self) -> int:
        """Return how many numbers a vector has."""
        ...

    @property
    def compares_words(self) -> bool:
        """Say whether single words have vectors worth comparing, thousands of them in no time."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text, in order: of unit length, or zero for a text without words."""
        ...
