"""What is told of one model call or tool: counts and names always, texts only where the operator said so."""

import json
from collections.abc import Mapping, Sequence

from opentelemetry.trace import Span

from shared.characters import whole
from shared.llm.values import Prompt, Usage

from . import names

Attributes = Mapping[str, str | int | float | bool | Sequence[str]]

MOST_CONTENT_CHARACTERS = 100_000
"""Of a prompt, an answer or a tool's result: collectors refuse batches of many megabytes."""


class ModelCall:
    """The span of a model call, while it goes on."""

    def __init__(self, span: Span, *, content: bool) -> None:
        self._span, self._content, self._stop = span, content, ""

    def answered(self, reply_model: str, usage: Usage, usd: float, stop: str, *, journaled: bool = False) -> None:
        """Say who answered and what it cost. An answer from the journal was paid for before, and counts nothing now."""
        self._stop = stop
        spent, cost = (Usage(), 0.0) if journaled else (usage, usd)
        self._span.set_attributes(
            {
                names.RESPONSE_MODEL: reply_model,
                names.FINISH_REASONS: (stop,),
                names.JOURNALED: journaled,
                names.COST_USD: cost,
                **_counts(spent),
            }
        )

    @property
    def keeps_content(self) -> bool:
        """Say whether texts are recorded: a prompt is long, and need not be written for nobody."""
        return self._content and self._span.is_recording()

    def content(self, prompt: str, answer: str) -> None:
        """Record both texts, where texts are recorded."""
        if self.keeps_content:
            said = _message("assistant", answer) | {"finish_reason": self._stop}
            self._span.set_attributes(
                {
                    names.INPUT_MESSAGES: json.dumps([_message("user", prompt)], ensure_ascii=False),
                    names.OUTPUT_MESSAGES: json.dumps([said], ensure_ascii=False),
                }
            )


class ToolCall:
    """The span of a tool, while it is used."""

    def __init__(self, span: Span, *, content: bool) -> None:
        self._span, self._content = span, content

    def content(self, arguments: str, result: str) -> None:
        """Record what the tool was given and gave back, where texts are recorded."""
        if self._content and self._span.is_recording():
            self._span.set_attributes({names.TOOL_ARGUMENTS: _cut(arguments), names.TOOL_RESULT: _cut(result)})


def asked(model: str, most_tokens: int, session_id: str, prompt: Prompt | None) -> Attributes:
    """Return what is known of a call before it is answered."""
    attributes: dict[str, str | int] = {
        names.PROVIDER: names.ANTHROPIC,
        names.REQUEST_MODEL: model,
        names.REQUEST_MAX_TOKENS: most_tokens,
    }
    if session_id:
        attributes |= {names.CONVERSATION: session_id, names.SESSION: session_id}
    return attributes | (_of_prompt(prompt) if prompt else {})


def _of_prompt(prompt: Prompt) -> dict[str, str | int]:
    """Return which prompt was used; Langfuse links its own."""
    named: dict[str, str | int] = {
        names.PROMPT: prompt.name,
        names.PROMPT_VERSION: prompt.version,
        names.PROMPT_ORIGIN: prompt.origin,
    }
    if prompt.origin == "langfuse" and prompt.version.isdecimal():
        named |= {names.LANGFUSE_PROMPT: prompt.name, names.LANGFUSE_PROMPT_VERSION: int(prompt.version)}
    return named


def _counts(usage: Usage) -> dict[str, str | int]:
    """Return the tokens of a call, as the conventions count them and as Langfuse does."""
    apart = {
        "input": usage.input_tokens,
        "output": usage.output_tokens,
        "cache_read_input_tokens": usage.cache_read_tokens,
        "cache_creation_input_tokens": usage.cache_write_tokens,
    }
    return {
        names.INPUT_TOKENS: usage.prompt_tokens,
        names.OUTPUT_TOKENS: usage.output_tokens,
        names.CACHE_READ_TOKENS: usage.cache_read_tokens,
        names.CACHE_WRITE_TOKENS: usage.cache_write_tokens,
        names.LANGFUSE_USAGE: json.dumps(apart),
    }


def _message(role: str, text: str) -> dict[str, object]:
    """Return a message as the conventions write it."""
    return {"role": role, "parts": [{"type": "text", "content": _cut(text)}]}


def _cut(text: str) -> str:
    """Return the text, shortened to what may be recorded."""
    text = whole(text)
    return text if len(text) <= MOST_CONTENT_CHARACTERS else text[: MOST_CONTENT_CHARACTERS - 1] + "…"
