"""Text in pieces of a readable size; whoever writes never waits for whoever reads."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from shared import messages as m
from shared.llm.live import MOST_PIECE_CHARACTERS, MOST_WAITING, Live, Pieces
from tests.unit.llm_fakes import make_order

TEXT = "Drug A halved relapses in 240 people. It did nothing in the others; why, nobody knows yet. More is needed.\n"


def test_the_first_word_comes_at_once_then_sentences() -> None:
    """Somebody watches: a piece is something to read."""
    pieces = Pieces()
    whole = [*(piece for letter in TEXT for piece in pieces.add(letter)), pieces.last()]

    assert whole[0] == "Drug "
    assert whole[1:] == [
        "A halved relapses in 240 people. It did nothing in the others; ",
        "why, nobody knows yet. More is needed.\n",
    ]


@given(st.lists(st.text(max_size=600), max_size=20))
def test_nothing_is_lost_between_the_pieces(parts: list[str]) -> None:
    """However the model cuts its text, the pieces together are the text, and none is endless."""
    pieces = Pieces()
    whole = [piece for part in parts for piece in pieces.add(part)]

    assert "".join((*whole, pieces.last())) == "".join(parts)
    assert all(0 < len(piece) <= MOST_PIECE_CHARACTERS + 1 for piece in whole[1:])


async def test_a_reader_that_never_reads_costs_nothing() -> None:
    """Pieces beyond what waits are lost; the writer is done at once."""

    async def stuck(_message: m.Message) -> None:
        await asyncio.Event().wait()

    live = Live(make_order(), "report", stuck)
    async with asyncio.timeout(5):
        async with live.writing() as written:
            for _ in range(MOST_WAITING * 3):
                written(TEXT)


async def test_each_draft_has_its_number() -> None:
    """A reader replaces the first by the second."""
    told: list[m.LiveUpdate] = []

    async def tell(message: m.Message) -> None:
        assert isinstance(message, m.LiveUpdate)
        told.append(message)

    live = Live(make_order(), "report", tell)
    for text in ("One draft.", "Another draft."):
        async with live.writing() as written:
            written(text)

    texts = {number: "".join(one.text for one in told if one.draft == number) for number in (1, 2)}
    assert texts == {1: "One draft.", 2: "Another draft."}
    assert {one.checked for one in told} == {False}
