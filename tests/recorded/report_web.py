"""How much of the recorded answers of web search engines is read: real pages of DuckDuckGo, real JSON of Tavily."""

import json
import re
from pathlib import Path

import yaml

from services.retrieval.web import duckduckgo, tavily
from services.retrieval.web.searching import WebHit
from shared.errors import RetryLater
from tests.recorded.tables import Row
from tests.recordings import recording

DUCKDUCKGO = "web_search/duckduckgo"
TAVILY = "web_search/tavily"


def rows() -> list[Row]:
    """Return a row for each engine."""
    return [_duckduckgo(), _tavily()]


def pages() -> dict[str, str]:
    """Return the recorded pages of DuckDuckGo by their files, checks for people among them."""
    files = sorted(path for path in recording(DUCKDUCKGO).iterdir() if path.suffix == ".html")
    return {path.name: path.read_text() for path in files}


def answers() -> dict[str, bytes]:
    """Return the recorded answers of Tavily by their files; a cassette holds the body as values."""
    return {path.name: _body(path) for path in sorted(recording(TAVILY).iterdir())}


def _body(path: Path) -> bytes:
    """Return the answer in a file."""
    if path.suffix == ".json":
        return path.read_bytes()
    (one,) = yaml.safe_load(path.read_text())["interactions"]
    return json.dumps(one["response"]["parsed_body"]).encode()


def _duckduckgo() -> Row:
    """Return what became of the pages."""
    read, refused = list[WebHit](), list[tuple[str, str]]()
    for name, page in pages().items():
        try:
            read.extend(duckduckgo.hits_of(page))
        except RetryLater as error:
            refused.append((name, str(error)))
    records = sum(_held(page) for page in pages().values())
    return Row(DUCKDUCKGO, len(pages()), records, len(read), _filled(read), tuple(refused))


def _held(page: str) -> int:
    """Return how many results a page holds, by its words alone: links in the class of results, less advertisements."""
    return len(re.findall(r'class="result__a"', page)) - len(re.findall(r"result--ad\b", page))


def _tavily() -> Row:
    """Return what became of the answers."""
    read = [hit for body in answers().values() for hit in tavily.hits_of(body)]
    records = sum(len(json.loads(body)["results"]) for body in answers().values())
    return Row(TAVILY, len(answers()), records, len(read), _filled(read))


def _filled(hits: list[WebHit]) -> dict[str, float]:
    """Return the share of hits that have each field."""
    fields = {"title": "title", "address": "address", "snippet": "snippet"}
    return {name: sum(bool(getattr(hit, field)) for hit in hits) / len(hits) for name, field in fields.items()}
