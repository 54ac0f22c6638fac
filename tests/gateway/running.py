"""A whole run through a gateway and one without it, as a person starts them; the reports must be the same."""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from services.cli.demoing import QUESTION, faults
from services.cli.probing import claude
from services.cli.resolving import footnotes
from services.cli.samples import sample_files
from shared import messages as m
from shared.settings import AgentSettings, ClaudeSettings, Settings
from tests.gateway.comparing import Place
from tests.gateway.rows import Row
from tests.outside import OFF, leads_outside
from tests.recordings import ROOT

SECONDS = 180.0

DATED = frozenset({"methodology", "references", "footnotes", "audit", "study_flow"})
"""Parts of a report that say when something was done."""


@dataclass(frozen=True)
class Ended:
    """What became of a run: its end, or what the command said where there is none."""

    end: m.ResearchCompleted | None
    code: int
    said: str


async def run(place: Place) -> Ended:
    """Ask the question of the demo over the sample library, in a process, and return how that ended."""
    named = (word for path in sample_files() for word in ("--library", str(path)))
    command = (sys.executable, "-m", "services.cli", "ask", QUESTION, "--domain", "general", "--json", *named)
    with tempfile.TemporaryDirectory(prefix="vouch-", ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=ROOT,
            env=environment(place, folder),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            out, said = await asyncio.wait_for(process.communicate(), SECONDS)
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()
    end = m.ResearchCompleted.model_validate(json.loads(out)) if out.strip() else None
    return Ended(end, process.returncode or 0, said.decode(errors="replace").strip()[-500:])


def environment(place: Place, folder: str) -> dict[str, str]:
    """Return the environment of a command whose agents ask Claude at a place, and nobody else."""
    kept = {name: value for name, value in os.environ.items() if not leads_outside(name)}
    thinking = {"VOUCH_THINKING": "claude", "VOUCH_CLAUDE__URL": place.url, "VOUCH_CLAUDE__API_KEY": place.key}
    return {**kept, **OFF, **thinking, "VOUCH_DATA_DIR": folder}


async def doctored(place: Place) -> Iterable[Row]:
    """Return what the doctor finds of Claude behind a gateway: each model can be asked, a wrong key cannot be used."""
    settings = ClaudeSettings(url=place.url, api_key=SecretStr(place.key))
    found = [one async for one in claude(Settings(claude=settings))]
    other = settings.model_copy(update={"api_key": SecretStr("sk-wrong")})
    (wrong,) = [one async for one in claude(Settings(claude=other))]
    return (
        *(Row("vouch doctor", one.well, one.what) for one in found),
        Row("vouch doctor, with a wrong key", wrong.well is False, f"{wrong.what} → {wrong.remedy}"),
    )


def judged(through: Ended, around: Ended) -> Iterable[Row]:
    """Yield what is to be said of a run through a gateway, beside the same without one."""
    if through.end is None or through.end.report is None:
        yield Row("vouch ask", well=False, said=through.said)
        return
    end, report = through.end, through.end.report
    yield Row("vouch ask", through.code == 0, f"{end.status} with code {through.code}, by {report.made_by}")
    yield Row("written by the model of the settings", report.made_by == Settings().report.model, report.made_by)
    checked, wrong = footnotes(end.markdown), faults(end)
    yield Row("markers", bool(checked.used) and checked.resolve and not wrong, "; ".join((str(checked), *wrong)))
    yield from _used(end)
    yield _same(end, around)


def _used(end: m.ResearchCompleted) -> Iterable[Row]:
    """Yield what each agent used; each must have asked its model, and what that costs must be known."""
    told = {one.agent: one.spent for one in end.spent_by}
    for agent in ("search", "retrieval", "hypothesis", "judge", "report"):
        own: AgentSettings = getattr(Settings(), agent)
        spent = told.get(agent, m.Spending())
        cached = f"; {spent.cache_read_tokens:,} read from the cache" if spent.cache_read_tokens else ""
        said = f"{spent.tokens:,} tokens in {spent.calls} calls, ${spent.usd:.4f}{cached}"
        yield Row(f"{agent} ({own.model})", bool(spent.calls and spent.tokens and spent.usd), said)


def _same(end: m.ResearchCompleted, around: Ended) -> Row:
    """Compare two runs: what the gateway changed would show in their reports, or in what they cost."""
    if around.end is None:
        return Row("the same without the gateway", well=False, said=around.said)
    one, other = _essence(end), _essence(around.end)
    differing = [name for name in one if one[name] != other[name]]
    said = f"differs in {', '.join(differing)}" if differing else f"{end.spent.tokens:,} tokens, ${end.spent.usd:.4f}"
    return Row("the same without the gateway", not differing, said)


def _essence(end: m.ResearchCompleted) -> Mapping[str, Any]:
    """Return what two runs have in common that were asked the same."""
    report = end.report.model_dump(mode="json", exclude=set(DATED)) if end.report else {}
    return {**report, "status": end.status, "rounds": end.rounds, "spent": end.spent, "spent_by": end.spent_by}
