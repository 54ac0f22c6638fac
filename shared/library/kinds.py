"""What kind of record a reference is, and what it says of a retraction: by general rules."""

import re
from collections.abc import Iterator, Sequence

from shared import messages as m

from .identifying import is_registry_address
from .values import Record, RetractionStatus

_KINDS: dict[m.WorkKind, str] = {
    "erratum": "published erratum|erratum|corrigendum|correction|addendum|retraction of publication|retraction notice",
    "comment": "comment|commentary|reply|expression of concern",
    "abstract": "meeting abstract|conference abstract|abstract|abst",
    "preprint": "preprint|posted-content",
    "protocol": "clinical trial protocol|study protocol|protocol",
    "registry-entry": "trial registry record|registry entry|trial registry record: clinical trial protocol",
    "book": (
        "book|book section|book chapter|edited book|electronic book|electronic book section|whole book|chapter|chap"
        "|edbook|ebook|echap|inbook|incollection|booklet|monograph|book-chapter|edited-book|reference-book"
    ),
    "web-page": "web page|webpage|elec|blog|online|post|post-weblog|internet communication|icomm|www|electronic",
    "other": (
        "thesis|thes|phdthesis|mastersthesis|dissertation|patent|pat|dataset|data|report|rprt|techreport|manual"
        "|software|comp|computer program|audiovisual material|film or broadcast|map|music|newspaper article|news"
        "|article-newspaper|personal communication|pcomm|interview|legislation|statute|stat|bill|case|legal_case|speech"
    ),
}
_KIND_OF: dict[str, m.WorkKind] = {word: kind for kind, words in _KINDS.items() for word in words.split("|")}
"""From what formats and databases call a record. A letter may report a study, so it is an article."""

_FIRST: Sequence[m.WorkKind] = (
    "erratum",
    "comment",
    "registry-entry",
    "abstract",
    "preprint",
    "protocol",
    "book",
    "web-page",
    "other",
)
"""Of several kinds the one that keeps a record apart from the article it belongs to."""

_QUOTE = "[\"'“”‘’«]"
_ERRATUM_TITLE = re.compile(
    r"\W*(?:(?:author|publisher)(?:['’]?s)?\s+)?(?:errat(?:um|a)\b|corrig(?:endum|enda)\b|addend(?:um|a)\s*(?:to\b|:)"
    rf"|corrections?\s*(?:[:.]|$|to\s*:|to\s+{_QUOTE})"
    r"|(?:notice of |partial )?retraction(?: notice| note)?\s*(?:[:.]|$|to\b|of\b|[-–—])"
    r"|notice of (?:retraction|withdrawal))",
    re.IGNORECASE,
)
_COMMENT_TITLE = re.compile(
    r"\W*(?:(?:the\s+)?authors?['’]?s?\s+(?:repl(?:y|ies)|response)\b|(?:in\s+)?reply(?:\s+to\b|\s*[:.]|$)|re\s*:"
    rf"|in response(?:\s*[:.]|$|\s+to\s+{_QUOTE})|response\s+to\s*(?::|{_QUOTE}|letter|comment|dr\b)"
    rf"|comments?\s+(?:on|to)\s*(?::|{_QUOTE}|the (?:article|paper|letter)\b)|comments?\s*:|commentary(?:\s+on\b|\s*:)"
    r"|letter to the editor\b|expression of concern\b|editorial expression of concern\b)",
    re.IGNORECASE,
)
_COMMENT_END = re.compile(
    r"[.:?!]\s*(?:the\s+)?(?:authors?['’]?s?\s+)?(?:reply|comment(?:ary)?|response)\W*$", re.IGNORECASE
)
_ERRATUM_END = re.compile(r"[\[(](?:published )?(?:erratum|corrigendum|correction)[\])]\W*$", re.IGNORECASE)
_PROTOCOL_TITLE = re.compile(
    r"\b(?:study|trial|review|statistical analysis|research) protocol\b|\bprotocol\s+(?:for|of)\s+(?:an?|the)\b"
    r"|[:.(-]\s*(?:a\s+)?protocol\W*$",
    re.IGNORECASE,
)
_RETRACTED_TITLE = re.compile(
    r"\W*(?:retracted|withdrawn|removed)(?:\s+(?:article|paper|publication|chapter))?\s*(?:[:.\])]|[-–—]\s)"
    r"|.*[\[(](?:retracted|withdrawn)(?:\s+(?:article|paper|publication))?\b[^\])]*[\])]?\W*$"
    r"|.*[\[(]retraction (?:in|published)\b",
    re.IGNORECASE,
)
_PREPRINT_SERVER = re.compile(
    r"\b(?:medrxiv|biorxiv|arxiv|chemrxiv|psyarxiv|ssrn|res(?:earch)? sq(?:uare)?|preprints(?:\.org)?)\b",
    re.IGNORECASE,
)
_PREPRINT_DOI = re.compile(
    r"10\.(?:1101/(?:\d{6}$|20\d\d\.)|64898/|21203/rs|2139/ssrn|20944/preprints|48550/arxiv|26434/chemrxiv|31219/osf|31234/osf)",
    re.IGNORECASE,
)


def kind_of(record: Record) -> m.WorkKind:
    """Return what kind of record *record* is; an article where nothing says otherwise."""
    named = {*_by_words(record), *_by_title(record), *_by_place(record)}
    return next((kind for kind in _FIRST if kind in named), "article")


def _by_words(record: Record) -> Iterator[m.WorkKind]:
    """Yield the kinds that databases and the format call the record."""
    typed = (_KIND_OF.get(word) for word in _words(*record.publication_types))
    yield from (kind for kind in typed if kind and kind != "other")  # PubMed's "News" is an article all the same
    yield from (_KIND_OF[word] for word in _words(record.record_type) if word in _KIND_OF)


def _by_title(record: Record) -> Iterator[m.WorkKind]:
    """Yield the kinds that the title tells."""
    if record.is_notice or _ERRATUM_TITLE.match(record.title) or _ERRATUM_END.search(record.title):
        yield "erratum"
    if _COMMENT_TITLE.match(record.title) or _COMMENT_END.search(record.title):
        yield "comment"
    if _PROTOCOL_TITLE.search(record.title):
        yield "protocol"


def _by_place(record: Record) -> Iterator[m.WorkKind]:
    """Yield the kinds that the place of publication tells."""
    if _is_registry_entry(record):
        yield "registry-entry"
    if is_preprint_server(record.journal) or is_preprint_doi(record.identifiers.doi):
        yield "preprint"


def _words(*said: str) -> tuple[str, ...]:
    """Return what databases and formats call a record, in lower case: ``Journal: Conference Abstract`` is two."""
    return tuple(part.strip().lower() for text in said for part in (text, *text.split(":")))


def _is_registry_entry(record: Record) -> bool:
    """Say whether a registry's address stands where an article has its journal, or is all there is."""
    ids = record.identifiers
    alone = not (ids.doi or ids.pmid or record.journal)
    return is_registry_address(record.journal) or (alone and is_registry_address(record.url))


def is_preprint_doi(doi: str) -> bool:
    """Say whether a server of preprints gave this DOI."""
    return _PREPRINT_DOI.match(doi) is not None


def is_preprint_server(place: str) -> bool:
    """Say whether *place* names a server of preprints."""
    return _PREPRINT_SERVER.search(place) is not None


def retraction_of(record: Record) -> RetractionStatus:
    """Return what *record* says of its own retraction. A notice of another's retraction says nothing of itself."""
    if record.is_notice or _ERRATUM_TITLE.match(record.title):
        return "not-checked"
    if _RETRACTED_TITLE.match(record.title) or "retracted publication" in _words(*record.publication_types):
        return "retracted"
    return record.retraction
