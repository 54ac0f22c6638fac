"""Opens the embedder that the settings name."""

from shared.settings import Settings

from . import Embedder

MODELS = "models"
"""The folder in the data folder where fastembed keeps what it downloads."""


def open_embedder(settings: Settings) -> Embedder | None:
    """Return who turns texts into vectors; ``None`` where words alone shall count.

    Raises ``CannotDo`` where the settings lack something or a model is not to be had, ``RetryLater`` where a server
    had to be asked for the size of its vectors and did not answer. Each loads libraries that the others do without.
    """
    own = settings.embedder
    if own.kind == "none":
        return None
    if own.kind == "openai":
        from .served import ServedEmbedder  # noqa: PLC0415 -- a client for HTTP

        return ServedEmbedder(own)
    if own.kind == "fastembed":
        from .fastembed import FastEmbedder  # noqa: PLC0415 -- looks for a package that few install

        return FastEmbedder(own.model, own.folder or settings.data_dir / MODELS, download=own.download)
    from .wordllama import WordLlamaEmbedder  # noqa: PLC0415 -- a tokenizer of 20 MB

    return WordLlamaEmbedder()


def word_vectors(embedder: Embedder | None) -> Embedder | None:
    """Return who compares single words beside *embedder*: itself, or wordllama where it is made for whole texts.

    A person's PDFs have thousands of different words: too many for a server, and a transformer makes little of a word
    that stands alone.
    """
    if embedder is None or embedder.compares_words:
        return embedder
    from .wordllama import WordLlamaEmbedder  # noqa: PLC0415 -- as above

    return WordLlamaEmbedder()
