"""``elink``: what PubMed links a record to, without scores."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from .articles import leaf
from .asking import Asked
from .holdings import Holdings


def linked(holdings: Holdings, asked: Asked) -> Element:
    """Return one set per ``id`` parameter; ids in one parameter share a set."""
    root = Element("eLinkResult")
    name = asked.text("linkname")
    for together in asked.given.get("id", ()):
        ids = [one.strip() for one in together.split(",") if one.strip()]
        _link_set(root, holdings, ids, name)
    return root


def _link_set(root: Element, holdings: Holdings, ids: Iterable[str], only: str) -> None:
    """Add the links of some records, told apart by their names; a kind without links is left out."""
    parent = SubElement(root, "LinkSet")
    leaf(parent, "DbFrom", "pubmed")
    listed = SubElement(parent, "IdList")
    found: dict[str, dict[str, None]] = {}
    for pmid in ids:
        leaf(listed, "Id", pmid)
        for name, others in (holdings.links.all_of(pmid) if pmid in holdings.papers else {}).items():
            found.setdefault(name, {}).update(dict.fromkeys(others))
    for name, pmids in found.items():
        if pmids and only in {"", name}:
            _links(parent, name, pmids)


def _links(parent: Element, name: str, pmids: Iterable[str]) -> None:
    """Add one kind of link."""
    kind = SubElement(parent, "LinkSetDb")
    leaf(kind, "DbTo", "pubmed")
    leaf(kind, "LinkName", name)
    for pmid in pmids:
        leaf(SubElement(kind, "Link"), "Id", pmid)
