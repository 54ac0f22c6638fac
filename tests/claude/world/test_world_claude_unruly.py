"""Every way in which the scripted Claude can be unruly, and what its answers then are."""

import json
import re
from typing import Any

import pytest
from anthropic import AsyncAnthropic

from tests.claude.world.asking import (
    BRIEFLY_SECONDS,
    BROKEN,
    ORDER,
    TRIAL,
    json_of,
    request,
    streamed,
    turn_of,
)
from tests.world.claude import NAMED
from tests.world.serving import World


async def report(client: AsyncAnthropic) -> str:
    """Return the report that is written now."""
    message = await client.messages.create(**turn_of("report"))
    text: str = message.content[0].text
    return text


def lines_changed(before: str, after: str) -> list[str]:
    """Return the lines that are new."""
    known = set(before.splitlines())
    return [line for line in after.splitlines() if line not in known and line]


async def outcome(client: AsyncAnthropic, agent: str, seconds: float = 10) -> str:
    """Return what becomes of a call with an instruction in its evidence: why it stopped, or what was raised."""
    try:
        message = await client.messages.create(**turn_of(agent, ORDER), timeout=seconds)
    except BROKEN as error:
        return type(error).__name__
    return str(message.stop_reason)


@pytest.mark.parametrize("name", sorted(NAMED))
async def test_each_behaviour_spoils_one_answer_and_then_none(world: World, client: AsyncAnthropic, name: str) -> None:
    """Of one agent at least; an answer that it leaves as it is does not count."""
    agents = ("search", "retrieval", "hypothesis", "judge", "report")
    for agent in agents:
        world.claude.behave(agent, name, times=1)

    first = [await outcome(client, agent, BRIEFLY_SECONDS if name == "stalls" else 10) for agent in agents]
    spoilt = [call.agent for call in world.claude.calls if call.behaviour == name]
    second = [await outcome(client, agent) for agent in spoilt]

    assert spoilt, first
    assert second == ["tool_use" if agent == "retrieval" else "end_turn" for agent in spoilt]
    assert not any(call.behaviour for call in world.claude.calls[len(agents) :])


async def test_a_behaviour_lasts_until_it_is_taken_back(world: World, client: AsyncAnthropic) -> None:
    """Where no number of times is named."""
    world.claude.behave("judge", "empty answer")
    empty = [(await client.messages.create(**turn_of("judge"))).content for _ in range(3)]

    world.claude.reset()

    assert empty == [[], [], []]
    assert (await json_of(client, turn_of("judge")))["clinical_score"] == 8
    assert len(world.claude.calls) == 1


@pytest.mark.parametrize(("agent", "name"), [("jury", "empty answer"), ("judge", "on strike")])
async def test_a_behaviour_nobody_knows_is_refused(world: World, agent: str, name: str) -> None:
    """A misspelt one would make a test that cannot fail."""
    with pytest.raises(ValueError, match="name one of search"):
        world.claude.behave(agent, name)


async def test_a_look_into_the_bibliography_is_not_what_is_spoilt(world: World, client: AsyncAnthropic) -> None:
    """The prose behind it is."""
    world.claude.behave("report", "drops markers", times=1)

    look = await client.messages.create(**request("report", TRIAL))
    spoilt, sound = await report(client), await report(client)

    assert look.stop_reason == "tool_use"
    assert ("[S1]" in spoilt, "[S1]" in sound) == (False, True)


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("invents citations", r"^- Earlier work agrees \(Smith et al\., 2021\), doi:10\.9999/\S+ \[S99\]\.$"),
        ("invents a title", r"^- The article “Beyond doubt[^”]+” settles the question \[S1\]\.$"),
        ("invents a reference list", r"^## References$"),
        ("changes a number", r"“Velasartan reduced monthly attack frequency by 9\.4 attacks"),
        ("skips numbers", r"\[1\].* \[5\]\."),
        ("flips direction", r"^- Velasartan increased monthly [^“]+ \[S1\]\.$"),
        ("wrong fields", r"^## Recommendations$"),
        ("another language", r"^## Zusammenfassung$"),
        ("another language below our headings", r"^- Eine Arbeit berichtet, dass [^“]* \[S1\]\.$"),
    ],
)
async def test_prose_is_spoilt_in_one_place(world: World, client: AsyncAnthropic, name: str, new: str) -> None:
    """In a report that is otherwise the same."""
    sound = await report(client)
    world.claude.behave("report", name)

    changed = lines_changed(sound, await report(client))

    assert any(re.search(new, line) for line in changed), changed


async def test_markers_are_dropped_and_nothing_else(world: World, client: AsyncAnthropic) -> None:
    """The quotations stay."""
    sound = await report(client)
    world.claude.behave("report", "drops markers")

    assert await report(client) == re.sub(r" \[S\d\]", "", sound)


@pytest.mark.parametrize(
    ("agent", "name", "path", "value"),
    [
        ("judge", "eager judge", ("clinical_score",), 10),
        ("judge", "out of bounds", ("confidence",), 42),
        ("hypothesis", "out of bounds", ("hypotheses", 0, "confidence"), 42),
        ("judge", "invents citations", ("key_findings", 0, "source_ids"), ["S1", "S99"]),
        ("hypothesis", "invents citations", ("hypotheses", 0, "links", 0, "supporting"), ["S4", "S99"]),
        ("judge", "drops markers", ("key_findings", 0, "source_ids"), []),
        ("judge", "flips direction", ("key_findings", 0, "direction"), "harm"),
        ("hypothesis", "flips direction", ("tested", 0, "side"), "against"),
        ("judge", "wrong fields", ("verdict",), "certainly"),
    ],
)
async def test_json_is_spoilt_in_one_place(
    *, world: World, client: AsyncAnthropic, agent: str, name: str, path: tuple[str | int, ...], value: object
) -> None:
    """It is still JSON."""
    world.claude.behave(agent, name)

    found: Any = await json_of(client, turn_of(agent))
    for step in path:
        found = found[step]

    assert found == value


async def test_fields_are_missing_and_numbers_changed(world: World, client: AsyncAnthropic) -> None:
    """The first field is gone; a figure in a quotation is another; a plan is far too long."""
    world.claude.behave("hypothesis", "wrong fields")
    world.claude.behave("judge", "changes a number")
    world.claude.behave("search", "out of bounds")

    assert "hypotheses" not in await json_of(client, turn_of("hypothesis"))
    assert "by 9.4 attacks" in (await json_of(client, turn_of("judge")))["key_findings"][0]["text"]
    assert len((await json_of(client, turn_of("search")))["searches"]) == 60


async def test_broken_json_ends_as_if_it_were_whole(world: World, client: AsyncAnthropic) -> None:
    """The stop reason does not give it away."""
    world.claude.behave("judge", "broken JSON")

    message = await client.messages.create(**turn_of("judge"))

    assert message.stop_reason == "end_turn"
    with pytest.raises(json.JSONDecodeError):
        json.loads(message.content[0].text)


async def test_blocks_come_in_other_numbers(world: World, client: AsyncAnthropic) -> None:
    """Two texts that belong together; three kinds of thinking before one text, streamed or not."""
    sound = (await client.messages.create(**turn_of("judge"))).content
    world.claude.behave("judge", "two text blocks", times=1)
    two = (await client.messages.create(**turn_of("judge"))).content
    world.claude.behave("judge", "thinking blocks", times=2)
    thoughts = (await client.messages.create(**turn_of("judge"))).content

    assert "".join(block.text for block in two) == sound[0].text
    assert [block.type for block in thoughts] == ["thinking", "thinking", "redacted_thinking", "text"]
    assert [one.to_dict() for one in (await streamed(client, "judge")).content] == [one.to_dict() for one in thoughts]
    assert thoughts[1].thinking == ""


async def test_a_refusal_says_so(world: World, client: AsyncAnthropic) -> None:
    """Without content, with details, streamed or not."""
    world.claude.behave("report", "refuses")

    messages = (await client.messages.create(**turn_of("report")), await streamed(client))

    assert [(one.stop_reason, one.content) for one in messages] == [("refusal", [])] * 2
    assert all(one.stop_details and one.stop_details.type == "refusal" for one in messages)


async def test_half_an_answer_says_that_it_was_cut(world: World, client: AsyncAnthropic) -> None:
    """Whatever length was allowed."""
    whole = await report(client)
    world.claude.behave("report", "stops at max_tokens")

    message = await client.messages.create(**turn_of("report"))

    assert message.stop_reason == "max_tokens"
    assert whole.startswith(message.content[0].text)
    assert 0.4 < len(message.content[0].text) / len(whole) < 0.6
