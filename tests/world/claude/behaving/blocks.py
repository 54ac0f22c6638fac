"""Unruly blocks and tool uses: nothing, two texts, thinking, half an answer, and tools that are not there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.world.claude.answering import thought
from tests.world.claude.composing import limited
from tests.world.claude.counting import answer_tokens
from tests.world.claude.shapes import Answer, Asked, text_of, use_of, using

UNKNOWN_TOOL = "order_a_pizza"
KEPT_OF_BROKEN = 0.6
"""Of an answer in JSON that breaks off."""


def nothing(_: Answer, __: Asked) -> Answer:
    """Return no block at all, as if that were an answer."""
    return Answer()


def refused(_: Answer, __: Asked) -> Answer:
    """Return no answer, and that it was refused."""
    return Answer(stop="refusal")


def two_texts(answer: Answer, _: Asked) -> Answer:
    """Return the text in two blocks, cut anywhere."""
    half = len(answer.text) // 2
    if not half:
        return answer
    others = tuple(block for block in answer.blocks if block["type"] != "text")
    return replace(answer, blocks=(text_of(answer.text[:half]), text_of(answer.text[half:]), *others))


def thinking(answer: Answer, _: Asked) -> Answer:
    """Return the answer behind what was thought: told, not told, and unreadable."""
    unreadable = {"type": "redacted_thinking", "data": "bm90IGZvciB5b3U="}
    return replace(answer, blocks=(thought(), thought(""), unreadable, *answer.blocks))


def half(answer: Answer, _: Asked) -> Answer:
    """Return half of the answer, as if it had been too long."""
    return replace(limited(answer, max(1, answer_tokens(answer) // 2)), stop="max_tokens")


def broken(answer: Answer, asked: Asked) -> Answer:
    """Return JSON that breaks off in the middle; other answers stay."""
    whole = answer.text
    return answer.saying(whole[: int(len(whole) * KEPT_OF_BROKEN)]) if asked.schema and whole else answer


def endless(_: Answer, asked: Asked) -> Answer:
    """Return one more use of a tool, whatever was found."""
    arguments = f"{asked.question or 'more'} ({len(asked.uses) + 1})"
    tool = next(iter(asked.tools), None)
    return using(use_of(tool.name, {tool.argument: arguments}) if tool else use_of("look_again", {"query": arguments}))


def unknown_tool(answer: Answer, asked: Asked) -> Answer:
    """Return the use of a tool that nobody offered, in place of a tool use, or of any answer without tools."""
    if answer.uses:
        return replace(answer, blocks=tuple(_renamed(block) for block in answer.blocks))
    return answer if asked.tools else using(use_of(UNKNOWN_TOOL, {"topping": "olives"}))


def _renamed(block: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a tool use as that of a tool nobody offered."""
    return {**block, "name": UNKNOWN_TOOL} if block["type"] == "tool_use" else block


def of_numbers(answer: Answer, _: Asked) -> Answer:
    """Return tool uses with a number where a text is wanted."""
    return _with_arguments(answer, lambda given: dict.fromkeys(given, 7))


def of_nothing(answer: Answer, _: Asked) -> Answer:
    """Return tool uses without their argument."""
    return _with_arguments(answer, lambda _given: {})


def misnamed(answer: Answer, _: Asked) -> Answer:
    """Return tool uses whose argument has another name."""
    return _with_arguments(answer, lambda given: {f"the_{name}": value for name, value in given.items()})


def _with_arguments(answer: Answer, change: Any) -> Answer:
    """Return an answer whose tool uses have other arguments."""
    blocks = ({**one, "input": change(one["input"])} if one["type"] == "tool_use" else one for one in answer.blocks)
    return replace(answer, blocks=tuple(blocks))
