"""What a call costs, by the table of prices in the settings. Pure."""

import math
from collections.abc import Mapping

from shared.messages import Spending
from shared.settings import PRICES, Price

from .values import Usage

MILLION = 1_000_000


class Prices:
    """The prices of models; one without a price counts as the dearest there is, so that no cap is passed unseen."""

    def __init__(self, own: Mapping[str, Price] | None = None) -> None:
        self._table = {**PRICES, **(own or {})}
        self._dearest = max(self._table.values(), key=lambda one: (one.output, one.input))

    def knows(self, model: str) -> bool:
        """Say whether there is a price of this model."""
        return model in self._table

    def cost(self, model: str, usage: Usage) -> Spending:
        """Return what a call has cost."""
        price = self._table.get(model, self._dearest)
        told = usage.input_tokens + usage.cache_read_tokens * price.cache_read
        told += usage.cache_write_tokens * price.cache_write
        usd = (told * price.input + usage.output_tokens * price.output) / MILLION
        return Spending(
            tokens=usage.tokens,
            usd=usd * self._factor(price, usage.prompt_tokens),
            calls=1,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_tokens,
            cache_write_tokens=usage.cache_write_tokens,
        )

    def worst(self, model: str, prompt_tokens: int, answer_tokens: int) -> Spending:
        """Return what a call may cost at most: its whole prompt written to the cache, its answer as long as allowed."""
        return self.cost(model, Usage(cache_write_tokens=prompt_tokens, output_tokens=answer_tokens))

    def affordable(self, model: str, prompt_tokens: int, usd: float) -> int:
        """Return how many tokens an answer may have for so much money; negative where the prompt costs more."""
        price = self._table.get(model, self._dearest)
        left = usd - self.worst(model, prompt_tokens, 0).usd
        each = price.output * self._factor(price, prompt_tokens) / MILLION
        return math.floor(left / each) if each else (MILLION if left >= 0 else -1)

    @staticmethod
    def _factor(price: Price, prompt_tokens: int) -> float:
        """Return how many times as much a call with so long a prompt costs."""
        long = price.long_prompt_tokens and prompt_tokens > price.long_prompt_tokens
        return price.long_prompt_factor if long else 1.0
