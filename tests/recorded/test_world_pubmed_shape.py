"""What the world's PubMed says has no element and no key that the real one's recorded answers lack."""

import json
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, fromstring, parse

import pytest

from tests.recordings import recording
from tests.world.corpus import PAPERS
from tests.world.pubmed import esearch, esummary
from tests.world.pubmed.asking import Asked
from tests.world.pubmed.holdings import Holdings
from tests.world.screening import TOPICS, Topic, screening

HOLDINGS = Holdings(PAPERS)
RECORDS = ("PubmedArticle", "PubmedBookArticle")


def paths(element: Element, above: str = "") -> Iterator[str]:
    """Yield the path of every element."""
    here = f"{above}/{element.tag}"
    yield here
    for child in element:
        yield from paths(child, here)


def recorded_paths() -> set[str]:
    """Return the paths of every record that was kept whole."""
    folders = (recording("pubmed/efetch"), recording("pubmed/efetch/metapub"), recording("pubmed/efetch_split"))
    files = (file for folder in folders for file in folder.glob("*.xml") if "Malformed" not in file.name)
    sets = (parse(file).getroot() for file in files)  # noqa: S314 -- kept answers of NCBI
    return {path for root in sets for record in root.iter() if record.tag in RECORDS for path in paths(record)}


def said_paths(pmids: Iterable[str]) -> set[str]:
    """Return the paths of our records."""
    return {path for pmid in pmids for path in paths(fromstring(HOLDINGS.record(pmid)))}  # noqa: S314 -- our own


def test_records_have_only_elements_that_real_ones_have() -> None:
    """A reader made for our own inventions would fail on the real thing."""
    assert said_paths(HOLDINGS.papers) - recorded_paths() == set()


def test_a_search_has_only_keys_that_real_ones_have() -> None:
    """With history, errors and warnings."""
    real: set[str] = set()
    for name in (
        "esearch/klortho_esearch.pubmed.json",
        "esearch/sotawhat_esearch.json",
        "errors/klortho_esearch.error.json",
    ):
        real |= keys(json.loads(recording(f"pubmed/{name}").read_text(encoding="utf-8"))["esearchresult"])
    asked = Asked({"term": ["velasartan migraine zzyzx the"], "usehistory": ["y"], "sort": ["odd"]})

    said = keys(esearch.as_json(esearch.searched(HOLDINGS, asked)))

    assert said - real == set()
    assert {"webenv", "querytranslation", "errorlist/phrasesnotfound", "warninglist/outputmessages"} <= said


def test_a_summary_has_only_keys_that_real_ones_have() -> None:
    """All of it is texts and lists, but for a count."""
    real = json.loads(recording("pubmed/esummary/klortho_esummary.pubmed.json").read_text(encoding="utf-8"))["result"]
    (pmid, *_) = HOLDINGS.papers

    said = esummary.summaries(HOLDINGS, [pmid])[pmid]

    assert isinstance(said, dict)
    assert set(said) - set(real["22144687"]) == set()


def keys(found: dict[str, object], above: str = "") -> set[str]:
    """Return the keys of an answer, inner ones with those above."""
    inner = (keys(value, f"{above}{name}/") for name, value in found.items() if isinstance(value, dict))
    return {f"{above}{name}" for name in found}.union(*inner)


@pytest.mark.parametrize(
    ("topic", "papers", "passed", "included"),
    [("Estrogens", 368, 80, 80), ("NSAIDS", 393, 88, 41), ("Triptans", 671, 218, 24)],
)
def test_a_screening_set_is_read_whole(topic: Topic, papers: int, passed: int, included: int) -> None:
    """Work saved is measured against all of its labels."""
    found = screening(topic)

    assert (len(found.papers), len(found.passed), len(found.included)) == (papers, passed, included)
    assert found.included <= {paper.pmid for paper in found.papers}
    assert topic in TOPICS


def test_papers_of_a_screening_set_can_be_searched() -> None:
    """The drugs of the class find most of what was included, among much else."""
    found = screening("Triptans")
    drugs = ("suma", "zolmi", "riza", "nara", "ele", "almo", "frova")

    hits = Holdings(found.papers).search(" OR ".join(f"{drug}triptan" for drug in drugs)).pmids

    assert len(hits & found.included) / len(found.included) >= 0.9
    assert len(hits) < len(found.papers)
