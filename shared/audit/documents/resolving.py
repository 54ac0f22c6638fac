"""Lead each marker to the reference it names. A link in running text that no list has is its own reference."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from shared import messages as m
from shared.works import normalise

from .naming import identifiers_in, naming
from .values import Listed, Marker


def resolved(markers: Iterable[Marker], listed: Sequence[Listed]) -> tuple[tuple[Marker, ...], tuple[Listed, ...]]:
    """Return the markers with the places of their references, and the references with the links among them."""
    index = _Index(listed)
    found = tuple(replace(one, references=index.places(one)) for one in markers)
    return found, tuple(index.references)


def same_address(url: str) -> str:
    """Return an address in one spelling."""
    return normalise(m.Identifiers(url=url)).url or url


class _Index:
    """The references by all that names them."""

    def __init__(self, listed: Sequence[Listed]) -> None:
        self.references = list(listed)
        self._by_key: defaultdict[str, list[int]] = defaultdict(list)
        self._by_name: dict[str, tuple[int, ...]] = {}
        self._words = [one.text.casefold() for one in listed]
        for place, one in enumerate(listed):
            for key in (*one.keys, *naming(one.identifiers), *(f"u:{same_address(url)}" for url in one.urls)):
                self._by_key[key].append(place)
        self._families = {key[:2] for one in listed for key in one.keys}

    def places(self, marker: Marker) -> tuple[int, ...]:
        """Return the references that a marker names, each once."""
        return tuple(dict.fromkeys(place for key in marker.keys for place in self.of(key, marker)))

    def of(self, key: str, marker: Marker) -> tuple[int, ...]:
        """Return the references that a key names; of several under one number the first."""
        if key.startswith("u:"):
            return (self._of_address(key[2:], marker),)
        if key.startswith("a:"):
            return self._of_name(key)
        other = {"n:": "s:", "s:": "n:"}.get(key[:2], "")
        if other and key[:2] not in self._families:
            key = other + key[2:]
        return tuple(self._by_key[key][:1]) if key in self._by_key else ()

    def _of_address(self, url: str, marker: Marker) -> int:
        """Return the reference with this address, or with an identifier in it; a new one where there is none."""
        spelled = f"u:{same_address(url)}"
        names = identifiers_in("", (url,))
        known = next((self._by_key[one][0] for one in (*naming(names), spelled) if self._by_key.get(one)), None)
        if known is not None:
            return known
        self._by_key[spelled] = [len(self.references)]
        words = marker.written.removeprefix("[").rpartition("](")[0]
        text = f"{words} {url}" if words and words != url else url
        self.references.append(Listed("", text, marker.line, "link", (), names, (url,), defined=False))
        return len(self.references) - 1

    def _of_name(self, key: str) -> tuple[int, ...]:
        """Return the references with this name and year."""
        if key not in self._by_name:
            family, _, year = key[2:].rpartition(" ")
            self._by_name[key] = tuple(
                place
                for place, one in enumerate(self.references[: len(self._words)])
                if family in self._words[place] and _has_year(one, year)
            )
        return self._by_name[key]


def _has_year(one: Listed, year: str) -> bool:
    """Say whether a reference is of a year; its letter counts where both have one."""
    return any(year == given or year[:4] == given or year == given[:4] for given in one.years)
