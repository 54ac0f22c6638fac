"""A small transformer on this machine, through the optional package ``fastembed``: better than word vectors, slower.

Its packages are no dependency of ours: ``pip install --require-hashes -r deploy/fastembed.lock`` brings them.
"""

import importlib
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shared.errors import CannotDo

from .pooling import readable, unit_rows

USUAL = "sentence-transformers/all-MiniLM-L6-v2"

MOST_CHARACTERS = 4_000
"""Of a text: these models read 256 to 512 tokens of it."""

OWN_FILE = "tokenizer.json"
"""Among a model's own files, and not in a folder of several models."""

_TEXTS_AT_ONCE = 4
"""With 16 long abstracts at once a small model took 2 GB, with 4 it takes 0.7."""

_INSTALL = "pip install --no-deps --require-hashes -r deploy/fastembed.lock"


class FastEmbedder:
    """Runs a model of fastembed's list, from *folder*. Loads it at once (seconds, 0.3 GB).

    Raises ``CannotDo`` where the package is not there, the model is not known, or not in the folder while nothing may
    be downloaded.
    """

    compares_words = False

    def __init__(self, model: str, folder: Path, *, download: bool = False) -> None:
        package, model = _package(), model or USUAL
        self.size = _size(package, model)
        self.name = f"fastembed:{model}-{self.size}"
        self._model = _loaded(package, model, folder, download=download)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text."""
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        cut = [readable(text, MOST_CHARACTERS) for text in texts]
        said = [at for at, text in enumerate(cut) if text]
        for at, row in zip(said, self._model.embed([cut[at] for at in said], batch_size=_TEXTS_AT_ONCE), strict=True):
            rows[at] = row
        return unit_rows(rows)


def _package() -> Any:
    """Return the package; raise ``CannotDo`` saying how to get it."""
    if importlib.util.find_spec("fastembed") is None:
        message = (
            f"VOUCH_EMBEDDER__KIND is fastembed, but that package is not installed: {_INSTALL}, "
            "or choose VOUCH_EMBEDDER__KIND=wordllama"
        )
        raise CannotDo(message)
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # or its runtime leaves files about its use
    return importlib.import_module("fastembed")


def _size(package: Any, model: str) -> int:
    """Return how many numbers a vector of *model* has, without loading it."""
    known = {one["model"]: int(one["dim"]) for one in package.TextEmbedding.list_supported_models()}
    if model not in known:
        message = f"fastembed knows no model {model}: set VOUCH_EMBEDDER__MODEL to one of its list, such as {USUAL}"
        raise CannotDo(message)
    return known[model]


def _loaded(package: Any, model: str, folder: Path, *, download: bool) -> Any:
    """Return the model, ready to run."""
    own = {"specific_model_path": str(folder)} if (folder / OWN_FILE).is_file() else {}
    try:
        return package.TextEmbedding(model, cache_dir=str(folder), local_files_only=not download, **own)
    # What is wrong comes as many kinds of errors, of the hub's client, of the runtime and of fastembed itself.
    except (OSError, ValueError, RuntimeError) as error:
        ways = "check the network" if download else "set VOUCH_EMBEDDER__DOWNLOAD=true where it may be downloaded"
        message = (
            f"the model {model} cannot be loaded from {folder}: {ways}, or put its files into VOUCH_EMBEDDER__FOLDER"
        )
        raise CannotDo(message) from error
