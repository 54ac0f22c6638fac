"""What is asked of a model and what it answers, as values. They are journaled as JSON, so they hold plain data only."""

import hashlib
from typing import Any, Literal

from pydantic import Field

from shared.messages import Count, Value

Block = dict[str, Any]
"""A content block as the Messages API writes it; what a model said is sent back unchanged."""

StopReason = Literal["end_turn", "tool_use", "max_tokens", "refusal", "stop_sequence", "pause_turn", "cut-off", "other"]
"""Why an answer ended. ``cut-off`` is ours: the stream ended before the model did."""


class Prompt(Value):
    """What tells a model its task, and where it comes from."""

    name: str
    """Such as ``vouch-judge-general``."""
    version: str
    """Of the built-in file or of Langfuse; with ``origin`` it names one text for ever."""
    origin: Literal["built-in", "langfuse"] = "built-in"
    text: str


class Tool(Value):
    """Something that a model may use, with one text as its argument."""

    name: str
    description: str
    argument: str
    """How the argument is called: ``query``."""


class Request(Value):
    """One call of a model."""

    model: str
    system: str
    messages: tuple[Block, ...]
    """Turns as the Messages API writes them: ``{"role": …, "content": …}``."""
    most_tokens: int
    """Of the answer."""
    tools: tuple[Tool, ...] = ()
    answer_schema: dict[str, Any] | None = Field(default=None)
    """A JSON schema, where the answer must be JSON of that shape; bounds that the vendor does not take are told in
    words."""
    effort: Literal["low", "medium", "high"] | None = None

    @property
    def digest(self) -> str:
        """Name what is asked, so that a journaled answer is used for the same question alone.

        How long the answer may be is left out: it depends on what is left of an allowance.
        """
        said = self.model_dump_json(exclude={"most_tokens"})
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    def followed_by(self, turn: Block) -> "Request":
        """Return the conversation with one more turn."""
        return self.model_copy(update={"messages": (*self.messages, turn)})

    def answered(self, content: tuple[Block, ...]) -> "Request":
        """Return the conversation with the model's turn; the API takes back no empty one, and no blank text."""
        kept = [one for one in content if one.get("type") != "text" or str(one.get("text", "")).strip()]
        return self.followed_by({"role": "assistant", "content": kept}) if kept else self


class Usage(Value):
    """Tokens of one call, as the vendor counts them."""

    input_tokens: Count = 0
    """Without what was read from or written to the cache."""
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    cache_write_tokens: Count = 0

    @property
    def prompt_tokens(self) -> int:
        """Return all that went in."""
        return self.input_tokens + self.cache_read_tokens + self.cache_write_tokens

    @property
    def tokens(self) -> int:
        """Return all of them."""
        return self.prompt_tokens + self.output_tokens


class ToolUse(Value):
    """A tool that the model wants used."""

    id: str
    name: str
    arguments: Any = None
    """As the model gave them: an object, if it kept to the schema."""


class Reply(Value):
    """What a model answered."""

    text: str
    """All its text blocks together; thinking is none."""
    content: tuple[Block, ...]
    """Everything it said, to be sent back unchanged in a conversation."""
    stop: StopReason
    usage: Usage
    model: str
    """The model that answered, as it calls itself."""
    tool_uses: tuple[ToolUse, ...] = ()
    request_id: str = ""
