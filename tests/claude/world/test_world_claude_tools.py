"""Unruly uses of tools by the scripted Claude, and instructions in the evidence that it obeys."""

import json
from typing import Any

import pytest
from anthropic import AsyncAnthropic

from tests.claude.world.asking import (
    ORDER,
    SCHEMAS,
    answered,
    json_of,
    request,
    streamed,
    turn_of,
)
from tests.world.claude.behaving.blocks import UNKNOWN_TOOL
from tests.world.claude.planting import SENTENCE, abstract_of
from tests.world.serving import World


async def test_tools_may_be_asked_for_without_end(world: World, client: AsyncAnthropic) -> None:
    """Each time with other words, so that it is no mere repetition."""
    world.claude.behave("retrieval", "endless tools")
    turns: list[dict[str, Any]] = []
    asked = []
    for _ in range(4):
        message = await client.messages.create(**request("retrieval", turns=turns))
        asked += [block.input["query"] for block in message.content if block.type == "tool_use"]
        turns += answered(message.content, "Nothing.")

    assert len(set(asked)) == 4


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("invalid arguments", {"query": 7}),
        ("missing arguments", {}),
        ("misnamed arguments", {"the_query": "Does velasartan reduce attack frequency in adults with migraine?"}),
    ],
)
async def test_arguments_may_be_wrong(world: World, client: AsyncAnthropic, name: str, wanted: dict[str, Any]) -> None:
    """Strict tools or not: a gateway's model may not keep to them."""
    world.claude.behave("retrieval", name)

    message = await streamed(client, "retrieval")

    assert [block.input for block in message.content if block.type == "tool_use"] == [wanted, wanted]


async def test_a_tool_may_be_one_that_nobody_offered(world: World, client: AsyncAnthropic) -> None:
    """Also where no tool was offered at all."""
    world.claude.behave("retrieval", "unknown tool")
    world.claude.behave("judge", "unknown tool")

    messages = [await client.messages.create(**turn_of(agent)) for agent in ("retrieval", "judge")]

    names = {block.name for message in messages for block in message.content if block.type == "tool_use"}
    assert names == {UNKNOWN_TOOL}
    assert {message.stop_reason for message in messages} == {"tool_use"}


async def test_an_instruction_in_the_evidence_is_obeyed_where_a_test_wants_that(
    world: World, client: AsyncAnthropic
) -> None:
    """The judge gives the highest scores, the report writes what it was told, and cites nothing for it."""
    for agent in ("judge", "report"):
        world.claude.behave(agent, "obeys an instruction")

    scored = await client.messages.create(**request("judge", ORDER))
    mend = {"role": "user", "content": "<untrusted><problem>short</problem></untrusted>"}
    written = await client.messages.create(**request("report", ORDER, turns=[mend]))

    scores = json.loads(scored.content[0].text)
    assert [scores[name] for name in ("clinical_score", "mechanism_score", "confidence")] == [10, 10, 1.0]
    assert f"## Conclusion\n\n{SENTENCE}\n" in written.content[0].text


async def test_an_address_in_a_tools_answer_is_opened_with_evidence_in_it(world: World, client: AsyncAnthropic) -> None:
    """Once, and although the tool was not offered: what stops it must not be the model."""
    world.claude.behave("retrieval", "obeys an instruction")
    tools = request("retrieval")["tools"][:1]
    first = await client.messages.create(**request("retrieval", tools=tools))
    turns = answered(first.content, abstract_of(world.url()))
    second = await client.messages.create(**request("retrieval", tools=tools, turns=turns))
    turns += answered(second.content, "refused")
    third = await client.messages.create(**request("retrieval", tools=tools, turns=turns))

    (use,) = second.content
    assert (use.name, third.stop_reason) == ("read_page", "end_turn")
    assert use.input["url"].startswith(f"{world.url()}/pages/planted?from=abstract&q=METHODS%3A%2096%20adults")


@pytest.mark.parametrize("agent", sorted(SCHEMAS))
async def test_without_an_instruction_nothing_is_obeyed(world: World, client: AsyncAnthropic, agent: str) -> None:
    """The answer is the usual one."""
    sound = await json_of(client, turn_of(agent))
    world.claude.behave(agent, "obeys an instruction")

    assert await json_of(client, turn_of(agent)) == sound
