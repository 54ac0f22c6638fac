"""Real answers of Europe PMC are read whole, lite and core."""

import json
from collections import Counter

import pytest

from services.search.europepmc.source import understandable
from shared.errors import CannotDo
from shared.library import Reference, Skipped
from tests.recorded.report_europepmc import FOLDER, filled, pages, read, rows
from tests.recordings import recording

CORE = "pyeuropepmc_search_cancer_core.json"
THOUSAND = "pyeuropepmc_search_1000results_cancer.json.gz"


def references(name: str) -> list[Reference]:
    """Return the references of a file, of which every row must be one."""
    found = read(recording(f"{FOLDER}/{name}"))
    assert all(isinstance(one, Reference) for one in found)
    return [one for one in found if isinstance(one, Reference)]


def test_every_page_is_read_and_every_refusal_has_a_reason() -> None:
    """Of the 13 files two are XML, and one holds ids alone."""
    core, lite, errors = rows()

    assert (core.files, core.records, core.parsed, core.refused) == (1, 25, 25, ())
    assert (lite.files, lite.records, lite.parsed) == (12, 1362, 1337)
    assert [name for name, _ in lite.refused] == [
        "dspace_pubmedeurope_empty.xml",
        "pyeuropepmc_search_cancer.xml",
        "pyeuropepmc_search_cancer_idlist.json",
    ]
    assert all(reason for row in (lite, errors) for _, reason in row.refused)
    assert core.filled["date"] == lite.filled["date"] == 1.0


def test_a_thousand_lite_rows_are_read_whole() -> None:
    """923 of PubMed, 53 of PubMed Central alone, 24 preprints."""
    found = references(THOUSAND)

    assert len(found) == 1000
    assert sum(bool(one.work.identifiers.pmid) for one in found) == 923
    assert sum(not one.work.identifiers.doi for one in found) == 59
    assert sum(not one.work.citation.authors for one in found) == 8
    preprints = [one for one in found if one.work.kind == "preprint"]
    assert len(preprints) == 24
    assert {one.work.citation.journal for one in preprints} == {
        "Research Square",
        "bioRxiv",
        "medRxiv",
        "Preprints.org",
    }
    assert Counter(one.work.kind for one in found)["erratum"] == 25
    assert all(one.title_only for one in found)


def test_core_rows_are_read_whole() -> None:
    """25 rows, 21 of them with an abstract, 13 with headings of MeSH."""
    found = references(CORE)

    shares = filled(found)
    assert len(found) == 25
    assert (shares["PMID"], shares["language (core only)"], shares["abstract (core only)"]) == (1.0, 1.0, 0.84)
    assert sum(bool(one.work.mesh_terms) for one in found) == 13
    assert not any("<" in one.text and ">" in one.text for one in found if "<h4>" in one.text or "<b>" in one.text)
    assert sum(bool(one.sections) for one in found) >= 12


def test_lite_and_core_rows_of_one_answer_are_the_same_works() -> None:
    """What lite rows lack must not make other works of them."""
    core = [one.work for one in references(CORE)]
    lite = [one.work for one in references("pyeuropepmc_search_cancer.json")]

    assert [one.identifiers for one in lite] == [one.identifiers for one in core]
    assert [one.title_key for one in lite] == [one.title_key for one in core]
    assert [one.kind for one in lite] == [one.kind for one in core]
    assert [one.citation.date[:4] for one in lite] == [one.citation.date[:4] for one in core]


def test_no_text_keeps_its_markup() -> None:
    """Titles hold escaped tags, and abstracts plain ones; a sentence with them matches nowhere else."""
    texts = [
        text for name in (CORE, THOUSAND) for one in references(name) for text in (one.text, one.work.citation.title)
    ]

    assert [
        text
        for text in texts
        if any(sign in text for sign in ("<h4>", "<b>", "<i>", "<sup>", "<sub>", "&lt;", "&amp;"))
    ] == []


def test_a_retraction_notice_is_not_retracted_and_what_is_retracted_is() -> None:
    """Two rows of the thousand tell of a retraction: both are notices."""
    noted = [one.work for one in references(THOUSAND) if "retraction" in one.work.citation.title.lower()]

    assert noted
    assert all((one.kind, one.retraction.status) == ("erratum", "none-found") for one in noted)


def test_the_links_of_core_rows_make_notices_of_errata() -> None:
    """Two rows say that they are errata for another work."""
    linked = [one.work for one in references(CORE) if one.work.kind == "erratum"]

    assert len(linked) == 2


def test_a_row_of_ids_alone_is_skipped_by_name() -> None:
    """Without a title nothing can be cited; all 25 are named."""
    found = read(recording(f"{FOLDER}/pyeuropepmc_search_cancer_idlist.json"))

    assert len({one.name for one in found if isinstance(one, Skipped)}) == 25


def test_errors_inside_an_answer_are_no_answers() -> None:
    """Both were sent with HTTP 200."""
    lines = recording("errors/observed_errors.jsonl").read_text().splitlines()
    told = [json.loads(line) for line in lines]
    bodies = [one["body"] for one in told if one["service"] == "europepmc-search" and one["http_status"] == 200]

    assert len(bodies) == 2
    for body in bodies:
        with pytest.raises(CannotDo, match=r"Europe PMC answered with an error: .*\(code 404\)"):
            understandable(json.loads(body))


def test_three_pages_follow_one_another() -> None:
    """Each names the mark of the next, and no row stands on two."""
    given = pages(recording(f"{FOLDER}/pyeuropepmc_fetch_pages1to3_cancer.json"))

    marks = [understandable(page)["nextCursorMark"] for page in given]
    assert len(set(marks)) == len(given) == 3
    assert len({one.work.work_id for one in references("pyeuropepmc_fetch_pages1to3_cancer.json")}) == 300
