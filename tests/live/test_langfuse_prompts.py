"""Prompts from Langfuse over real sockets: the right version, kept for a while, and a usable one whatever happens."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from shared.errors import CannotDo
from shared.llm.langfuse import LangfusePrompts, open_prompts
from shared.llm.prompts import BuiltIn, Prompts
from shared.settings import AgentSettings, LangfuseSettings, Settings
from tests.live.conftest import Lines
from tests.world.faults import Fault, Faults, Late, Reset, Status, closed_port, html_page, middleware
from tests.world.langfuse import PUBLIC_KEY, SECRET_KEY, Langfuse
from tests.world.loopback import served

WRITTEN = """---
name: vouch-judge
version: 1
---
You judge.
## Domain: drug-repurposing
## Domain: general
"""
NAME = "vouch-judge-general"
WARNING = "a prompt cannot be read from Langfuse"
USED = "a prompt from Langfuse is used"


@dataclass
class Outside:
    """A Langfuse with faults before it, and an agent's prompts."""

    stack: AsyncExitStack
    source: Path
    langfuse: Langfuse = field(default_factory=Langfuse)
    faults: Faults = field(default_factory=Faults)
    url: str = ""

    async def opened(
        self,
        own: AgentSettings | None = None,
        *,
        url: str = "",
        cache_seconds: float = 0.0,
        secret_key: str = SECRET_KEY,
    ) -> Prompts:
        """Return the judge's prompts, as its settings say."""
        there = LangfuseSettings(
            url=url or self.url, public_key=PUBLIC_KEY, secret_key=SecretStr(secret_key), cache_seconds=cache_seconds
        )
        settings = Settings().model_copy(update={"langfuse": there, "judge": own or AgentSettings()})
        return await open_prompts("judge", settings, self.stack, self.source)


@pytest.fixture
async def outside(tmp_path: Path) -> AsyncIterator[Outside]:
    """Serve a Langfuse."""
    source = tmp_path / "prompt.md"
    source.write_text(WRITTEN)
    async with AsyncExitStack() as stack:
        made = Outside(stack, source)
        whole = web.Application(middlewares=[middleware(made.faults)])
        whole.add_subapp("/langfuse", made.langfuse.app())
        made.url = f"{await stack.enter_async_context(served(whole))}/langfuse/"
        yield made


def warnings(lines: Lines) -> list[str]:
    """Return what was warned of."""
    return [f"{line['problem']}; {line['used']}" for line in lines if line["event"] == WARNING]


async def test_the_prompt_in_production_is_used(outside: Outside, lines: Lines) -> None:
    """Its version names it in traces and reports."""
    outside.langfuse.put(NAME, "The first.")
    outside.langfuse.put(NAME, " The second. \n")
    outside.langfuse.put(NAME, "A draft.", "draft")

    prompt = await (await outside.opened()).of("general")

    assert (prompt.name, prompt.version, prompt.origin, prompt.text) == (NAME, "2", "langfuse", "The second.")
    assert [(line["event"], line["version"]) for line in lines] == [(USED, "2")]


@pytest.mark.parametrize(
    ("own", "text", "asked"),
    [
        (AgentSettings(prompt_label="draft"), "A draft.", "label=draft"),
        (AgentSettings(prompt_version=1), "The first.", "version=1"),
    ],
)
async def test_an_operator_chooses_label_or_version(
    outside: Outside, own: AgentSettings, text: str, asked: str
) -> None:
    """For trying one out, or for staying with one."""
    outside.langfuse.put(NAME, "The first.")
    outside.langfuse.put(NAME, "A draft.", "draft")

    prompt = await (await outside.opened(own)).of("general")

    assert prompt.text == text
    assert outside.langfuse.asked == [f"/langfuse/api/public/v2/prompts/{NAME}?{asked}"]


async def test_a_prompt_in_a_folder_has_its_name_in_one_piece(outside: Outside) -> None:
    """Langfuse takes the slash for part of the name only where it is written as %2F."""
    outside.langfuse.put("team/judge-general", "Ours.")

    prompt = await (await outside.opened(AgentSettings(prompt="team/judge"))).of("general")

    assert prompt.text == "Ours."
    assert outside.langfuse.asked[0].startswith("/langfuse/api/public/v2/prompts/team%2Fjudge-general?")


async def test_of_a_chat_its_system_messages_are_the_prompt(outside: Outside) -> None:
    """What the user turn holds is ours to say."""
    chat = [
        {"role": "system", "content": "You judge."},
        {"type": "placeholder", "name": "history"},
        {"role": "user", "content": "Hello"},
        {"role": "system", "content": "Be strict."},
    ]
    outside.langfuse.put(NAME, chat)

    assert (await (await outside.opened()).of("general")).text == "You judge.\n\nBe strict."


async def test_a_prompt_is_asked_for_once_in_a_while(outside: Outside) -> None:
    """However many orders come, and each domain by itself."""
    outside.langfuse.put(NAME, "General.")
    outside.langfuse.put("vouch-judge-drug-repurposing", "Drugs.")
    prompts = await outside.opened(cache_seconds=60)

    found = await asyncio.gather(*(prompts.of("general") for _ in range(20)))
    outside.langfuse.put(NAME, "Newer.")

    assert {prompt.text for prompt in found} == {"General."}
    assert (await prompts.of("general")).text == "General."
    assert (await prompts.of("drug-repurposing")).text == "Drugs."
    assert len(outside.langfuse.asked) == 2


async def test_a_new_version_is_used_once_the_old_one_has_had_its_time(outside: Outside, lines: Lines) -> None:
    """Without a restart."""
    outside.langfuse.put(NAME, "Old.")
    prompts = await outside.opened(cache_seconds=0.05)
    await prompts.of("general")
    outside.langfuse.put(NAME, "New.")
    await asyncio.sleep(0.06)

    assert (await prompts.of("general")).text == "New."
    assert [line["version"] for line in lines] == ["1", "2"]


@pytest.mark.parametrize(
    ("stored", "problem"),
    [
        (None, f"Langfuse has no prompt {NAME} with the label production"),
        ("  \n", f"version 1 of {NAME} in Langfuse is empty, or a chat without a system message"),
        ([{"role": "user", "content": "Hi"}], f"version 1 of {NAME} in Langfuse is empty, or a chat without"),
        ("x" * 100_001, f"version 1 of {NAME} in Langfuse has 100,001 characters: too many for a prompt"),
        (["no", "messages"], "Langfuse answered with something that is no prompt"),
        (7, "Langfuse answered with something that is no prompt"),
    ],
)
async def test_what_is_no_usable_prompt_is_told_and_ours_is_used(
    outside: Outside, lines: Lines, stored: Any, problem: str
) -> None:
    """An agent without a prompt would answer anything."""
    if stored is not None:
        outside.langfuse.put(NAME, stored)

    prompt = await (await outside.opened()).of("general")

    assert (prompt.text, prompt.origin, prompt.version) == ("You judge.", "built-in", "1")
    (warning,) = warnings(lines)
    assert warning.startswith(problem)
    assert warning.endswith("; built-in version 1")


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (Status(500, body=b"oops"), "Langfuse is in trouble (500): oops"),
        (Status(429), "Langfuse asked us to slow down (429)"),
        (html_page(), "Langfuse answered with a web page"),
        (Status(200, body=b'{"version": 1, "pro'), "Langfuse answered with JSON that is cut off or broken"),
        (Status(200, body=b"x" * 1_100_000), "Langfuse's answer is larger than 1 MB"),
        (Late(), "Langfuse was still answering after 2 s"),
        (Reset(at_once=True), "Langfuse broke"),
    ],
)
async def test_the_last_good_prompt_is_used_while_langfuse_is_in_trouble(
    outside: Outside, lines: Lines, fault: Fault, problem: str
) -> None:
    """An order waits two seconds for it at most."""
    outside.langfuse.put(NAME, "Good.")
    prompts = await outside.opened()
    await prompts.of("general")
    outside.faults.set("langfuse", fault)

    begun = time.monotonic()
    prompt = await prompts.of("general")

    assert (prompt.text, prompt.origin) == ("Good.", "langfuse")
    assert time.monotonic() - begun < 3
    (warning,) = warnings(lines)
    assert warning.startswith(problem)
    assert warning.endswith("; langfuse version 1")


async def test_trouble_is_told_once_a_minute_and_asked_about_every_ten_seconds(outside: Outside, lines: Lines) -> None:
    """Orders come more often; both domains share the one line."""
    moments = [0.0]
    prompts = await outside.opened(AgentSettings(prompt_label="none"))
    assert isinstance(prompts, LangfusePrompts)
    prompts._now = lambda: moments[-1]
    for moment in (0.0, 5.0, 11.0, 12.0, 30.0, 61.0):
        moments.append(moment)
        await prompts.of("general")
        await prompts.of("drug-repurposing")

    asked_at = (0, 11, 30, 61)
    assert len(outside.langfuse.asked) == 2 * len(asked_at)
    assert len(warnings(lines)) == 2


async def test_nobody_at_the_address_is_told_and_ours_is_used(outside: Outside, lines: Lines) -> None:
    """The line names the variable."""
    prompts = await outside.opened(url=f"http://127.0.0.1:{closed_port()}")

    assert (await prompts.of("general")).origin == "built-in"
    reason = "Langfuse cannot be reached: the connection was refused; check the network, and VOUCH_LANGFUSE__URL"
    assert warnings(lines) == [f"{reason}; built-in version 1"]


async def test_wrong_keys_are_told_without_the_keys(outside: Outside, lines: Lines) -> None:
    """The line names the variables."""
    prompts = await outside.opened(secret_key="sk-lf-wrong")  # noqa: S106 -- it opens nothing

    assert (await prompts.of("general")).origin == "built-in"
    (warning,) = warnings(lines)
    assert warning.startswith("Langfuse refused the key (401): check VOUCH_LANGFUSE__PUBLIC_KEY and VOUCH_LANGFUSE__S")
    assert "sk-lf-wrong" not in str(lines)


async def test_without_langfuse_nobody_is_asked(outside: Outside) -> None:
    """The default."""
    prompts = await open_prompts("judge", Settings(), outside.stack, outside.source)

    assert isinstance(prompts, BuiltIn)


async def test_an_address_that_is_none_stops_the_service(outside: Outside) -> None:
    """At its start."""
    with pytest.raises(CannotDo, match="the address of Langfuse is none that can be asked: check VOUCH_LANGFUSE__URL"):
        await outside.opened(url="langfuse.test")
