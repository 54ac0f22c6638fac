"""All settings as one value, and where each is looked for: variables, secrets' files, settings file, default."""

import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from .groups import (
    AgentSettings,
    ClaudeSettings,
    EmbedderSettings,
    LangfuseSettings,
    PagesSettings,
    Price,
    SourceSettings,
    TelemetrySettings,
)
from .keyfiles import secrets
from .loading import load

PREFIX = "VOUCH_"

SIMILARITY = 0.55
"""Of wordllama's vectors: of 500 questions on other topics it lets 1.4 % more find something than words alone do."""

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]


def data_folder() -> Path:
    """Return where a person's data belongs on this platform."""
    return Path(platformdirs.user_data_dir("vouch", appauthor=False))


def _at(url: str) -> SourceSettings:
    """Return the settings of a vendor's public server."""
    return SourceSettings(url=url)


def _upper(level: object) -> object:
    """Return a level as it is called; people write it in every way."""
    return level.upper() if isinstance(level, str) else level


class Settings(BaseSettings):
    """What an operator may choose. A service reads it once and passes plain arguments on."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        env_nested_delimiter="__",
        env_nested_max_split=1,
        nested_model_default_partial_update=True,
        frozen=True,
        extra="ignore",
    )

    nats_url: str = "nats://127.0.0.1:4222"
    """Of the server; several, separated by commas."""
    data_dir: Path = Field(default_factory=data_folder)
    """Where the embedded memory and a local server keep their files."""
    memory: Literal["embedded", "weaviate"] | None = None
    """Where the research memory is kept: where nothing is said, Weaviate if it has an address, else one file here."""
    weaviate_url: str = ""
    """Its address for HTTP, ``https://`` for TLS on both ports."""
    weaviate_grpc: str = ""
    """Its host and port for gRPC, as ``host:port``; where nothing is said, port 50051 of the same host."""
    weaviate_api_key: SecretStr = SecretStr("")
    """Of an account that may make collections."""
    weaviate_seconds: float = Field(default=10.0, gt=0)
    """How long one call to it may take."""
    log_level: Annotated[LogLevel, BeforeValidator(_upper)] = "INFO"
    """What is less grave is not logged."""
    grace_seconds: float = Field(default=15.0, gt=0)
    """How long a service may finish its work after SIGTERM."""
    max_running_runs: int = Field(default=500, ge=1)
    """Runs that go on at once; more are refused."""
    ceiling_rounds: int = Field(default=10, ge=1)
    """Rounds of searching that a request may ask for at most."""
    ceiling_results: int = Field(default=200, ge=1)
    """Pieces of evidence from one search that a request may ask for at most."""
    ceiling_deadline_seconds: float = Field(default=3600.0, gt=0)
    """How long a run may be asked to take at most."""
    ceiling_tokens: int = Field(default=500_000, ge=1)
    """Tokens of a model that a request may allow at most."""
    ceiling_usd: float = Field(default=50.0, gt=0)
    """US dollars that a request may allow at most."""
    sweep_seconds: float = Field(default=10.0, ge=0)
    """Between two looks for outboxes that a crash left behind; 0 looks never, for tests."""
    retention_days: int | None = Field(default=None, ge=1)
    """Days after its end that ``vouch memory prune`` deletes a run; where nothing is said, runs are kept for ever."""
    contact: str = ""
    """An e-mail address that vendors may write to before they block somebody; NCBI asks for one."""
    http_cache: bool = True
    """Whether answers of the sources are kept on disk, as long as their vendors allow."""
    pubmed: SourceSettings = _at("https://eutils.ncbi.nlm.nih.gov/entrez/eutils")
    """Its limit is 10 with a key: ``VOUCH_PUBMED__API_KEY``, or ``NCBI_API_KEY`` as other programs know it."""
    clinicaltrials: SourceSettings = _at("https://clinicaltrials.gov/api/v2")
    """It needs no key."""
    europepmc: SourceSettings = _at("https://www.ebi.ac.uk/europepmc/webservices/rest")
    """It needs no key."""
    openalex: SourceSettings = _at("https://api.openalex.org")
    """Its key: ``VOUCH_OPENALEX__API_KEY`` or ``OPENALEX_API_KEY``."""
    duckduckgo: SourceSettings = _at("https://html.duckduckgo.com")
    """Searches the web without a key."""
    tavily: SourceSettings = _at("https://api.tavily.com")
    """Used in place of DuckDuckGo where it has a key: ``VOUCH_TAVILY__API_KEY`` or ``TAVILY_API_KEY``."""
    pages: PagesSettings = PagesSettings()
    """How web pages are read."""
    thinking: Literal["claude", "rules"] | None = None
    """Who thinks in the agents: where nothing is said, Claude if there is a key, else the rules."""
    claude: ClaudeSettings = ClaudeSettings()
    """The key: ``VOUCH_CLAUDE__API_KEY``, or ``ANTHROPIC_API_KEY`` as other programs know it."""
    search: AgentSettings = AgentSettings(model="claude-haiku-5-5", most_output_tokens=1_500)
    """Plans the queries of each source."""
    retrieval: AgentSettings = AgentSettings(most_output_tokens=2_000)
    """Reads passages, works and web pages."""
    hypothesis: AgentSettings = AgentSettings()
    """Proposes mechanisms."""
    judge: AgentSettings = AgentSettings()
    """Scores the evidence."""
    report: AgentSettings = AgentSettings()
    """Writes the report."""
    prices: Mapping[str, Price] = Field(default_factory=dict)
    """Of models that are not in the table below, or that cost something else; by the name of the model."""
    langfuse: LangfuseSettings = LangfuseSettings()
    """Where prompts are kept."""
    telemetry: TelemetrySettings = TelemetrySettings()
    """Where traces go."""
    embedder: EmbedderSettings = EmbedderSettings()
    """Who turns texts into vectors."""
    similarity: float | None = Field(default=None, ge=0, le=1)
    """Cosine above which a passage counts as near by meaning alone. It belongs to the embedder: where nothing is said,
    0.55 for wordllama, and for another one no passage counts by meaning alone."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return where settings are looked for: who knows one goes before those that follow."""
        del dotenv_settings, file_secret_settings
        told = secrets(os.environ, PREFIX), load(os.environ)
        return init_settings, env_settings, *(InitSettingsSource(settings_cls, one) for one in told)

    @property
    def by_claude(self) -> bool:
        """Say whether Claude thinks in the agents."""
        return self.thinking == "claude" or (self.thinking is None and bool(self.claude.key))

    @property
    def nearness(self) -> float:
        """Return the cosine above which meaning alone counts; nobody has measured one for embedders of an operator."""
        usual = SIMILARITY if self.embedder.kind == "wordllama" else math.inf
        return usual if self.similarity is None else self.similarity

    @property
    def memory_kind(self) -> Literal["embedded", "weaviate"]:
        """Return where the research memory is kept."""
        return self.memory or ("weaviate" if self.weaviate_url else "embedded")

    @property
    def nats_urls(self) -> tuple[str, ...]:
        """Return the servers one by one."""
        return tuple(url.strip() for url in self.nats_url.split(",") if url.strip())

    @property
    def memory_path(self) -> Path:
        """Return the file of the embedded memory."""
        return self.data_dir / "memory.sqlite3"
