"""How much of PubMed's recorded answers is read: records as XML and as MEDLINE text, searches, errors.

What the records hold is counted apart from the parser, by their tags alone.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
import yaml

from services.search.pubmed.eutils import EUtils, Hits
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.http import Site
from shared.library import Provenance, Record, Reference, concluded, read
from shared.library.pubmed import stream
from tests.builders import NOON
from tests.recorded.tables import Row
from tests.recordings import recording

XML_FOLDERS = ("pubmed/efetch", "pubmed/efetch/metapub", "pubmed/efetch_split")
PROVENANCE = Provenance("pubmed", "PubMed", watches_retractions=True, at=NOON)
WHERE = " (where there is one)"
KNOWN = " (where it is known)"
RECORD = re.compile(r"<(Pubmed(?:Book)?Article)[ >].*?</\1>", re.DOTALL)
ABSTRACT = r"<Abstract>\s*<AbstractText[^>]*(?<!/)>\s*(?!</)\S"
"""Of the article; those that others wrote stand beside it, and are not read."""
LIMITED = httpx.codes.TOO_MANY_REQUESTS

FIELDS: dict[str, tuple[str, Callable[[m.Work], object]]] = {
    "title": ("<(?:Article|Book)Title", lambda work: work.citation.title),
    "ids": ("<PMID", lambda work: work.identifiers.pmid),
    "date": ("<(?:PubDate|ArticleDate|ContributionDate)[ >]", lambda work: work.citation.date),
    "publication types": ("<PublicationType[ >]", lambda work: work.publication_types),
    "authors" + WHERE: ("<(?:LastName|CollectiveName)>", lambda work: work.citation.authors),
    "MeSH" + WHERE: ("<DescriptorName", lambda work: work.mesh_terms),
    "language" + KNOWN: ("<Language>(?!und)", lambda work: work.language),
}
"""Field, the tag that a record has it by, and where it stands in the work."""


@dataclass(frozen=True)
class Read:
    """One record: its own text, and what became of it."""

    text: str
    reference: Reference


def rows() -> list[Row]:
    """Return a row for each folder."""
    return [*map(xml_row, XML_FOLDERS), medline_row(), search_row(), errors_row(), cassettes_row(), *unused_rows()]


def files(folder: str) -> list[Path]:
    """Return the files of a folder, without those below it."""
    return sorted(path for path in recording(folder).iterdir() if path.is_file())


def xml_row(folder: str) -> Row:
    """Return how much of a folder of efetch answers is read."""
    found, refused, held = list[Read](), list[tuple[str, str]](), 0
    for path in files(folder):
        text = path.read_text("utf-8")
        held += len(list(RECORD.finditer(text)))
        records, problem = records_in(path)
        found += records
        refused += [(path.name, problem)] if problem else []
    return Row(folder, len(files(folder)), held, len(found), filled(found), tuple(refused))


def records_in(path: Path) -> tuple[list[Read], str]:
    """Return the records of a file, read as a stream of bytes, and why there are no more."""
    texts = [found[0] for found in RECORD.finditer(path.read_text("utf-8"))]
    with path.open("rb") as file:
        given = list(stream(file, path.name))
    records = [one for one in given if isinstance(one, Record)]
    became = [concluded(one, PROVENANCE) for one in records]
    reads = [Read(text, one) for text, one in zip(texts, became, strict=True) if isinstance(one, Reference)]
    reasons = [one.reason for one in (*given, *became) if not isinstance(one, Record | Reference)]
    return reads, "; ".join(reasons) or ("" if reads else "it holds no record of PubMed's")


def filled(found: Sequence[Read]) -> dict[str, float]:
    """Return of the records that have a field the share in which it was read."""
    has = {
        name: [bool(take(one.reference.work)) for one in found if re.search(tag, one.text)]
        for name, (tag, take) in FIELDS.items()
    }
    has["abstract" + WHERE] = [not one.reference.title_only for one in found if re.search(ABSTRACT, one.text)]
    return {name: sum(shares) / len(shares) for name, shares in has.items() if shares}


def medline_row() -> Row:
    """Return how much of the MEDLINE text is read."""
    folder = "pubmed/medline_text"
    readings = [read(path.read_bytes(), path.name) for path in files(folder)]
    works = [one.work for reading in readings for one in reading.references]
    shares = {name: sum(bool(take(work)) for work in works) / len(works) for name, (_, take) in FIELDS.items()}
    texts = [not one.title_only for reading in readings for one in reading.references]
    shares["abstract"] = sum(texts) / len(texts)
    skipped = sum(len(reading.skipped) for reading in readings)
    return Row(folder, len(readings), len(works) + skipped, len(works), shares)


def asked(body: bytes, status: int = 200) -> Hits | str:
    """Return what the adapter makes of an answer to a search: hits, or why there are none."""

    async def ask() -> Hits:
        answer = httpx.MockTransport(lambda _: httpx.Response(status, content=body))
        async with httpx.AsyncClient(transport=answer, base_url="http://pubmed.test") as client:
            return await EUtils(Site("PubMed", client), "", "", 0).search("x", 200)

    try:
        return asyncio.run(ask())
    except (CannotDo, RetryLater) as error:
        return str(error)


def search_row() -> Row:
    """Return how much of the answers to searches is read; the adapter asks for JSON."""
    folder = "pubmed/esearch"
    answers = {path.name: asked(path.read_bytes()) for path in files(folder)}
    hits = [one for one in answers.values() if isinstance(one, Hits)]
    refused = tuple((name, one) for name, one in answers.items() if isinstance(one, str))
    shares = {
        "count": sum(bool(one.count) for one in hits) / len(hits),
        "ids": sum(bool(one.pmids) for one in hits) / len(hits),
    }
    return Row(folder, len(answers), sum(name.endswith(".json") for name in answers), len(hits), shares, refused)


def errors_row() -> Row:
    """Return what the adapter says to each recorded error; none of them is an answer with hits of its own."""
    folder = "pubmed/errors"
    answers = {path.name: asked(path.read_bytes(), LIMITED if "_429_" in path.name else 200) for path in files(folder)}
    refused = tuple(
        (name, one if isinstance(one, str) else f"partial: {'; '.join((*one.missing, *one.notes))}")
        for name, one in answers.items()
    )
    return Row(folder, len(answers), 0, 0, {}, refused)


def cassettes_row() -> Row:
    """Return what the adapter says to the answers in cassettes; they are of another database, and one is a 414."""
    folder = "pubmed/cassettes"
    answers = [(path.name, body, status) for path in files(folder) for body, status in recorded(path)]
    said = tuple((name, one) for name, body, status in answers if isinstance(one := asked(body, status), str))
    return Row(folder, len(files(folder)), len(answers), len(answers) - len(said), {}, said)


def recorded(path: Path) -> Iterator[tuple[bytes, int]]:
    """Yield body and status of the answers in a cassette."""
    for one in yaml.safe_load(path.read_text())["http_interactions"]:
        response = one["response"]
        yield response["body"]["string"].encode(), int(response["status"]["status_code"])


def unused_rows() -> Iterator[Row]:
    """Yield rows of the tools that the adapter does not ask: records come whole from efetch, links from the records."""
    for tool in ("elink", "esummary"):
        found = files(f"pubmed/{tool}")
        yield Row(f"pubmed/{tool}", len(found), 0, 0, {}, tuple((path.name, f"{tool} is not asked") for path in found))
