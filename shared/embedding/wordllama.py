"""Static word vectors from the ``wordllama`` package: 16 MB, on this machine, no download.

Only the package's two data files are read. Its Python code would set up the root logger and bring in an
HTTP client (150 ms), keep the matrix twice as large, and pad every text of a batch to the longest one.
"""

import importlib.util
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from shared.errors import CannotDo

from .pooling import readable, unit_rows

MOST_CHARACTERS = 20_000
"""Of a text: thousands of words settle a mean, and a text of a megabyte must not hold up the rest."""

_TEXTS_AT_ONCE = 64
"""Bounds the memory of one call to the tokenizer."""


class WordLlamaEmbedder:
    """Mean of the token vectors of a text. Reads its model on first use (0.1 s, 50 MB)."""

    name = "wordllama-256"
    size = 256
    compares_words = True

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = Tokenizer.from_file(str(_data("tokenizers/l2_supercat_tokenizer_config.json")))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    @cached_property
    def _matrix(self) -> NDArray[np.float32]:
        stored = load_file(_data("weights/l2_supercat_256.safetensors"))["embedding.weight"]
        # Stored as half precision, which numpy would convert again for every text.
        matrix: NDArray[np.float32] = stored.astype(np.float32)
        return matrix

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text."""
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            batch = [readable(text, MOST_CHARACTERS) for text in texts[start : start + _TEXTS_AT_ONCE]]
            for row, encoding in enumerate(self._tokenizer.encode_batch_fast(batch, add_special_tokens=False), start):
                if tokens := encoding.ids:
                    rows[row] = self._matrix[np.minimum(tokens, len(self._matrix) - 1)].mean(axis=0)
        return unit_rows(rows)


def _data(name: str) -> Path:
    """Return the path of a data file of the wordllama package, without importing the package."""
    spec = importlib.util.find_spec("wordllama")
    folders = spec.submodule_search_locations if spec else None
    for folder in folders or ():
        if (path := Path(folder, name)).is_file():
            return path
    message = f"the wordllama package lacks its file {name}: install the versions of requirements.lock again"
    raise CannotDo(message)
