"""What an unruly behaviour is: another answer, another way of sending it, or a refusal."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.world.claude.refusing import Refusal
from tests.world.claude.sending import Manner
from tests.world.claude.shapes import Answer, Asked

Change = Callable[[Answer, Asked], Answer]
JSON_AGENTS = frozenset({"search", "hypothesis", "judge", "entailment"})


def unchanged(answer: Answer, _: Asked) -> Answer:
    """Return the answer as it is."""
    return answer


@dataclass(frozen=True)
class Behaviour:
    """How one answer is spoilt."""

    change: Change = unchanged
    manner: Manner = "whole"
    refusal: Refusal | None = None

    @property
    def spoils(self) -> bool:
        """Say whether it spoils every answer, whatever it says."""
        return self.manner != "whole" or self.refusal is not None


def of_report(change: Callable[[str, Asked], str]) -> Change:
    """Return a change of the text of a report; other answers stay."""

    def changed(answer: Answer, asked: Asked) -> Answer:
        ends = asked.agent == "report" and answer.text and not answer.uses
        return answer.saying(change(answer.text, asked)) if ends else answer

    return changed


def of_json(change: Callable[[dict[str, Any], Asked], dict[str, Any]]) -> Change:
    """Return a change of an answer in JSON; other answers stay."""

    def changed(answer: Answer, asked: Asked) -> Answer:
        if asked.agent not in JSON_AGENTS or not asked.schema:
            return answer
        return answer.saying(json.dumps(change(json.loads(answer.text), asked), ensure_ascii=False))

    return changed


def both(*changes: Change) -> Change:
    """Return several changes as one, each for the answers it is made for."""

    def changed(answer: Answer, asked: Asked) -> Answer:
        for change in changes:
            answer = change(answer, asked)
        return answer

    return changed
