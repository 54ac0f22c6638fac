"""Every setting with its default, from ``VOUCH_*`` variables."""

import difflib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from shared.errors import CannotDo

PREFIX = "VOUCH_"
OUTSIDE = ("VOUCH_RECORDINGS", "VOUCH_CHAOS_", "VOUCH_SCRIPT_")
"""How variables of the tests begin, which no service reads."""


SIMILARITY = 0.55
"""Of wordllama's vectors: of 500 questions on other topics it lets 1.4 % more find something than words alone do."""


def data_folder() -> Path:
    """Return where a person's data belongs on this platform."""
    return Path(platformdirs.user_data_dir("vouch", appauthor=False))


LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]


class SourceSettings(BaseModel):
    """How one vendor's server is asked: ``VOUCH_PUBMED__URL``, ``VOUCH_PUBMED__ENABLED`` and so on."""

    model_config = ConfigDict(frozen=True)

    enabled: bool = True
    url: str = ""
    """Where it is; another address for a mirror, a proxy or a test."""
    per_second: float | None = Field(default=None, gt=0)
    """Requests an account may make, over all replicas; the vendor's own limit where nothing is said."""
    deadline_seconds: float = Field(default=30.0, gt=0)
    """How long one query may take, with all its repeats."""
    api_key: SecretStr = SecretStr("")

    @property
    def key(self) -> str:
        """Return the key itself, or nothing."""
        return self.api_key.get_secret_value()


class PagesSettings(BaseModel):
    """How web pages are read: ``VOUCH_PAGES__DEADLINE_SECONDS``."""

    model_config = ConfigDict(frozen=True)

    enabled: bool = True
    deadline_seconds: float = Field(default=20.0, gt=0)
    most_bytes: int = Field(default=5_000_000, gt=0)
    private_hosts: tuple[str, ...] = ()
    """Hosts on private addresses that may be read all the same, such as a wiki of one's own."""


def _at(url: str) -> SourceSettings:
    """Return the settings of a vendor's public server."""
    return SourceSettings(url=url)


KEYS_ELSEWHERE = {"pubmed": "NCBI_API_KEY", "openalex": "OPENALEX_API_KEY", "tavily": "TAVILY_API_KEY"}
"""Variables that other programs read a vendor's key from; our own goes before them."""


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
    log_level: Annotated[LogLevel, BeforeValidator(str.upper)] = "INFO"
    grace_seconds: float = Field(default=15.0, gt=0)
    """How long a service may finish its work after SIGTERM."""
    max_running_runs: int = Field(default=500, ge=1)
    ceiling_rounds: int = Field(default=10, ge=1)
    ceiling_results: int = Field(default=200, ge=1)
    ceiling_deadline_seconds: float = Field(default=3600.0, gt=0)
    ceiling_tokens: int = Field(default=500_000, ge=1)
    ceiling_usd: float = Field(default=50.0, gt=0)
    sweep_seconds: float = Field(default=10.0, ge=0)
    """Between two looks for outboxes that a crash left behind; 0 looks never, for tests."""
    contact: str = ""
    """An e-mail address that vendors may write to before they block somebody; NCBI asks for one."""
    http_cache: bool = True
    """Whether answers of the sources are kept on disk, as long as their vendors allow."""
    pubmed: SourceSettings = _at("https://eutils.ncbi.nlm.nih.gov/entrez/eutils")
    """Its limit is 10 with a key: ``VOUCH_PUBMED__API_KEY``, or ``NCBI_API_KEY`` as other programs know it."""
    clinicaltrials: SourceSettings = _at("https://clinicaltrials.gov/api/v2")
    europepmc: SourceSettings = _at("https://www.ebi.ac.uk/europepmc/webservices/rest")
    openalex: SourceSettings = _at("https://api.openalex.org")
    duckduckgo: SourceSettings = _at("https://html.duckduckgo.com")
    tavily: SourceSettings = _at("https://api.tavily.com")
    """Used in place of DuckDuckGo where it has a key: ``VOUCH_TAVILY__API_KEY`` or ``TAVILY_API_KEY``."""
    pages: PagesSettings = PagesSettings()
    similarity: float = Field(default=SIMILARITY, ge=0, le=1)
    """Cosine above which a passage counts as near by meaning alone; it belongs to the embedder."""

    @property
    def nats_urls(self) -> tuple[str, ...]:
        """Return the servers one by one."""
        return tuple(url.strip() for url in self.nats_url.split(",") if url.strip())

    @property
    def memory_path(self) -> Path:
        """Return the file of the embedded memory."""
        return self.data_dir / "memory.sqlite3"


def read_settings() -> Settings:
    """Return what the environment sets; raise ``CannotDo`` for a variable that is misspelt or cannot be used."""
    check_names()
    try:
        return _with_keys(Settings(), os.environ)
    except ValidationError as error:
        wrong = (f"{variable_of(one['loc'])}: {one['msg']}" for one in error.errors())
        raise CannotDo("; ".join(wrong)) from None


def _with_keys(settings: Settings, environment: Mapping[str, str]) -> Settings:
    """Return the settings with the keys that stand where other programs look for them."""
    update: dict[str, SourceSettings] = {}
    for name, variable in KEYS_ELSEWHERE.items():
        own: SourceSettings = getattr(settings, name)
        if not own.key and (key := environment.get(variable, "").strip()):
            update[name] = own.model_copy(update={"api_key": SecretStr(key)})
    return settings.model_copy(update=update)


def variable_of(location: tuple[int | str, ...]) -> str:
    """Return the variable that sets a field."""
    return PREFIX + "__".join(str(part).upper() for part in location[:2])


def known_names() -> frozenset[str]:
    """Return every variable that is read, those of nested settings too."""
    known: set[str] = set()
    for name, field in Settings.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            known |= {variable_of((name, nested)) for nested in inner.model_fields}
        else:
            known.add(variable_of((name,)))
    return frozenset(known)


def check_names(environment: Mapping[str, str] | None = None) -> None:
    """Raise ``CannotDo`` for a ``VOUCH_*`` variable that nothing reads: it is misspelt."""
    names = environment if environment is not None else os.environ
    known = known_names()
    unknown = sorted(
        name for name in names if name.startswith(PREFIX) and name not in known and not name.startswith(OUTSIDE)
    )
    if unknown:
        raise CannotDo("; ".join(_misspelt(name, known) for name in unknown))


def _misspelt(name: str, known: Iterable[str]) -> str:
    """Return what to do about one unknown variable."""
    near = difflib.get_close_matches(name.removeprefix(PREFIX), [one.removeprefix(PREFIX) for one in known], n=1)
    return f"{name} is no setting of Vouch" + (f"; do you mean {PREFIX}{near[0]}?" if near else "")
