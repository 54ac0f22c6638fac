"""The answers of Europe PMC in XML: the same names as in JSON, lists as repeated elements."""

from typing import Any
from xml.sax.saxutils import escape

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def in_xml(body: dict[str, Any]) -> str:
    """Return an answer, or the bean of an error, whose code is 0 in XML."""
    if "errCode" in body:
        return f"{HEAD}<errorBean><errCode>0</errCode><errMsg>{escape(body['errMsg'])}</errMsg></errorBean>"
    names = 'xmlns:slx="http://www.scholix.org" xmlns:epmc="https://www.europepmc.org/data"'
    return f"{HEAD}<responseWrapper {names}>{_inside(body)}</responseWrapper>"


def _inside(fields: dict[str, Any]) -> str:
    """Return the elements of an object."""
    return "".join(_element(name, value) for name, value in fields.items())


def _element(name: str, value: Any) -> str:
    """Return one field; a list repeats its name."""
    if isinstance(value, list):
        return "".join(_element(name, one) for one in value)
    if isinstance(value, dict):
        return f"<{name}>{_inside(value)}</{name}>"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"<{name}>{escape(text)}</{name}>"
