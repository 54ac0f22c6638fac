"""What a paper can be searched by: the fields of PubMed, their tags, and what each holds of a paper."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from tests.world.shapes import Paper

from .headings import headings
from .saying import held, identifiers, publication_types
from .words import joined, words

Kind = Literal["words", "whole", "author", "date"]
"""Searched by words and phrases, by a whole heading, by a name with initials, or by day."""


@dataclass(frozen=True)
class Field:
    """A field by the name that PubMed's own translation gives it."""

    name: str
    kind: Kind = "words"
    near: int | None = None
    """Words that may stand between those asked for, in any order; none where their order counts."""
    only_major: bool = False


ALL = Field("All Fields")
MESH = Field("MeSH Terms", "whole")
QUALIFIED = "MeSH Terms with Subheadings"
"""What ``name/qualifier`` is looked up in; it has no tag of its own."""

_TAGS: tuple[tuple[Field, str], ...] = (
    (ALL, "all|all fields|all field"),
    (Field("Title"), "ti|title"),
    (Field("Abstract"), "ab|abstract"),
    (Field("Title/Abstract"), "tiab|title/abstract"),
    (Field("Text Word"), "tw|text word|text words|text"),
    (Field("Other Term"), "ot|other term"),
    (Field("Transliterated Title"), "tt|transliterated title"),
    (MESH, "mh|mesh|mesh terms|mesh term|mh:noexp|mesh terms:noexp"),
    (Field("MeSH Major Topic", "whole"), "majr|mesh major topic|majr:noexp|mesh major topic:noexp"),
    (Field("MeSH Subheading", "whole"), "sh|mesh subheading|subheading"),
    (Field("Publication Type", "whole"), "pt|publication type|ptyp"),
    (Field("Language", "whole"), "la|lang|language"),
    (Field("Journal", "whole"), "ta|journal|jour"),
    (Field("Filter", "whole"), "sb|filter|subset"),
    (Field("PMID", "whole"), "pmid|uid"),
    (Field("Article Identifier", "whole"), "aid|doi|lid|pmc|pmcid|article identifier|location id"),
    (Field("Secondary Source ID", "whole"), "si|secondary source id"),
    (Field("Volume", "whole"), "vi|volume"),
    (Field("Issue", "whole"), "ip|issue"),
    (Field("Pagination", "whole"), "pg|pagination|page"),
    (Field("Author", "author"), "au|author"),
    (Field("First Author", "author"), "1au|author - first|first author"),
    (Field("Last Author", "author"), "lastau|author - last|last author"),
    (Field("Corporate Author", "whole"), "cn|author - corporate|corporate author"),
    (Field("Date - Publication", "date"), "dp|pdat|date - publication|publication date"),
    (Field("Date - Entry", "date"), "edat|date - entry|crdt|date - create|mhda|date - mesh|entrez date"),
)
BY_TAG: Mapping[str, Field] = MappingProxyType({tag: field for field, tags in _TAGS for tag in tags.split("|")})

_WIDEST = 3
"""Digits of the number of words that may stand between others."""


def field_of(tag: str) -> Field | None:
    """Return the field of a tag, of whatever case; ``Title:~3`` is a field with words near each other."""
    name, _, near = tag.lower().partition(":~")
    field = BY_TAG.get(" ".join(name.split()))
    if field and field.kind == "words" and near.strip().isdecimal() and len(near) <= _WIDEST:
        return Field(field.name, near=int(near))
    return field


LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "eng": "English",
        "ger": "German",
        "fre": "French",
        "spa": "Spanish",
        "ita": "Italian",
        "por": "Portuguese",
        "rus": "Russian",
        "chi": "Chinese",
        "jpn": "Japanese",
        "kor": "Korean",
        "pol": "Polish",
        "dut": "Dutch",
        "dan": "Danish",
        "nor": "Norwegian",
        "swe": "Swedish",
        "tur": "Turkish",
        "hun": "Hungarian",
        "cze": "Czech",
        "heb": "Hebrew",
        "ara": "Arabic",
        "per": "Persian",
        "ukr": "Ukrainian",
        "und": "Undetermined",
    }
)
"""MEDLINE's codes and the names that a query may use instead."""


def texts(paper: Paper) -> dict[str, tuple[str, ...]]:
    """Return the running texts of *paper* by field."""
    title = (paper.title,)
    abstract = tuple(text for part in paper.abstract for text in part if text)
    spoken = (*title, *abstract, *paper.keywords)
    indexed = (*(one.name for one in headings(paper)), *publication_types(paper))
    authors = tuple(name for both in names(paper) for name in both)
    marks = ("hasabstract",) if paper.abstract else ()
    print_facts = (paper.group, paper.journal, paper.volume, paper.printed[:4], paper.online[:4])
    return {
        "Title": title,
        "Abstract": abstract,
        "Title/Abstract": spoken,
        "Other Term": paper.keywords,
        "Transliterated Title": (paper.vernacular_title,),
        "Text Word": (*spoken, *indexed, *marks),
        "All Fields": (*spoken, *indexed, *marks, paper.vernacular_title, *authors, *print_facts, *_numbers(paper)),
    }


def wholes(paper: Paper) -> dict[str, tuple[str, ...]]:
    """Return what stands as a whole in *paper*, as it is compared."""
    given = {
        "MeSH Terms": tuple(one.name for one in headings(paper)),
        QUALIFIED: tuple(f"{one.name}/{one.qualifier}" for one in headings(paper) if one.qualifier),
        "MeSH Major Topic": tuple(one.name for one in headings(paper) if one.is_major),
        "MeSH Subheading": tuple(one.qualifier for one in headings(paper) if one.qualifier),
        "Publication Type": tuple(wider for one in publication_types(paper) for wider in (one, *_WIDER.get(one, ()))),
        "Language": (paper.language, LANGUAGES.get(paper.language, paper.language)),
        "Journal": (paper.journal,),
        "Filter": _subsets(paper),
        "PMID": (paper.pmid,),
        "Article Identifier": tuple(identifiers(paper).values()),
        "Secondary Source ID": _registered(paper),
        "Volume": (paper.volume,),
        "Issue": (paper.issue,),
        "Pagination": (paper.pages, paper.pages.split("-")[0]),
        "Corporate Author": (paper.group, *(one.family for one in paper.authors if not one.given)),
    }
    return {name: tuple(key for value in values if (key := joined(value))) for name, values in given.items()}


_TRIAL = ("Clinical Trial", "Clinical Study")
_WIDER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Randomized Controlled Trial": ("Controlled Clinical Trial", *_TRIAL),
        "Controlled Clinical Trial": _TRIAL,
        "Pragmatic Clinical Trial": ("Randomized Controlled Trial", "Controlled Clinical Trial", *_TRIAL),
        "Clinical Trial": ("Clinical Study",),
        "Observational Study": ("Clinical Study",),
        "Systematic Review": ("Review",),
        "Practice Guideline": ("Guideline",),
        **{f"Clinical Trial, Phase {phase}": _TRIAL for phase in ("I", "II", "III", "IV")},
    }
)
"""The types above a type, which a search for them finds too."""


_TYPES = (
    "Journal Article|Review|Systematic Review|Meta-Analysis|Case Reports|Comparative Study|Multicenter Study|Letter"
    "|Editorial|Comment|News|Preprint|Equivalence Trial|Adaptive Clinical Trial|Clinical Trial Protocol|Guideline"
    "|Practice Guideline|Consensus Development Conference|Published Erratum|Retracted Publication|Validation Study"
    "|Retraction of Publication|Retraction Notice|Expression of Concern|Clinical Study|Observational Study|Twin Study"
)
_STATES = "hasabstract|free full text|loattrfree full text|pubmed pmc|systematic|medline|preprint|pubmed books|all"
VOCABULARY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "Publication Type": frozenset(joined(one) for one in (*_TYPES.split("|"), *_WIDER, *_TRIAL)),
        "Language": frozenset(name.lower() for pair in LANGUAGES.items() for name in pair),
        "Filter": frozenset((*_STATES.split("|"), *(name.lower() for name in LANGUAGES.values()))),
    }
)
"""What PubMed knows whether or not one of our papers has it: it finds nothing, and is not passed over."""


def _subsets(paper: Paper) -> tuple[str, ...]:
    """Return the filters that keep *paper*."""
    facts = {
        "hasabstract": bool(paper.abstract),
        "free full text": paper.open_access,
        "loattrfree full text": paper.open_access,
        "pubmed pmc": "pmcid" in held(paper),
        "systematic": "Systematic Review" in publication_types(paper),
        "medline": bool(paper.mesh),
        "preprint": paper.kind == "preprint",
        "pubmed books": paper.kind == "book",
        "all": True,
    }
    named = (LANGUAGES.get(paper.language, ""), *publication_types(paper), *(one.name for one in headings(paper)))
    return (*(name for name, kept in facts.items() if kept), *named)


def _numbers(paper: Paper) -> tuple[str, ...]:
    """Return all numbers that lead to *paper*."""
    return (*identifiers(paper).values(), *paper.registry_numbers)


def _registered(paper: Paper) -> tuple[str, ...]:
    """Return the numbers of trials, with and without the register before them."""
    return tuple(text for number in paper.registry_numbers for text in (number, f"ClinicalTrials.gov/{number}"))


def names(paper: Paper) -> tuple[tuple[str, str], ...]:
    """Return each author as ``smith jane ann`` and as ``smith ja``; groups are no authors here."""
    people = [(joined(author.family), words(author.given)) for author in paper.authors if author.given]
    return tuple(
        (f"{family} {' '.join(given)}", f"{family} {''.join(one[0] for one in given)}") for family, given in people
    )
