"""A vendor's server that answers what a test wrote down, in order, and remembers what it was asked."""

import json
from collections.abc import Mapping

import httpx

from shared.errors import VouchError
from shared.http import Answer, Site, Wants


class ScriptedSite(Site):
    """Answers each question with the next of *answers*: JSON, or an error to raise."""

    def __init__(self, *answers: object, age_seconds: float = 0.0) -> None:
        self.name, self.age_seconds = "Vendor", age_seconds
        self.answers = list(answers)
        self.asked: list[tuple[str, dict[str, str]]] = []

    async def get(self, path: str, params: Mapping[str, str] | None = None, *, wants: Wants = "json") -> Answer:
        """Return the next answer, or raise it."""
        self.asked.append((path, dict(params or {})))
        answer = self.answers.pop(0)
        if isinstance(answer, VouchError):
            raise answer
        url = str(httpx.URL("https://vendor.org" + path, params=dict(params or {})))
        body = json.dumps(answer).encode()
        return Answer("Vendor", url, body, f"application/{wants}", age_seconds=self.age_seconds)

    @property
    def queries(self) -> list[str]:
        """Return the queries or searches it was asked, in order."""
        return [params.get("query", params.get("search", "")) for _, params in self.asked]


class OddRow(dict[str, object]):
    """A row with a field that nobody foresaw, wherever a reader looks for its title."""

    def get(self, key: str, default: object = None) -> object:  # type: ignore[override] # of dict's variants only this is used
        """Return a field, but for the title."""
        if key == "title":
            message = "a title of a new kind"
            raise ValueError(message)
        return super().get(key, default)
