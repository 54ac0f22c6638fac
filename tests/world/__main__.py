"""Serves the whole world as a process of its own: ``python -m tests.world --port 8080``.

Its first line is its address. It ends on SIGTERM or Ctrl-C.
"""

import argparse
import asyncio
import signal

from .claude import AGENTS, NAMED
from .pubmed import Limits
from .serving import World


def chosen() -> argparse.Namespace:
    """Return the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.world", description="The outside world on loopback.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--per-second", type=int, default=Limits.without_key, help="PubMed's limit without a key")
    parser.add_argument("--per-second-with-key", type=int, default=Limits.with_key, help="PubMed's limit with a key")
    parser.add_argument("--planted", action="store_true", help="hold a paper that gives orders to whoever reads it")
    parser.add_argument("--claude-key", default="", help="export Claude's address with this key: sk-good works")
    parser.add_argument(
        "--claude",
        action="append",
        default=[],
        metavar="AGENT=BEHAVIOUR",
        help=f"spoil all answers to one of {', '.join(AGENTS)} in one of these ways: {', '.join(NAMED)}",
    )
    return parser.parse_args()


async def serve(options: argparse.Namespace) -> None:
    """Serve until somebody says stop."""
    stop = asyncio.Event()
    for end in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(end, stop.set)
    limits = Limits(options.per_second, options.per_second_with_key)
    async with World(port=options.port, limits=limits, planted=options.planted) as world:
        for wanted in options.claude:
            agent, _, name = wanted.partition("=")
            world.claude.behave(agent, name)
        print(world.url(), flush=True)  # noqa: T201 -- whoever started it reads the address
        for name, value in world.environment(options.claude_key).items():
            print(f"export {name}='{value}'", flush=True)  # noqa: T201 -- to be pasted into a shell
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(serve(chosen()))
