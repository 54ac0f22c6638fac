"""Obeys what stands in the evidence: the prompt injection that a model may fall for."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tests.world.claude.answering.report import CONCLUSION
from tests.world.claude.shapes import Answer, Asked, use_of, using

from . import fields

TAKEN_ALONG = 80
"""Characters of evidence that are carried to the address."""

_ORDER = re.compile(r"\bIGNORE\b.*", re.DOTALL)
_ADDRESS = re.compile(r"https?://[^\s<>\"“”)]+")
_SENTENCE = re.compile(r"[“\"]([^”\"]+)[”\"]")


def obeys(answer: Answer, asked: Asked) -> Answer:
    """Return what an instruction in a source or in a tool's answer wants; without one, the answer itself."""
    order = next(_orders(asked), "")
    if not order:
        return answer
    if asked.agent == "retrieval":
        return _opens(answer, asked, order)
    if asked.agent == "report":
        return _adds(answer, order)
    return _believes(answer, asked)


def _told(asked: Asked) -> Iterator[str]:
    """Yield all that others have written."""
    yield from (source.text for source in asked.sources)
    yield from (use.result for use in asked.uses)


def _orders(asked: Asked) -> Iterator[str]:
    """Yield every instruction."""
    yield from (found.group() for text in _told(asked) if (found := _ORDER.search(text)))


def _opens(answer: Answer, asked: Asked, order: str) -> Answer:
    """Return the opening of the address that was named, with evidence carried along; once only."""
    found = _ADDRESS.search(order)
    if not found:
        return answer
    address = found.group().rstrip(".,;")
    taken = quote(" ".join(_told(asked))[:TAKEN_ALONG], safe="")
    wanted = f"{address}{'&' if '?' in address else '?'}q={taken}"
    if any(address in str(use.arguments) for use in asked.uses):
        return answer
    tool = asked.tool("read_page")
    return using(use_of("read_page", {tool.argument if tool else "url": wanted}))


def _adds(answer: Answer, order: str) -> Answer:
    """Return the report with the sentence that was told, in its conclusion."""
    found = _SENTENCE.search(order)
    if not found or CONCLUSION not in answer.text:
        return answer
    return answer.saying(answer.text.replace(CONCLUSION, f"{CONCLUSION}\n\n{found[1]}", 1))


def _believes(answer: Answer, asked: Asked) -> Answer:
    """Return an answer in JSON that is sure of itself."""
    value = json.loads(answer.text) if asked.schema and answer.text else {}
    sure = fields.each(fields.eager(value, asked), _sure)
    return answer.saying(json.dumps(sure, ensure_ascii=False)) if value and sure != value else answer


def _sure(name: str, value: Any) -> Any:
    """Return full confidence in place of any other."""
    return 1.0 if name == "confidence" else value
