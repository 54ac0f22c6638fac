"""What a sensible Claude answers each agent: made from the evidence in the prompt, the same for the same prompt."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tests.world.claude.schemas import fitted
from tests.world.claude.shapes import Answer, Asked, Block, said
from tests.world.claude.signing import signature_of

from . import entailment, hypothesis, judge, report, retrieval, search

_AS_JSON: Mapping[str, Callable[[Asked], Any]] = {
    "search": search.plan,
    "hypothesis": hypothesis.proposal,
    "judge": judge.scores,
    "entailment": entailment.verdicts,
    "other": lambda _: {},
}
_AS_TEXT: Mapping[str, Callable[[Asked], Answer]] = {
    "retrieval": retrieval.turn,
    "report": report.turn,
    "other": lambda _: said("I have nothing to say on this."),
}


def answer_to(asked: Asked) -> Answer:
    """Return what Claude answers: JSON that keeps to the schema where one is given, else text or tool uses."""
    if asked.schema and asked.agent in _AS_JSON:
        made = fitted(_AS_JSON[asked.agent](asked), asked.schema)
        answer = said(json.dumps(made, ensure_ascii=False))
    else:
        answer = _AS_TEXT[asked.agent](asked)
    return replace(answer, blocks=(thought(), *answer.blocks)) if asked.thinks else answer


def thought(text: str = "The evidence comes first, and what is fenced is data.") -> Block:
    """Return a block of thinking."""
    return {"type": "thinking", "thinking": text, "signature": signature_of(text)}
