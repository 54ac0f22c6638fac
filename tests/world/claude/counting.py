"""Counts tokens, about four bytes each, and remembers which beginnings of prompts were cached."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple

from .shapes import Answer, Block

BYTES_PER_TOKEN = 4


class Prompt(NamedTuple):
    """How many tokens went in, and by which way."""

    fresh: int
    written: int = 0
    """To the cache."""
    read: int = 0
    """From the cache."""


def canonical(value: object) -> str:
    """Return a value as JSON that is the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest_of(body: Mapping[str, Any]) -> str:
    """Name what is asked: the SHA-256 of messages, system and tools as canonical JSON."""
    told = {name: body.get(name) for name in ("messages", "system", "tools")}
    return hashlib.sha256(canonical(told).encode()).hexdigest()


def tokens_of(text: str) -> int:
    """Return about how many tokens a text has."""
    return -(-len(text.encode()) // BYTES_PER_TOKEN)


def block_tokens(block: Block) -> int:
    """Return about how many tokens a block of an answer has."""
    if block["type"] == "tool_use":
        return tokens_of(block["name"] + canonical(block["input"]))
    return tokens_of(str(block.get("text") or block.get("thinking") or block.get("data") or ""))


def answer_tokens(answer: Answer) -> int:
    """Return about how many tokens an answer has: one at least."""
    return max(1, sum(map(block_tokens, answer.blocks)))


def prompt_tokens(body: Mapping[str, Any]) -> int:
    """Return about how many tokens a prompt has."""
    return sum(tokens_of(text) for text, _ in _pieces(body))


@dataclass
class Cache:
    """The beginnings of prompts that were marked to be kept."""

    _kept: set[str] = field(default_factory=set)

    def counted(self, body: Mapping[str, Any]) -> Prompt:
        """Return the tokens of a prompt: the longest beginning that was kept is read, the rest up to a mark written."""
        texts, marks = zip(*_pieces(body), strict=True)
        sums = list(accumulate(map(tokens_of, texts)))
        ends = [place for place, marked in enumerate(marks) if marked]
        if not ends:
            return Prompt(sums[-1])
        names = list(_names(body["model"], texts[: ends[-1] + 1]))
        read = max((tokens for name, tokens in zip(names, sums, strict=False) if name in self._kept), default=0)
        self._kept.update(names[end] for end in ends)
        return Prompt(sums[-1] - sums[ends[-1]], sums[ends[-1]] - read, read)

    def clear(self) -> None:
        """Forget all of them."""
        self._kept.clear()


def _names(model: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield the name of each beginning of a prompt, one for each piece; every model keeps its own."""
    running = hashlib.sha256(model.encode())
    for text in texts:
        running.update(f"\0{text}".encode())
        yield running.hexdigest()


def _pieces(body: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield each piece of a prompt in the vendor's order, and whether the prompt may be cached up to here."""
    wanted = (body.get("output_config") or {}).get("format")
    last = bool(body.get("cache_control"))
    if wanted:
        yield canonical(wanted), False
    for tool in body.get("tools") or ():
        yield _plain(tool)
    yield from _blocks_of(body.get("system") or [])
    turns = [piece for turn in body["messages"] for piece in _blocks_of(turn["content"])]
    yield from turns[:-1]
    yield from ((text, marked or last) for text, marked in turns[-1:])


def _blocks_of(content: object) -> Iterator[tuple[str, bool]]:
    """Yield the blocks of a system prompt or a turn."""
    if isinstance(content, str):
        yield content, False
    elif isinstance(content, list):
        yield from (_plain(block) for block in content)


def _plain(block: Mapping[str, Any]) -> tuple[str, bool]:
    """Return a block without its mark, and whether it bears one."""
    bare = {name: value for name, value in block.items() if name != "cache_control"}
    text = bare["text"] if bare.get("type") == "text" else canonical(bare)
    return str(text), bool(block.get("cache_control"))
