"""PubMed's field tags, so that a tag is told from any other text in square brackets. Pure."""

_TABLE = """
ad: affiliation|all: all fields|aid: article identifier, doi|au: author|auid: author identifier
cois: conflict of interest statements|cn: corporate author|crdt: create date, date - create
rn: ec/rn number|dcom: completion date, date - completion|ed: editor|edat: entry date, date - entry
1au: first author name, author - first, first author|fau: full author name, author - full, full author
fir: full investigator name, investigator - full|gr: grant number, grants and funding|ir: investigator|isbn:|ip: issue
ta: journal, jour|la: language, lang|lastau: last author name, author - last, last author|lid: location id
lr: modification date, date - modification|majr: mesh major topic|majr:noexp: mesh major topic:noexp
sh: mesh subheading, subheading|mh: mesh terms, mesh, mesh term|mh:noexp: mesh terms:noexp, mesh:noexp
mhda: mesh date, date - mesh|nm: supplementary concept, substance name|ot: other term|pg: pagination
pa: pharmacological action|pl: place of publication|pmid: uid|pubn: publisher
dp: publication date, date - publication, pdat|epdat: electronic publication date|ppdat: print publication date
pt: publication type, ptyp|ps: subject - personal name|sb: filter, subset
si: secondary source id, secondary source identifier|tw: text word, text words|ti: title|tiab: title/abstract
tt: transliterated title|vi: volume|book:|jid:|pmcid:
"""


def _rows() -> dict[str, str]:
    """Return the short tag of each tag and of each of its longer names."""
    short_of: dict[str, str] = {}
    for row in _TABLE.replace("\n", "|").split("|"):
        short, _, names = row.rpartition(":") if row.endswith(":") else row.partition(": ")
        short_of |= {name.strip(): short.strip() for name in (short, *names.split(",")) if name.strip()}
    return short_of


_SHORT = _rows()

RESTRICTIONS = frozenset(
    {"dp", "edat", "epdat", "ppdat", "crdt", "mhda", "la", "pt", "sb", "ta", "au", "1au", "lastau"}
)
"""Tags of what somebody limits a query by; that is never left out to find more."""


def field_of(tag: str) -> str:
    """Return the short form of a field tag of PubMed's, or nothing for other text in square brackets.

    ``tiab:~3`` asks for words within three of each other, and stays as it is.
    """
    plain = " ".join(tag.lower().split())
    name, near, distance = plain.partition(":~")
    if near and distance.isdecimal():
        return (
            f"{_SHORT[name]}:~{distance}"
            if name in {"ad", "ti", "tiab", "title", "title/abstract", "affiliation"}
            else ""
        )
    return _SHORT.get(plain, "")
