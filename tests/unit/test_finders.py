"""Which query found a work: from what a source gave to what the end of a run tells."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.coordinator.deciding import begin, decide
from services.coordinator.listing import NOT_READ, RETRACTED, deepest, registered, unread
from services.coordinator.state import Run
from services.search.searching import SourceAnswer, search
from shared import messages as m
from shared.finders import finder, first_of_each, place_of
from shared.searches import THEN, ways
from tests.builders import (
    NOON,
    QUESTION,
    RUN,
    make_asked,
    make_citation,
    make_evidence,
    make_judged,
    make_proposed,
    make_record,
    make_retrieved,
    make_searched,
    make_work,
)

names = st.builds(
    finder,
    st.sampled_from(["pubmed", "europepmc", "web"]),
    st.sampled_from(["1-search", "1-targeted", "2-search", "10-search", "retrieval"]),
    st.integers(0, 12),
)


@given(st.lists(names), st.lists(names))
def test_however_queries_are_put_together_the_first_of_each_source_stays(one: list[str], other: list[str]) -> None:
    """Records merge in any order, step by step: none of that may show."""
    first = first_of_each((*one, *other))

    assert first_of_each((*first_of_each(other), *first_of_each(one))) == first
    assert len({name.partition(":")[0] for name in first}) == len(first)


def test_the_second_round_comes_before_the_tenth() -> None:
    """Steps are compared by their rounds, not by their letters; reading runs beside the first round."""
    asked = ("pubmed:10-search:0", "pubmed:2-search:11", "pubmed:2-search:9", "web:retrieval:0")

    assert first_of_each(asked) == ("web:retrieval:0", "pubmed:2-search:9")
    assert place_of("pubmed:2-search:9") == ("2-search", 9)


class Scripted:
    """A source that finds these records for each query, and reads none."""

    def __init__(self, name: m.SourceName, *found: str) -> None:
        self.name = name
        self._found = [one.split() for one in found]

    async def search(self, order: m.SearchRequested, at: datetime) -> SourceAnswer:
        """Return what each query finds; the last record of an answer is about the source as a whole."""
        asked = [make_record(self.name, query=query, asked_at=at) for query in order.queries]
        works = dict.fromkeys(work for found in self._found for work in found)
        return SourceAnswer(
            works=tuple(make_work(work) for work in works),
            searches=(*asked, make_record(self.name, status="failed", reason="one file is damaged")),
            found=tuple(map(frozenset, self._found)),
        )

    async def state(self) -> m.SourceState:
        """Return that it answers."""
        return m.SourceState(name=self.name, ready=True)


async def test_a_search_says_of_each_record_which_queries_found_it() -> None:
    """Over all sources, though each has more to say than one record for each query."""
    order = m.SearchRequested(
        run_id=RUN,
        step="1-search",
        expires_at=NOON + timedelta(seconds=60),
        queries=("one", "two"),
        sources=("pubmed", "europepmc"),
    )
    sources = {"pubmed": Scripted("pubmed", "w1 w2", "w2"), "europepmc": Scripted("europepmc", "", "w2 w3")}

    answer = await search(order, sources, NOON)  # type: ignore[arg-type]

    asked = [
        [(answer.searches[place].source, answer.searches[place].query) for place in one] for one in answer.found_by
    ]
    assert dict(zip([work.work_id for work in answer.works], asked, strict=True)) == {
        "w1": [("pubmed", "one")],
        "w2": [("pubmed", "one"), ("pubmed", "two"), ("europepmc", "two")],
        "w3": [("europepmc", "two")],
    }


def after(*heard: m.Heard, **fields: object) -> Run:
    """Return the run that heard all this."""
    run = begin(make_asked(**fields), "msg-1", NOON).run
    for message in heard:
        run = decide(run, message, NOON).run
    return run


def listed(run: Run, *works: m.Work) -> dict[str, m.RegisteredSource]:
    """Return the works of a run as its end lists them."""
    held = {work.work_id: work for work in works}
    return {one.source_id: registered(one, held, run, {}) for one in run.registry.entries if one.source_id}


def test_the_end_tells_the_first_query_of_each_source_that_found_a_work() -> None:
    """With its words and its step, so that nobody must count records."""
    first = make_searched(
        "w1", searches=(make_record("pubmed", query="a"), make_record("openalex", query="a")), found_by=((0, 1),)
    )
    second = make_searched("w1", step="2-search", searches=(make_record("pubmed", query="b"),), found_by=((0,),))
    run = after(first, make_retrieved(), make_proposed(), make_judged("b", clinical=3), second)

    assert listed(run, make_work("w1"))["S1"].found_by == (
        m.FoundBy(source="pubmed", query="a", step="1-search"),
        m.FoundBy(source="openalex", query="a", step="1-search"),
    )


@pytest.mark.parametrize("found_by", [(), ((7,),), ((0,), (0,), (0,))])
def test_an_answer_that_tells_less_or_nonsense_is_taken_all_the_same(found_by: tuple[tuple[int, ...], ...]) -> None:
    """Agents of an older Vouch tell nothing; a place without a record is no query."""
    run = after(make_searched("w1", searches=(make_record("pubmed", query="a"),), found_by=found_by), make_retrieved())

    assert [one.query for one in listed(run, make_work("w1"))["S1"].found_by] == (["a"] if len(found_by) > 1 else [])


def test_to_be_found_again_is_no_news_to_whoever_follows_the_run() -> None:
    """A dashboard would be told of no new source once for each query."""
    told = after(make_searched("w1", searches=(make_record("pubmed"),), found_by=((0,),)), make_retrieved())
    run = after(
        make_searched("w1", searches=(make_record("pubmed"),), found_by=((0,),)),
        make_retrieved(),
        make_proposed(),
        make_judged("b", clinical=3),
    )
    again = make_searched("w1", step="2-search", searches=(make_record("openalex"),), found_by=((0,),))

    decision = decide(run, again, NOON)

    assert len(decision.run.registry.entries[0].found_by) == 2
    assert decision.run.registry.version == told.registry.version
    assert not [one for one in decision.outbox if isinstance(one, m.AgentEvent) and "new source" in one.message]


def test_what_was_found_and_not_read_is_named_with_the_reason() -> None:
    """A filter goes before a retraction, and that before want of room."""
    works = (
        make_work("w1"),
        make_work("w2", citation=make_citation("An old trial", "1999")),
        make_work("w3", citation=make_citation("A withdrawn one"), retraction=m.Retraction(status="retracted")),
        make_work("w4", citation=make_citation("One too many")),
    )
    answer = make_searched(
        works=works, evidence=(make_evidence("w1"),), searches=(make_record("pubmed"),), found_by=((0,),) * 4
    )
    run = after(answer, make_retrieved(), filters={"published_from": "2010-01-01"})

    found = list(unread(run, {work.work_id: work for work in works}))

    assert [(one.citation.title, one.why) for one in found] == [
        ("An old trial", "excluded by a filter (published 1999)"),
        ("A withdrawn one", RETRACTED),
        ("One too many", NOT_READ),
    ]
    assert {one.found_by for one in found} == {(m.FoundBy(source="pubmed", query=QUESTION, step="1-search"),)}


def test_the_deepest_reading_of_a_work_counts() -> None:
    """A work whose abstract was read by one agent and whose PDF by another was read as full text."""
    pieces = (make_evidence("w1"), make_evidence("w1", level="full-text"), make_evidence("w2", level="title-only"))

    assert deepest(pieces) == {"w1": "full-text", "w2": "title-only"}


def test_the_ways_of_a_query_come_apart_again() -> None:
    """Each on one line, as it was asked."""
    assert ways(THEN.join(("a[tiab] AND\n b", "a[tiab]"))) == ("a[tiab] AND b", "a[tiab]")
    assert ways("") == ()
