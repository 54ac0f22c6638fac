"""Which settings a person should look at, for servers whose variables are not called ``URL`` and ``API_KEY``."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.http import Manners


@dataclass(frozen=True)
class Named(Manners):
    """Manners that name the variables of a server that is no source."""

    variables: Mapping[str, str] = field(default_factory=dict)

    def to_check(self, what: str) -> str:
        """Return which variable a person should look at: ``check VOUCH_LANGFUSE__URL``."""
        return f"check {self.variables[what]}" if what in self.variables else super().to_check(what)
