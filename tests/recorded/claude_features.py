"""The features that a recorded exchange with Claude may have, and how each is seen in it; not all are used by us."""

from collections.abc import Callable
from http import HTTPStatus

from tests.recorded.claude_exchanges import Exchange

Has = Callable[[Exchange], object]


def _asks(exchange: Exchange, kind: str) -> bool:
    """Say whether any turn of the request has a block of a kind."""
    turns = [one for one in exchange.asked.get("messages", ()) if isinstance(one, dict)]
    return any(
        block["type"] == kind for turn in turns if isinstance(turn["content"], list) for block in turn["content"]
    )


def _shaped(exchange: Exchange) -> bool:
    """Say whether the answer was asked for as JSON of a schema."""
    return "format" in (exchange.asked.get("output_config") or {}) or "json-output-format" in exchange.file


def _usage(exchange: Exchange, *names: str) -> bool:
    """Say whether some of these tokens were counted."""
    usage = (exchange.message or {}).get("usage", {})
    return any(usage.get(name) for name in names)


def _stops(reason: str) -> Has:
    """Return what says whether an answer stopped for this reason."""
    return lambda one: one.message and one.message.get("stop_reason") == reason


def _ends(*parts: str) -> Has:
    """Return what says whether another endpoint was asked."""
    return lambda one: any(part in one.path for part in parts)


def _has(*kinds: str) -> Has:
    """Return what says whether an answer has a block of these kinds."""
    return lambda one: one.kinds(*kinds)


FEATURES: dict[str, Has] = {
    "messages, whole": lambda one: one.message and not one.streamed,
    "messages, streamed": lambda one: one.message and one.streamed,
    "tools": _has("tool_use"),
    "strict tools": lambda one: any(tool.get("strict") for tool in one.asked.get("tools") or ()),
    "parallel tools": lambda one: len(one.kinds("tool_use")) > 1,
    "results of tools": lambda one: _asks(one, "tool_result"),
    "structured output": _shaped,
    "thinking": _has("thinking"),
    "redacted thinking": _has("redacted_thinking"),
    "cache": lambda one: _usage(one, "cache_read_input_tokens", "cache_creation_input_tokens"),
    "max_tokens": _stops("max_tokens"),
    "refusal": _stops("refusal"),
    "stop sequence": _stops("stop_sequence"),
    "no text": lambda one: one.message and not one.kinds("text"),
    "errors": lambda one: one.answer.status >= HTTPStatus.BAD_REQUEST,
    "a delay with an answer": lambda one: one.message and "retry-after" in one.answer.headers,
    "counting tokens": _ends("/count_tokens"),
    "structured output, older (not used)": lambda one: one.asked.get("output_format"),
    "web search, web fetch (not used)": _has("web_search_tool_result", "web_fetch_tool_result"),
    "code execution (not used)": lambda one: [block for block in one.blocks if "code_execution" in block["type"]],
    "tool search, advisor (not used)": _has("tool_search_tool_result", "advisor_tool_result"),
    "MCP (not used)": _has("mcp_tool_use", "mcp_tool_result"),
    "citations (not used)": lambda one: [block for block in one.kinds("text") if block.get("citations")],
    "images, documents (not used)": lambda one: _asks(one, "image") or _asks(one, "document"),
    "batches (not used)": _ends("/batches"),
    "files (not used)": _ends("/files"),
    "/v1/complete (not used)": _ends("/complete"),
}
"""What an exchange may have, and how that is seen in it."""
