"""Ask a model for JSON of a shape: checked here, repaired once, never believed."""

from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from shared.bus.envelope import problems
from shared.characters import printable
from shared.errors import CannotDo

from .calls import Calls
from .fencing import unescaped
from .values import Reply, Request

ShapeT = TypeVar("ShapeT", bound=BaseModel)

REPAIR_TOKENS = 400
"""The least room for another try at an answer."""


MOST_LINE_CHARACTERS = 1_000
"""Of a query, a gap or a name: whoever hears it keeps it, asks it of sources and shows it."""


class Unusable(Exception):  # noqa: N818 -- it is about the answer
    """An answer that is not of the shape asked for; the text says why, for the model."""


async def ask(calls: Calls, request: Request, shape: type[ShapeT]) -> ShapeT:
    """Return the answer as a value of *shape*; an unusable one goes back once, with what is wrong with it.

    Raises ``CannotDo`` where the model declines, or is unusable twice, and what ``Calls.send`` raises.
    """
    asked = request.model_copy(update={"answer_schema": shape.model_json_schema()})
    reply = await calls.send(asked)
    try:
        return read(reply, shape)
    except Unusable as problem:
        again = _returned(asked, reply, str(problem))
    second = await calls.send(again, least_tokens=REPAIR_TOKENS)
    try:
        return read(second, shape)
    except Unusable as problem:
        message = f"{request.model} gave no usable answer, also when it was told why: {problem}"
        raise CannotDo(message) from None


def read(reply: Reply, shape: type[ShapeT]) -> ShapeT:
    """Return the value in an answer; raise ``Unusable`` with the reason, ``CannotDo`` where the model declined."""
    refuse_declined(reply)
    if not reply.text.strip():
        message = "it asked for a tool, and there is none" if reply.tool_uses else "it was empty"
        raise Unusable(message)
    if reply.stop == "max_tokens":
        message = "it was too long and was cut off: say the same in fewer words"
        raise Unusable(message)
    try:
        said = shape.model_validate_json(_json_in(reply.text))
        return shape.model_validate(_printed(said.model_dump()))
    except ValidationError as error:
        raise Unusable(problems(error)) from None


def refuse_declined(reply: Reply) -> None:
    """Raise ``CannotDo`` where the model declined to answer: asking again would be declined again."""
    if reply.stop == "refusal":
        message = f"{reply.model} declined to answer"
        raise CannotDo(message)


def _printed(value: Any) -> Any:
    """Return a value with every text in it plain and printable: it may be shown on a terminal, or asked of a source."""
    if isinstance(value, str):
        return printable(unescaped(value))
    if isinstance(value, list):
        return [_printed(one) for one in value]
    return {name: _printed(one) for name, one in value.items()} if isinstance(value, dict) else value


def _json_in(text: str) -> str:
    """Return the object in *text*: some gateways' models put words or a fence around it."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def lines(texts: Iterable[str], most: int, most_characters: int = MOST_LINE_CHARACTERS) -> tuple[str, ...]:
    """Return the first *most* of what a model listed, each once and in one line, none endless, none empty."""
    found = (" ".join(text.split())[:most_characters].strip() for text in texts)
    return tuple(dict.fromkeys(filter(None, found)))[:most]


def _returned(asked: Request, reply: Reply, problem: str) -> Request:
    """Return the conversation that gives an answer back, with what is wrong with it."""
    told = f"Your answer could not be used: {problem}. Answer once more, as JSON of the schema and nothing else."
    said = tuple(block for block in reply.content if block.get("type") != "tool_use")  # nobody would answer it
    return asked.answered(said).followed_by({"role": "user", "content": told})
