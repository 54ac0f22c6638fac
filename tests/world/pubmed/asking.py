"""What a caller asked of a tool: parameters of the address and of the form, read as NCBI reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Body = Literal["json", "xml"]


@dataclass(frozen=True)
class Asked:
    """The parameters of one request; each may be given several times."""

    given: Mapping[str, Sequence[str]]

    def text(self, name: str, otherwise: str = "") -> str:
        """Return a parameter without blanks around it."""
        return (self.given.get(name) or [""])[-1].strip() or otherwise

    def number(self, name: str, otherwise: int, most: int = 10_000) -> int:
        """Return a number from 0 to *most*; what is none counts as not given."""
        text = self.text(name)
        return min(int(text), most) if text.isdecimal() and text.isascii() else otherwise

    @property
    def body(self) -> Body:
        """Return how the caller wants to be answered."""
        return "json" if self.text("retmode").lower() == "json" else "xml"

    @property
    def ids(self) -> list[str]:
        """Return all ids, in order."""
        return [one.strip() for many in self.given.get("id", ()) for one in many.split(",") if one.strip()]


class Refused(Exception):  # noqa: N818 -- it is an answer, not an error of ours
    """What a tool says in place of an answer; NCBI mostly says it with status 200."""

    def __init__(self, reason: str, status: int = 200) -> None:
        super().__init__(reason)
        self.reason, self.status = reason, status
