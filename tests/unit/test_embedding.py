"""Embedders: unit rows, no network, no warning."""

import subprocess
import sys

import numpy as np
import pytest

from shared.embedding import Embedder, HashingEmbedder
from shared.embedding.wordllama import WordLlamaEmbedder


@pytest.fixture(scope="module", params=["hashing", "wordllama"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    """Return each embedder in turn."""
    return HashingEmbedder() if request.param == "hashing" else WordLlamaEmbedder()


def test_rows_have_unit_length_and_the_promised_size(embedder: Embedder) -> None:
    """Cosines are dot products only then."""
    rows = embedder.embed(["Relapse was prevented.", "One dose of 300 mg"])

    assert rows.shape == (2, embedder.size)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1).round(5).tolist() == [1.0, 1.0]


def test_an_empty_text_is_a_zero_row_without_a_warning(embedder: Embedder) -> None:
    """A NaN would poison every ranking it is in; warnings are errors here."""
    rows = embedder.embed(["", "   ", "relapse"])

    assert rows[:2].any() == np.False_
    assert rows[2].any() == np.True_


def test_no_texts_make_no_rows(embedder: Embedder) -> None:
    """A search may have found nothing."""
    assert embedder.embed([]).shape == (0, embedder.size)


def test_a_text_has_one_vector_whatever_stands_beside_it(embedder: Embedder) -> None:
    """Replicas embed in other batches and must rank alike; a long neighbour must not pad a short text."""
    alone = embedder.embed(["relapse of malaria"])[0]
    among = embedder.embed(["x " * 3000, *["other"] * 70, "relapse of malaria"])[-1]

    assert np.array_equal(alone, among)


@pytest.mark.parametrize("text", ["a\ud800b", "\x00", "word " * 50_000, "x" * 1_000_000, "🦟 疟疾"])
def test_any_text_can_be_embedded(embedder: Embedder, text: str) -> None:
    """PDFs hold anything."""
    assert np.isfinite(embedder.embed([text])).all()


def test_near_meanings_are_nearer_than_far_ones() -> None:
    """That is all the model is for; the sentences share no word that matters."""
    heart, cardiac, bridge = WordLlamaEmbedder().embed(["heart attack", "cardiac infarction", "steel bridge"])

    assert heart @ cardiac > heart @ bridge + 0.2


def test_the_model_is_read_on_first_use_and_its_package_is_never_run() -> None:
    """Importing the package sets up the root logger and an HTTP client; a service at rest needs no model."""
    check = (
        "import sys, logging; from shared.embedding.wordllama import WordLlamaEmbedder as W;"
        "e = W(); assert not vars(e); assert e.embed(['relapse']).any();"
        "assert 'wordllama' not in sys.modules and 'requests' not in sys.modules and not logging.root.handlers"
    )

    done = subprocess.run([sys.executable, "-c", check], check=False, capture_output=True, text=True)

    assert done.stderr == ""
    assert done.returncode == 0


def test_what_does_not_embed_does_not_load_the_model_libraries() -> None:
    """Services that never embed would pay 20 MB and 50 ms."""
    check = "import sys, shared.memory.embedded, shared.ranking; assert 'tokenizers' not in sys.modules"

    done = subprocess.run([sys.executable, "-c", check], check=False, capture_output=True, text=True)

    assert done.returncode == 0
