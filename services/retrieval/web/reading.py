"""From a page as its server sent it to what it says, and who says it. Pure; CPU work of up to seconds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import trafilatura
from trafilatura.settings import Document

from shared import messages as m
from shared.errors import CannotDo
from shared.library.dates import partial_date
from shared.library.languages import language_code

from .fetching import Fetched
from .markup import Element, LxmlError, decoded, meta_of, seen, tree_of

MOST_TEXT_CHARACTERS = 200_000
"""Of a page's text: 30,000 words. What lies behind them is not read, and that is said."""

FEWEST_TEXT_CHARACTERS = 100
"""A page with less is a shell that scripts would fill, or a notice."""

FEWEST_BESIDE_CHECK = 600
"""Of a page that bears a sign of a check for people: a form of a real page may bear one, too."""

MOST_AUTHORS = 100
MOST_NAME_CHARACTERS = 200
"""Of an author or a site."""

_STUMBLES = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, LxmlError)
"""What trafilatura and the libraries below it have raised on broken pages: a page of anybody's is no bug of ours."""

_CHECK = re.compile(
    r"anomaly-modal|cf-chl|cf_chl|challenge-platform|challenge-form|g-recaptcha|h-?captcha|turnstile"
    r"|verifying (?:your request|you are|that you)|(?:are you|you are) (?:a )?human|unusual traffic"
    r"|just a moment\.\.\.",
    re.IGNORECASE,
)
_TITLES = ("citation_title", "bepress_citation_title", "eprints.title", "dc.title", "dcterms.title")
_AUTHORS = ("citation_author", "bepress_citation_author", "eprints.creators_name", "dc.creator")
_DATES = ("citation_publication_date", "citation_online_date", "citation_date", "prism.publicationdate", "dc.date")
_DOIS = ("citation_doi", "bepress_citation_doi", "prism.doi", "dc.identifier", "dcterms.identifier")
_PMIDS = ("citation_pmid",)
_JOURNALS = ("citation_journal_title", "bepress_citation_journal_title", "prism.publicationname")


@dataclass(frozen=True)
class Page:
    """What a page says, and who says it."""

    address: str
    title: str
    text: str
    """The main text, a paragraph a line: no menus, no advertisements."""
    authors: tuple[str, ...] = ()
    date: str = ""
    site: str = ""
    """Its site's name, or of a paper's own page the journal's."""
    language: str = ""
    identifiers: m.Identifiers = field(default_factory=m.Identifiers)
    """Of the paper whose own page it is; none for any other page."""
    cut: bool = False
    """Whether there is more text than was read."""


def page_of(fetched: Fetched) -> Page:
    """Return what a page says. Raises ``CannotDo`` where there is nothing to read, or a check for people instead."""
    text = decoded(fetched.body, fetched.charset)
    if fetched.content_type == "text/plain":
        return _plain(fetched, text)
    root = tree_of(text)
    document = _extracted(root) if root is not None else None
    main = seen(document.text or "").strip() if document else ""
    if root is None or document is None or len(main) < _fewest(text):
        raise CannotDo(_unreadable(fetched, text))
    return _said(fetched, root, document, main)


def _plain(fetched: Fetched, text: str) -> Page:
    """Return a page of plain text; its paragraphs are parted by empty lines."""
    paragraphs = (" ".join(seen(part).split()) for part in re.split(r"\n\s*\n", text[:MOST_TEXT_CHARACTERS]))
    main = "\n".join(part for part in paragraphs if part)
    if len(main) < FEWEST_TEXT_CHARACTERS:
        raise CannotDo(_unreadable(fetched, text))
    title = main.partition("\n")[0][:200]
    return Page(fetched.address, title, main, cut=len(text) > MOST_TEXT_CHARACTERS)


def _extracted(root: Element) -> Document | None:
    """Return trafilatura's reading of a page. Dates are read where the page states one, never guessed from its text."""
    dates = {"original_date": True, "extensive_search": False}
    try:
        read = trafilatura.bare_extraction(
            root, with_metadata=True, include_comments=False, date_extraction_params=dates
        )
    except _STUMBLES:
        return None
    return read if isinstance(read, Document) else None


def _fewest(text: str) -> int:
    """Return how much text a page must have to be one."""
    return FEWEST_BESIDE_CHECK if _CHECK.search(text) else FEWEST_TEXT_CHARACTERS


def _unreadable(fetched: Fetched, text: str) -> str:
    """Return why there is nothing to read."""
    if _CHECK.search(text):
        return f"{fetched.address} could not be read: it checks whether a person is reading"
    return f"{fetched.address} could not be read: it holds hardly any text, or shows it by scripts alone"


def _said(fetched: Fetched, root: Element, document: Document, main: str) -> Page:
    """Return the page with what its head says; a paper's own page names the paper."""
    meta = meta_of(root)
    return Page(
        address=fetched.address,
        title=_first(meta, _TITLES) or seen(document.title or "").strip() or fetched.address,
        text=main[:MOST_TEXT_CHARACTERS],
        authors=_authors(meta, document),
        date=partial_date(_first(meta, _DATES) or document.date or ""),
        site=(_first(meta, _JOURNALS) or seen(document.sitename or "").strip())[:MOST_NAME_CHARACTERS],
        language=_language(root),
        identifiers=m.Identifiers(pmid=_first(meta, _PMIDS), doi=_doi(meta)),
        cut=len(main) > MOST_TEXT_CHARACTERS,
    )


def _first(meta: Mapping[str, Sequence[str]], names: Sequence[str]) -> str:
    """Return the first that a page says under any of *names*, the names in their order."""
    return next((said for name in names for said in meta.get(name, ())), "")


def _authors(meta: Mapping[str, Sequence[str]], document: Document) -> tuple[str, ...]:
    """Return who wrote the page."""
    named = next((meta[name] for name in _AUTHORS if name in meta), None)
    found = named or [part.strip() for part in seen(document.author or "").split(";")]
    return tuple(dict.fromkeys(name[:MOST_NAME_CHARACTERS] for name in found if name))[:MOST_AUTHORS]


def _doi(meta: Mapping[str, Sequence[str]]) -> str:
    """Return the DOI a page says is its own; other identifiers stand in the same places."""
    said = (content for name in _DOIS for content in meta.get(name, ()))
    return next((one for one in said if "10." in one), "")


def _language(root: Element) -> str:
    """Return the language a page says it is in."""
    return next((language_code(element.get("lang")) for element in root.xpath("/html[@lang]")), "")
