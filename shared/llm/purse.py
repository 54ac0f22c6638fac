"""An order's allowance: what a call may cost at most is set aside before it, and settled after it. Pure."""

from shared.errors import CannotDo
from shared.messages import Spending

from .pricing import Prices
from .values import Request

BYTES_A_TOKEN = 2
"""A text has fewer tokens than half of its bytes, in any language and in chemistry: an estimate that is never short."""

OVERHEAD_TOKENS = 700
"""What the vendor puts before a prompt that has tools or a schema."""


class Purse:
    """What is left of one order's allowance."""

    def __init__(self, allowance: Spending, prices: Prices) -> None:
        self.allowance, self._prices = allowance, prices
        self.spent = Spending()

    @property
    def tokens_left(self) -> int:
        """Return how many tokens may still be used."""
        return max(0, self.allowance.tokens - self.spent.tokens)

    @property
    def usd_left(self) -> float:
        """Return how much money may still be used."""
        return max(0.0, self.allowance.usd - self.spent.usd)

    def take(self, used: Spending) -> None:
        """Count what was used."""
        self.spent += used

    def fits(self, request: Request, prompt_tokens: int) -> bool:
        """Say whether the call may be as long as it asks."""
        return self._most_answer(request, prompt_tokens) >= request.most_tokens

    def bounded(self, request: Request, prompt_tokens: int, least_tokens: int) -> tuple[Request, Spending]:
        """Return *request* with as long an answer as the rest allows, and what it may then cost at most.

        Raises ``CannotDo`` (over budget) where not even *least_tokens* of an answer are left.
        """
        most = min(request.most_tokens, self._most_answer(request, prompt_tokens))
        if most < min(least_tokens, request.most_tokens):
            raise CannotDo(self._too_little(prompt_tokens, least_tokens), over_budget=True)
        return (
            request.model_copy(update={"most_tokens": most}),
            self._prices.worst(request.model, prompt_tokens, most),
        )

    def _most_answer(self, request: Request, prompt_tokens: int) -> int:
        """Return how long an answer tokens and money allow."""
        by_money = self._prices.affordable(request.model, prompt_tokens, self.usd_left)
        return min(self.tokens_left - prompt_tokens, by_money)

    def _too_little(self, prompt_tokens: int, least_tokens: int) -> str:
        """Return why a call is not made."""
        return (
            f"its allowance is used up: {self.tokens_left:,} tokens and ${self.usd_left:.4f} are left, and the next "
            f"call needs about {prompt_tokens + least_tokens:,} tokens; raise max_tokens or max_usd"
        )


def estimated(request: Request) -> int:
    """Return more tokens than the prompt has."""
    size = len(request.model_dump_json(exclude={"model", "most_tokens"}).encode())
    return size // BYTES_A_TOKEN + OVERHEAD_TOKENS
