"""Embeddings over real sockets: right vectors in the right order, and a sentence for whatever else may come."""

import asyncio
import json
import math
from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest
from aiohttp import web
from pydantic import SecretStr

from shared.embedding import Embedder, HashingEmbedder
from shared.embedding.opening import open_embedder
from shared.errors import CannotDo, RetryLater, VouchError
from shared.settings import EmbedderSettings, Settings
from tests.world.embeddings import KEY, MODEL, Embeddings, Spoil
from tests.world.faults import NAMED, Drip, Fault, Faults, Late, Reset, closed_port, middleware
from tests.world.loopback import served

TEXTS = ("Tafenoquine prevented relapse.", "", "Dogs bark at night.", "Relapse of malaria", "   ", "One dose")


class Outside:
    """A server of vectors with faults before it."""

    def __init__(self) -> None:
        self.server, self.faults, self.url = Embeddings(), Faults(), ""

    async def open(self, **settings: Any) -> Embedder:
        """Return the embedder that these settings name; on a thread, as it waits for the server."""
        own = {"kind": "openai", "url": self.url, "model": MODEL, "api_key": SecretStr(KEY), "seconds": 2.0, **settings}
        return await asyncio.to_thread(open_embedder, Settings(embedder=EmbedderSettings(**own)))


@pytest.fixture
async def outside() -> AsyncIterator[Outside]:
    """Start the server."""
    made = Outside()
    app = web.Application(middlewares=[middleware(made.faults)])
    app.add_subapp("/models", made.server.app())
    async with served(app) as url:
        made.url = f"{url}/models/v1"
        yield made


async def embedded(embedder: Embedder, texts: tuple[str, ...] = TEXTS) -> np.ndarray[tuple[int, int], Any]:
    """Return the rows, asked for on a thread as the memory does."""
    return await asyncio.to_thread(embedder.embed, texts)


async def problem(embedder: Embedder) -> VouchError:
    """Return what embedding raises."""
    with pytest.raises(VouchError) as raised:
        await embedded(embedder, ("relapse", "dogs"))
    return raised.value


async def test_rows_are_those_of_the_texts_in_their_order(outside: Outside) -> None:
    """The server answers in another order and not in unit length; empty texts, which it would refuse, are not sent."""
    embedder = await outside.open(dimensions=8, batch=2)

    rows = await embedded(embedder)

    assert np.allclose(rows, HashingEmbedder(8).embed(TEXTS), atol=1e-6)
    assert [len(one["input"]) for one in outside.server.asked] == [2, 2]
    assert "dimensions" not in outside.server.asked[0]


async def test_the_size_is_asked_for_once_where_it_is_not_said(outside: Outside) -> None:
    """A store made with another size must be refused at the start, so it is known before the first text."""
    embedder = await outside.open()

    assert (embedder.size, embedder.name) == (8, "openai:hashing-8")
    assert len(outside.server.asked) == 1


async def test_a_model_that_can_be_shortened_is_asked_for_fewer_numbers(outside: Outside) -> None:
    """Only where that is set: many servers refuse a parameter they do not know."""
    embedder = await outside.open(dimensions=4, shorten=True)

    rows = await embedded(embedder, ("relapse",))

    assert rows.shape == (1, 4)
    assert outside.server.asked[0]["dimensions"] == 4


async def test_a_long_text_is_cut_and_half_a_character_replaced(outside: Outside) -> None:
    """Servers refuse what is longer than their model takes, and PDFs hold anything."""
    embedder = await outside.open(dimensions=8, most_characters=100)

    await embedded(embedder, ("x" * 1_000_000, "a\ud800b"))

    assert outside.server.asked[0]["input"] == ["x" * 100, "a?b"]


def without_one(answer: dict[str, Any]) -> dict[str, Any]:
    """Return one vector too few."""
    return {**answer, "data": answer["data"][1:]}


def twice_the_same(answer: dict[str, Any]) -> dict[str, Any]:
    """Return as many vectors as texts, but two for one."""
    return {**answer, "data": [answer["data"][0]] * len(answer["data"])}


def shorter(answer: dict[str, Any]) -> dict[str, Any]:
    """Return vectors of another size than promised."""
    return {**answer, "data": [{**one, "embedding": one["embedding"][:5]} for one in answer["data"]]}


def ragged(answer: dict[str, Any]) -> dict[str, Any]:
    """Return one vector of another size than the other."""
    first, *others = answer["data"]
    return {**answer, "data": [{**first, "embedding": first["embedding"] * 2}, *others]}


def holding(number: float) -> Spoil:
    """Return what puts a number into the last vector."""

    def spoil(answer: dict[str, Any]) -> str:
        first, *others = answer["data"]
        return json.dumps({**answer, "data": [{**first, "embedding": [number, *first["embedding"][1:]]}, *others]})

    return spoil


def in_base64(answer: dict[str, Any]) -> dict[str, Any]:
    """Return vectors as text, which we did not ask for."""
    return {**answer, "data": [{**one, "embedding": "AACAPw=="} for one in answer["data"]]}


NOT_EACH = "was given 2 texts and answered with"
NO_VECTORS = "answered with something that holds no vectors: check VOUCH_EMBEDDER__URL"


@pytest.mark.parametrize(
    ("spoil", "kind", "reason"),
    [
        (without_one, CannotDo, f"{NOT_EACH} 1 vectors"),
        (twice_the_same, CannotDo, f"{NOT_EACH} 2 vectors that are not one for each"),
        (shorter, CannotDo, "vectors of 5 numbers, not the 8 of VOUCH_EMBEDDER__DIMENSIONS"),
        (ragged, CannotDo, "vectors of 8 and 16 numbers, not the 8"),
        (holding(math.nan), CannotDo, "NaN or infinite"),
        (holding(math.inf), CannotDo, "NaN or infinite"),
        (in_base64, RetryLater, NO_VECTORS),
        (lambda _: "<html>Bad gateway</html>", RetryLater, NO_VECTORS),
        (lambda _: "", RetryLater, NO_VECTORS),
        (lambda _: {"data": None}, RetryLater, NO_VECTORS),
        (lambda _: [1, 2], RetryLater, NO_VECTORS),
    ],
    ids=("one too few", "twice", "shorter", "ragged", "nan", "inf", "base64", "html", "empty", "null", "list"),
)
async def test_an_answer_that_cannot_be_used_is_refused(
    outside: Outside, spoil: Spoil, kind: type[VouchError], reason: str
) -> None:
    """One bad vector in a store would spoil every ranking it is in, and nobody would see why."""
    embedder = await outside.open(dimensions=8)
    outside.server.spoil = spoil

    raised = await problem(embedder)

    assert type(raised) is kind
    assert reason in str(raised)


async def test_a_number_too_great_for_single_precision_is_no_harm(outside: Outside) -> None:
    """The vector is scaled to unit length in any case; overflowing would make it infinite."""
    embedder = await outside.open(dimensions=8)
    outside.server.spoil = holding(1e300)

    rows = await embedded(embedder, ("relapse", "dogs"))

    assert np.isfinite(rows).all()
    assert rows[1][0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        ("400", CannotDo, "did not understand the query (400)"),
        ("401", RetryLater, "refused the key (401): check VOUCH_EMBEDDER__API_KEY"),
        ("404", CannotDo, "VOUCH_EMBEDDER__URL ends with /v1 at most servers"),
        ("413", CannotDo, "too long for the embedding server (413)"),
        ("429 with Retry-After", RetryLater, "asked us to slow down (429) and to try again in 1 s"),
        ("500", RetryLater, "is in trouble (500)"),
        ("redirect elsewhere", RetryLater, "sends us elsewhere (302, to elsewhere.example)"),
        ("broken gzip", RetryLater, "compressed data that is broken"),
        ("cut off", RetryLater, ""),
        ("HTML page", RetryLater, NO_VECTORS),
    ],
)
async def test_a_server_that_fails_is_named(outside: Outside, fault: str, kind: type[VouchError], reason: str) -> None:
    """Whether a run may wait for it, or somebody has to change a setting; a key may be put right while it waits."""
    embedder = await outside.open(dimensions=8)
    outside.faults.set("models", NAMED[fault])

    raised = await problem(embedder)

    assert isinstance(raised, kind)
    assert reason in str(raised)
    assert "the embedding server" in str(raised)
    assert KEY not in str(raised)


async def test_retry_after_is_heeded(outside: Outside) -> None:
    """Whoever waits is told how long."""
    embedder = await outside.open(dimensions=8)
    outside.faults.set("models", NAMED["429 with Retry-After"])

    raised = await problem(embedder)

    assert isinstance(raised, RetryLater)
    assert raised.after_seconds == 1.0


@pytest.mark.parametrize("fault", [Late(), Drip(), Reset(at_once=True)])
async def test_a_server_that_does_not_finish_is_given_up(outside: Outside, fault: Fault) -> None:
    """Each piece of a slow drip is in time, and the whole would never be."""
    embedder = await outside.open(dimensions=8, seconds=0.3)
    outside.faults.set("models", fault)

    async with asyncio.timeout(3):
        raised = await problem(embedder)

    assert isinstance(raised, RetryLater)


async def test_after_a_failure_the_same_embedder_works_again(outside: Outside) -> None:
    """The process goes on, and the next delivery finds the server well."""
    embedder = await outside.open(dimensions=8)
    outside.faults.set("models", Reset(), times=1)
    await problem(embedder)

    rows = await embedded(embedder)

    assert rows.shape == (6, 8)


async def test_nobody_there_is_said_at_the_start(outside: Outside) -> None:
    """Where the size has to be asked for, the service says so and is started again by whoever watches it."""
    with pytest.raises(RetryLater, match=r"the connection was refused; .*VOUCH_EMBEDDER__URL"):
        await outside.open(url=f"http://127.0.0.1:{closed_port()}/v1")


async def test_several_threads_may_ask_at_once(outside: Outside) -> None:
    """Search and retrieval embed on any thread."""
    embedder = await outside.open(dimensions=8, batch=1)

    found = await asyncio.gather(*(embedded(embedder, (text,)) for text in TEXTS * 3))

    assert np.allclose(np.vstack(found), HashingEmbedder(8).embed(TEXTS * 3), atol=1e-6)
