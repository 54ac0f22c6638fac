"""The settings that belong together, each group a value: ``VOUCH_CLAUDE__URL``, or ``claude: {url: …}`` in the file."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class SourceSettings(BaseModel):
    """How one vendor's server is asked: ``VOUCH_PUBMED__URL``, ``VOUCH_PUBMED__ENABLED`` and so on."""

    model_config = ConfigDict(frozen=True)

    enabled: bool = True
    """Whether it is asked at all."""
    url: str = ""
    """Where it is; another address for a mirror, a proxy or a test."""
    per_second: float | None = Field(default=None, gt=0)
    """Requests an account may make, over all replicas; the vendor's own limit where nothing is said."""
    deadline_seconds: float = Field(default=30.0, gt=0)
    """How long one query may take, with all its repeats."""
    api_key: SecretStr = SecretStr("")
    """A key, where the vendor gives more to those who have one."""

    @property
    def key(self) -> str:
        """Return the key itself, or nothing."""
        return self.api_key.get_secret_value()


class PagesSettings(BaseModel):
    """How web pages are read: ``VOUCH_PAGES__DEADLINE_SECONDS``."""

    model_config = ConfigDict(frozen=True)

    enabled: bool = True
    """Whether pages are read at all."""
    deadline_seconds: float = Field(default=20.0, gt=0)
    """How long one page may take."""
    most_bytes: int = Field(default=5_000_000, gt=0)
    """Of one page; a longer one is not read."""
    private_hosts: tuple[str, ...] = ()
    """Hosts on private addresses that may be read all the same, such as a wiki of one's own."""


class Price(BaseModel):
    """What a model costs, in US dollars for a million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    """Of what goes in."""
    output: float = Field(ge=0)
    """Of what comes out."""
    cache_write: float = Field(default=1.25, ge=0)
    """Times the price of input."""
    cache_read: float = Field(default=0.1, ge=0)
    """Times the price of input."""
    long_prompt_tokens: int = Field(default=0, ge=0)
    """Above so many tokens of input the whole call costs ``long_prompt_factor`` times as much; 0: never."""
    long_prompt_factor: float = Field(default=1.0, ge=1)
    """How many times as much."""


PRICES_AS_OF = "2026-11"
"""When the prices below were those of the vendor."""

PRICES: Mapping[str, Price] = MappingProxyType(
    {
        "claude-sonnet-5-5": Price(input=2.0, output=10.0),
        "claude-haiku-5-5": Price(input=0.10, output=0.50, long_prompt_tokens=100_000, long_prompt_factor=5.0),
    }
)
"""Of the models used by default. ``VOUCH_PRICES`` adds others as JSON, or replaces these."""


NO_KEY = "VOUCH_THINKING is claude, but there is no key: set VOUCH_CLAUDE__API_KEY, or VOUCH_THINKING=rules"
"""What is said wherever Claude must think and cannot be asked."""


class ClaudeSettings(BaseModel):
    """How models are asked: ``VOUCH_CLAUDE__API_KEY``, ``VOUCH_CLAUDE__URL`` for a LiteLLM proxy and so on."""

    model_config = ConfigDict(frozen=True)

    url: str = "https://api.anthropic.com"
    """Without ``/v1``: of the vendor, or of a gateway that speaks its Messages API."""
    api_key: SecretStr = SecretStr("")
    """Of the vendor, or of the gateway."""
    key_header: Literal["authorization", "x-api-key"] = "authorization"
    """Which header carries the key: ``Authorization: Bearer``, or ``x-api-key`` as some gateways want it."""
    stream: bool = False
    """Whether every answer is streamed, also those that nobody watches. Behind a gateway such as LiteLLM only a
    streamed call is given up at the vendor, too, when its run is cancelled."""
    concurrency: int = Field(default=8, ge=1)
    """Calls that one process has in flight at most."""
    call_seconds: float = Field(default=90.0, gt=0)
    """How long one call may take; the order's deadline holds besides."""
    context_tokens: int = Field(default=200_000, ge=4_000)
    """What a prompt and its answer may hold together."""

    @property
    def key(self) -> str:
        """Return the key itself, or nothing."""
        return self.api_key.get_secret_value()


class AgentSettings(BaseModel):
    """How one agent thinks: ``VOUCH_JUDGE__MODEL``, ``VOUCH_RETRIEVAL__MOST_STEPS`` and so on."""

    model_config = ConfigDict(frozen=True)

    model: str = "claude-sonnet-5-5"
    """Its name, as the vendor or the gateway knows it."""
    most_output_tokens: int = Field(default=4_000, ge=200)
    """Of one answer."""
    effort: Literal["low", "medium", "high"] | None = None
    """How hard to think, where the model knows the setting; nothing is sent where it is not said."""
    prompt: str = ""
    """Its name in Langfuse; ``vouch-judge`` and so on where nothing is said. The domain is appended."""
    prompt_label: str = "production"
    """Which version of the prompt, by its label in Langfuse."""
    prompt_version: int | None = Field(default=None, ge=1)
    """A version in place of the label."""
    most_steps: int = Field(default=8, ge=1, le=40)
    """Of the retrieval agent: times that it may think and act."""
    history: int = Field(default=10, ge=0, le=10)
    """Of the retrieval agent: turns of the session that it is told."""


class LangfuseSettings(BaseModel):
    """Where prompts are kept and traces may be sent: ``VOUCH_LANGFUSE__URL`` and two keys; nothing by default."""

    model_config = ConfigDict(frozen=True)

    url: str = ""
    """Of Langfuse, without a path."""
    public_key: str = ""
    """Of the project: it begins with ``pk-lf-``."""
    secret_key: SecretStr = SecretStr("")
    """Of the project: it begins with ``sk-lf-``."""
    cache_seconds: float = Field(default=60.0, ge=0)
    """How long a prompt is used before it is asked for again."""
    traces: bool = True
    """Whether traces go there, too, where no other collector is named."""


class TelemetrySettings(BaseModel):
    """Where traces go: ``VOUCH_TELEMETRY__ENDPOINT``, an OTLP collector over HTTP; nowhere by default."""

    model_config = ConfigDict(frozen=True)

    endpoint: str = ""
    """Of the collector, with its path: ``http://127.0.0.1:4318/v1/traces``."""
    headers: Mapping[str, SecretStr] = Field(default_factory=dict)
    """What the collector wants in every request, such as a key."""
    content: bool = False
    """Whether prompts and answers are recorded, which may hold what a person would not want kept."""


class EmbedderSettings(BaseModel):
    """Who turns texts into vectors: ``VOUCH_EMBEDDER__KIND``. After a change: ``vouch memory reindex``."""

    model_config = ConfigDict(frozen=True, protected_namespaces=())

    kind: Literal["wordllama", "fastembed", "openai", "none"] = "wordllama"
    """``wordllama``: on this machine, no download. ``fastembed``: a better model on this machine, which must be had
    first. ``openai``: any server with ``/v1/embeddings``, which is sent the texts. ``none``: words alone."""
    model: str = Field(default="", pattern=r"^\S*$")
    """Its name, as fastembed or the server knows it; of fastembed ``sentence-transformers/all-MiniLM-L6-v2`` where
    nothing is said."""
    folder: Path | None = None
    """Of fastembed: where its models lie, or one model's own files; ``models`` in the data folder where nothing is
    said."""
    download: bool = False
    """Of fastembed: whether a model that is not in the folder may be downloaded."""
    url: str = ""
    """Of the server, up to ``/v1``: ``http://127.0.0.1:4000/v1``."""
    api_key: SecretStr = SecretStr("")
    """Of the server, where it wants one."""
    dimensions: int | None = Field(default=None, ge=1, le=65_536)
    """How many numbers a vector of the server has; asked of it once at the start where nothing is said."""
    shorten: bool = False
    """Whether the server is asked for vectors of so many ``dimensions``, as some models can give."""
    batch: int = Field(default=64, ge=1, le=2_048)
    """Texts in one request to the server."""
    most_characters: int = Field(default=8_000, ge=100)
    """Of a text that is sent: some servers refuse what is longer than their model takes."""
    seconds: float = Field(default=30.0, gt=0)
    """How long one request to the server may take."""

    @property
    def key(self) -> str:
        """Return the key itself, or nothing."""
        return self.api_key.get_secret_value()
