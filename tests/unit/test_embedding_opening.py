"""Which embedder the settings open, and what is said where one cannot be had."""

import re
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from deploy.documenting import ROOT
from shared.embedding import HashingEmbedder
from shared.embedding.opening import open_embedder, word_vectors
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.errors import CannotDo
from shared.settings import SIMILARITY, EmbedderSettings, Settings

MINILM = "sentence-transformers/all-MiniLM-L6-v2"


def settings(**own: Any) -> Settings:
    """Return settings with this embedder."""
    return Settings(embedder=EmbedderSettings(**own), data_dir=Path("data"))


def test_by_default_it_is_the_one_that_lies_in_a_package() -> None:
    """A first run downloads nothing and needs no account."""
    embedder = open_embedder(Settings())

    assert isinstance(embedder, WordLlamaEmbedder)


def test_words_alone_need_none() -> None:
    """Who wants no vectors pays for none."""
    assert open_embedder(settings(kind="none")) is None


@pytest.mark.parametrize(
    ("own", "missing"),
    [
        ({}, "VOUCH_EMBEDDER__URL and VOUCH_EMBEDDER__MODEL must be set"),
        ({"url": "http://127.0.0.1:1/v1"}, "so VOUCH_EMBEDDER__MODEL must be set"),
        (
            {"url": "http://127.0.0.1:1/v1", "model": "m", "shorten": True},
            "so VOUCH_EMBEDDER__DIMENSIONS must be set",
        ),
    ],
)
def test_a_server_that_is_half_described_is_told_what_lacks(own: dict[str, Any], missing: str) -> None:
    """All of it at once, by the names an operator knows."""
    with pytest.raises(CannotDo, match=missing):
        open_embedder(settings(kind="openai", **own))


def test_an_address_that_is_none_is_refused() -> None:
    """It would fail in every run otherwise."""
    own = settings(kind="openai", url="http://[::1", model="m", dimensions=8)

    with pytest.raises(CannotDo, match="VOUCH_EMBEDDER__URL"):
        open_embedder(own)


def test_a_server_is_not_asked_where_its_size_is_said() -> None:
    """So a service starts while the server does."""
    embedder = open_embedder(settings(kind="openai", url="http://127.0.0.1:1/v1", model="m", dimensions=8))

    assert embedder is not None
    assert (embedder.name, embedder.size) == ("openai:m-8", 8)


def test_a_threshold_belongs_to_the_embedder() -> None:
    """Nobody has measured one for another embedder: until somebody says one, meaning alone admits nothing."""
    assert Settings().nearness == SIMILARITY
    assert settings(kind="fastembed").nearness > 1
    assert settings(kind="fastembed").model_copy(update={"similarity": 0.6}).nearness == 0.6


def test_a_package_that_is_not_installed_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no dependency of ours, so that is what most people see first."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)

    with pytest.raises(CannotDo, match=r"pip install --no-deps --require-hashes -r deploy/fastembed\.lock"):
        open_embedder(settings(kind="fastembed"))


def test_single_words_are_never_sent_to_a_server() -> None:
    """A PDF has thousands of them, each of which would be a text to embed; words alone stay words alone."""
    served = open_embedder(settings(kind="openai", url="http://127.0.0.1:1/v1", model="m", dimensions=8))
    hashing = HashingEmbedder()

    assert isinstance(word_vectors(served), WordLlamaEmbedder)
    assert word_vectors(hashing) is hashing
    assert word_vectors(None) is None


class Scripted:
    """Stands where fastembed's class does, and notes how it is made: the package is not among the tests' own."""

    made: tuple[Any, ...] = ()

    def __init__(self, model: str, **options: Any) -> None:
        Scripted.made = (model, options)
        if "empty" in options["cache_dir"]:
            message = "Could not load the model from any source."
            raise ValueError(message)

    @staticmethod
    def list_supported_models() -> list[dict[str, Any]]:
        """Return one model."""
        return [{"model": MINILM, "dim": 3}]

    def embed(self, texts: list[str], batch_size: int) -> list[np.ndarray[tuple[int], Any]]:
        """Return a row of the text's length and two more."""
        return [np.array([len(text), 0, batch_size * 0], dtype=np.float32) for text in texts]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> type[Scripted]:
    """Put the stand-in where the package would be."""
    package = types.ModuleType("fastembed")
    package.TextEmbedding = Scripted  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastembed", package)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    return Scripted


def test_a_model_is_not_downloaded_unless_that_is_allowed(scripted: type[Scripted]) -> None:
    """The default must not reach for another machine."""
    embedder = open_embedder(settings(kind="fastembed"))

    assert embedder is not None
    assert (embedder.name, embedder.size) == (f"fastembed:{MINILM}-3", 3)
    assert scripted.made == (MINILM, {"cache_dir": str(Path("data/models")), "local_files_only": True})
    open_embedder(settings(kind="fastembed", download=True))
    assert scripted.made[1]["local_files_only"] is False


def test_a_folder_with_one_models_own_files_is_used_as_it_is(scripted: type[Scripted], tmp_path: Path) -> None:
    """That is how an image carries its model."""
    (tmp_path / "tokenizer.json").write_text("{}")

    open_embedder(settings(kind="fastembed", folder=tmp_path))

    assert scripted.made[1]["specific_model_path"] == str(tmp_path)


@pytest.mark.usefixtures("scripted")
def test_a_blank_text_is_a_zero_row() -> None:
    """As with every other embedder; the model itself makes something of nothing."""
    embedder = open_embedder(settings(kind="fastembed"))

    assert embedder is not None
    assert embedder.embed(["", "relapse", " "]).tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


@pytest.mark.usefixtures("scripted")
@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ({"model": "no/such"}, "fastembed knows no model no/such: set VOUCH_EMBEDDER__MODEL"),
        ({"folder": Path("empty")}, "cannot be loaded from empty: set VOUCH_EMBEDDER__DOWNLOAD=true"),
        ({"folder": Path("empty"), "download": True}, "cannot be loaded from empty: check the network"),
    ],
)
def test_a_model_that_cannot_be_had_is_said_at_the_start(own: dict[str, Any], reason: str) -> None:
    """A service that only finds out when a run needs vectors has accepted the run already."""
    with pytest.raises(CannotDo, match=reason):
        open_embedder(settings(kind="fastembed", **own))


def test_the_lock_of_the_optional_package_agrees_with_ours() -> None:
    """It is installed on top: another version of what we use would replace ours untested."""
    ours, added = (_versions(ROOT / name) for name in ("requirements.lock", "deploy/fastembed.lock"))

    assert "fastembed" in added
    assert {name for name in ours.keys() & added if not added[name] <= ours[name]} == {"huggingface-hub"}
    assert "://" not in (ROOT / "deploy/fastembed.lock").read_text(encoding="utf-8")


def _versions(path: Path) -> dict[str, set[str]]:
    """Return the versions of each package in a lock file."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"(?m)^([\w.-]+)==(\S+)", path.read_text(encoding="utf-8")):
        found.setdefault(name, set()).add(version)
    return found
