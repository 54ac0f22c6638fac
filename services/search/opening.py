"""Open the literature sources that an operator's settings ask for."""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from shared import messages as m
from shared.embedding import Embedder
from shared.http import Site
from shared.http.manners import Manners
from shared.http.opening import open_site, user_agent
from shared.limits import Limiter
from shared.settings import Settings, SourceSettings

from .asking import Index, Literature
from .clinicaltrials import ClinicalTrials
from .europepmc import EuropePMC
from .openalex import OpenAlex
from .pubmed import PubMed
from .pubmed.source import PER_SECOND, PER_SECOND_WITH_KEY
from .searching import Source
from .switched_off import SwitchedOff
from .underway import Turns

Limits = Callable[[str, float], Limiter]
"""Returns the limiter of an account that may make so many requests a second, over all replicas."""


@dataclass(frozen=True)
class Vendor:
    """A source as its vendor offers it."""

    title: str
    per_second: float
    with_key: float
    make: Callable[[Site, SourceSettings, str], Index]
    """Makes the adapter from its server, its settings and the contact address."""
    error_marks: tuple[bytes, ...] = ()
    """What an error inside HTTP 200 holds."""


VENDORS: Mapping[m.SourceName, Vendor] = {
    "pubmed": Vendor(
        "PubMed",
        PER_SECOND,
        PER_SECOND_WITH_KEY,
        lambda site, own, contact: PubMed(site, api_key=own.key, contact=contact),
        (b'"ERROR"', b"<ERROR>"),
    ),
    "clinicaltrials": Vendor("ClinicalTrials.gov", 0.8, 0.8, lambda site, _own, _contact: ClinicalTrials(site)),
    "europepmc": Vendor(
        "Europe PMC", 5, 5, lambda site, _own, contact: EuropePMC(site, contact=contact), (b'"errCode"',)
    ),
    "openalex": Vendor("OpenAlex", 5, 10, lambda site, own, contact: OpenAlex(site, api_key=own.key, contact=contact)),
}
"""Limits as the vendors state them, or below: PubMed 3 a second and 10 with a key, OpenAlex 10. ClinicalTrials.gov
states none, and its users report about 50 a minute; Europe PMC asks for restraint."""


async def open_sources(
    settings: Settings, limits: Limits, stack: AsyncExitStack, embedder: Embedder | None
) -> tuple[Mapping[m.SourceName, Source], Mapping[m.SourceName, Index]]:
    """Return every source, switched off ones too, and the adapters of those that are on; *stack* closes them."""
    indexes = {
        name: await _opened(name, vendor, settings, limits, stack)
        for name, vendor in VENDORS.items()
        if _own(settings, name).enabled
    }
    sources: dict[m.SourceName, Source] = {}
    for name, vendor in VENDORS.items():
        if name in indexes:
            own = _own(settings, name)
            sources[name] = Literature(indexes[name], own.deadline_seconds, embedder, _per_second(vendor, own))
        else:
            sources[name] = SwitchedOff(name, vendor.title)
    return sources, indexes


async def _opened(
    name: m.SourceName, vendor: Vendor, settings: Settings, limits: Limits, stack: AsyncExitStack
) -> Index:
    """Open one vendor's server."""
    own = _own(settings, name)
    site = await stack.enter_async_context(
        open_site(
            vendor.title,
            own.url,
            user_agent=user_agent(settings.contact),
            limiter=Turns(limits(account(name, own.key), _per_second(vendor, own))),
            cache=cache_folder(settings),
            manners=Manners(setting=f"VOUCH_{name.upper()}", error_marks=vendor.error_marks),
        )
    )
    return vendor.make(site, own, settings.contact)


def _per_second(vendor: Vendor, own: SourceSettings) -> float:
    """Return how many requests a second a vendor is sent."""
    return own.per_second or (vendor.with_key if own.key else vendor.per_second)


def account(name: str, key: str) -> str:
    """Return whose limit a request counts against: the key's where there is one, and never the key itself."""
    return f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:12]}" if key else name


def cache_folder(settings: Settings) -> Path | None:
    """Return where answers are kept, or None where they are not."""
    return settings.data_dir / "http" if settings.http_cache else None


def _own(settings: Settings, name: m.SourceName) -> SourceSettings:
    """Return the settings of one source."""
    own: SourceSettings = getattr(settings, name)
    return own
