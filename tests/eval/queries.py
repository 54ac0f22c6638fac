"""How well PubMed queries find what reviews included, and how much reading they save: ``python -m tests.eval.queries``.

Three real screening sets are served as a PubMed of their own, by the loopback world, and asked one natural question
each, by the adapter itself. All of a set is on the review's drugs, so little reading can be saved here; on all of
PubMed the same query leaves out nearly everything. The questions were written from each review's topic alone.
"""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from services.search.finding import Found
from services.search.pubmed import PubMed
from shared import messages as m
from shared.http import open_site
from tests.builders import NOON
from tests.world.pubmed import Limits
from tests.world.screening import TOPICS, Screening, Topic, screening
from tests.world.serving import World

QUESTIONS: dict[Topic, tuple[str, ...]] = {
    "Triptans": (
        "How do triptans compare with each other for the treatment of acute migraine in adults?",
        "triptan migraine",
        "sumatriptan OR rizatriptan OR zolmitriptan OR naratriptan OR eletriptan OR almotriptan OR frovatriptan",
    ),
    "NSAIDS": (
        "Which NSAIDs relieve the pain of osteoarthritis best, and how safe are they?",
        "NSAID osteoarthritis",
        "nonsteroidal anti-inflammatory OR celecoxib OR rofecoxib OR ibuprofen OR naproxen OR diclofenac",
    ),
    "Estrogens": (
        "Does estrogen relieve hot flushes and prevent bone loss in women after menopause?",
        "estrogen menopause",
        "estradiol OR estrogens OR hormone replacement therapy",
    ),
}
"""A natural question, two words, and an expression of drug names."""
MANY, FEW = 10_000, 30
"""How many records are asked for: all that are found, or as many as a run reads."""


@dataclass(frozen=True)
class Measured:
    """What one query found of one set."""

    topic: Topic
    query: str
    found: int
    recall: float
    """Of the works that the review included."""
    saved: float
    """Share of the set that was not found, so nobody has to read it."""
    first: float
    """Share of included works among the first thirty."""
    steps: int
    """How often the query was widened."""


async def measured(one: Screening) -> list[Measured]:
    """Return what the queries on a set find."""
    limits = Limits(without_key=MANY, with_key=MANY)
    async with (
        World(one.papers, (), limits=limits) as world,
        open_site("PubMed", world.url("pubmed"), user_agent="Vouch/eval") as site,
    ):
        index = PubMed(site)
        asked = [(query, await _both(index, query)) for query in QUESTIONS[one.topic]]
    return [_measure(one, query, *found) for query, found in asked]


async def _both(index: PubMed, query: str) -> tuple[Found, Found]:
    """Return what is found where all is wanted, and where as much as a run reads is."""
    return await index.find(query, m.Filters(), MANY, NOON), await index.find(query, m.Filters(), FEW, NOON)


def _measure(one: Screening, query: str, everything: Found, few: Found) -> Measured:
    """Return how well a query did."""
    found, first = _pmids(everything), _pmids(few)
    return Measured(
        topic=one.topic,
        query=query,
        found=len(found),
        recall=len(found & one.included) / len(one.included),
        saved=1 - len(found) / len(one.papers),
        first=len(first & one.included) / max(len(first), 1),
        steps=len(everything.notes),
    )


def _pmids(found: Found) -> set[str]:
    """Return the PMIDs of what was found."""
    return {reference.work.identifiers.pmid for reference in found.references}


def lines(measures: Iterable[Measured]) -> Iterator[str]:
    """Yield what was measured, one line for each query."""
    for one in measures:
        yield (
            f"{one.topic:<10} recall {one.recall:5.1%}  saved {one.saved:5.1%}  included among the first {FEW}:"
            f" {one.first:4.0%}  found {one.found:4}  widened {one.steps} times  {one.query}"
        )


async def main() -> None:
    """Print the figures of all sets."""
    for topic in TOPICS:
        one = screening(topic)
        sys.stdout.write(f"{topic}: {len(one.papers)} works, {len(one.included)} included\n")
        for line in lines(await measured(one)):
            sys.stdout.write(line + "\n")


if __name__ == "__main__":
    asyncio.run(main())
