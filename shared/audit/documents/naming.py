"""What a reference names its work by: identifiers in one spelling, addresses, years, the words of its title."""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from rapidfuzz import fuzz

from shared import messages as m
from shared.works import doi_of, names_a_work, normal_title, normalise, pmid_of, registry_number

_URL = re.compile(r"https?://[^\s<>\"“”|]+", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/[^\s<>\"“”|,;]+", re.IGNORECASE)
_PMID = re.compile(r"\bPMID\b[:\s]*([\w-]+)", re.IGNORECASE)
_PMCID = re.compile(r"\bPMC\s?(\d{4,9})\b", re.IGNORECASE)
_TRIAL = re.compile(
    r"\b(?:NCT\s?\d{8}|ISRCTN\s?\d{8}|20\d\d-\d{6}-\d\d|DRKS\d{8}|ACTRN\d{14}|ChiCTR[-\w]*\d{8,10}|PACTR\d{15,16})\b",
    re.IGNORECASE,
)
_ARXIV = re.compile(r"\barXiv:\s?(\d{4}\.\d{4,5})", re.IGNORECASE)
_ISBN = re.compile(r"\bISBN(?:-1[03])?:?\s*([\d][\d -]{8,16}[\dXx])", re.IGNORECASE)
_LABELLED_DOI = re.compile(r"\bdoi\b\s*:\s*(?!https?:)([^\s,;]+)", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d/.-])(?:18|19|20)\d\d[a-z]?(?![\d/-])")
_SEGMENTS = re.compile(r"[.?!]\s+|\s[—–|]\s|[“”\"]|\n")
_FEWEST_TITLE_WORDS = 3
_LEAST_ALIKE = 88
"""Of 100: below it a title stands nowhere in a reference."""

_INDEX_PAGES = frozenset(("", "/", "/index.html", "/index.htm", "/index.php", "/home", "/en", "/en/", "/home/"))
_NAMING_FIRST = ("doi:", "pmid:", "pmcid:", "openalex:", "trial:", "arxiv:", "isbn:")


def urls_in(text: str, hrefs: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the web addresses of a reference, each once."""
    written = (found.group().rstrip(".,;:)]}'") for found in _URL.finditer(text))
    links = (one for one in hrefs if one.lower().startswith(("http://", "https://")))
    return tuple(dict.fromkeys((*links, *written)))


def identifiers_in(text: str, urls: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what names a work in a text and its addresses, each with its type."""
    bare = _URL.sub(" ", text)
    found = [*_in_words(bare), *(name for url in urls for name in _of_url(url))]
    return tuple(dict.fromkeys(found))


def _in_words(text: str) -> Iterator[str]:
    """Yield the identifiers that stand in words."""
    for doi in _DOI.findall(text):
        yield f"doi:{doi_of(doi)}"
    for pmid in _PMID.findall(text):
        if known := pmid_of(pmid):
            yield f"pmid:{known}"
    yield from (f"pmcid:PMC{number}" for number in _PMCID.findall(text))
    yield from (f"trial:{registry_number(number)}" for number in _TRIAL.findall(text))
    yield from (f"arxiv:{number}" for number in _ARXIV.findall(text))
    yield from (f"isbn:{re.sub('[ -]', '', number)}" for number in _ISBN.findall(text))


def _of_url(url: str) -> Iterator[str]:
    """Yield the identifiers that an address is made of."""
    ids = normalise(m.Identifiers(url=url))
    yield from names_of(ids.model_copy(update={"url": ""}))
    doi = "" if ids.doi else doi_of(url)
    yield from (name for name in (f"doi:{doi}" if doi else "",) if name)
    yield from (f"trial:{registry_number(number)}" for number in _TRIAL.findall(url))


def names_of(ids: m.Identifiers) -> tuple[str, ...]:
    """Return the identifiers of a work, each with its type."""
    known = normalise(ids)
    named = {"doi": known.doi, "pmid": known.pmid, "pmcid": known.pmcid, "openalex": known.openalex}
    trial = registry_number(known.url) if "clinicaltrials.gov" in known.url else ""
    return tuple(f"{kind}:{value}" for kind, value in {**named, "trial": trial}.items() if value)


def invalid_in(text: str) -> tuple[str, ...]:
    """Return what is called a DOI or PMID and is none."""
    dois = (found for found in _LABELLED_DOI.findall(text) if not doi_of(found))
    pmids = (found for found in _PMID.findall(text) if not pmid_of(found))
    return (*(f"DOI {one.rstrip('.')}" for one in dois), *(f"PMID {one}" for one in pmids))


def years_in(text: str) -> tuple[str, ...]:
    """Return the years that a reference gives, outside its addresses and identifiers."""
    bare = _DOI.sub(" ", _URL.sub(" ", text))
    return tuple(dict.fromkeys(_YEAR.findall(bare)))


def is_address(url: str) -> bool:
    """Say whether an address can be read as one: ``http://[abc]`` cannot."""
    try:
        return bool(urlsplit(url).hostname)
    except ValueError:
        return False


def is_home_page(url: str) -> bool:
    """Say whether an address names a site and no page of it."""
    if not is_address(url):
        return False
    parts = urlsplit(url)
    return parts.path.lower() in _INDEX_PAGES and not parts.query and not parts.fragment.startswith(("/", "!"))


def naming(identifiers: Iterable[str]) -> tuple[str, ...]:
    """Return the identifiers that name one work and no other, the most trusted first."""
    found = tuple(identifiers)
    return tuple(one for prefix in _NAMING_FIRST for one in found if one.startswith(prefix))


def words_of(text: str) -> str:
    """Return the words of a reference without addresses and identifiers, as titles are compared."""
    return normal_title(_DOI.sub(" ", _PMID.sub(" ", _URL.sub(" ", text))))


def has_title(text: str) -> bool:
    """Say whether a reference has enough words for a title to stand among them."""
    words = [word for word in words_of(text).split() if not word.isdigit() and len(word) > 1]
    return len(words) > _FEWEST_TITLE_WORDS


def title_stands_in(title: str, text: str) -> bool:
    """Say whether a title stands in a reference: as it is, nearly so, or cut short."""
    wanted, words = normal_title(title), words_of(text)
    if not wanted or f" {wanted} " in f" {words} " or wanted.replace(" ", "") in words.replace(" ", ""):
        return True
    if fuzz.partial_ratio(wanted, words, score_cutoff=_LEAST_ALIKE) and len(words) >= len(wanted):
        return True
    return any(wanted.startswith(one) for one in titles_in(text))


def titles_in(text: str, first: int | None = None) -> tuple[str, ...]:
    """Return the stretches of a reference that may be its title, the longest first; only among the *first* ones."""
    bare = _DOI.sub(" ", _URL.sub(" ", text))
    stretches = [normal_title(one) for one in _SEGMENTS.split(bare) if one.strip()]
    named = {one for one in stretches[:first] if names_a_work(one)}
    return tuple(sorted(named, key=lambda one: (-len(one), one)))
