"""What a search engine of the web is to the retrieval agent."""

from dataclasses import dataclass
from typing import Protocol

from shared.errors import CannotDo

MOST_HITS = 5
"""Of one search (design.md): a model reads them all."""

MOST_QUERY_CHARACTERS = 400
"""What Tavily takes; a longer query finds less with any engine."""

MOST_SNIPPET_CHARACTERS = 500


@dataclass(frozen=True)
class WebHit:
    """A page that an engine names. Its snippet is the engine's word on it, not the page's text: no evidence."""

    title: str
    address: str
    snippet: str = ""


class Engine(Protocol):
    """A search engine of the web."""

    @property
    def title(self) -> str:
        """Return what a person calls it."""
        ...

    async def find(self, query: str) -> tuple[WebHit, ...]:
        """Return pages for *query*, best first; none is an answer.

        Raises ``RetryLater`` or ``CannotDo`` where it could not look: a check for people is never "none".
        """
        ...


class NoEngine:
    """Stands for the web where an operator has switched every engine off."""

    title = "the web"

    async def find(self, query: str) -> tuple[WebHit, ...]:
        """Raise ``CannotDo``: that nobody was asked must be seen."""
        del query
        message = "every search engine is switched off: VOUCH_DUCKDUCKGO__ENABLED=true asks one without a key"
        raise CannotDo(message)


def shortened(query: str) -> str:
    """Return *query* in one line, cut at a word where an engine would refuse it."""
    text = " ".join(query.split())
    if len(text) <= MOST_QUERY_CHARACTERS:
        return text
    return text[: MOST_QUERY_CHARACTERS + 1].rsplit(maxsplit=1)[0][:MOST_QUERY_CHARACTERS]
