"""Ask every service's health and print what is wrong: ``python -m services.cli.checking URL``.

A program of its own for the doctor alone: the bus takes half a second to import, which no other command needs.
"""

import asyncio
import json
import sys

from shared import clock
from shared.bus.health import check

from .running import LISTENING


async def checked(urls: list[str]) -> dict[str, tuple[str, ...]]:
    """Return what is wrong with each service, in sentences."""
    found = await asyncio.gather(*(check(urls, heard, clock.now()) for heard in LISTENING.values()))
    return dict(zip(LISTENING, found, strict=True))


if __name__ == "__main__":
    print(json.dumps(asyncio.run(checked(sys.argv[1:]))))
