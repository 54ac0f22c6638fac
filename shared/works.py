"""What names a work: its identifiers and its title, in one spelling each. Pure, no network.

Sources spell the same name in many ways (``https://doi.org/10.1086/324081``, ``10.1086/324081 [doi]``); here each
becomes one. What is no identifier of its kind is dropped: a CENTRAL number in the PMID field names nothing.
Whether two works are one is decided in ``shared.registry``.
"""

import hashlib
import html
import re
import unicodedata
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

from shared import messages as m

FEWEST_TITLE_WORDS = 4
FEWEST_TITLE_LETTERS = 12
"""Shorter titles ("Summary", "Drugs for malaria") are shared by unlike works: they name nothing by themselves."""

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_DOI_HOSTS = ("doi.org/", "dx.doi.org/")
_DOI_PAGE = re.compile(r"/(?:full|abstract|pdf|epdf|html)$")
_CENTRAL_DOI = "10.1002/central/"
"""CENTRAL gives each of its records a DOI of its own, beside the DOI of the work."""
_PMID = re.compile(r"(?:pmid|medline)?[:\s]*0*([1-9]\d{0,7})(?:\.0)?", re.IGNORECASE)
_PMCID = re.compile(r"(?:pmc(?:id)?[:\s]*)*0*([1-9]\d{0,8})(?:\.\d+)?", re.IGNORECASE)
_OPENALEX = re.compile(r"(?:https?://)?(?:api\.)?(?:openalex\.org/)?(?:works/)?(w[1-9]\d{3,11})", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(1[6-9]\d\d|20\d\d)(?!\d)")

_NCBI = r"ncbi\.nlm\.nih\.gov"
_PUBMED_URL = re.compile(rf"(?:pubmed\.{_NCBI}|{_NCBI}/pubmed|europepmc\.org/(?:article|abstract)/med)/(\d+)")
_PMC_URL = re.compile(rf"(?:{_NCBI}/pmc|pmc\.{_NCBI}|europepmc\.org)/articles?/(?:pmc/)?(pmc\d+)")
_TRIAL_URL = re.compile(r"clinicaltrials\.gov/(?:ct2/show|study|show)(?:/record)?/(nct\d{8})")
_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|mc_[ce]id|casa_token|_ga", re.IGNORECASE)

_TRIAL = re.compile(
    r"(NCT\d{8}|ISRCTN\d{8}|(?:EUCTR|EUDRACT|CTIS)?20\d\d-\d{6}-\d\d|DRKS\d{8}|U1111-\d{4}-\d{4}|ACTRN\d{14}|"
    r"CHICTR(?:-[A-Z]+)*-?\d{8,10}|CTRI/?\d{4}/\d{2,3}/\d{6}|PACTR\d{15,16}|IRCT\d{8,}N\d+|KCT\d{7}|RBR-?\w{6,}|"
    r"TCTR\d{11}|SLCTR/?\d{4}/\d{3}|JPRN-?\w+|UMIN\d{9}|JRCTS?\d{9,10}|NTR\d{2,5}|NL\d{4,5}|PER-\d{3}-\d{2}|"
    r"RPCEC\d{8}|LBCTR\d{10}|ITMCTR\d{10})"
)
_EU_PREFIX = re.compile(r"^(?:EUCTR|EUDRACT|CTIS)")

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_TRANSLATED = re.compile(r"\s*\[(.+)\][\s.]*", re.DOTALL)
_ADDED = re.compile(r"[\[(](?:corrected|in process citation)[\])]", re.IGNORECASE)
_STATUS = re.compile(
    r"^\W*(?:retracted|withdrawn|removed)(?: (?:article|paper|publication|chapter))?\s*(?:[:.\])]|[-–—] )\s*"
    r"|[\[(](?:retracted|withdrawn)(?: (?:article|paper|publication))?[\])]\W*$",
    re.IGNORECASE,
)
"""What publishers add to the title of a work that they took back: it stays the same work."""
_HEADING = re.compile(
    r"^\W*(?:(?:short|brief|rapid|original|special|clinical|research|invited|review|full)\s+)*"
    r"(?:report|communication|article|paper|research|contribution)\s*:\s+",
    re.IGNORECASE,
)
"""A journal's own heading that some sources print before a title ("Short report: …")."""
_WORDS_ALONE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,'/;%+*=?!\"")
"""In a title of these alone nothing was added: that takes a colon, a full stop, a dash or brackets."""
_WORDLESS = re.compile(r"[\W_]+")
_GENERIC = re.compile(
    r"(?:(?:re|in|the|a|an|and|of|to|for|from|on|with|this|by) |"
    r"(?:abstracts?|answers?|articles?|authors?|s|book|brief|clinical|comments?|commentary|communications?|conference|"
    r"congress|contents|corrections?|correspondence|corrigend(?:um|a)|cover|current|desk|editors?|editorials?|errat(?:um|a)|"
    r"guidelines?|image|instructions|introduction|issues?|journal|letters?|meetings?|news|notes?|notices?|oral|overview|"
    r"papers?|posters?|preface|presentations?|proceedings|publications?|recent|replies|reply|reports?|responses?|reviews?|"
    r"selected|short|summary|summaries|symposium|table|unknown|untitled|update|title|no) )+"
)
"""Titles made of these words alone ("Author's reply to the letter") are headings, not names."""


@lru_cache(maxsize=1 << 8)
def normalise(ids: m.Identifiers) -> m.Identifiers:
    """Return the identifiers in one spelling each; what is no identifier of its kind is dropped."""
    url = _url(ids.url)
    bare = url.removeprefix("https://").lower()
    return m.Identifiers(
        pmid=_matched(_PMID, ids.pmid) or _found(_PUBMED_URL, bare),
        pmcid=_prefixed("PMC", _matched(_PMCID, ids.pmcid)) or _found(_PMC_URL, bare).upper(),
        doi=_doi(ids.doi) or (_doi(bare) if bare.startswith(_DOI_HOSTS) else ""),
        openalex=(_matched(_OPENALEX, ids.openalex) or _matched(_OPENALEX, bare)).upper(),
        url=url,
    )


def doi_of(text: str) -> str:
    """Return the DOI in *text* in one spelling, or nothing."""
    return _doi(text)


def pmid_of(text: str) -> str:
    """Return the PMID that *text* is, or nothing."""
    return _matched(_PMID, text)


def restates(url: str) -> bool:
    """Say whether a canonical *url* only repeats another identifier, or names a site and no page."""
    bare = url.removeprefix("https://").lower()
    known = (_PUBMED_URL, _PMC_URL, _OPENALEX)
    return bare.startswith(_DOI_HOSTS) or "/" not in bare or any(pattern.match(bare) for pattern in known)


@lru_cache(maxsize=1 << 10)
def normal_title(title: str) -> str:
    """Return *title* as words of plain letters: what is left when sources disagree about typography."""
    text = _TAG.sub("", html.unescape(_TAG.sub("", title))) if "<" in title or "&" in title else title
    text = _without_additions(text) if not _WORDS_ALONE.issuperset(text) else text
    return _WORDLESS.sub(" ", _plain(text.replace("&", " and ").casefold())).strip()


def _without_additions(text: str) -> str:
    """Return a title without what databases, journals and publishers put around it; each has signs beside letters."""
    if "[" in text or "(" in text:
        text = _ADDED.sub(" ", text)
        if translated := _TRANSLATED.fullmatch(text):
            text = translated[1]
    return _HEADING.sub("", _STATUS.sub("", text))


def title_key(title: str) -> str:
    """Return a digest of the normalised title, or nothing for a title too short or general to name a work.

    Spaces do not count: "WR 238605" and "WR238605", "single dose" and "single-dose" are the same.
    """
    normal = normal_title(title)
    return _digest(normal.replace(" ", ""), 6) if names_a_work(normal) else ""


def names_a_work(normal: str) -> bool:
    """Say whether a normalised title is long and particular enough to name one work."""
    spaced = normal.isascii() or " " in normal
    if len(normal) < FEWEST_TITLE_LETTERS or (spaced and len(normal.split()) < FEWEST_TITLE_WORDS):
        return False
    return not _GENERIC.fullmatch(f"{normal} ")


def work_id(citation: m.Citation, identifiers: m.Identifiers) -> str:
    """Return the name of a record, made from its content: the same record has the same name wherever it turns up.

    Two records of one work that differ in any of this have different names; the registry brings them together.
    What two vendors say of a work are two records, even in the same words: one may know of a retraction.
    """
    ids = normalise(identifiers)
    names = (ids.pmid, ids.pmcid, ids.doi, ids.openalex, ids.url)
    places = (citation.journal, citation.volume, citation.issue, citation.pages, citation.date, *citation.authors[:1])
    content = [normal_title(citation.title) or citation.title, *names, *(normal_title(place) for place in places)]
    if citation.source != "library":
        content.append(citation.source)
    return "w" + _digest("\x1f".join(content), 8)


def year_of(date: str) -> int | None:
    """Return the year a date begins with, whatever its precision ("2019-09", "1998 Dec-1999 Jan")."""
    return int(found[1]) if (found := _YEAR.search(date)) else None


def registry_number(text: str) -> str:
    """Return a trial's number in one spelling, or nothing where *text* names no trial (a sequence, a structure)."""
    found = _TRIAL.search(text.upper().replace(" ", "").replace("EUDRACT:", "EUDRACT"))
    return _EU_PREFIX.sub("", found[0]) if found else ""


def _digest(text: str, size: int) -> str:
    """Return *size* bytes of a digest of *text*, in hexadecimal."""
    return hashlib.blake2b(text.encode(), digest_size=size).hexdigest()


def _matched(pattern: re.Pattern[str], value: str) -> str:
    """Return what *pattern* keeps of the whole *value*, or nothing."""
    return match[1] if (match := pattern.fullmatch(value.strip())) else ""


def _found(pattern: re.Pattern[str], value: str) -> str:
    """Return what *pattern* keeps of the beginning of *value*, or nothing."""
    return match[1] if (match := pattern.match(value)) else ""


def _prefixed(prefix: str, value: str) -> str:
    """Return *value* with *prefix*, or nothing for nothing."""
    return prefix + value if value else ""


def _doi(value: str) -> str:
    """Return a DOI in lower case, without resolver, remarks or the punctuation of the sentence around it."""
    if not value:
        return ""
    text = unquote(value) if "%2f" in value.lower() else value
    if not (match := _DOI.search(text.lower())):
        return ""
    doi = match[0]
    if "doi.org/" in text.lower():
        doi = doi.partition("?")[0]
    doi = _DOI_PAGE.sub("", _without_closing(doi))
    return "" if doi.startswith(_CENTRAL_DOI) else doi


def _without_closing(text: str) -> str:
    """Return *text* without closing punctuation; a bracket that was opened inside belongs to it."""
    opening = {")": "(", "]": "[", "}": "{", ">": "<"}
    while text and (text[-1] in ".,;:\"'" or text.count(opening.get(text[-1], "")) < text.count(text[-1])):
        text = text[:-1]
    return text


def _url(value: str) -> str:
    """Return a web address without what does not change the page: scheme, www, tracking, fragment, last slash."""
    if not value:
        return ""
    if (parts := _split(value.strip())) is None:
        return ""
    host = (parts.hostname or "").removeprefix("www.")
    if trial := _TRIAL_URL.match(f"{host}{parts.path}".lower()):
        return f"https://clinicaltrials.gov/study/{trial[1].upper()}"
    kept = sorted(pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(pair[0]))
    place = host if parts.port in {None, 80, 443} else f"{host}:{parts.port}"
    query = f"?{urlencode(kept)}" if kept else ""
    return f"https://{place}{parts.path.rstrip('/')}{query}"


def _split(text: str) -> SplitResult | None:
    """Return the parts of a web address; None for what is none."""
    try:
        parts = urlsplit(text if "//" in text else f"https://{text}")
        _ = parts.port  # raises for a port that is no number
    except ValueError:
        return None
    is_web = parts.scheme in {"http", "https"} and "." in (parts.hostname or "")
    return parts if is_web and not re.search(r"\s", text) else None


def _plain(text: str) -> str:
    """Return *text* in plain letters: no accents, no ligatures, Greek letters by their names."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(_letter(letter) for letter in letters if letter.isascii() or not unicodedata.combining(letter))


def _letter(character: str) -> str:
    """Return the name of a Greek letter, and any other character as it is."""
    name = "" if character.isascii() else unicodedata.name(character, "")
    if not name.startswith("GREEK SMALL LETTER "):
        return character
    return name.removeprefix("GREEK SMALL LETTER ").removeprefix("FINAL ").split()[0].lower()
