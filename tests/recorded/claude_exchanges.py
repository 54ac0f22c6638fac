"""The recorded exchanges with Claude's API, and what they say, read by nothing of ours and nothing of the SDK."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.recordings import recording
from tests.world.replaying import Recorded

Json = dict[str, Any]

INTERACTIONS = "anthropic/interactions"
FIXTURES = "anthropic/vercel_fixtures"
ERRORS = "errors/observed_errors.jsonl"

MESSAGES = "/v1/messages"
COUNTING = "/v1/messages/count_tokens"

STREAM = "text/event-stream; charset=utf-8"
PLAIN = "application/json"

_GROWING = {"text_delta": "text", "thinking_delta": "thinking"}


@dataclass(frozen=True)
class Exchange:
    """One answer, and what it answered as far as that is known."""

    file: str
    """Below the folder of interactions or fixtures."""
    path: str
    """Of the address that was asked."""
    asked: Mapping[str, Any]
    """The body of the request; empty where it was not JSON, or is not known."""
    answer: Recorded

    @property
    def streamed(self) -> bool:
        """Say whether the answer is a stream of events."""
        return self.answer.body.lstrip().startswith(b"event:")

    @property
    def events(self) -> list[Json]:
        """Return the events of a stream."""
        lines = self.answer.body.decode().splitlines()
        return [json.loads(line[5:]) for line in lines if line.startswith("data:")]

    @cached_property
    def message(self) -> Json | None:
        """Return the message that was answered; None for errors, and for what other endpoints say."""
        if self.path != MESSAGES or self.answer.status != HTTPStatus.OK:
            return None
        return whole(self.events) if self.streamed else json.loads(self.answer.body)

    @property
    def blocks(self) -> list[Json]:
        """Return the content of the message."""
        return list(self.message["content"]) if self.message else []

    def kinds(self, *kinds: str) -> list[Json]:
        """Return the blocks of these kinds."""
        return [block for block in self.blocks if block["type"] in kinds]


def whole(events: Iterable[Json]) -> Json:
    """Return the message that a stream of events comes to; a second beginning takes the place of the first."""
    message: Json = {}
    arguments: dict[int, str] = {}
    for event in events:
        kind = event["type"]
        if kind == "message_start":
            message, arguments = {**event["message"], "content": [*event["message"]["content"]]}, {}
        elif kind == "content_block_start":
            message["content"].append(dict(event["content_block"]))
        elif kind == "content_block_delta":
            _grow(message["content"][event["index"]], event["delta"], arguments, event["index"])
        elif kind == "message_delta":
            told = {name: count for name, count in event["usage"].items() if count is not None}
            message |= event["delta"] | {"usage": message["usage"] | told}
    return message


def _grow(block: Json, delta: Json, arguments: dict[int, str], index: int) -> None:
    """Add to a block what a delta brings; the *arguments* of a tool are read anew with every piece that is whole."""
    kind = delta["type"]
    if kind in _GROWING:
        block[_GROWING[kind]] += delta[_GROWING[kind]]
    elif kind == "signature_delta":
        block["signature"] = delta["signature"]
    elif kind == "citations_delta":
        block["citations"] = [*(block.get("citations") or []), delta["citation"]]
    elif kind == "input_json_delta" and delta["partial_json"]:
        arguments[index] = arguments.get(index, "") + delta["partial_json"]
        if arguments[index].rstrip().endswith("}"):
            block["input"] = _read(arguments[index], block["input"])


def _read(arguments: str, before: Any) -> Any:
    """Return the arguments of a tool once they are whole, else what was known *before*."""
    try:
        return json.loads(arguments)
    except json.JSONDecodeError:
        return before


@cache
def interactions() -> tuple[Exchange, ...]:
    """Return the recorded interactions in order of their files."""
    root = recording(INTERACTIONS)
    return tuple(_interaction(root, path) for path in sorted(root.glob("*/*.json")))


def _interaction(root: Path, path: Path) -> Exchange:
    """Return the interaction in a file."""
    told = json.loads(path.read_text(encoding="utf-8"))
    request, response = told["request"], told["response"]
    body = response["body_text"].encode()
    asked = request["body"] if isinstance(request["body"], dict) else {}
    named = {name.lower(): value for name, value in response["headers"].items()}
    headers = {"content-type": STREAM if body.lstrip().startswith(b"event:") else PLAIN, **named}
    address = urlsplit(request["url"]).path
    return Exchange(str(path.relative_to(root)), address, asked, Recorded(response["status"], headers, body))


@cache
def fixtures() -> tuple[Exchange, ...]:
    """Return the answers among the fixtures, of whose requests nothing is known."""
    return tuple(one for path in sorted(recording(FIXTURES).iterdir()) for one in _fixture(path))


def _fixture(path: Path) -> Iterator[Exchange]:
    """Yield the answers in a fixture: a message, or the events of one or more of them in a row."""
    if path.suffix == ".json":
        yield Exchange(path.name, MESSAGES, {}, Recorded(200, {"content-type": PLAIN}, path.read_bytes()))
        return
    streams = _streams(path.read_text(encoding="utf-8").splitlines())
    for number, lines in enumerate(streams, 1):
        name = path.name if len(streams) == 1 else f"{path.name} ({number} of {len(streams)})"
        yield Exchange(name, MESSAGES, {}, streamed(lines))


def _streams(lines: Iterable[str]) -> list[list[str]]:
    """Return the events of each message, which ends with its last event."""
    found: list[list[str]] = [[]]
    for line in filter(None, lines):
        if found[-1] and kind_of(found[-1][-1]) == "message_stop":
            found.append([])
        found[-1].append(line)
    return found


def kind_of(line: str) -> str:
    """Return what kind of event a line of JSON is."""
    return str(json.loads(line)["type"])


def streamed(lines: Iterable[str]) -> Recorded:
    """Return events, each a line of JSON, as the API streams them."""
    body = "".join(f"event: {kind_of(line)}\ndata: {line}\n\n" for line in lines)
    return Recorded(200, {"content-type": STREAM}, body.encode())


@cache
def refusals() -> tuple[Exchange, ...]:
    """Return the observed answers of an API that is overloaded, or was asked too much; one body is no JSON."""
    rows = map(json.loads, recording(ERRORS).read_text(encoding="utf-8").splitlines())
    of_claude = [row for row in rows if row["service"].startswith("anthropic")]
    return tuple(_refusal(row) for row in of_claude)


def _refusal(row: Json) -> Exchange:
    """Return an observed error; most were noted down without their headers."""
    headers = {"content-type": row["content_type"] or PLAIN, **row["headers"]}
    return Exchange(ERRORS, MESSAGES, {}, Recorded(row["http_status"], headers, row["body"].encode()))
