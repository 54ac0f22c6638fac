"""What a server answered: its body as it was meant, or why it cannot be that."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from shared.errors import RetryLater

Wants = Literal["json", "xml", "html", "text", "pdf"]
"""What a body must be; anything else in its place is "could not look"."""


@dataclass(frozen=True)
class Answer:
    """A body that was read whole, within its limit of size and time."""

    site: str
    """What a person calls the server: ``PubMed``."""
    url: str
    """Where it came from in the end, after redirects."""
    body: bytes
    content_type: str = ""
    encoding: str = "utf-8"

    @property
    def text(self) -> str:
        """Return the body as text; bytes that are none become question marks."""
        return self.body.decode(self.encoding, errors="replace")

    def json(self) -> Any:
        """Return the body as JSON; raise ``RetryLater`` for what is cut off or none."""
        try:
            return json.loads(self.body)
        except ValueError as error:
            message = f"{self.site} answered with JSON that is cut off or broken"
            raise RetryLater(message) from error
