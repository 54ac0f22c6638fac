"""LiteLLM as a gateway before Claude: installed in an environment of its own, and run on loopback.

``config.yaml`` is what an operator may begin with, too::

    async with proxy(installed(print), folder, Upstream(url, key)) as running:
        …  # VOUCH_CLAUDE__URL=running.url, VOUCH_CLAUDE__API_KEY=running.key

``make gateway`` checks it against the scripted Claude of ``tests/world``; ``docs/decisions/0015`` says what it found.
"""

from .installing import VERSION, installed
from .running import Proxy, Upstream, proxy

__all__ = ["VERSION", "Proxy", "Upstream", "installed", "proxy"]
