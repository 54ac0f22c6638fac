"""BibTeX and BibLaTeX, with LaTeX accents decoded."""

import re
from collections.abc import Iterator

from bibtexparser.library import Library
from bibtexparser.middlewares import LatexDecodingMiddleware
from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names
from bibtexparser.middlewares.parsestack import default_parse_stack
from bibtexparser.model import Entry, ParsingFailedBlock
from bibtexparser.splitter import Splitter

from shared import messages as m

from .dates import partial_date
from .identifying import doi_in, pmcid_in, pmid_in
from .values import Parsed, Record, Skipped
from .wording import listed

BEGINNING = re.compile(r"^\s*@\w+\s*[{(]", re.MULTILINE)

_NEEDS_DECODING = re.compile(r"[\\$~]")
_DASHES = re.compile(r"\s*(?:--+|–)\s*")


def parse(text: str, _name: str) -> Parsed:
    """Return the entries. An entry that repeats another's key or its own fields is an entry all the same."""
    found = Splitter(text).split()
    library = Library([*found.strings, *_usable(found)])
    for step in default_parse_stack():
        library = step.transform(library)
    broken = (block for block in found.failed_blocks if not isinstance(block.ignore_error_block, Entry))
    skipped = tuple(Skipped(f"the entry in line {_line(block)}", _WHY) for block in (*broken, *library.failed_blocks))
    decoder = LatexDecodingMiddleware(keep_math_mode=False)
    return Parsed(tuple(_record(entry, n, decoder) for n, entry in enumerate(library.entries, start=1)), skipped)


_WHY = "it is not closed, or is no BibTeX: the file may be cut off there. Export it again"


def _line(block: ParsingFailedBlock) -> int:
    """Return the line of the file a block begins in, counted from 1."""
    return (block.start_line or 0) + 1


def _usable(library: Library) -> Iterator[Entry]:
    """Yield every entry in the order of the file, its key made its own, the first of two equal fields kept."""
    blocks = (block.ignore_error_block if isinstance(block, ParsingFailedBlock) else block for block in library.blocks)
    for number, entry in enumerate(block for block in blocks if isinstance(block, Entry)):
        fields = {field.key: field for field in reversed(entry.fields)}
        yield Entry(
            entry.entry_type, f"{number}:{entry.key}", list(reversed(fields.values())), entry.start_line, entry.raw
        )


def _record(entry: Entry, number: int, decoder: LatexDecodingMiddleware) -> Record:
    """Return what one entry says."""
    raw = {key.lower(): str(value) for key, value in entry.items()}
    authors = tuple(_decoded(author, decoder) for author in _authors(raw.pop("author", "")))
    fields = {key: _decoded(value, decoder) for key, value in raw.items()}
    archive = _first(fields, "archiveprefix", "eprinttype")
    return Record(
        name=f"record {number} ({entry.key.partition(':')[2]})",
        title=_first(fields, "title", "booktitle"),
        abstract=(("", _first(fields, "abstract")),),
        authors=authors,
        journal=_first(fields, "journal", "journaltitle", "booktitle", "howpublished", "archiveprefix", "eprinttype"),
        volume=_first(fields, "volume"),
        issue=_first(fields, "number", "issue"),
        pages=_DASHES.sub("-", _first(fields, "pages")),
        dates=(_date(fields),),
        identifiers=_identifiers(fields, archive.lower()),
        url=_first(fields, "url"),
        language=_first(fields, "language", "langid"),
        publication_types=listed(_first(fields, "type"), ";"),
        mesh_terms=listed(_first(fields, "keywords", "keyword"), ";,"),
        record_type=entry.entry_type.lower(),
    )


def _first(fields: dict[str, str], *names: str) -> str:
    """Return the first field that is there."""
    return next((fields[name] for name in names if fields.get(name)), "")


def _date(fields: dict[str, str]) -> str:
    """Return the date, from one field or from three."""
    year, month, day = (fields.get(part, "") for part in ("year", "month", "day"))
    return partial_date(fields.get("date", "")) or partial_date(_in_order(year, month, day))


def _in_order(year: str, month: str, day: str) -> str:
    """Return year, month and day as one date; a month may be a number or a word."""
    return "-".join(part for part in (year, month, day) if part) if month.isdecimal() else f"{year} {month} {day}"


def _identifiers(fields: dict[str, str], archive: str) -> m.Identifiers:
    """Return the names of the work."""
    eprint = fields.get("eprint", "")
    return m.Identifiers(
        pmid=pmid_in(fields.get("pmid", ""), eprint if archive in {"pubmed", "pmid"} else ""),
        pmcid=pmcid_in(fields.get("pmcid", ""), fields.get("pmc", "")),
        doi=doi_in(
            fields.get("doi", ""),
            fields.get("url", ""),
            f"10.48550/arXiv.{eprint}" if archive == "arxiv" else "",
        ),
    )


def _authors(by: str) -> Iterator[str]:
    """Yield the authors as ``Family, Given``, undecoded: braces keep the name of an organisation together."""
    for name in split_multiple_persons_names(by):
        parts = parse_single_name_into_parts(name, strict=False)
        family = " ".join((*parts.von, *parts.last, *parts.jr))
        yield ", ".join(part for part in (family, " ".join(parts.first)) if part)


def _decoded(value: str, decoder: LatexDecodingMiddleware) -> str:
    """Return *value* as people read it; the decoder is slow, so it sees only what needs it."""
    if not _NEEDS_DECODING.search(value):
        return " ".join(value.replace("{", "").replace("}", "").split())
    holder = Entry("misc", "key", [])
    holder["value"] = value
    decoded = decoder.transform_entry(holder, Library())
    return " ".join(str(decoded["value"] if isinstance(decoded, Entry) else value).split())
