"""Runs the proxy on a free port of this machine as long as somebody needs it."""

import asyncio
import contextlib
import os
import secrets
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from shared.errors import CannotDo, RetryLater

CONFIG = Path(__file__).with_name("config.yaml")

START_SECONDS = 90.0
"""It takes six to nine on an idle machine."""

POLL_SECONDS = 0.25
GRACE_SECONDS = 10.0
LAST_CHARACTERS = 500

INHERITED = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT")
"""Nothing else of our environment: LiteLLM reads dozens of variables, the keys of every vendor among them."""


@dataclass(frozen=True)
class Upstream:
    """Who is asked in the end."""

    url: str
    key: str


@dataclass(frozen=True)
class Proxy:
    """A running proxy."""

    url: str
    key: str
    """Its master key, which opens it."""
    pid: int


@contextlib.asynccontextmanager
async def proxy(program: Path, folder: Path, upstream: Upstream) -> AsyncIterator[Proxy]:
    """Run the proxy before *upstream*, with its log in *folder*; yield it once it answers, and stop it in the end.

    Raises ``CannotDo`` where it leaves at once, ``RetryLater`` where it does not come up in time.
    """
    key, port, log = f"sk-{secrets.token_hex(8)}", _free_port(), folder / "litellm.log"
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            *(str(program), "--config", str(CONFIG), "--host", "127.0.0.1", "--port", str(port)),
            cwd=folder,
            env=_variables(upstream, key),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        await _up(process, url, log)
        yield Proxy(url, key, process.pid)
    finally:
        await _stopped(process)


def _variables(upstream: Upstream, key: str) -> dict[str, str]:
    """Return the environment of the proxy."""
    own = {"CLAUDE_URL": upstream.url, "CLAUDE_KEY": upstream.key, "LITELLM_MASTER_KEY": key}
    quiet = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "DISABLE_ADMIN_UI": "True", "NO_COLOR": "1"}
    return {name: os.environ[name] for name in INHERITED if name in os.environ} | own | quiet


async def _up(process: asyncio.subprocess.Process, url: str, log: Path) -> None:
    """Wait until the proxy answers."""
    async with httpx.AsyncClient(base_url=url, timeout=POLL_SECONDS * 4, trust_env=False) as client:
        for _ in range(int(START_SECONDS / POLL_SECONDS)):
            if process.returncode is not None:
                message = f"LiteLLM left with code {process.returncode}: {_last(log)}"
                raise CannotDo(message)
            with contextlib.suppress(httpx.HTTPError):
                if (await client.get("/health/liveliness")).is_success:
                    return
            await asyncio.sleep(POLL_SECONDS)
    message = f"LiteLLM did not come up within {START_SECONDS:.0f} s: {_last(log)}"
    raise RetryLater(message)


async def _stopped(process: asyncio.subprocess.Process) -> None:
    """Stop the proxy in good order, or else at once."""
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), GRACE_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()


def _free_port() -> int:
    """Return a port that nobody has; LiteLLM cannot choose one and say which."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _last(log: Path) -> str:
    """Return the end of what the proxy said."""
    return log.read_text(errors="replace").strip()[-LAST_CHARACTERS:] or "it said nothing"
