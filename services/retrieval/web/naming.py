"""Which pages an order may open: those that a search of it named, and those a person named (evidence.md, 11).

A model that reads hostile pages may be talked into opening an address that carries what it knows to a stranger.
"""

import re
from collections.abc import Iterable, Iterator

from shared import messages as m
from shared.errors import CannotDo
from shared.works import normalise

from .guarding import is_web_address

_ADDRESS = re.compile(r"(?:https?://|\bwww\.)[^\s<>\"“”«»]+", re.IGNORECASE)
_CLOSING = ".,;:!?'’)]}"
_OPENED = {")": "(", "]": "[", "}": "{"}


def addresses_in(text: str) -> tuple[str, ...]:
    """Return the web addresses in what a person wrote, without the punctuation of the sentence, each once."""
    return tuple(dict.fromkeys(_addresses(text)))


def without_addresses(text: str) -> str:
    """Return what a person wrote besides web addresses."""
    return " ".join(_ADDRESS.sub(" ", text).split())


def _addresses(text: str) -> Iterator[str]:
    """Yield what is a web address in *text*."""
    for found in _ADDRESS.finditer(text):
        address = _trimmed(found[0])
        whole = address if "://" in address else f"https://{address}"
        if is_web_address(whole):
            yield whole


def _trimmed(address: str) -> str:
    """Return *address* without closing punctuation; a bracket that was opened inside belongs to it."""
    while address and address[-1] in _CLOSING:
        opening = _OPENED.get(address[-1])
        if opening and address.count(opening) >= address.count(address[-1]):
            break
        address = address[:-1]
    return address


class Named:
    """The pages that one order may open."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        self._named: dict[str, str] = {}
        self.add(addresses)

    def add(self, addresses: Iterable[str]) -> None:
        """Let these be opened, too."""
        for address in addresses:
            self._named.setdefault(_key(address), address)

    def opening(self, address: str) -> str:
        """Return *address* as it was named, however it is written now; raise ``CannotDo`` where it was not named."""
        named = self._named.get(_key(address))
        if named is None:
            message = f"{address[:200]} was not opened: only pages that web_search named here, or the question, are"
            raise CannotDo(message)
        return named


def _key(address: str) -> str:
    """Return what two spellings of one page's address share."""
    return normalise(m.Identifiers(url=address.strip())).url or address.strip()
