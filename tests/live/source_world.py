"""The literature sources as services open them, over the loopback world: asked one order, with short patience."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from services.search.asking import Index, Literature
from services.search.clinicaltrials import ClinicalTrials
from services.search.europepmc import EuropePMC
from services.search.openalex import OpenAlex
from services.search.opening import VENDORS
from services.search.pubmed import PubMed
from services.search.searching import Source, search
from shared import messages as m
from shared.http import Site
from shared.http.manners import Manners, Patience
from shared.http.opening import open_site
from tests.builders import NOON
from tests.world.pubmed import Limits
from tests.world.serving import World

QUERY = "velasartan migraine"
AMPLE_SECONDS = 60.0
"""A search order that takes longer has not ended."""
SOON = Patience(connect_seconds=2, read_seconds=0.5, whole_seconds=1.0, attempts=1, first_wait_seconds=0.01)
"""For servers that never finish."""
CALM = replace(SOON, read_seconds=20, whole_seconds=30)
"""For servers that answer at once, on a busy machine."""
MOST_BYTES = 4_000_000
UNLIMITED = Limits(without_key=10_000, with_key=10_000)
"""How many requests a second the world's PubMed takes: keeping to its limit is tested elsewhere."""

MAKERS: Mapping[m.SourceName, Callable[[Site], Index]] = {
    "pubmed": lambda site: PubMed(site, pause_seconds=0.01),
    "clinicaltrials": ClinicalTrials,
    "europepmc": EuropePMC,
    "openalex": OpenAlex,
}
SOURCES = tuple(MAKERS)


@asynccontextmanager
async def sources(
    world: World, *names: m.SourceName, patience: Patience = CALM, urls: Mapping[str, str] | None = None
) -> AsyncIterator[dict[m.SourceName, Source]]:
    """Open the sources of these names over real sockets; *urls* stand in for the world's own."""
    async with AsyncExitStack() as stack:
        opened: dict[m.SourceName, Source] = {}
        for name in names:
            url = (urls or {}).get(name, world.url(name))
            manners = Manners(patience=patience if name == names[0] else CALM, most_bytes=MOST_BYTES)
            site = open_site(VENDORS[name].title, url, user_agent="Vouch/test", manners=manners)
            opened[name] = Literature(MAKERS[name](await stack.enter_async_context(site)), AMPLE_SECONDS)
        yield opened


def make_order(*names: m.SourceName, query: str = QUERY, **fields: object) -> m.SearchRequested:
    """Return an order for one query to these sources."""
    given = {"run_id": "r1", "step": "1-search", "expires_at": NOON, "queries": (query,), "sources": names}
    return m.SearchRequested.model_validate(given | fields)


async def asked(opened: Mapping[m.SourceName, Source], **fields: object) -> m.SearchCompleted:
    """Return what the sources answer to an order; it ends, whatever they do."""
    async with asyncio.timeout(2 * AMPLE_SECONDS):
        return await search(make_order(*opened, **fields), opened, NOON)
