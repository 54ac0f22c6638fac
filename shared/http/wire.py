"""What every request passes on its way out: its slot, what says who asks, and a limit of time and size."""

import asyncio
import time
from contextlib import AsyncExitStack

import httpx

from shared import clock
from shared.limits import Limiter

from .failing import SiteError
from .manners import Manners
from .refusing import SLOW_DOWN, retry_after_seconds
from .unpacking import read_whole

MOST_AT_ONCE = 16
"""Requests to one vendor: above 10 a second with answers that take a second, below what a host takes as an attack."""

UNAVAILABLE = 503


class Wire(httpx.AsyncBaseTransport):
    """Sends requests through *below*, each in a slot of the *limiter*, and reads their answers whole.

    It lies under the cache: what comes from there takes no slot, and no key lies in it.
    """

    def __init__(self, name: str, below: httpx.AsyncBaseTransport, limiter: Limiter, manners: Manners) -> None:
        self._name, self._below, self._limiter, self._manners = name, below, limiter, manners
        self._places = asyncio.Semaphore(MOST_AT_ONCE)
        self._quiet_until = 0.0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the answer, read and unpacked; raise ``SiteError`` for one that takes too long."""
        # A place first: a request that waits for a connection after its slot would be counted in another second.
        async with self._places, AsyncExitStack() as slot:
            await self._enter(slot)
            seconds = self._manners.patience.whole_seconds
            try:
                async with asyncio.timeout(seconds):
                    return await self._exchanged(self._signed(request), slot)
            except TimeoutError as error:
                message = f"{self._name} was still answering after {seconds:g} s"
                raise SiteError(message) from error

    async def aclose(self) -> None:
        """Close the connections."""
        await self._below.aclose()

    async def _enter(self, slot: AsyncExitStack) -> None:
        """Wait for a slot; where the vendor meanwhile asks us, in whichever query, to be left alone, for a new one."""
        await self._quiet()
        await slot.enter_async_context(self._limiter.slot())
        while await self._quiet():
            await slot.aclose()
            await slot.enter_async_context(self._limiter.slot())

    async def _quiet(self) -> bool:
        """Wait while the vendor is to be left alone, and say whether it was."""
        left = self._quiet_until - time.monotonic()
        if left > 0:
            await asyncio.sleep(left)
        return left > 0

    def _signed(self, request: httpx.Request) -> httpx.Request:
        """Return the request with what says who asks."""
        private = request.extensions.get("private_params")
        return httpx.Request(
            request.method,
            request.url.copy_merge_params(private) if private else request.url,
            headers={**request.headers, **self._manners.headers},
            stream=request.stream,
            extensions=request.extensions,
        )

    async def _exchanged(self, request: httpx.Request, slot: AsyncExitStack) -> httpx.Response:
        """Send, leave the slot once there is an answer, and read the whole of it."""
        response = await self._below.handle_async_request(request)
        try:
            self._heed(response)
            await slot.aclose()
            body = await read_whole(self._name, response, self._manners.most_bytes)
        finally:
            await response.aclose()
        kept = [(name, value) for name, value in response.headers.raw if name.lower() not in ABOUT_TRANSFER]
        return httpx.Response(response.status_code, headers=kept, content=body)

    def _heed(self, response: httpx.Response) -> None:
        """Keep quiet for as long as the vendor asks, within what a query may wait."""
        if response.status_code in (*SLOW_DOWN, UNAVAILABLE):
            seconds = retry_after_seconds(response.headers.get("retry-after", ""), clock.now()) or 0.0
            until = time.monotonic() + min(seconds, self._manners.patience.most_wait_seconds)
            self._quiet_until = max(self._quiet_until, until)


ABOUT_TRANSFER = (b"content-encoding", b"content-length", b"transfer-encoding")
"""Headers that are no longer true of a body that was unpacked."""
