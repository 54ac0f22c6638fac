"""``einfo``: which databases there are, and what PubMed can be searched by."""

from xml.etree.ElementTree import Element, SubElement

from .articles import leaf
from .fields import BY_TAG
from .holdings import Holdings

FIELDS = tuple(sorted({field.name for field in BY_TAG.values()}))


def as_json(holdings: Holdings, db: str) -> dict[str, object]:
    """Return what is known of *db*, or the list of all."""
    if not db:
        return {"dblist": ["pubmed"]}
    listed = [{"fullname": name} for name in FIELDS]
    return {"dbinfo": [{"dbname": "pubmed", "count": str(len(holdings.papers)), "fieldlist": listed}]}


def as_xml(holdings: Holdings, db: str) -> Element:
    """Return the same as XML."""
    root = Element("eInfoResult")
    if not db:
        leaf(SubElement(root, "DbList"), "DbName", "pubmed")
        return root
    about = SubElement(root, "DbInfo")
    leaf(about, "DbName", "pubmed")
    leaf(about, "Count", str(len(holdings.papers)))
    listed = SubElement(about, "FieldList")
    for name in FIELDS:
        leaf(SubElement(listed, "Field"), "FullName", name)
    return root
