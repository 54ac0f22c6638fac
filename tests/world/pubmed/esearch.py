"""``esearch``: which records a query finds, and how the query was understood."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from .articles import leaf
from .asking import Asked, Refused
from .holdings import Holdings
from .ranking import SORTS
from .understood import Understood

FARTHEST = 9_999
"""Records of one search that PubMed gives by esearch."""
_NO_TERM = "There is no term to look for"
_TOO_FAR = f"Search Backend failed: retstart must be below {FARTHEST}, as esearch gives no more of PubMed"
"""It begins as a passing failure does, and never passes: NCBI says it that way."""


@dataclass(frozen=True)
class Results:
    """One page of what a query found."""

    query: Understood
    count: int
    start: int
    pmids: Sequence[str]
    environment: str = ""
    key: str = ""


def searched(holdings: Holdings, asked: Asked) -> Results:
    """Return the page that was asked for; raise ``Refused`` for what can be no search."""
    term, start = asked.text("term"), asked.number("retstart", 0, most=10**9)
    if not term:
        raise Refused(_NO_TERM)
    if start >= FARTHEST:
        raise Refused(_TOO_FAR)
    query = holdings.search(term)
    sort = asked.text("sort").lower().replace("+", " ")
    if sort not in SORTS:
        query.messages.append(f"Unknown sort schema '{asked.text('sort')}' ignored")
    pmids = holdings.ranking.ordered(_dated(holdings, asked, query.pmids), sort, query.words)
    if not pmids:
        query.messages.append("No items found.")
    environment, key = ("", "")
    if asked.text("usehistory") == "y":
        environment, key = holdings.remember(pmids, asked.text("WebEnv"))
    page = pmids[start : start + asked.number("retmax", 20)]
    return Results(query, len(pmids), start, page, environment, key)


def _dated(holdings: Holdings, asked: Asked, pmids: Iterable[str]) -> Iterable[str]:
    """Return what lies between ``mindate`` and ``maxdate``; one of them alone is no range."""
    first, last = asked.text("mindate"), asked.text("maxdate")
    if not first or not last:
        return pmids
    field = "Date - Publication" if asked.text("datetype", "pdat") in {"pdat", "dp"} else "Date - Entry"
    return holdings.within(pmids, field, first, last)


def as_json(results: Results) -> dict[str, object]:
    """Return the answer with all numbers as texts; lists of errors stand only where there are any."""
    query = results.query
    body: dict[str, object] = {
        "count": str(results.count),
        "retmax": str(len(results.pmids)),
        "retstart": str(results.start),
    }
    if results.key:
        body |= {"querykey": results.key, "webenv": results.environment}
    body |= {
        "idlist": list(results.pmids),
        "translationset": [{"from": said, "to": meant} for said, meant in query.translations],
        "querytranslation": query.said,
    }
    errors = {"phrasesnotfound": query.phrases_not_found, "fieldsnotfound": query.fields_not_found}
    warnings = {
        "phrasesignored": query.phrases_ignored,
        "quotedphrasesnotfound": query.quoted_not_found,
        "outputmessages": query.messages,
    }
    body |= {"errorlist": errors} if any(errors.values()) else {}
    return body | ({"warninglist": warnings} if any(warnings.values()) else {})


def as_xml(results: Results) -> Element:
    """Return the same as XML."""
    query, root = results.query, Element("eSearchResult")
    numbers = {"Count": results.count, "RetMax": len(results.pmids), "RetStart": results.start}
    for tag, number in numbers.items():
        leaf(root, tag, str(number))
    if results.key:
        leaf(root, "QueryKey", results.key)
        leaf(root, "WebEnv", results.environment)
    listed = SubElement(root, "IdList")
    for pmid in results.pmids:
        leaf(listed, "Id", pmid)
    translations = SubElement(root, "TranslationSet")
    for said, meant in query.translations:
        one = SubElement(translations, "Translation")
        leaf(one, "From", said)
        leaf(one, "To", meant)
    leaf(root, "QueryTranslation", query.said)
    _listed(root, "ErrorList", {"PhraseNotFound": query.phrases_not_found, "FieldNotFound": query.fields_not_found})
    _listed(root, "WarningList", _warnings(query))
    return root


def _warnings(query: Understood) -> dict[str, list[str]]:
    """Return the warnings by their elements."""
    ignored, quoted = query.phrases_ignored, query.quoted_not_found
    return {"PhraseIgnored": ignored, "QuotedPhraseNotFound": quoted, "OutputMessage": query.messages}


def _listed(root: Element, tag: str, texts: dict[str, list[str]]) -> None:
    """Add a list, unless it is empty."""
    if any(texts.values()):
        parent = SubElement(root, tag)
        for name, several in texts.items():
            for text in several:
                leaf(parent, name, text)
