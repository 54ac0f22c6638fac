"""What every message shares: frozen values, and the names the bus gives them."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, WithJsonSchema

SCHEMA_VERSION = 1
"""Raised when a field is renamed, removed or newly required; travels in ``ce-type``."""

RUN_ID_PATTERN = r"^[A-Za-z0-9_-]{1,64}$"
STEP_PATTERN = r"^[A-Za-z0-9_-]{1,64}$"


def meaningful(text: str) -> str:
    """Return *text* stripped; raise ``ValueError`` when nothing but space is in it."""
    if not (stripped := text.strip()):
        message = "is empty: write something"
        raise ValueError(message)
    return stripped


RunId = Annotated[str, Field(pattern=RUN_ID_PATTERN)]
"""A run's name: a subject token, a KV key and a memory tenant at once."""

MaybeRunId = Annotated[str, Field(pattern=RUN_ID_PATTERN.replace("{1,", "{0,"))]
"""A run's name, or nothing where one is still to be made."""

StepName = Annotated[str, Field(pattern=STEP_PATTERN)]
"""One token of a subject, such as ``1-search``."""

Text = Annotated[str, AfterValidator(meaningful), WithJsonSchema({"type": "string", "pattern": r"\S"})]
"""A text that says something."""

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""From 0 to 1."""

Score = Annotated[int, Field(ge=0, le=10)]
"""A rubric's score from 0 to 10."""

Count = Annotated[int, Field(ge=0)]
"""How many."""

When = AwareDatetime
"""A moment with its zone; Vouch writes UTC."""


class Value(BaseModel):
    """A frozen value inside a message. Unknown fields are ignored: old readers survive new ones."""

    # Validators are built when first used: a service hears few of the messages, and starts a fifth sooner.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class Message(Value):
    """A frozen value that travels on the subject written on it."""

    subject: str
    run_id: RunId

    @property
    def id(self) -> str:
        """Name the message for ``Nats-Msg-Id``: a stream drops a copy while it knows the name."""
        return f"{self.run_id}:{self.subject}"

    @property
    def destination(self) -> str:
        """Return the concrete subject; only those with an id in them differ from ``subject``."""
        return self.subject


class Spending(Value):
    """Tokens and money: an allowance before the work, what was used after it."""

    tokens: Count = 0
    """All of them: input, read from and written to a cache, and output."""
    usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    calls: Count = 0
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    cache_write_tokens: Count = 0

    def __add__(self, other: "Spending") -> "Spending":
        """Return both together."""
        return Spending.model_validate({name: value + getattr(other, name) for name, value in self})


class AgentSpending(Value):
    """What one agent has used in a run."""

    agent: str
    spent: Spending


class Stepped(Message):
    """A message of one step of a run: what orders, answers and timers share."""

    step: StepName
    attempt: Annotated[int, Field(ge=1)] = 1

    @property
    def id(self) -> str:
        """Name the message after its step and attempt, so that a copy has the same name."""
        return f"{self.run_id}:{self.step}:{self.attempt}:{self.subject}"


class Order(Stepped):
    """Work for one agent. It is dropped, not done, once ``expires_at`` has passed."""

    AGENT: ClassVar[str]

    round: Annotated[int, Field(ge=1)] = 1
    expires_at: When
    allowance: Spending = Spending()
    session_id: str = ""
    """Of the conversation that the run belongs to; empty where it stands alone."""
    sources_until: Count = 0
    """Evidence comes from S1…Sn alone, so that a re-sent order carries the same."""
    registry_version: Count = 0

    def late(self, at: datetime) -> bool:
        """Say whether nobody waits for the answer any more."""
        return at >= self.expires_at


class Answer(Stepped):
    """What an agent says about an order: it echoes run, step and attempt."""

    spent: Spending = Spending()


class Completed(Answer):
    """The result of an order."""

    made_by: Text
    """Who did the thinking: ``rules``, ``script`` or a model's name."""
    notes: tuple[Text, ...] = ()
    """What a person should know of how it was done: a model that could not be asked, evidence that had no room."""


class Failed(Answer):
    """It cannot be done; the reason is safe to show a person."""

    reason: Text
    over_budget: bool = False
    """Whether it could be done with a larger allowance: the search then ends, and the report is written."""
