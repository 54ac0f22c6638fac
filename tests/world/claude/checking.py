"""What the Messages API refuses: keys, models, parameters it does not know, and turns that do not fit together."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import chain, pairwise
from typing import Any

from . import schemas
from .counting import prompt_tokens
from .refusing import refused
from .signing import signature_of

KEY = "sk-good"
NO_ACCESS = "sk-no-access"
"""A key that may use no model."""
MODELS = frozenset({"claude-sonnet-5-5", "claude-haiku-5-5"})
MOST_PROMPT_TOKENS = 200_000
MOST_ANSWER_TOKENS = 64_000
MOST_CACHE_MARKS = 4
LEAST_THINKING = 1_024

_OF_A_PROMPT = frozenset(
    {"model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", "cache_control"}
)
_OF_A_CALL = _OF_A_PROMPT | {
    "max_tokens", "stream", "stop_sequences", "metadata", "service_tier", "container", "inference_geo"
}  # fmt: skip
_EFFORTS = frozenset({None, "low", "medium", "high", "xhigh", "max"})

Body = Mapping[str, Any]


def check_headers(headers: Mapping[str, str]) -> str:
    """Return the key of a request. Raises ``RefusedError`` where it is unknown, or no version of the API is named."""
    key = headers.get("x-api-key") or headers.get("Authorization", "").removeprefix("Bearer ")
    if key not in {KEY, NO_ACCESS}:
        raise refused(HTTPStatus.UNAUTHORIZED, "This key is unknown, or none was sent.")
    if "anthropic-version" not in headers:
        raise refused(HTTPStatus.BAD_REQUEST, "The header anthropic-version is missing.")
    return key


def check(body: object, key: str, *, counting: bool = False) -> Body:
    """Return a request that can be answered. Raises ``RefusedError`` with the first thing that is wrong with it."""
    if not isinstance(body, dict):
        raise refused(HTTPStatus.BAD_REQUEST, "The body is no JSON object.")
    model = body.get("model")
    if key == NO_ACCESS:
        raise refused(HTTPStatus.FORBIDDEN, f"This key may not use the model {model}.")
    if model not in MODELS:
        raise refused(HTTPStatus.NOT_FOUND, f"There is no model {model}.")
    if problem := _first_problem(body, counting=counting):
        raise refused(HTTPStatus.BAD_REQUEST, problem)
    return body


def _first_problem(body: Body, *, counting: bool) -> str:
    """Return the first thing that is wrong with a request, or nothing."""
    try:
        return next(_problems(body, counting=counting), "")
    except (KeyError, TypeError, AttributeError):
        return "A part of the body does not have the expected shape."


def _problems(body: Body, *, counting: bool) -> Iterator[str]:
    """Yield what is wrong, the simple things first: later checks lean on earlier ones."""
    known = _OF_A_PROMPT if counting else _OF_A_CALL
    yield from (f"{name}: this parameter is not permitted" for name in sorted(set(body) - known))
    if not counting:
        yield from _length(body)
    yield from _turns(body["messages"]) if body.get("messages") else ["messages: one at least is needed"]
    yield from chain(_settings(body), _tools(body), _marks(body))
    if (tokens := prompt_tokens(body)) > MOST_PROMPT_TOKENS and not counting:
        yield f"The prompt is too long: it has {tokens} tokens, and {MOST_PROMPT_TOKENS} are the most."


def _length(body: Body) -> Iterator[str]:
    """Yield what is wrong with the length that is asked for."""
    most = body.get("max_tokens")
    if type(most) is not int or not 1 <= most <= MOST_ANSWER_TOKENS:
        yield f"max_tokens: a whole number from 1 to {MOST_ANSWER_TOKENS} is needed"


def _turns(turns: list[Body]) -> Iterator[str]:
    """Yield what is wrong with the turns."""
    for place, turn in enumerate(turns):
        if turn.get("role") not in {"user", "assistant"} or not turn.get("content"):
            yield f"messages.{place}: a role and some content are needed"
    if turns[0]["role"] != "user" or turns[-1]["role"] != "user":
        yield "messages: the first and the last turn must be the user's; an answer cannot be begun for this model"
    for block in chain.from_iterable(map(_blocks, turns)):
        yield from _block(block)
    yield from _tool_turns(turns)


def _blocks(turn: Body) -> list[Body]:
    """Return the blocks of a turn."""
    return turn["content"] if isinstance(turn["content"], list) else [{"type": "text", "text": turn["content"]}]


def _block(block: Body) -> Iterator[str]:
    """Yield what is wrong with a block: empty text, or thinking that was not sent back as it came."""
    if block.get("type") == "text" and not str(block.get("text", "")).strip():
        yield "messages: a text must not be empty"
    if block.get("type") == "thinking" and block.get("signature") != signature_of(str(block.get("thinking"))):
        yield "messages: thinking must be sent back unchanged, with its signature"


def _tool_turns(turns: list[Body]) -> Iterator[str]:
    """Yield where a tool was asked for and has not answered in the next turn, or answers unasked."""
    used = [_ids(turn, "tool_use", "id") for turn in turns]
    told = [_ids(turn, "tool_result", "tool_use_id") for turn in turns]
    for (uses, _), (_, results) in pairwise([*zip(used, told, strict=True), ([], [])]):
        if set(uses) - set(results):
            yield f"messages: no tool_result follows the tool_use {uses[0]}"
        if set(results) - set(uses):
            yield f"messages: the tool_result {results[0]} follows no tool_use of this id"
    every = list(chain.from_iterable(used))
    if told[0] or len(every) != len(set(every)):
        yield "messages: each tool_use needs an id of its own, and comes before its tool_result"


def _ids(turn: Body, kind: str, name: str) -> list[str]:
    """Return the ids of the blocks of one kind."""
    return [block[name] for block in _blocks(turn) if block.get("type") == kind]


def _settings(body: Body) -> Iterator[str]:
    """Yield what is wrong with how the answer shall be made."""
    wanted = body.get("output_config") or {}
    thinking = body.get("thinking") or {}
    if wanted.get("effort") not in _EFFORTS:
        yield f"output_config.effort: {wanted['effort']} is not known"
    if wanted.get("format"):
        yield from schemas.format_problems(wanted["format"])
    if thinking.get("type", "adaptive") not in {"adaptive", "enabled"}:
        yield "thinking: this model always decides itself how much it thinks"
    if thinking.get("budget_tokens", LEAST_THINKING) < LEAST_THINKING:
        yield f"thinking.budget_tokens: {LEAST_THINKING} at least are needed"


def _tools(body: Body) -> Iterator[str]:
    """Yield what is wrong with the tools."""
    tools = body.get("tools") or []
    names = [tool.get("name") for tool in tools]
    if len(set(names)) < len(names) or not all(names):
        yield "tools: each needs a name of its own"
    if (body.get("tool_choice") or {}).get("type", "auto") not in {"auto", "none"}:
        yield "tool_choice: this model cannot be forced to use a tool"
    for tool in tools:
        yield from schemas.tool_problems(tool)


def _marks(body: Body) -> Iterator[str]:
    """Yield what is wrong with the marks for the cache."""
    system = body.get("system")
    blocks = chain(body.get("tools") or (), system if isinstance(system, list) else (), *map(_blocks, body["messages"]))
    if sum("cache_control" in block for block in blocks) > MOST_CACHE_MARKS:
        yield f"cache_control: {MOST_CACHE_MARKS} marks are the most"
