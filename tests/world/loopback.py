"""Serve an application on a port of this machine."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

GRACE_SECONDS = 0.1
"""How long an answer that never ends may delay the end."""


@asynccontextmanager
async def served(
    app: web.Application, tls: ssl.SSLContext | None = None, *, port: int = 0, grace_seconds: float = GRACE_SECONDS
) -> AsyncIterator[str]:
    """Serve an application, behind a certificate where there is one; give its address. Port 0 is any free one."""
    runner = web.AppRunner(app, shutdown_timeout=grace_seconds, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port, ssl_context=tls).start()
        yield f"{'https' if tls else 'http'}://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
