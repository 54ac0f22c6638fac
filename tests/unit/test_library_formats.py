"""Each format of reference files, and where each keeps its facts."""

import json

from shared.library import Reference, Skipped, read

ENDNOTE = """<?xml version="1.0" encoding="UTF-8"?><xml><records><record>
<rec-number>5</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">Rossi, A. B.</style></author>
<author>Vivax Study Group,</author></authors></contributors>
<titles><title><style>Drug A cures 62</style><style face="superscript">nd</style><style> disease</style></title>
<secondary-title>J Drugs</secondary-title></titles>
<periodical><full-title>Journal of Drugs</full-title></periodical>
<pages>1-9</pages><volume>12</volume><number>3</number>
<keywords><keyword>Malaria/*drug therapy</keyword><keyword>Humans</keyword></keywords>
<dates><year>2019</year><pub-dates><date>Sep 18</date></pub-dates></dates>
<accession-num>31366609</accession-num><abstract>BACKGROUND: Why. RESULTS: Drug A cured all.</abstract>
<notes>1098-6618&#xD;Randomized Controlled Trial&#xD;ClinicalTrials.gov/NCT01234567&#xD;See NCT07654321 too.</notes>
<custom2>PMC6750137 none declared</custom2><electronic-resource-num>https://doi.org/10.1000/ABC.1</electronic-resource-num>
<remote-database-provider>NLM</remote-database-provider><language>eng</language>
</record></records></xml>"""

CENTRAL = """<xml><records><record><titles><title>Drug A for disease B, an entry</title>
<secondary-title>https://clinicaltrials.gov/show/NCT01376167</secondary-title></titles>
<dates><year>2011</year></dates><accession-num>CN-02039914</accession-num>
<electronic-resource-num>10.1002/central/CN-02039914</electronic-resource-num>
<custom3>EMBASE 620729740</custom3></record></records></xml>"""

NBIB = """
PMID- 31366609
OWN - NLM
DP  - 2000 Jul-Aug
TI  - Drug A against a long
      disease.
PG  - 5-9
LID - 10.1000/abc.2 [doi]
LID - S1-2 [pii]
AB  - AIMS: To know. METHODS: We gave it. RESULTS: It
      worked.
FAU - Rossi, Anna B
AU  - Rossi AB
CN  - Vivax Study Group
CN  - Second Group
LA  - eng
SI  - ClinicalTrials.gov/NCT01234567
SI  - ISRCTN/ISRCTN12345678
SI  - GENBANK/AF078607
PT  - Randomized Controlled Trial
DEP - 20000502
TA  - J Drugs
JT  - Journal of drugs
MH  - Malaria/*drug therapy
PMC - PMC123
EIN - J Drugs. 2001;1:2
SO  - J Drugs 2000 Jul-Aug;1(1):5-9.
"""

BIBTEX = r"""
@string{jd = "Journal of Drugs"}
@article{a1, title={{Drug} A and {\"u}ber \'{e}t\'e in \textit{P.~vivax}}, author={M{\"u}ller, J{\"o}rg and
 Anna B. de la Cruz and {World Health Organization}}, journal=jd, year=2019, month=sep, doi={10.1000/abc_3},
 pages={1--9}, abstract={A 50\% cut.}, keywords={malaria; trial}}
@article{a1, title={The same key again}, year={2018}}
@article{a2, title={First title}, title={Second title}, year={2017}}
@book{b1, title="A book of drugs", date={2018-03-02}}
@article{cut, title={Cut off here}, abstract={abc
"""

CSL = [
    {
        "id": "x1",
        "type": "article-journal",
        "title": ["Drug A &amp; <i>P. vivax</i>"],
        "author": [{"family": "Cruz", "given": "Ana", "non-dropping-particle": "de la"}, {"literal": "Vivax Group"}],
        "container-title": "Journal of Drugs",
        "issued": {"date-parts": [[2019, 9]]},
        "DOI": "10.1000/abc.4",
        "note": "PMID: 31366609\nPMCID: PMC99",
        "abstract": "<jats:p>Drug A cured p<0.05 of all.</jats:p>",
        "page": "5-9",
        "volume": 3,
    },
    {"type": "post", "title": "A page about drug A", "URL": "https://example.org/a", "issued": {"raw": "May 2020"}},
    "no reference",
]


def one(text: str, name: str = "refs") -> Reference:
    """Return the only reference in *text*."""
    (reference,) = read(text.encode(), name).references
    return reference


def all_of(text: str) -> tuple[tuple[Reference, ...], tuple[Skipped, ...]]:
    """Return what is read and what is skipped."""
    reading = read(text.encode(), "refs")
    return reading.references, reading.skipped


def test_endnote_keeps_the_citation() -> None:
    """Text in several styles is one text, and a group keeps its name."""
    citation = one(ENDNOTE).work.citation

    assert citation.title == "Drug A cures 62nd disease"
    assert citation.authors == ("Rossi, A. B.", "Vivax Study Group")
    assert (citation.journal, citation.volume, citation.issue, citation.pages) == ("Journal of Drugs", "12", "3", "1-9")
    assert (citation.date, citation.url) == ("2019-09-18", "https://doi.org/10.1000/abc.1")


def test_endnote_finds_identifiers_where_each_database_keeps_them() -> None:
    """An accession number is a PMID only where PubMed provided it."""
    ids = one(ENDNOTE).work.identifiers

    assert (ids.pmid, ids.pmcid, ids.doi) == ("31366609", "PMC6750137", "10.1000/abc.1")
    assert one(ENDNOTE.replace("NLM", "Ovid")).work.identifiers.pmid == ""


def test_endnote_reads_a_pmid_that_embase_or_central_gives() -> None:
    """Embase keeps it in custom 5, CENTRAL among its sources in custom 3."""
    record = "<xml><records><record><titles><title>Drug A for B</title></titles>{}</record></records></xml>"
    embase = record.format("<custom5>27836630</custom5><remote-database-name>Embase</remote-database-name>")
    central = record.format("<custom3>PUBMED 12625150,EMBASE 36231497</custom3>")

    assert one(embase).work.identifiers.pmid == "27836630"
    assert one(central).work.identifiers.pmid == "12625150"
    assert one(record.format("<custom5>27836630</custom5>")).work.identifiers.pmid == ""


def test_endnote_notes_tell_types_and_registry_numbers_by_whole_lines() -> None:
    """A number in running text is a mention, not the study the record reports."""
    work = one(ENDNOTE).work

    assert work.publication_types == ("Randomized Controlled Trial",)
    assert work.registry_numbers == ("NCT01234567",)
    assert (work.mesh_terms, work.language, work.design) == (("Malaria", "Humans"), "en", "randomised-trial")


def test_an_entry_of_a_registry_is_no_article() -> None:
    """CENTRAL writes the registry's address where an article has its journal."""
    work = one(CENTRAL).work

    assert (work.kind, work.registry_numbers, work.design) == ("registry-entry", ("NCT01376167",), "registry-entry")
    assert (work.identifiers.doi, work.identifiers.pmid) == ("", "")
    assert work.citation.url == "https://clinicaltrials.gov/study/NCT01376167"


def test_sections_have_their_places_in_the_text() -> None:
    """A locator must lead to the very words."""
    reference = one(ENDNOTE)

    assert [(part.label, reference.text[part.start : part.end]) for part in reference.sections] == [
        ("BACKGROUND", "Why."),
        ("RESULTS", "Drug A cured all."),
    ]


def test_medline_joins_broken_lines() -> None:
    """A long value goes on in the next line, indented."""
    reference = one(NBIB)

    assert reference.work.citation.title == "Drug A against a long disease"
    assert reference.text == "AIMS: To know. METHODS: We gave it. RESULTS: It worked."


def test_medline_keeps_every_value_of_a_tag() -> None:
    """A trial may have two numbers and two groups; sequences are no trials."""
    work = one(NBIB).work

    assert work.registry_numbers == ("NCT01234567", "ISRCTN12345678")
    assert work.citation.authors == ("Rossi, Anna B", "Vivax Study Group", "Second Group")


def test_medline_takes_the_earlier_date_and_the_doi_among_ids() -> None:
    """First publication was on line, before the issue of July and August."""
    work = one(NBIB).work

    assert work.citation.date == "2000-05-02"
    assert (work.identifiers.pmid, work.identifiers.pmcid, work.identifiers.doi) == (
        "31366609",
        "PMC123",
        "10.1000/abc.2",
    )
    assert work.retraction.status == "corrected"


def test_medline_that_is_cut_loses_its_last_record_only() -> None:
    """Every record ends with its source line; the last one here does not."""
    references, skipped = all_of(NBIB + "\nPMID- 2\nTI  - A second tri")

    assert len(references) == 1
    assert (skipped[0].name, skipped[0].reason[:37]) == ("record 2", "the file is cut off within it (no SO ")


def test_ris_is_read_with_its_many_spellings() -> None:
    """Exporters disagree about tags, spaces and dates."""
    text = (
        "TY - JOUR\r\nT1 - Drug A for B\r\nA1 - Rossi, A.\r\nJO - J Drugs\r\nY1 - 2019/09/18/\r\nSP - 5\r\nEP - 9\r\n"
        "N2 - An abstract that\r\ngoes on.\r\nUR - https://doi.org/10.1000/abc.5\r\n"
        "KW - *Malaria/drug therapy\r\nER - \r\n"
    )

    reference = one(text)
    work = reference.work

    assert (work.citation.title, work.citation.authors, work.citation.journal) == (
        "Drug A for B",
        ("Rossi, A.",),
        "J Drugs",
    )
    assert (work.citation.date, work.citation.pages, work.identifiers.doi) == ("2019-09-18", "5-9", "10.1000/abc.5")
    assert (reference.text, work.mesh_terms) == ("An abstract that goes on.", ("Malaria",))


def test_ris_that_is_cut_skips_the_unfinished_record() -> None:
    """What it lacks cannot be known: half an abstract may end before its "not"."""
    references, skipped = all_of(
        "TY  - JOUR\nTI  - First trial\nER  - \nTY  - JOUR\nTI  - Second trial\nAB  - Drug A did"
    )

    assert [one.work.citation.title for one in references] == ["First trial"]
    assert skipped[0].name == "record 2"


def test_bibtex_decodes_accents() -> None:
    """A person reads ü, not a command."""
    citation = all_of(BIBTEX)[0][0].work.citation

    assert citation.title == "Drug A and über été in P. vivax"
    assert citation.authors == ("Müller, Jörg", "de la Cruz, Anna B.", "World Health Organization")
    assert (citation.journal, citation.date, citation.pages) == ("Journal of Drugs", "2019-09", "1-9")


def test_bibtex_loses_no_entry_to_a_repeated_key_or_field() -> None:
    """The parser calls both errors; the references are there all the same."""
    references, skipped = all_of(BIBTEX)

    assert [one.work.citation.title for one in references[1:]] == [
        "The same key again",
        "First title",
        "A book of drugs",
    ]
    assert references[3].work.kind == "book"
    assert [one.name for one in skipped] == ["the entry in line 9"]


def test_csl_json_is_read_as_zotero_and_crossref_write_it() -> None:
    """Titles may be lists with mark-up, dates parts, and a PMID hides in the note."""
    reference = all_of(json.dumps(CSL))[0][0]
    work = reference.work

    assert (work.citation.title, work.citation.volume) == ("Drug A & P. vivax", "3")
    assert work.citation.authors == ("de la Cruz, Ana", "Vivax Group")
    assert (work.citation.date, work.identifiers.pmid, work.identifiers.pmcid) == ("2019-09", "31366609", "PMC99")
    assert reference.text == "Drug A cured p<0.05 of all."


def test_csl_json_knows_web_pages_and_strangers() -> None:
    """A page has an address for a name; a text among the items is no reference."""
    references, skipped = all_of(json.dumps({"items": CSL}))

    assert (references[1].work.kind, references[1].work.identifiers.url) == ("web-page", "https://example.org/a")
    assert references[1].work.citation.date == "2020-05"
    assert [one.name for one in skipped] == ["record 3"]


def test_csl_json_that_is_cut_keeps_the_items_before() -> None:
    """JSON as a whole is broken then, its first items are not."""
    references, skipped = all_of(json.dumps(CSL[:2])[:-12])

    assert len(references) == 1
    assert skipped[0].name == "what follows record 1"


def test_a_record_without_abstract_is_title_only() -> None:
    """There is nothing to judge but the title, and it says so."""
    reference = one("TY  - JOUR\nTI  - A trial of drug A\nER  - \n")

    assert (reference.text, reference.title_only, reference.sections) == ("A trial of drug A", True, ())


def test_csl_json_with_half_a_character_is_read() -> None:
    """JSON can spell what no text may hold; it must not break the message it travels in."""
    reference = one('[{"title": "Drug A \\ud800 for disease B"}]')

    assert reference.work.citation.title == "Drug A ? for disease B"


def test_csl_json_with_an_endless_number_keeps_the_items_before() -> None:
    """Python refuses to read numbers of thousands of digits."""
    references, skipped = all_of('[{"title": "A trial of drug A"}, {"volume": ' + "9" * 5000 + "}]")

    assert (len(references), len(skipped)) == (1, 1)
