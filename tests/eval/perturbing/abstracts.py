"""The recorded abstracts, read from their files by a few lines of their own."""

import csv
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from lxml import etree

from tests.eval.perturbing.values import Abstract
from tests.recordings import recording

SCREENED = ("Triptans", "NSAIDS", "Estrogens")
ONE_IN = 4
"""SciFact has 5,183 abstracts, mostly of the laboratory: a quarter, chosen by hash, stands beside the clinical ones."""
_TAGGED = re.compile(r"^([A-Z]{2,4}) *- (.*(?:\n {6}.*)*)", re.MULTILINE)


def abstracts() -> tuple[Abstract, ...]:
    """Return every abstract once, in the order of files; skip the test where the recordings are absent."""
    folder = recording("")
    found = chain(_medline(folder), _xml(folder), _screened(folder), _scifact(folder))
    return tuple({one.text: one for one in found if one.text}.values())


def _medline(folder: Path) -> Iterator[Abstract]:
    """Yield MEDLINE records: tagged lines, a long field continued with six spaces."""
    with gzip.open(folder / "pubmed/medline_text/robotreviewer_dev.medline.txt.gz", "rt", encoding="utf-8") as file:
        records = file.read().split("\n\n")
    for record in records:
        fields: dict[str, list[str]] = {}
        for tag, value in _TAGGED.findall(record):
            fields.setdefault(tag, []).append(" ".join(value.split()))
        pmid, text = "".join(fields.get("PMID", ())), " ".join(fields.get("AB", ()))
        title = " ".join(fields.get("TI", ()))
        yield Abstract(pmid, title, text, tuple(fields.get("PT", ())), tuple(fields.get("MH", ())))


def _xml(folder: Path) -> Iterator[Abstract]:
    """Yield PubMed's XML; labelled parts follow each other as PubMed prints them."""
    for article in etree.parse(folder / "pubmed/efetch_split/nlm_sample2019_dev.xml").iter("PubmedArticle"):
        parts = [(part.get("Label", ""), _said(part)) for part in article.iterfind(".//Abstract/AbstractText")]
        text = " ".join(f"{label}: {said}" if label else said for label, said in parts)
        kinds = tuple(_said(one) for one in article.iterfind(".//PublicationType"))
        headings = tuple(_said(one) for one in article.iterfind(".//MeshHeading/DescriptorName"))
        title = " ".join(_said(one) for one in article.iterfind(".//ArticleTitle"))
        yield Abstract(article.findtext(".//PMID") or "", title, text, kinds, headings)


def _said(element: etree._Element) -> str:
    """Return the words of an element, one space between them."""
    return " ".join("".join(str(text) for text in element.itertext()).split())


def _screened(folder: Path) -> Iterator[Abstract]:
    """Yield the records of the three drug reviews."""
    for topic in SCREENED:
        path = folder / f"labelled/cohen2006_screening/{topic}.csv.gz"
        with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                headings = tuple(heading.strip() for heading in row["keywords"].split(";"))
                yield Abstract(row["pubmedID"], row["title"], " ".join(row["abstract"].split()), (), headings)


def _scifact(folder: Path) -> Iterator[Abstract]:
    """Yield one in four abstracts of SciFact."""
    with gzip.open(folder / "labelled/scifact/corpus.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            paper = json.loads(line)
            key = f"scifact-{paper['doc_id']}"
            if hashlib.sha256(key.encode()).digest()[1] % ONE_IN == 0:
                yield Abstract(key, paper["title"], " ".join(" ".join(paper["abstract"]).split()))
