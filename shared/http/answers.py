"""What a server answered: its body as it was meant, or why it cannot be that."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from shared.characters import json_of, whole

from .failing import SiteError

Wants = Literal["json", "xml", "html", "text", "pdf"]
"""What a body must be; anything else in its place is "could not look"."""


@dataclass(frozen=True)
class Answer:
    """A body that was read whole, within its limit of size and time."""

    site: str
    """What a person calls the server: ``PubMed``."""
    url: str
    """Where it came from in the end, after redirects; without what says who asked."""
    body: bytes
    content_type: str = ""
    encoding: str = "utf-8"
    age_seconds: float = 0.0
    """How long ago it was said: it lay that long in a cache, ours or the vendor's."""

    @property
    def text(self) -> str:
        """Return the body as text; bytes that are none become question marks."""
        return whole(self.body.decode(self.encoding, errors="replace"))

    def json(self) -> Any:
        """Return the body as JSON, read once; raise ``RetryLater`` for what is cut off or none."""
        return self._value

    @cached_property
    def _value(self) -> Any:
        """Read the body as JSON; what is nested too deeply for the parser is no answer either."""
        try:
            return json_of(self.body)
        except (ValueError, RecursionError) as error:
            message = f"{self.site} answered with JSON that is cut off or broken"
            raise SiteError(message) from error
