"""References that a writer made up: identifiers, links, names and lists that no registry gave.

A report's references are built from the registry alone. What a writer puts into the prose is
compared with it; what is not there is named as such, where it stands.
"""

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

from shared.audit.markers import MARKER, ids_in, marker_of, replaced
from shared.audit.prose import quotations
from shared.audit.references import year_of
from shared.audit.shelf import Shelf, Source, found_verbatim

_DOI = r"(?P<doi>10\.\d{4,9}/[^\s\])>,;“”\"]+)"
_URL = r"(?P<url>https?://[^\s\])>“”\"]+)"
_PMID = r"PMID:?\s*(?P<pmid>\d{4,9})"
_PMCID = r"(?P<pmcid>PMC\d{4,})"
_TRIAL = r"(?P<trial>NCT\d{8})"
_NAMED = r"(?P<family>[A-Z][\w'’-]+)(?: et al\.?,?| and [A-Z][\w'’-]+,?) \(?(?P<year>(?:19|20)\d\d)\)?"
_NUMBERED = (
    r"(?P<numbered>\[(?:\^?\d+(?:\s*[,–-]\s*\^?\d+)*"
    r"|(?:[Ss]ources?|[Rr]efs?\.?|[Rr]eferences?)\s*:?\s*\d+(?:\s*[,–-]\s*\d+)*)\])"
)
_REFERENCE = re.compile(f"{_URL}|{_DOI}|{_PMID}|{_PMCID}|{_TRIAL}|{_NAMED}|{_NUMBERED}")

_HEAD = re.compile(
    r"^[#*_ \t]*(?:references?|sources?|bibliography|footnotes?|works cited)[*_ \t]*:?[*_ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_ENTRY = re.compile(
    r"\s*^[ \t]*(?:(?:[-*+] |\d+[.)] |\[)\S?|.*(?:\b(?:19|20)\d\d\b|https?://|\b10\.\d{4,9}/)).*$", re.MULTILINE
)
"""A line of a reference list: an item, or one that has a year, a link or a DOI."""

_ID = r"S\s?(?:\d+[a-z]{0,2}|[xyzXYZ?#*_]{1,3})"
_LETTERED = re.compile(rf"[\[【]\s*({_ID}(?:\s*[,;&]\s*{_ID})*)\s*[\]】]")
"""What has the form of a marker, with a letter or a sign where a number should be."""


def dangling_in(text: str, shelf: Shelf) -> tuple[str, ...]:
    """Return the source ids in the markers of *text* that name no registered work."""
    ids = (one for marker in MARKER.findall(text) for one in ids_in(marker))
    lettered = (one for marker in _LETTERED.findall(text) for one in _each_id(marker))
    return tuple(dict.fromkeys(one for one in (*ids, *lettered) if one not in shelf))


def without_dangling(text: str, shelf: Shelf) -> str:
    """Return *text* with each id that names no registered work spelled out as unknown."""
    text = _LETTERED.sub(lambda found: _resolved(_each_id(found[1]), shelf), text)
    return replaced(text, lambda ids: _resolved(ids, shelf))


def _each_id(marker: str) -> tuple[str, ...]:
    """Return what stands for an id in a marker with letters; a question mark would end a sentence."""
    return tuple("".join(filter(str.isalnum, one)) for one in re.findall(_ID, marker))


def _resolved(ids: tuple[str, ...], shelf: Shelf) -> str:
    """Return a marker of the known ids, then a note on the others."""
    unknown = [one for one in ids if one not in shelf]
    note = f"[unknown source {', '.join(unknown)}]" if unknown else ""
    return " ".join(filter(None, (marker_of(one for one in ids if one in shelf), note)))


def without_invented(text: str, shelf: Shelf) -> tuple[str, tuple[str, ...]]:
    """Return *text* with invented references marked, and those references."""
    text, listed = _without_list(text)
    registry = _Registry(shelf)
    invented = [found for found in _references(text, registry) if not registry.knows(found)]
    pieces, at = [], 0
    for found in invented:
        pieces += [text[at : found.start()], f"[not in the registry: {_plain(found.group())}]"]
        at = found.end()
    return "".join((*pieces, text[at:])), (*(found.group() for found in invented), *listed)


def _plain(reference: str) -> str:
    """Return a made-up reference in a form that is neither a link nor a footnote."""
    return re.sub(r"https?://", "", reference).strip("[]^ ")


def _without_list(text: str) -> tuple[str, tuple[str, ...]]:
    """Return *text* without a writer's own reference lists, and their entries.

    A list ends where a line is no entry of one: what is written below it is prose again.
    """
    pieces: list[str] = []
    listed: list[str] = []
    at = 0
    for head in _HEAD.finditer(text):
        if head.start() >= at and (entries := _entries(text, head.end())):
            note = f"[a list of {len(entries)} references was taken out: references come from the registry]"
            pieces += [text[at : head.start()], note]
            listed += [one.group().strip() for one in entries]
            at = entries[-1].end()
    if not listed:
        return text, ()
    return "\n\n".join(filter(None, (one.strip("\n ") for one in (*pieces, text[at:])))), tuple(listed)


def _entries(text: str, at: int) -> list[re.Match[str]]:
    """Return the lines of a reference list that begins at a place of *text*; empty ones may stand among them."""
    entries: list[re.Match[str]] = []
    while found := _ENTRY.match(text, at):
        entries.append(found)
        at = found.end()
    return entries


def _references(text: str, registry: "_Registry") -> Iterator[re.Match[str]]:
    """Yield what looks like a reference in the writer's own words."""
    quoted = iter(quotations(text))
    around = next(quoted, None)
    for found in _REFERENCE.finditer(text):
        while around and around.end <= found.start():
            around = next(quoted, None)
        if not (around and around.start <= found.start() and registry.holds(around.text)):
            yield found


class _Registry:
    """What the registry knows, looked up only where a text names something."""

    def __init__(self, shelf: Shelf) -> None:
        self._sources = tuple(shelf.sources.values())
        self.holds = lru_cache(maxsize=256)(self._stands)

    def _stands(self, quotation: str) -> bool:
        """Say whether a quotation is a source's own words: what else stands in quotation marks is the writer's."""
        return any(found_verbatim(quotation, piece) for source in self._sources for piece in source.pieces)

    def knows(self, found: re.Match[str]) -> bool:
        """Say whether the registry knows what *found* names."""
        if found["numbered"]:
            return False
        if found["family"]:
            return any(_named(found["family"], found["year"], source) for source in self._sources)
        named = re.escape(found.group(found.lastgroup or 0).rstrip("./").lower())
        # As a whole: a DOI that is cut short, or one digit longer, names another work or none.
        return re.search(rf"(?<!\w){named}(?!/?[\w-]|\.\w)", self._identifiers) is not None

    @cached_property
    def _identifiers(self) -> str:
        """Return all that identifies a work, and the texts in which trials are mentioned."""
        return " ".join(map(_identifiers, self._sources)).lower()


def _named(family: str, year: str, source: Source) -> bool:
    """Say whether a work has an author of this name and this year."""
    citation = source.reference.citation
    return year_of(citation) == year and any(family in author for author in citation.authors)


def _identifiers(source: Source) -> str:
    """Return what identifies a work, and its texts."""
    known, citation = source.reference.identifiers, source.reference.citation
    names = (known.doi, known.pmid, known.pmcid, known.url, source.reference.study_id)
    said = (citation.url, citation.title, citation.journal)
    links = (f"https://doi.org/{known.doi}", f"https://pubmed.ncbi.nlm.nih.gov/{known.pmid}/")
    return " ".join((*names, *said, *links, *(piece.content for piece in source.pieces)))
