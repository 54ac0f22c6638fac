"""A tiny embedder for tests: no model, the same vectors on every machine."""

import re
import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .pooling import unit_rows

_WORD = re.compile(r"\w+")


class HashingEmbedder:
    """Counts words and word pairs in hashed places: texts that share words are near each other."""

    compares_words = True

    def __init__(self, size: int = 64) -> None:
        self.size = size
        self.name = f"hashing-{size}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text."""
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            words = _WORD.findall(text.lower())
            for feature in (*words, *map(" ".join, pairwise(words))):
                row[zlib.crc32(feature.encode()) % self.size] += 1
        return unit_rows(rows)
