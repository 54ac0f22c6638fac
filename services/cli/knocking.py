"""Whether there is a server at an address at all."""

import asyncio
import errno
import urllib.parse
from collections.abc import Sequence

from deploy.weaviate.finding import without_key
from shared.errors import RetryLater

REACH_SECONDS = 3.0


class NobodyListens(RetryLater):
    """Every address refused the connection: there is no server."""


async def reachable(urls: Sequence[str]) -> None:
    """Raise ``RetryLater`` unless something listens at one of *urls*: nats-py itself would try for ever.

    It is ``NobodyListens`` where that is certain; a server that was not reached in time may be there.
    """
    problems, refused = [], True
    for url in urls:
        place = urllib.parse.urlsplit(url if "//" in url else f"nats://{url}")
        try:
            async with asyncio.timeout(REACH_SECONDS):
                _, writer = await asyncio.open_connection(place.hostname, place.port or 4222)
        except (OSError, ValueError) as error:
            problems.append(f"{without_key(url)} ({_short(error)})")
            refused = refused and _is_refusal(error)
        else:
            writer.close()
            return
    message = f"no NATS server at {', '.join(problems)}"
    raise NobodyListens(message) if refused else RetryLater(message)


def _is_refusal(error: Exception) -> bool:
    """Say whether nobody listens there; of a host with two addresses asyncio joins both errors in one text."""
    return f"[Errno {errno.ECONNREFUSED}]" in str(error)


def _short(error: Exception) -> str:
    """Return why a connection failed, in a few words."""
    if _is_refusal(error):
        return "connection refused"
    return str(error) or "no answer"
