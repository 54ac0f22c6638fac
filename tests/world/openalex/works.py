"""A paper as OpenAlex has it."""

import re
import zlib
from itertools import chain

from tests.world import texts
from tests.world.openalex.places import PMC, Work, access, location
from tests.world.shapes import Author, Paper

SOURCE = "openalex"

LANGUAGES = {"eng": "en", "ger": "de", "fre": "fr", "por": "pt", "jpn": "ja", "spa": "es", "chi": "zh"}
WITHOUT_ABSTRACTS = frozenset(
    {"Journal of Headache Therapeutics", "Headache Nursing Today", "Pulmonary Circulation Trials"}
)
"""Journals whose publisher gives no abstracts away: theirs are null."""
_TYPES = {"preprint": "preprint", "erratum": "erratum", "retraction-notice": "retraction", "book": "book-chapter"}
_TYPES_OF_PUBMED = {
    "Review": "review",
    "Systematic Review": "review",
    "Meta-Analysis": "review",
    "Editorial": "editorial",
    "Letter": "letter",
}
_IN_CROSSREF = {"preprint": "posted-content", "book-chapter": "book-chapter"}


def identifiers(paper: Paper) -> tuple[str, ...] | None:
    """Return the kinds of identifier OpenAlex shows of a paper; None where it does not hold it."""
    return next((names for source, names in paper.shown if source == SOURCE), None)


def work(paper: Paper) -> Work:
    """Return a paper with all fields."""
    shown = identifiers(paper) or ()
    doi = f"https://doi.org/{paper.doi}" if "doi" in shown else None
    place = location(paper, doi)
    free = paper.open_access
    return {
        "id": f"https://openalex.org/{paper.openalex}",
        "doi": doi,
        "title": paper.title,
        "display_name": paper.title,
        "publication_year": int(paper.online[:4]),
        "publication_date": paper.online,
        "ids": _ids(paper, shown, doi),
        "language": LANGUAGES.get(paper.language, paper.language[:2]),
        "primary_location": place,
        **_typed(paper, shown, doi),
        "open_access": access(paper, doi),
        "authorships": [_authorship(paper, n) for n in range(len(paper.authors))],
        **_counts(paper),
        "biblio": _biblio(paper),
        "is_retracted": SOURCE in paper.retraction_known_to,
        **_subjects(paper, shown),
        "locations_count": 1,
        "locations": [place],
        "best_oa_location": place if free else None,
        **_others(paper),
        "abstract_inverted_index": inverted(abstract(paper)) if gives_abstract(paper) else None,
    }


def _typed(paper: Paper, shown: tuple[str, ...], doi: str | None) -> Work:
    """Return what kind of work it is, and who told OpenAlex of it."""
    return {
        "type": kind(paper),
        "type_crossref": _IN_CROSSREF.get(kind(paper), "journal-article"),
        "indexed_in": [*(["crossref"] if doi else []), *(["pubmed"] if "pmid" in shown else [])],
    }


def _subjects(paper: Paper, shown: tuple[str, ...]) -> Work:
    """Return what it is about: PubMed's index terms only where its PubMed record is known."""
    return {
        "is_paratext": False,
        "primary_topic": None,
        "topics": [],
        "keywords": [_keyword(name) for name in paper.keywords],
        "concepts": [],
        "mesh": [_heading(name) for name in paper.mesh] if "pmid" in shown else [],
    }


def gives_abstract(paper: Paper) -> bool:
    """Say whether OpenAlex has the abstract of a paper."""
    return bool(paper.abstract) and paper.journal not in WITHOUT_ABSTRACTS


def abstract(paper: Paper) -> str:
    """Return the abstract as one text with its labels in it."""
    return " ".join(f"{label.capitalize()} {text}" if label else text for label, text in paper.abstract)


def inverted(text: str) -> dict[str, list[int]]:
    """Return each word with the places where it stands."""
    found: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        found.setdefault(word, []).append(place)
    return found


def kind(paper: Paper) -> str:
    """Return the type OpenAlex gives a paper."""
    told = (_TYPES_OF_PUBMED[one] for one in paper.publication_types if one in _TYPES_OF_PUBMED)
    return _TYPES.get(paper.kind) or next(told, "article")


def _ids(paper: Paper, shown: tuple[str, ...], doi: str | None) -> Work:
    """Return the identifiers that are known, as addresses."""
    found = {
        "openalex": f"https://openalex.org/{paper.openalex}",
        "doi": doi,
        "pmid": f"https://pubmed.ncbi.nlm.nih.gov/{paper.pmid}" if "pmid" in shown else None,
        "pmcid": f"{PMC}{paper.pmcid.removeprefix('PMC')}" if "pmcid" in shown else None,
    }
    return {name: address for name, address in found.items() if address}


def _authorship(paper: Paper, place: int) -> Work:
    """Return one author with the place among all."""
    author = paper.authors[place]
    last = len(paper.authors) - 1
    return {
        "author_position": "first" if place == 0 else "last" if place == last else "middle",
        "author": {"id": _author_id(author), "display_name": _name(author), "orcid": None},
        "institutions": [],
        "countries": [],
        "is_corresponding": place == 0,
        "raw_author_name": _name(author),
        "raw_affiliation_strings": [],
        "affiliations": [],
    }


def _author_id(author: Author) -> str:
    """Return the id of an author."""
    return f"https://openalex.org/A{zlib.crc32(_name(author).encode()) % 10_000_000 + 5_900_000_000}"


def _name(author: Author) -> str:
    """Return an author's name as it is spoken."""
    return f"{author.given} {author.family}".strip()


def _counts(paper: Paper) -> Work:
    """Return what is counted of a paper."""
    return {
        "institution_assertions": [],
        "countries_distinct_count": 0,
        "institutions_distinct_count": 0,
        "corresponding_author_ids": [],
        "corresponding_institution_ids": [],
        "apc_list": None,
        "apc_paid": None,
        "fwci": None,
        "has_fulltext": False,
        "cited_by_count": paper.cited_by,
        "citation_normalized_percentile": None,
        "cited_by_percentile_year": {"min": 0, "max": 100},
    }


def _biblio(paper: Paper) -> Work:
    """Return where in its journal a paper stands."""
    first, _, last = paper.pages.partition("-")
    return {
        "volume": paper.volume or None,
        "issue": paper.issue or None,
        "first_page": first or None,
        "last_page": last or first or None,
    }


def _keyword(name: str) -> Work:
    """Return a keyword."""
    return {
        "id": f"https://openalex.org/keywords/{re.sub(r'[^a-z]+', '-', name.lower())}",
        "display_name": name,
        "score": 0.5,
    }


def _heading(name: str) -> Work:
    """Return an index term."""
    number = f"D{zlib.crc32(name.encode()) % 1_000_000:06d}"
    return {
        "descriptor_ui": number,
        "descriptor_name": name,
        "qualifier_ui": "",
        "qualifier_name": None,
        "is_major_topic": False,
    }


def _others(paper: Paper) -> Work:
    """Return what this world leaves empty, and when the record was made."""
    lists = ("sustainable_development_goals", "grants", "datasets", "versions", "referenced_works", "related_works")
    return {
        **{name: [] for name in lists},
        "referenced_works_count": 0,
        "cited_by_api_url": f"https://api.openalex.org/works?filter=cites:{paper.openalex}",
        "counts_by_year": [],
        "updated_date": f"{paper.online}T01:00:00.000000",
        "created_date": paper.online,
    }


def searchable(paper: Paper) -> dict[str, str]:
    """Return the texts that searches look into."""
    title, body = texts.plain(paper.title), abstract(paper) if gives_abstract(paper) else ""
    names = " ".join(chain([paper.journal], map(_name, paper.authors)))
    return {
        "title": title,
        "abstract": body,
        "title_and_abstract": f"{title} {body}",
        "default": f"{title} {body}",
        "names": names,
    }


FIELDS = frozenset(work(Paper(key="", title="", online="2000-01-01")))
"""What can be selected."""
