"""Vectors from any server that speaks OpenAI's ``/v1/embeddings``: LiteLLM, vLLM, Ollama, OpenAI itself.

One POST of our own over httpx. It does not ask again: whoever needed the vectors is told to try later, and how much.
"""

import time
from collections.abc import Sequence

import httpx
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from shared import clock
from shared.errors import CannotDo, RetryLater, VouchError
from shared.http.failing import SiteError, translated
from shared.http.manners import Manners
from shared.http.refusing import KEY, NOT_FOUND, refused
from shared.settings.groups import EmbedderSettings

from .pooling import readable, unit_rows

NAME = "the embedding server"
SETTING = "VOUCH_EMBEDDER"

MOST_BYTES = 200_000_000
"""Of an answer: 2,048 vectors of 4,096 numbers as text."""

CONNECT_SECONDS = 5.0


class _Row(BaseModel):
    """The vector of one text."""

    index: int
    embedding: tuple[float, ...]


class _Answer(BaseModel):
    """What we read of an answer."""

    data: tuple[_Row, ...]


class ServedEmbedder:
    """Asks a server in batches; may be used by several threads. Every vector is checked before anything is made of it.

    Raises ``CannotDo`` where address or model are not said, ``RetryLater`` where the size has to be asked for and the
    server does not answer.
    """

    compares_words = False

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = _checked(settings)
        self._manners = Manners(setting=SETTING, headers=_headers(settings.key))
        timeout = httpx.Timeout(settings.seconds, connect=min(CONNECT_SECONDS, settings.seconds))
        with translated(NAME, self._manners):
            self._url = httpx.URL(settings.url.rstrip("/") + "/embeddings")
            # No connection outlives its answer: nobody closes an embedder, and an idle one may be dead when needed.
            self._client = httpx.Client(
                headers=dict(self._manners.headers), timeout=timeout, limits=httpx.Limits(max_keepalive_connections=0)
            )
        # Known before the first text: a store made with another size must be refused at the start.
        self.size = settings.dimensions or len(self._asked(["size"], None)[0])
        self.name = f"openai:{settings.model}-{self.size}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text; raise ``RetryLater`` or ``CannotDo`` where the server gives none we can use."""
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        cut = [readable(text, self._settings.most_characters) for text in texts]
        said = [at for at, text in enumerate(cut) if text]  # servers refuse an empty text
        for start in range(0, len(said), self._settings.batch):
            positions = said[start : start + self._settings.batch]
            rows[positions] = self._asked([cut[at] for at in positions], self.size)
        return unit_rows(rows)

    def _asked(self, texts: Sequence[str], size: int | None) -> NDArray[np.float32]:
        """Return the vectors of at most a batch of texts, of *size* numbers where that is known."""
        request: dict[str, object] = {"model": self._settings.model, "input": list(texts), "encoding_format": "float"}
        if self._settings.shorten:
            request["dimensions"] = self._settings.dimensions
        with translated(NAME, self._manners):
            return vectors(self._exchanged(request), len(texts), size)

    def _exchanged(self, request: object) -> bytes:
        """Return the answer to a request; raise what its status means."""
        until = time.monotonic() + self._settings.seconds
        with self._client.stream("POST", self._url, json=request) as response:
            body = _whole(response, until)
        if response.status_code != httpx.codes.OK:
            raise self._refusal(response, body)
        return body

    def _refusal(self, response: httpx.Response, body: bytes) -> VouchError:
        """Return what a status means. A wrong key may be put right while a run waits; a refused text stays refused."""
        error = refused(NAME, response, body, self._manners, clock.now())
        if isinstance(error, SiteError):
            return RetryLater(str(error), error.wait_seconds or 0.0)
        if error.status in KEY:
            return RetryLater(str(error))
        where = f". {SETTING}__URL ends with /v1 at most servers, and {SETTING}__MODEL must name a model it has"
        return CannotDo(str(error) + (where if error.status == NOT_FOUND else ""))


def _checked(settings: EmbedderSettings) -> EmbedderSettings:
    """Return the *settings*; raise ``CannotDo`` for what a server cannot be asked without."""
    wanted = {"URL": settings.url, "MODEL": settings.model}
    missing = [f"{SETTING}__{name}" for name, value in wanted.items() if not value]
    if settings.shorten and settings.dimensions is None:
        missing.append(f"{SETTING}__DIMENSIONS")
    if missing:
        message = f"{SETTING}__KIND is openai, so {' and '.join(missing)} must be set"
        raise CannotDo(message)
    return settings


def _headers(key: str) -> dict[str, str]:
    """Return what shows the key."""
    return {"Authorization": f"Bearer {key}"} if key else {}


def _whole(response: httpx.Response, until: float) -> bytes:
    """Return the body; raise where it is endless, or where each piece is in time and the whole is not."""
    body = bytearray()
    for piece in response.iter_bytes():
        body += piece
        if len(body) > MOST_BYTES:
            message = f"{NAME} sent more than {MOST_BYTES // 1_000_000} MB: lower {SETTING}__BATCH"
            raise CannotDo(message)
        if time.monotonic() > until:
            message = f"{NAME} did not finish its answer in time ({SETTING}__SECONDS)"
            raise RetryLater(message)
    return bytes(body)


def vectors(body: bytes, count: int, size: int | None) -> NDArray[np.float32]:
    """Return the *count* vectors in an answer, in the order of the texts.

    Raises ``RetryLater`` for what is no answer at all, such as a page of a proxy, and ``CannotDo`` for vectors that
    cannot be used.
    """
    try:
        rows = sorted(_Answer.model_validate_json(body).data, key=lambda row: row.index)
    except ValidationError:
        message = f"{NAME} answered with something that holds no vectors: check {SETTING}__URL"
        raise RetryLater(message) from None
    if [row.index for row in rows] != list(range(count)):
        message = f"{NAME} was given {count} texts and answered with {len(rows)} vectors that are not one for each"
        raise CannotDo(message)
    sizes = {len(row.embedding) for row in rows}
    if sizes != {size or len(rows[0].embedding)} or sizes == {0}:
        _refuse_sizes(sizes, size)
    found = np.array([row.embedding for row in rows], dtype=np.float64)
    if not np.isfinite(found).all():
        message = f"{NAME} answered with vectors that hold no numbers in places (NaN or infinite)"
        raise CannotDo(message)
    # Scaled in double precision first: a server may give numbers that single precision has no room for.
    greatest = np.maximum(np.abs(found).max(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    scaled: NDArray[np.float32] = (found / greatest).astype(np.float32)
    return scaled


def _refuse_sizes(sizes: set[int], size: int | None) -> None:
    """Raise ``CannotDo`` for vectors of other sizes than the one expected."""
    told = " and ".join(map(str, sorted(sizes)))
    wanted = f", not the {size} of {SETTING}__DIMENSIONS" if size else ""
    message = f"{NAME} answered with vectors of {told} numbers{wanted}: set what its model gives, or another model"
    raise CannotDo(message)
