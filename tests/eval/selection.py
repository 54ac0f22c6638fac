"""What a judge gets to read of three drug reviews: how many of the studies that the review included.

All works of a review's screening are stored in a memory, as the search agent would store what PubMed gave, and asked
for by one natural question, which was written from the review's topic alone (``queries.py``).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, tostring

from services.search.pieces import piece_of
from shared import messages as m
from shared.embedding import Embedder
from shared.library import Reference, read
from shared.memory.in_memory import InMemoryMemory
from shared.memory.selecting import Ranking, Wanted, choose, gathered
from shared.ranking import TextIndex
from tests.eval.queries import QUESTIONS
from tests.world.pubmed.articles import article
from tests.world.screening import TOPICS, Screening, Topic, screening

PLACES = (20, 30)
RUN, STEP = "eval", "1-search"


@dataclass(frozen=True)
class Chosen:
    """How one way of choosing did on one review."""

    topic: Topic
    way: str
    places: int
    included: int
    """How many of those chosen the review included."""
    of: int
    """How many there were to find: all that were included, or as many as there are places."""

    @property
    def share(self) -> float:
        """Return the recall of included studies, where as many as there are places would be all."""
        return self.included / self.of


@dataclass(frozen=True)
class Review:
    """One review: its works as the memory holds them, numbered, and which were included."""

    topic: Topic
    references: tuple[Reference, ...]
    among: Mapping[str, str]
    included: frozenset[str]

    @property
    def question(self) -> str:
        """Return what a person would ask."""
        return QUESTIONS[self.topic][0]

    @property
    def evidence(self) -> tuple[m.Evidence, ...]:
        """Return a piece for each work."""
        return tuple(piece_of(one, 0.0, STEP) for one in self.references)


def reviews() -> tuple[Review, ...]:
    """Return the three reviews; skip the test where the recordings are absent."""
    return tuple(_review(screening(topic)) for topic in TOPICS)


def _review(one: Screening) -> Review:
    """Return a review as PubMed's records say it."""
    records = Element("PubmedArticleSet")
    records.extend(article(paper, (), ()) for paper in one.papers)
    references = read(tostring(records), "pubmed.xml").references
    among = {reference.work.work_id: f"S{n}" for n, reference in enumerate(references, 1)}
    included = (one_.work.work_id for one_ in references if one_.work.identifiers.pmid in one.included)
    return Review(one.topic, references, among, frozenset(included))


async def measured(review: Review, embedder: Embedder) -> list[Chosen]:
    """Return how each way of choosing does."""
    memory = InMemoryMemory(embedder)
    await memory.store_works(RUN, STEP, [one.work for one in review.references])
    await memory.store_evidence(RUN, STEP, review.evidence)
    pieces = gathered({str(at): one for at, one in enumerate(review.evidence)}, review.among, _retracted(review))
    index = TextIndex([piece.text for piece in pieces], embedder)
    plain = Ranking(index.relevance(review.question))
    index.close()
    found: list[Chosen] = []
    for n in PLACES:
        ways = {
            "relevance alone": choose(pieces, plain, Wanted(n)),
            "relevance, places kept": choose(pieces, plain, Wanted(n, keep_places=True)),
            "MMR": await memory.get_relevant_evidence(RUN, review.question, n, review.among),
            "MMR, places kept (shipped)": await memory.get_relevant_evidence(
                RUN, review.question, n, review.among, keep_places=True
            ),
        }
        found += [_chosen(review, way, n, {one.work_id for one in chosen}) for way, chosen in ways.items()]
    return found


def _retracted(review: Review) -> Sequence[str]:
    """Return the works whose records say so."""
    return [one.work.work_id for one in review.references if one.work.retraction.bars]


def _chosen(review: Review, way: str, places: int, works: Collection[str]) -> Chosen:
    """Return how a choice did."""
    return Chosen(review.topic, way, places, len(review.included & set(works)), min(places, len(review.included)))
