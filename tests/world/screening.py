"""Three real screening sets as papers of PubMed: titles and abstracts that reviewers took in or left out.

They measure how well queries find what a review needs. Made by Cohen and others (doi:10.1197/jamia.M1929);
the texts stay in the recordings.
"""

import csv
import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from tests.recordings import recording
from tests.world.shapes import Author, Paper

Topic = Literal["Estrogens", "NSAIDS", "Triptans"]
TOPICS: tuple[Topic, ...] = get_args(Topic)


@dataclass(frozen=True)
class Screening:
    """The papers of one review, and what its authors decided, by PMID."""

    topic: Topic
    papers: tuple[Paper, ...]
    passed: frozenset[str]
    """Kept after titles and abstracts were read."""
    included: frozenset[str]
    """Kept after the whole papers were read."""


def screening(topic: Topic) -> Screening:
    """Return the set of *topic*; skip the test where the recordings are absent."""
    rows = tuple(_rows(topic))
    return Screening(
        topic,
        tuple(_paper(topic, row) for row in rows),
        frozenset(row["pubmedID"] for row in rows if row["label_abstract_screening"] == "1"),
        frozenset(row["pubmedID"] for row in rows if row["label_included"] == "1"),
    )


def _rows(topic: Topic) -> Iterator[dict[str, str]]:
    """Yield the rows of the file."""
    path = recording(f"labelled/cohen2006_screening/{topic}.csv.gz")
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _paper(topic: Topic, row: dict[str, str]) -> Paper:
    """Return one row as a paper that PubMed alone has, with nothing but its number."""
    return Paper(
        key=f"{topic.lower()}-{row['record_id']}",
        title=row["title"],
        abstract=(("", row["abstract"]),) if row["abstract"].strip() else (),
        authors=tuple(_author(name) for name in row["authors"].split(";") if name.strip()),
        pmid=row["pubmedID"],
        mesh=tuple(dict.fromkeys(heading.strip() for heading in row["keywords"].split(";") if heading.strip())),
        shown=(("pubmed", ("pmid",)),),
    )


def _author(name: str) -> Author:
    """Return ``Salonen, R`` as a person; a name without a comma is a group's."""
    family, _, given = name.partition(",")
    return Author(family.strip(), given.strip())
