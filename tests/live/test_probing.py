"""What the doctor asks of Claude, Langfuse and a collector of traces, on real sockets."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from services.cli.examining import Finding
from services.cli.probing import claude, langfuse, telemetry
from shared.settings import AgentSettings, ClaudeSettings, LangfuseSettings, Settings, TelemetrySettings
from tests.world.claude import KEY, NO_ACCESS
from tests.world.faults import closed_port
from tests.world.langfuse import PUBLIC_KEY, SECRET_KEY, Langfuse
from tests.world.loopback import served
from tests.world.otlp import Collector
from tests.world.serving import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Serve the scripted Claude."""
    async with World() as running:
        yield running


@pytest.fixture
async def kept() -> AsyncIterator[str]:
    """Serve a Langfuse without any prompt, and yield where."""
    async with served(Langfuse().app()) as url:
        yield url


def nowhere() -> str:
    """Return an address of this machine where nobody listens."""
    return f"http://127.0.0.1:{closed_port()}"


def thinking(url: str, key: str = KEY, **told: object) -> Settings:
    """Return settings by which Claude thinks."""
    return Settings.model_validate({"claude": ClaudeSettings(url=url, api_key=SecretStr(key)), **told})


async def asked(settings: Settings) -> list[Finding]:
    """Return what is found of Claude."""
    return [one async for one in claude(settings)]


async def test_a_valid_key_is_told_for_each_model_and_nothing_is_paid(world: World) -> None:
    """Having a prompt counted is free: no model is asked for an answer."""
    found = await asked(thinking(world.url("claude")))

    assert [one.what for one in found] == [
        "claude-sonnet-5-5 can be asked: the key is valid",
        "claude-haiku-5-5 can be asked: the key is valid",
    ]
    assert all(one.well for one in found)
    assert (world.claude.calls, world.claude.log.counted) == ([], 2)


@pytest.mark.parametrize(("key", "status"), [("sk-wrong", "401"), (NO_ACCESS, "403")])
async def test_a_refused_key_is_told_once_with_what_to_do_and_never_shown(world: World, key: str, status: str) -> None:
    """It is wrong for all models, and a screen is no place for a key."""
    (found,) = await asked(thinking(world.url("claude"), key))

    assert (found.well, status in found.what) == (False, True)
    assert "VOUCH_CLAUDE__API_KEY" in found.remedy
    assert key not in found.what + found.remedy


async def test_a_model_that_is_not_there_is_named(world: World) -> None:
    """Before a run finds out, round by round."""
    found = await asked(thinking(world.url("claude"), judge=AgentSettings(model="claude-2")))

    assert [(one.well, one.what.split(" ")[0]) for one in found[:2]] == [
        (True, "claude-sonnet-5-5"),
        (True, "claude-haiku-5-5"),
    ]
    assert found[2].what.startswith("there is no model claude-2 at this address (404)")


async def test_a_claude_that_cannot_be_reached_is_told() -> None:
    """That is another problem than a wrong key, with another remedy."""
    (found,) = await asked(thinking(nowhere()))

    assert found.what.startswith("claude-sonnet-5-5 cannot be reached")
    assert found.remedy.startswith("check VOUCH_CLAUDE__URL and the network")


@pytest.mark.parametrize("told", [{}, {"thinking": "rules"}])
async def test_where_the_rules_think_nobody_is_asked(world: World, told: dict[str, str]) -> None:
    """A key that lies around is no reason to call a vendor."""
    key = KEY if told else ""

    assert await asked(thinking(world.url("claude"), key, **told)) == []
    assert world.claude.log.counted == 0


async def test_langfuse_answers_though_it_keeps_no_prompt(kept: str) -> None:
    """A prompt that nobody keeps there is no fault: the built-in one is used."""
    own = LangfuseSettings(url=kept, public_key=PUBLIC_KEY, secret_key=SecretStr(SECRET_KEY))

    found = await langfuse(Settings(langfuse=own))

    assert (found.well, found.what) == (True, f"Langfuse answers at {kept}")


async def test_what_is_wrong_with_langfuse_is_told(kept: str) -> None:
    """Refused keys, no keys, nobody there, no address: each with the settings to look at."""
    own = LangfuseSettings(url=kept, public_key=PUBLIC_KEY, secret_key=SecretStr("sk-lf-wrong"))
    refused = await langfuse(Settings(langfuse=own))
    keyless = await langfuse(Settings(langfuse=LangfuseSettings(url=kept)))
    away = await langfuse(Settings(langfuse=own.model_copy(update={"url": nowhere()})))
    malformed = await langfuse(Settings(langfuse=own.model_copy(update={"url": "langfuse"})))

    assert [one.well for one in (refused, keyless, away, malformed)] == [False] * 4
    assert "VOUCH_LANGFUSE__PUBLIC_KEY and VOUCH_LANGFUSE__SECRET_KEY" in refused.what
    assert "VOUCH_LANGFUSE__PUBLIC_KEY and VOUCH_LANGFUSE__SECRET_KEY" in keyless.remedy
    assert "VOUCH_LANGFUSE__URL" in away.what
    assert "VOUCH_LANGFUSE__URL" in malformed.what
    assert "sk-lf" not in refused.what


async def test_without_langfuse_and_a_collector_nothing_is_wrong() -> None:
    """Both are for those who want them."""
    assert (await langfuse(Settings())).well is None
    assert (await telemetry(Settings())).well is None


async def test_a_collector_takes_an_empty_batch() -> None:
    """It shows that traces would be taken, and leaves none behind."""
    async with Collector() as collector:
        own = TelemetrySettings(endpoint=collector.url, headers={"x-key": SecretStr("sk-collector")})

        found = await telemetry(Settings(telemetry=own))

        assert (found.well, found.what) == (True, f"traces go to {collector.url}")
        assert (collector.spans, collector.requests[0]["x-key"]) == ([], "sk-collector")


async def test_what_is_wrong_with_a_collector_is_told() -> None:
    """Nobody there, another path, no address at all."""
    async with Collector() as collector:
        elsewhere = await telemetry(Settings(telemetry=TelemetrySettings(endpoint=f"{collector.url}/none")))
    away = await telemetry(Settings(telemetry=TelemetrySettings(endpoint=f"{nowhere()}/v1/traces")))
    malformed = await telemetry(Settings(telemetry=TelemetrySettings(endpoint="collector:4318")))

    assert [one.well for one in (elsewhere, away, malformed)] == [False] * 3
    assert "404" in elsewhere.what
    assert "VOUCH_TELEMETRY__ENDPOINT" in away.what
    assert "VOUCH_TELEMETRY__ENDPOINT" in malformed.what
    assert away.remedy == "runs go on without traces"


async def test_traces_may_go_to_langfuse(kept: str) -> None:
    """Where no other collector is named."""
    own = LangfuseSettings(url=kept, public_key=PUBLIC_KEY, secret_key=SecretStr(SECRET_KEY))

    found = await telemetry(Settings(langfuse=own))

    assert (found.well, found.what) == (True, f"traces go to {kept}/api/public/otel/v1/traces")
