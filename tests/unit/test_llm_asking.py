"""JSON of a shape: whatever a model does with it, one repair, and a reason that helps."""

import pytest
from pydantic import BaseModel, Field

from shared.errors import CannotDo
from shared.llm.asking import ask
from tests.unit.llm_fakes import Scripted, calls_of, make_reply, make_request


class Answer(BaseModel):
    """What is asked for."""

    score: int = Field(ge=0, le=10)
    reason: str


GOOD = make_reply('{"score": 7, "reason": "two trials"}')


async def asked(*says: object) -> tuple[Answer, Scripted]:
    """Return the answer, and the model with what it was asked."""
    model = Scripted(*says)  # type: ignore[arg-type]
    return await ask(calls_of(model), make_request(), Answer), model


async def test_a_good_answer_is_read_at_once() -> None:
    """The schema goes with the request."""
    answer, model = await asked(GOOD)

    assert answer == Answer(score=7, reason="two trials")
    assert (model.asked[0].answer_schema or {})["properties"].keys() == {"score", "reason"}


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (make_reply('{"score": 7, "rea'), "Invalid JSON"),
        (make_reply('{"score": 42, "reason": "x"}'), "score: Input should be less than or equal to 10"),
        (make_reply('{"score": 7}'), "reason: Field required"),
        (make_reply(""), "it was empty"),
        (make_reply('{"score": 7, "reason": "x', stop="max_tokens"), "cut off: say the same in fewer words"),
        (make_reply("I would say seven."), "Invalid JSON"),
    ],
)
async def test_an_unusable_answer_goes_back_once_with_its_error(bad: object, told: str) -> None:
    """The model sees what it said and what was wrong with it."""
    answer, model = await asked(bad, GOOD)

    assert answer.score == 7
    assert told in str(model.asked[1].messages[-1]["content"])


async def test_an_empty_turn_is_not_sent_back() -> None:
    """The API takes no turn without content."""
    _, model = await asked(make_reply(""), GOOD)

    assert [turn["role"] for turn in model.asked[1].messages] == ["user", "user"]


async def test_two_unusable_answers_are_a_failure_with_the_reason() -> None:
    """A third would be no better, and costs as much."""
    with pytest.raises(CannotDo, match="gave no usable answer, also when it was told why: score"):
        await asked(make_reply('{"score": 42, "reason": "x"}'), make_reply('{"score": -1, "reason": "x"}'))


async def test_who_declines_is_not_asked_again() -> None:
    """It would decline again."""
    with pytest.raises(CannotDo, match="declined to answer"):
        await asked(make_reply("", stop="refusal"))


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"score": 7, "reason": "two trials"}\n```',
        'Here it is: {"score": 7, "reason": "two trials"}',
        '{"score": 7, "reason": "two trials", "mood": "good"}',
    ],
)
async def test_what_stands_around_an_answer_does_no_harm(text: str) -> None:
    """Models behind gateways know no schemas; a further field is ignored."""
    answer, model = await asked(make_reply(text))

    assert answer.score == 7
    assert len(model.asked) == 1


async def test_text_in_two_blocks_is_one_text() -> None:
    """The reply has them joined, and the thinking left out."""
    blocks = ({"type": "thinking", "thinking": ""}, {"type": "text", "text": '{"score": 7, '})
    answer, _ = await asked(make_reply('{"score": 7, "reason": "two trials"}', content=blocks))

    assert answer.reason == "two trials"
