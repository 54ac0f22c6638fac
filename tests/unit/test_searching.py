"""Sources are asked side by side; what could not be asked is named, what was found is woven into one ranking."""

import asyncio
import hashlib
from datetime import date, datetime

import pytest

from services.search.library import LibrarySource
from services.search.searching import Source, SourceAnswer, search
from shared import messages as m
from shared.embedding import HashingEmbedder
from shared.errors import CannotDo, RetryLater
from tests.builders import NOON, make_evidence, make_work

QUESTION = "Is tafenoquine effective against relapse of vivax malaria?"
LIBRARY = """TY  - JOUR
TI  - Tafenoquine against relapse of vivax malaria: a randomised trial
AB  - RESULTS: Tafenoquine prevented relapse in 60% of patients with vivax malaria.
DO  - 10.1000/a
PY  - 2019/01/17
LA  - eng
M3  - Randomized Controlled Trial
ER  -

TY  - JOUR
TI  - Tafenoquine against relapse of vivax malaria: a randomised trial
DO  - 10.1000/a
PY  - 2019
ER  -

TY  - JOUR
TI  - Relapse of vivax malaria
PY  - 2010
LA  - fre
ER  -

TY  - JOUR
TI  - Bees and honey in the Alps
AB  - Bees prefer lavender.
ER  -

TY  - JOUR
PY  - 2001
ER  -
"""


def make_order(**fields: object) -> m.SearchRequested:
    """Return an order for one query to the library."""
    given = {"run_id": "r1", "step": "1-search", "expires_at": NOON, "queries": (QUESTION,), "sources": ("library",)}
    return m.SearchRequested.model_validate(given | fields)


class Scripted:
    """A source that answers from a script, or fails."""

    def __init__(self, name: m.SourceName, *rankings: str, error: Exception | None = None) -> None:
        self.name = name
        self.rankings = [ranking.split() for ranking in rankings]
        self.error = error

    async def search(self, order: m.SearchRequested, at: datetime) -> SourceAnswer:
        """Return each ranking's works with a piece each."""
        if self.error:
            raise self.error
        return SourceAnswer(
            works=tuple(make_work(work) for ranking in self.rankings for work in ranking),
            evidence=tuple(tuple(make_evidence(work) for work in ranking) for ranking in self.rankings),
            searches=tuple(
                m.SearchRecord(source=self.name, query=query, asked_at=at, status="answered", hits=len(ranking))
                for query, ranking in zip(order.queries, self.rankings, strict=True)
            ),
        )


async def asked(order: m.SearchRequested, *sources: Source) -> m.SearchCompleted:
    """Ask *sources*."""
    return await search(order, {source.name: source for source in sources}, NOON)


def works_of(answer: m.SearchCompleted) -> list[str]:
    """Return whose evidence it is, in order."""
    return [piece.work_id for piece in answer.evidence]


@pytest.mark.parametrize("error", [RetryLater("PubMed is busy"), CannotDo("PubMed is busy")])
async def test_a_source_that_could_not_look_is_a_failed_record_for_each_query(error: Exception) -> None:
    """To say that nothing was found would be a lie; the other sources go on."""
    order = make_order(sources=("pubmed", "openalex"), queries=("a b", "c d"))

    answer = await asked(order, Scripted("pubmed", error=error), Scripted("openalex", "w1", "w2"))

    assert [(one.source, one.status, one.reason) for one in answer.searches] == [
        ("pubmed", "failed", "PubMed is busy"),
        ("pubmed", "failed", "PubMed is busy"),
        ("openalex", "answered", ""),
        ("openalex", "answered", ""),
    ]
    assert works_of(answer) == ["w1", "w2"]


async def test_a_source_nobody_installed_says_so() -> None:
    """A hole with a name, not a crash."""
    answer = await asked(make_order(sources=("europepmc",)))

    assert answer.searches[0].status == "failed"
    assert answer.searches[0].reason == "europepmc cannot be searched: this installation has no adapter for it"
    assert (answer.works, answer.evidence) == ((), ())


async def test_rankings_take_turns() -> None:
    """First ranks first: by query, then by source."""
    order = make_order(sources=("pubmed", "openalex"), queries=("a b", "c d"))

    answer = await asked(order, Scripted("pubmed", "p1 p2", "q1"), Scripted("openalex", "o1", "r1 r2"))

    assert works_of(answer) == ["p1", "o1", "q1", "r1", "p2", "r2"]


async def test_a_work_gives_one_piece() -> None:
    """Two queries that find the same work have found one piece of evidence."""
    answer = await asked(make_order(sources=("pubmed",), queries=("a b", "c d")), Scripted("pubmed", "w1 w2", "w1 w3"))

    assert works_of(answer) == ["w1", "w2", "w3"]
    assert [one.read for one in answer.searches] == [2, 1]


async def test_room_bounds_evidence_and_not_identity() -> None:
    """Every record counts for identity, and what was not read is named."""
    answer = await asked(make_order(sources=("pubmed",), max_results=2), Scripted("pubmed", "w1 w2 w3 w4"))

    assert works_of(answer) == ["w1", "w2"]
    assert len(answer.works) == 4
    assert answer.searches[0].reason.startswith("2 more were found and not read")


async def test_works_beyond_the_most_are_left_out_and_named() -> None:
    """An answer has a size; the evidence's own works are always in it."""
    many = Scripted("pubmed", " ".join(f"w{n}" for n in range(m.MOST_WORKS + 3)))

    answer = await asked(make_order(sources=("pubmed",), max_results=200), many)

    assert (len(answer.works), len(answer.evidence)) == (m.MOST_WORKS, m.MOST_PIECES)
    assert "3 records beyond the first 1500 were not registered" in answer.searches[0].reason


async def test_sources_are_asked_side_by_side() -> None:
    """Five sources must not take five times as long."""
    meeting = asyncio.Barrier(2)

    class Waiting(Scripted):
        async def search(self, order: m.SearchRequested, at: datetime) -> SourceAnswer:
            await asyncio.wait_for(meeting.wait(), 5)
            return await super().search(order, at)

    answer = await asked(make_order(sources=("pubmed", "openalex")), Waiting("pubmed", "w1"), Waiting("openalex", "w2"))

    assert works_of(answer) == ["w1", "w2"]


def make_library(text: str = LIBRARY) -> tuple[LibrarySource, tuple[m.LibraryFile, ...]]:
    """Return the source over one file, and how an order names the file."""
    data = text.encode()

    async def fetch(_: str) -> bytes:
        return data

    file = m.LibraryFile(sha256=hashlib.sha256(data).hexdigest(), name="refs.ris")
    return LibrarySource(fetch, HashingEmbedder()), (file,)


async def test_the_library_gives_every_record_and_the_relevant_evidence() -> None:
    """A work of two records gives its abstract; bees are identified, and no evidence."""
    source, files = make_library()

    answer = await asked(make_order(library=files), source)

    assert len(answer.works) == 4
    assert [(one.level, one.citation.title[:12]) for one in answer.evidence] == [
        ("abstract", "Tafenoquine "),
        ("title-only", "Relapse of v"),
    ]
    assert answer.evidence[0].locator == m.Locator(section="abstract", start=0, end=77)


async def test_the_library_names_the_record_it_skipped() -> None:
    """Skipped, counted and named: once for the order."""
    source, files = make_library()

    answer = await asked(make_order(library=files, queries=(QUESTION, "malaria relapse")), source)

    assert [one.skipped for one in answer.searches] == [1, 0]
    assert answer.searches[0].skipped_names[0].startswith("refs.ris, record 5 (JOUR): it has no title")


async def test_filters_are_applied_and_counted() -> None:
    """The methodology says how many were left out, and by what."""
    source, files = make_library()
    filters = m.Filters(published_from=date(2019, 1, 1), languages=("en",))

    answer = await asked(make_order(library=files, filters=filters), source)

    assert len(answer.evidence) == 1
    assert (answer.searches[0].hits, answer.searches[0].excluded) == (3, 1)
    assert answer.searches[0].filters_applied == ("published from 2019-01-01", "languages: en (unknown ones kept)")


async def test_an_off_topic_question_is_answered_with_nothing() -> None:
    """The library was searched, and has nothing on it."""
    source, files = make_library()

    answer = await asked(make_order(library=files, queries=("Does vitamin C prevent the common cold?",)), source)

    assert (answer.evidence, answer.searches[0].status, answer.searches[0].hits) == ((), "answered", 0)


async def test_without_a_file_the_library_could_not_be_searched() -> None:
    """The person may believe that their references were read."""
    source, _ = make_library()

    answer = await asked(make_order(), source)

    assert answer.searches[0].status == "failed"
    assert answer.searches[0].reason == "no library file was given: name one with --library, or ask other sources"


async def test_a_file_that_cannot_be_read_fails_with_its_reason() -> None:
    """The reason names the file and what to do."""
    source, files = make_library(" ")

    answer = await asked(make_order(library=files), source)

    assert answer.searches[0].reason == "refs.ris holds nothing but space: export the references again"


async def test_the_same_order_gives_the_same_answer() -> None:
    """A redelivered order must not change what the run knows."""
    source, files = make_library()
    order = make_order(library=files)

    assert await asked(order, source) == await asked(order, make_library()[0])
