"""What an agent thought, and who did the thinking: the rules, which need no key and cost nothing, or a model."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from shared.messages import Spending

ThoughtT = TypeVar("ThoughtT")

RULES = "rules"
"""Who thinks without a model."""

NOTHING = Spending()


@dataclass(frozen=True)
class Thought(Generic[ThoughtT]):
    """What was thought, by whom, and what it cost."""

    said: ThoughtT
    made_by: str = RULES
    """``rules``, ``script`` or a model's name."""
    spent: Spending = NOTHING
    notes: tuple[str, ...] = ()
    """What a person should know of how it was thought."""
