"""References as BibTeX: every sign that means something to TeX is written so that it is printed."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from shared import messages as m
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.csl import GENRES, name_of
from shared.audit.references import STATUS_NAMES, bare_doi, url_of, year_of

KINDS: dict[m.WorkKind, str] = {
    "article": "article",
    "erratum": "article",
    "comment": "article",
    "abstract": "inproceedings",
    "book": "book",
}
"""What is none of these is ``misc``."""

_MEANT = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
"""BibTeX counts braces whatever stands before them, so one alone can only be written by its name."""

_SPECIAL = re.compile("|".join(map(re.escape, _MEANT)))
_AND = re.compile(r"\band\b", re.IGNORECASE)


def to_bibtex(references: Iterable[m.Reference]) -> str:
    """Return references as a BibTeX file."""
    return "\n".join(map(_entry, references))


def escaped(text: str) -> str:
    """Return *text* as TeX prints it."""
    return _SPECIAL.sub(lambda found: _MEANT[found.group()], in_a_line(text))


def _entry(reference: m.Reference) -> str:
    """Return one entry."""
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in _fields(reference) if value)
    return f"@{KINDS.get(reference.kind, 'misc')}{{{key_of(reference)},\n{lines}}}\n"


def key_of(reference: m.Reference) -> str:
    """Return a key that a person can type: the first author's name, the year, the S number."""
    authors = reference.citation.authors
    named = name_of(in_a_line(authors[0])) if authors else {}
    name = unicodedata.normalize("NFKD", named.get("family", named.get("literal", "")))
    letters = re.sub(r"[^a-z]", "", name.lower())[:20]
    return f"{letters or 'anonymous'}{year_of(reference.citation)}{reference.source_id}"


def _fields(reference: m.Reference) -> Iterator[tuple[str, str]]:
    """Yield the fields in order; braces around the title keep its capitals."""
    citation, known = reference.citation, reference.identifiers
    yield "title", f"{{{escaped(citation.title)}}}"
    yield "author", " and ".join(map(_author, citation.authors))
    yield "booktitle" if reference.kind == "abstract" else "journal", escaped(citation.journal)
    yield "year", year_of(citation)
    yield "volume", escaped(citation.volume)
    yield "number", escaped(citation.issue)
    yield "pages", escaped(citation.pages).replace("–", "--")
    yield "doi", escaped(bare_doi(known.doi))
    yield "pmid", escaped(known.pmid)
    yield "url", _in_braces(url_of(reference))
    notes = (STATUS_NAMES.get(reference.retraction.status, ""), GENRES.get(reference.kind, ""), reference.source_id)
    yield "note", escaped("; ".join(filter(None, notes)))


def _author(author: str) -> str:
    """Return a name; a collective one in braces, so that nobody looks for its family name."""
    parts = name_of(in_a_line(author))
    if "literal" in parts:
        return f"{{{escaped(parts['literal'])}}}"
    family, given = escaped(parts["family"]), escaped(parts["given"])
    if _AND.search(f"{family} {given}") or "," in given:
        return f"{{{family}, {given}}}"
    return f"{family}, {given}"


def _in_braces(url: str) -> str:
    """Return an address, which is printed as it is: only what would end the field is written otherwise."""
    return url.replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D")
