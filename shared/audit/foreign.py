"""References that a writer made up: identifiers, links, names and lists that no registry gave.

A report's references are built from the registry alone. What a writer puts into the prose is
compared with it; what is not there is named as such, where it stands.
"""

import re
from collections.abc import Iterator

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
_NUMBERED = r"(?P<numbered>\[\^?\d+(?:\s*[,–-]\s*\^?\d+)*\])"
_REFERENCE = re.compile(f"{_URL}|{_DOI}|{_PMID}|{_PMCID}|{_TRIAL}|{_NAMED}|{_NUMBERED}")
_LIST = re.compile(
    r"^[#*_ \t]*(?:references?|sources?|bibliography|footnotes?|works cited)[*_ \t]*:?[*_ \t]*$.*",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)


def dangling_in(text: str, shelf: Shelf) -> tuple[str, ...]:
    """Return the source ids in the markers of *text* that name no registered work."""
    ids = (one for marker in MARKER.findall(text) for one in ids_in(marker))
    return tuple(dict.fromkeys(one for one in ids if one not in shelf))


def without_dangling(text: str, shelf: Shelf) -> str:
    """Return *text* with each id that names no registered work spelled out as unknown."""
    return replaced(text, lambda ids: _resolved(ids, shelf))


def _resolved(ids: tuple[str, ...], shelf: Shelf) -> str:
    """Return a marker of the known ids, then a note on the others."""
    unknown = [one for one in ids if one not in shelf]
    note = f"[unknown source {', '.join(unknown)}]" if unknown else ""
    return " ".join(filter(None, (marker_of(one for one in ids if one in shelf), note)))


def without_invented(text: str, shelf: Shelf) -> tuple[str, tuple[str, ...]]:
    """Return *text* with invented references marked, and those references."""
    text, listed = _without_list(text)
    invented = [found for found in _references(text, shelf) if not _registered(found, shelf)]
    for found in reversed(invented):
        text = f"{text[: found.start()]}[not in the registry: {_plain(found.group())}]{text[found.end() :]}"
    return text, (*(found.group() for found in invented), *listed)


def _plain(reference: str) -> str:
    """Return a made-up reference in a form that is neither a link nor a footnote."""
    return re.sub(r"https?://", "", reference).strip("[]^ ")


def _without_list(text: str) -> tuple[str, tuple[str, ...]]:
    """Return *text* without a reference list at its end, and the lines of that list."""
    found = _LIST.search(text)
    if not found:
        return text, ()
    lines = tuple(line for line in found.group().splitlines()[1:] if line.strip())
    note = f"[a list of {len(lines)} references was taken out: references come from the registry]"
    return f"{text[: found.start()].rstrip()}\n\n{note}", lines


def _references(text: str, shelf: Shelf) -> Iterator[re.Match[str]]:
    """Yield what looks like a reference in the writer's own words."""
    quoted = quotations(text)
    return (
        found
        for found in _REFERENCE.finditer(text)
        if not any(one.start <= found.start() < one.end and _stands(one.text, shelf) for one in quoted)
    )


def _stands(quotation: str, shelf: Shelf) -> bool:
    """Say whether a quotation is a source's own words: what else stands in quotation marks is the writer's."""
    pieces = (piece for source in shelf.sources.values() for piece in source.pieces)
    return any(found_verbatim(quotation, piece) for piece in pieces)


def _registered(found: re.Match[str], shelf: Shelf) -> bool:
    """Say whether the registry knows what *found* names."""
    if found["numbered"]:
        return False
    if found["family"]:
        return any(_named(found["family"], found["year"], source) for source in shelf.sources.values())
    wanted = found.group(found.lastgroup or 0).rstrip(".").lower()
    return any(wanted in _identifiers(source) for source in shelf.sources.values())


def _named(family: str, year: str, source: Source) -> bool:
    """Say whether a work has an author of this name and this year."""
    citation = source.reference.citation
    return year_of(citation) == year and any(family in author for author in citation.authors)


def _identifiers(source: Source) -> str:
    """Return all that identifies a work, and the text in which trials are mentioned."""
    known = source.reference.identifiers
    names = (known.doi, known.pmid, known.pmcid, known.url, source.reference.citation.url, source.reference.study_id)
    links = (f"https://doi.org/{known.doi}", f"https://pubmed.ncbi.nlm.nih.gov/{known.pmid}/")
    return " ".join((*names, *links, *(piece.content for piece in source.pieces))).lower()
