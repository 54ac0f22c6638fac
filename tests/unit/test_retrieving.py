"""Reason, act, observe: an answer that is an index to passages, each with its place."""

import hashlib
from collections.abc import Sequence

import pytest

from services.retrieval.passages import windows
from services.retrieval.retrieving import NOTHING, Act, Finish, Observation, Reasoner, Step, Tool, retrieve
from services.retrieval.rules import RuleReasoner
from services.retrieval.tools import Library
from shared import messages as m
from shared.embedding import HashingEmbedder
from shared.errors import CannotDo, RetryLater
from shared.library import read
from tests.builders import NOON, make_evidence, make_work

QUESTION = "Does tafenoquine prevent relapse of vivax malaria?"
ABSTRACT = (
    "BACKGROUND: Relapse of vivax malaria is common. METHODS: We randomised 100 patients. "
    "RESULTS: Tafenoquine prevented relapse in 60% of patients. Haemolysis was seen in 2 of 50. "
    "CONCLUSIONS: Tafenoquine reduced relapse of vivax malaria."
)
RIS = f"""TY  - JOUR
TI  - Tafenoquine against relapse of vivax malaria
AU  - Rossi, A.
AB  - {ABSTRACT}
DO  - 10.1000/a
PY  - 2019
ER  -

TY  - JOUR
TI  - Tafenoquine and the relapse of vivax malaria in Peru
AB  - RESULTS: Tafenoquine lowered relapse of vivax malaria to 10% within six months.
PY  - 2012
ER  -

TY  - JOUR
TI  - RETRACTED: Tafenoquine, relapse and vivax malaria
AB  - RESULTS: Tafenoquine prevented every relapse of vivax malaria.
PY  - 2015
ER  -

TY  - JOUR
TI  - Bees and honey
AB  - RESULTS: Bees preferred lavender in 60% of patients visits.
ER  -
"""
FILE = m.LibraryFile(sha256=hashlib.sha256(RIS.encode()).hexdigest(), name="refs.ris")


async def fetch(_: str) -> bytes:
    """Return the one file."""
    return RIS.encode()


def make_order(question: str = QUESTION, **fields: object) -> m.RetrievalRequested:
    """Return an order over the one file."""
    given: dict[str, object] = {"run_id": "r1", "step": "retrieval", "expires_at": NOON, "library": (FILE,)}
    return m.RetrievalRequested.model_validate(given | {"question": question} | fields)


async def retrieved(order: m.RetrievalRequested) -> m.RetrievalCompleted:
    """Retrieve by rules over the library."""
    return await retrieve(order, RuleReasoner(), Library(fetch, HashingEmbedder()).tools(order))


class Scripted:
    """Acts as told, then answers with the last observation."""

    made_by = "script"
    most_actions = 8
    cost = NOTHING

    def __init__(self, *acts: Act) -> None:
        self.acts = acts

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Finish:
        """Return the next act of the script."""
        return (
            self.acts[len(steps)] if len(steps) < len(self.acts) else Finish(f"{question} {steps[-1].observation.text}")
        )


class Looking:
    """A tool that finds one work, or fails."""

    description = "Looks."
    takes = "query"

    def recall(self, observation: Observation) -> None:
        """Take note of nothing."""

    def __init__(self, name: str, error: Exception | None = None) -> None:
        self.name = name
        self.error = error

    async def run(self, argument: str) -> Observation:
        """Return a piece of the work named *argument*."""
        if self.error:
            raise self.error
        return Observation(f"saw {argument}", (make_evidence(argument),), (make_work(argument),))


async def scripted(reasoner: Reasoner, *tools: Tool) -> m.RetrievalCompleted:
    """Run a script with these tools."""
    return await retrieve(make_order(), reasoner, tools)


async def test_each_tool_stands_once_in_the_history() -> None:
    """The history names tools in the order of first use; the observations say the rest."""
    acts = (Act("look", "w1"), Act("read", "w2"), Act("look", "w3"))

    answer = await scripted(Scripted(*acts), Looking("look"), Looking("read"))

    assert answer.tool_history == ("look", "read")
    assert answer.observations == ("saw w1", "saw w2", "saw w3")
    assert [piece.work_id for piece in answer.evidence] == ["w1", "w2", "w3"]


async def test_a_failed_look_is_an_observation() -> None:
    """The reasoner may try another way, and the answer says what could not be seen."""
    answer = await scripted(
        Scripted(Act("read", "x"), Act("look", "w1")), Looking("look"), Looking("read", CannotDo("it is locked"))
    )

    assert answer.observations[0] == "read failed: it is locked"
    assert len(answer.evidence) == 1


async def test_when_every_look_failed_there_is_no_answer() -> None:
    """To find nothing and to be unable to look are different answers."""
    with pytest.raises(CannotDo, match="look failed: the bucket is away"):
        await scripted(Scripted(Act("look", "w1")), Looking("look", RetryLater("the bucket is away")))


async def test_an_unknown_tool_is_told_what_there_is() -> None:
    """A model may invent a tool; it must be able to correct itself."""
    answer = await scripted(Scripted(Act("google", "x"), Act("look", "w1")), Looking("look"))

    assert answer.observations[0] == "google is no tool here: there are look"


async def test_the_loop_ends_after_eight_actions() -> None:
    """A reasoner that never answers must not hold up the run."""
    answer = await scripted(Scripted(*(Act("look", f"w{n}") for n in range(20))), Looking("look"))

    assert len(answer.observations) == 8
    assert answer.answer == "Stopped after 8 actions without an answer."


async def test_without_a_file_there_is_nothing_to_read() -> None:
    """That is an answer, not a failure: other sources were asked elsewhere."""
    answer = await retrieved(make_order(library=()))

    assert answer.answer == "Nothing was read: no library file was given."
    assert (answer.evidence, answer.observations) == ((), (answer.answer,))


async def test_each_call_is_told_to_whoever_watches() -> None:
    """A dashboard shows what is being read."""
    told: list[str] = []

    async def tell(text: str) -> None:
        told.append(text)

    order = make_order()
    await retrieve(order, RuleReasoner(), Library(fetch).tools(order), tell)

    assert told[0] == (
        "passage search: Tafenoquine against relapse of vivax malaria; "
        "Tafenoquine and the relapse of vivax malaria in Peru"
    )
    assert told[1] == "read work: Tafenoquine against relapse of vivax malaria"


async def test_passages_are_verbatim_at_their_places() -> None:
    """A quotation is checked against exactly these words."""
    answer = await retrieved(make_order())

    texts = {one.work.work_id: one.text for one in read(RIS.encode(), "refs.ris").references}
    assert answer.evidence
    for piece in answer.evidence:
        assert texts[piece.work_id][piece.locator.start : piece.locator.end] == piece.content


async def test_only_results_and_conclusions_are_passages() -> None:
    """Aims, background and methods support nothing."""
    (reference, *_) = read(RIS.encode(), "refs.ris").references

    assert [(one.section, one.text) for one in windows(reference)] == [
        ("RESULTS", "Tafenoquine prevented relapse in 60% of patients. Haemolysis was seen in 2 of 50."),
        ("CONCLUSIONS", "Tafenoquine reduced relapse of vivax malaria."),
    ]


async def test_retracted_works_and_other_topics_give_no_passage() -> None:
    """A retracted trial takes no part, and bees have no bearing."""
    answer = await retrieved(make_order())

    assert {piece.citation.title for piece in answer.evidence} == {
        "Tafenoquine against relapse of vivax malaria",
        "Tafenoquine and the relapse of vivax malaria in Peru",
    }


async def test_the_answer_is_an_index_and_no_evidence() -> None:
    """It says where to look; what stands there is in the passages (evidence.md, 11)."""
    answer = await retrieved(make_order())

    assert "Rossi, A., 2019, Tafenoquine against relapse of vivax malaria: " in answer.answer
    assert "60%" not in answer.answer
    assert (answer.made_by, answer.tool_history) == ("rules", ("passage_search", "read_work"))


async def test_words_that_were_not_met_are_searched_for_once_more() -> None:
    """The first search may have answered half of the question only."""
    answer = await retrieved(make_order("Does tafenoquine prevent relapse of vivax malaria, or cause deafness?"))

    searches = [one for one in answer.observations if "works that can be read" in one]
    assert len(searches) == 2


async def test_an_off_topic_question_has_no_passage() -> None:
    """Looked, and nothing there."""
    answer = await retrieved(make_order("Does vitamin C prevent the common cold?"))

    assert (answer.evidence, answer.answer) == ((), "No passage of the library bears on the question.")


async def test_filters_hold_for_reading_too() -> None:
    """A work the person left out must not come in by the other door."""
    answer = await retrieved(make_order(filters=m.Filters.model_validate({"published_from": "2018-01-01"})))

    assert {piece.citation.date for piece in answer.evidence} == {"2019"}


async def test_a_short_question_goes_on_from_the_last_turn() -> None:
    """The words "And in Peru?" are about what was asked before."""
    turns = (m.Turn(question=QUESTION, answer="It does."),)

    answer = await retrieved(make_order("And in Peru?", turns=turns))

    assert len({piece.work_id for piece in answer.evidence}) == 2
    assert answer.observations[0].startswith("2 passages in 4 works")


async def test_a_library_that_cannot_be_read_is_a_failure() -> None:
    """Nothing was seen, so nothing can be said."""

    async def gone(_: str) -> bytes:
        reason = "refs.ris is gone from the bucket: give it again"
        raise CannotDo(reason)

    order = make_order()
    with pytest.raises(CannotDo, match=r"refs\.ris is gone from the bucket"):
        await retrieve(order, RuleReasoner(), Library(gone).tools(order))


async def test_read_work_wants_an_id_it_gave() -> None:
    """A model may invent an id; it hears where to get one."""
    order = make_order()
    tools = Library(fetch).tools(order)

    with pytest.raises(CannotDo, match="a search gives the ids there are"):
        await tools[1].run("w0")
