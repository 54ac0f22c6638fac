"""How the tools' answers look on the wire."""

import json
from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

from aiohttp import web

from .articles import leaf
from .asking import Asked, Body

_ROOTS = {"esearch": "eSearchResult", "elink": "eLinkResult", "einfo": "eInfoResult", "efetch": "eFetchResult"}
_DTDS = {"eSearchResult": "esearch 20060628", "eLinkResult": "elink 20101123", "eInfoResult": "einfo 20190110"}
_SET = (
    '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN"'
    ' "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n<PubmedArticleSet>{}</PubmedArticleSet>'
)
_TOO_LONG = "<html><head><title>414 Request-URI Too Large</title></head><body><h1>414</h1></body></html>"


def in_json(tool: str, name: str, result: dict[str, object], status: int = 200) -> web.Response:
    """Return an answer in JSON with its header."""
    body = {"header": {"type": tool, "version": "0.3"}, name: result}
    return web.Response(text=json.dumps(body), content_type="application/json", charset="UTF-8", status=status)


def in_xml(root: Element, status: int = 200) -> web.Response:
    """Return an answer in XML that names its DTD."""
    return _text(f'<?xml version="1.0" encoding="UTF-8" ?>\n{_doctype(root.tag)}{tostring(root, "unicode")}', status)


def _doctype(root: str) -> str:
    """Return the line that names the DTD; errors of efetch have none."""
    if root not in _DTDS:
        return ""
    name, version = _DTDS[root].split()
    where = f"https://eutils.ncbi.nlm.nih.gov/eutils/dtd/{version}/{name}.dtd"
    return f'<!DOCTYPE {root} PUBLIC "-//NLM//DTD {name} {version}//EN" "{where}">\n'


def records(found: Iterable[str]) -> web.Response:
    """Return whole records; none make an empty set."""
    return _text(_SET.format("\n".join(found)), 200)


def _text(text: str, status: int) -> web.Response:
    """Return XML that is written out."""
    return web.Response(text=text, content_type="text/xml", charset="UTF-8", status=status)


def refusal(tool: str, body: Body, reason: str, status: int = 200) -> web.Response:
    """Return an error as a tool says it: ``ERROR`` in upper case, in JSON as well."""
    if body == "json":
        return in_json(tool, f"{tool}result", {"ERROR": reason}, status)
    root = Element(_ROOTS.get(tool, "eSummaryResult"))
    leaf(root, "ERROR", reason)
    return in_xml(root, status)


def too_long() -> web.Response:
    """Return what the front server says to a long address: a page for people."""
    return web.Response(status=414, text=_TOO_LONG, content_type="text/html")


def too_many(asked: Asked, place: int, limit: int) -> web.Response:
    """Refuse what comes too soon; these numbers, too, are texts."""
    key = asked.text("api_key", "your address")
    body = {"error": "too many requests in this second", "api-key": key, "count": str(place), "limit": str(limit)}
    return web.json_response(body, status=429, headers={"Retry-After": "1"})
