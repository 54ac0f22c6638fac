"""References as data and in styles, each read back by a library that did not write it."""

import json
import re

import bibtexparser
import jsonschema
import pytest
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware

from shared import messages as m
from shared.audit.exports.bibtex import to_bibtex
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.csl import date_of, name_of, to_csl_json
from shared.audit.exports.ris import to_ris
from shared.audit.exports.styling import STYLES, styled
from tests.builders import NOON
from tests.exported import hostile_reference
from tests.reporting import make_reference

TEXT = {"type": "string", "minLength": 1}
NAME = {
    "type": "object",
    "anyOf": [{"required": ["family", "given"]}, {"required": ["literal"]}],
    "properties": {"family": TEXT, "given": TEXT, "literal": TEXT},
    "additionalProperties": False,
}
PARTS = {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3}
DATE = {
    "type": "object",
    "required": ["date-parts"],
    "properties": {"date-parts": {"type": "array", "items": PARTS, "minItems": 1, "maxItems": 2}},
    "additionalProperties": False,
}
KINDS = ("article", "article-journal", "paper-conference", "webpage", "report", "book")
FIELDS = ("id", "title", "container-title", "volume", "issue", "page", "genre", "DOI", "PMID", "PMCID", "URL", "note")
CSL = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "type"],
        "properties": {
            **dict.fromkeys(FIELDS, TEXT),
            "type": {"enum": list(KINDS)},
            "author": {"type": "array", "items": NAME},
            "issued": DATE,
        },
        "additionalProperties": False,
    },
}
"""What the schema of CSL data allows of what we write: no other field, no other kind, no number in a text's place."""

TRIAL = make_reference(
    1,
    citation=m.Citation(
        source="pubmed",
        title="Velomirine & relapse: 50% of _Plasmodium_",
        date="2019-09-18",
        authors=("Doe, Jane A", "Müller K", "Ague and Fever Study Group"),
        journal="Journal of Ague",
        volume="12",
        issue="3",
        pages="101–9",
    ),
    identifiers=m.Identifiers(doi="https://doi.org/10.1000/V1", pmid="123"),
    retraction=m.Retraction(status="retracted", checked_in="pubmed", checked_at=NOON),
)
BARE = make_reference(
    2, citation=m.Citation(source="web", title="A page"), identifiers=m.Identifiers(), kind="web-page"
)
HOSTILE = hostile_reference(3)
ALL = (TRIAL, BARE, HOSTILE)


def letters(text: str) -> str:
    """Return the letters and digits of a text alone: what no escaping may take or add."""
    return "".join(filter(str.isalnum, text.replace("ˆ", "^")))  # so the decoder writes TeX's circumflex


def test_csl_json_keeps_to_its_schema() -> None:
    """Reference managers refuse a file with a field they do not know."""
    items = json.loads(to_csl_json(ALL))

    jsonschema.validate(items, CSL)
    assert items[0] == {
        "id": "S1",
        "type": "article-journal",
        "title": "Velomirine & relapse: 50% of _Plasmodium_",
        "author": [
            {"family": "Doe", "given": "Jane A"},
            {"family": "Müller", "given": "K"},
            {"literal": "Ague and Fever Study Group"},
        ],
        "issued": {"date-parts": [[2019, 9, 18]]},
        "container-title": "Journal of Ague",
        "volume": "12",
        "issue": "3",
        "page": "101–9",
        "DOI": "10.1000/V1",
        "PMID": "123",
        "URL": "https://doi.org/10.1000/V1",
        "note": "RETRACTED",
    }
    assert items[1] == {"id": "S2", "type": "webpage", "title": "A page"}


def test_the_schema_of_this_test_refuses_what_it_should() -> None:
    """A check that cannot fail would be none."""
    (item, *_) = json.loads(to_csl_json((TRIAL,)))
    for wrong in ({"abstract": "x"}, {"type": "pamphlet"}, {"volume": 12}, {"author": [{"family": "Doe"}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([item | wrong], CSL)


@pytest.mark.parametrize(
    ("author", "parts"),
    [
        ("Doe, Jane", {"family": "Doe", "given": "Jane"}),
        ("van der Berg JA", {"family": "van der Berg", "given": "J A"}),
        ("World Health Organization", {"literal": "World Health Organization"}),
        ("WHO", {"literal": "WHO"}),
        ("Study Group UK", {"literal": "Study Group UK"}),
        ("Ague Consortium II", {"literal": "Ague Consortium II"}),
        ("Grouper JA", {"family": "Grouper", "given": "J A"}),
        ("Smith,", {"literal": "Smith,"}),
    ],
)
def test_names_come_apart_only_where_they_are_a_persons(author: str, parts: dict[str, str]) -> None:
    """A collective name cut in two would be cited as a person."""
    assert name_of(author) == parts


def test_dates_keep_their_precision() -> None:
    """Nobody makes up a month."""
    assert date_of("2019-09") == {"date-parts": [[2019, 9]]}
    assert date_of("2019") == {"date-parts": [[2019]]}
    assert date_of("") == date_of("soon") == {}


def test_bibtex_is_read_back_as_it_was() -> None:
    """By a parser of its own: no entry fails, and TeX's signs come back as the signs they stand for."""
    library = bibtexparser.parse_string(to_bibtex(ALL), append_middleware=[LatexDecodingMiddleware()])

    assert (library.failed_blocks, len(library.entries)) == ([], 3)
    trial, bare, hostile = library.entries
    assert (trial.key, trial.entry_type, trial["pages"], trial["doi"]) == (
        "doe2019S1",
        "article",
        "101–9",
        "10.1000/V1",
    )
    assert trial["title"].strip("{}") == TRIAL.citation.title
    assert trial["author"] == "Doe, Jane A and Müller, K and Ague and Fever Study Group"
    assert "and {Ague and Fever Study Group}}" in to_bibtex((TRIAL,)), "or its second half would be a third author"
    assert trial["note"] == "RETRACTED; S1"
    assert (bare.key, bare.entry_type, sorted(field.key for field in bare.fields)) == (
        "anonymousS2",
        "misc",
        ["note", "title"],
    )
    assert letters(hostile["title"]) == letters(in_a_line(HOSTILE.citation.title))
    assert letters(hostile["journal"]) == letters(in_a_line(HOSTILE.citation.journal))


def test_bibtex_never_leaves_a_brace_open() -> None:
    """BibTeX counts braces whatever stands before them; one too many swallows the rest of the file."""
    for entry in to_bibtex(ALL).strip().split("\n\n"):
        depth = 0
        for sign in entry:
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0
        assert depth == 0
        assert not re.search(r"(?<!\\)[%&#$_](?!\d|C)", re.sub(r"\n  url = .*", "", entry))


def test_ris_is_read_back_as_it_was() -> None:
    """By a parser of its own; a line break in a record begins no field and ends no record."""
    trial, bare, hostile = rispy.loads(to_ris(ALL))

    assert (trial["type_of_reference"], trial["title"], trial["year"]) == ("JOUR", TRIAL.citation.title, "2019")
    assert trial["authors"] == ["Doe, Jane A", "Müller, K", "Ague and Fever Study Group"]
    assert (trial["start_page"], trial["end_page"], trial["doi"]) == ("101", "9", "10.1000/V1")
    assert (trial["notes"], trial["date"]) == (["RETRACTED"], "2019/09/18/")
    assert bare == {"type_of_reference": "ELEC", "id": "S2", "title": "A page"}
    assert hostile["title"] == in_a_line(HOSTILE.citation.title)
    assert len(hostile["authors"]) == 4


@pytest.mark.parametrize("style", STYLES)
def test_a_style_keeps_every_letter_of_a_title(style: str) -> None:
    """No style takes a tag for its own, and none drops or doubles what it does not know; MLA changes capitals."""
    for reference, runs in zip(ALL, styled(ALL, style), strict=True):
        text = "".join(run.text for run in runs)
        title = letters(in_a_line(reference.citation.title)).lower()
        assert letters(text).lower().count(title) == 1
        assert not any("\ue000" <= sign <= "\ue003" for sign in text)


def test_the_styles_are_the_ones_they_are_called() -> None:
    """As their manuals write an article of three authors, one of them a group."""
    shown = {style: "".join(run.text for run in styled((TRIAL,), style)[0]) for style in STYLES}

    assert shown == {
        "apa": "Doe, J. A., Müller, K., & Ague and Fever Study Group. (2019). "
        "Velomirine & relapse: 50% of _Plasmodium_. Journal of Ague, 12(3), 101–109. https://doi.org/10.1000/V1",
        "mla": "Doe, J. A., et al. “Velomirine & Relapse: 50% of _Plasmodium_”. Journal of Ague, vol. 12, no. 3, "
        "Sept. 2019, pp. 101–09, https://doi.org/10.1000/V1.",
        "vancouver": "Doe JA, Müller K, Ague and Fever Study Group. Velomirine & relapse: 50% of _Plasmodium_. "
        "Journal of Ague. 2019;12(3):101–9. doi:10.1000/V1 PubMed PMID: 123.",
    }


def test_journals_are_in_italics_where_the_style_has_them() -> None:
    """APA does, Vancouver does not."""
    italics = {style: [run.text for run in styled((TRIAL,), style)[0] if run.style] for style in STYLES}

    assert italics["apa"][0] == italics["mla"][0] == "Journal of Ague"
    assert italics["vancouver"] == []
