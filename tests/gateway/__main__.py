"""``make gateway``: a real LiteLLM proxy between Vouch and the scripted Claude, nothing beyond this machine asked.

It leaves with 1 where something is not as it should be, and where the proxy cannot be installed.
"""

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from deploy.litellm import VERSION, Upstream, installed, proxy
from shared.errors import VouchError
from tests.gateway.comparing import HEADERS, Bench, Place, compared
from tests.gateway.failing import failed
from tests.gateway.rows import show
from tests.gateway.running import doctored, judged, run
from tests.gateway.tapping import Tap
from tests.outside import leads_outside
from tests.recordings import ROOT
from tests.world.claude import KEY
from tests.world.control import Control

START_SECONDS = 30.0


@contextlib.asynccontextmanager
async def world() -> AsyncIterator[str]:
    """Run the outside world as a process; yield where it is."""
    kept = {name: value for name, value in os.environ.items() if not leads_outside(name)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.world"), cwd=ROOT, env=kept, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    try:
        first = await asyncio.wait_for(process.stdout.readline(), START_SECONDS)
        yield first.decode().strip()
    finally:
        process.terminate()
        await process.communicate()


async def checked(program: Path, folder: Path) -> int:
    """Check everything; return how much is wrong."""
    async with (
        world() as url,
        Tap(f"{url}/claude") as tap,
        Control(url) as control,
        proxy(program, folder, Upstream(tap.url, KEY)) as gateway,
    ):
        return await _checked(Bench(Place(gateway.url, gateway.key), Place(tap.url, KEY), tap, control))


async def _checked(bench: Bench) -> int:
    """Check one gateway; return how much is wrong."""
    wrong = 0
    for header in HEADERS:
        rows = [row async for row in compared(bench, header)]
        wrong += show(f"LiteLLM {VERSION}: the same through it and round it, the key as {header}", rows)
    wrong += show("errors that come through it", [row async for row in failed(bench)])
    await bench.control.reset()
    rows = [*await doctored(bench.gateway)]
    through = await run(bench.gateway)
    await bench.control.reset()
    rows += judged(through, await run(bench.direct))
    return wrong + show("a whole run through it", rows)


def main() -> int:
    """Check, and say how it went; return the exit code."""
    try:
        program = installed(lambda line: print(line, flush=True))  # noqa: T201 -- the answer of a command
        with tempfile.TemporaryDirectory(prefix="vouch-gateway-") as folder:
            wrong = asyncio.run(checked(program, Path(folder)))
    except VouchError as error:
        print(f"gateway: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(f"{wrong} wrong" if wrong else "all is well; · is a known loss, see docs/decisions/0015-gateways.md")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
