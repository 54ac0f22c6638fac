"""How far two adapters may differ, and by no more than is said here (decision 0019)."""

from pathlib import Path

import pytest

from shared import messages as m
from shared.embedding import HashingEmbedder
from shared.memory import ResearchMemory
from shared.memory.in_memory import InMemoryMemory
from tests.contract.memories import apart, make_evidence, make_work
from tests.weaviate import Address
from tests.world.corpus import PAPERS

QUESTIONS = (
    "Does velasartan prevent migraine attacks?",
    "Which trials of velasartan were stopped, and why?",
    "How does a sodium channel blocker act in neurons of mice?",
    "Is the drug safe in pregnancy?",
    "placebo-controlled randomised trial in adults with chronic pain",
)
MOST = 20
FEWEST_ALIKE = 13
"""Of twenty: the two formulas weigh a word that most texts hold differently. Fourteen to twenty were measured."""


async def chosen(memory: ResearchMemory, question: str, *, keep_places: bool) -> list[str]:
    """Return the sources that a question gets, in order."""
    among = {f"w{at}": f"S{at}" for at in range(1, len(PAPERS) + 1)}
    pieces = await memory.get_relevant_evidence("r1", question, MOST, among, keep_places=keep_places)
    return [piece.source_id for piece in pieces]


@pytest.mark.parametrize("keep_places", [False, True])
async def test_the_choices_of_two_adapters_are_mostly_the_same(
    weaviate_server: Address, tmp_path: Path, *, keep_places: bool
) -> None:
    """A run in production reads what the same run on a laptop reads."""
    ours = await apart(weaviate_server, tmp_path.name[-20:])
    memories = (InMemoryMemory(HashingEmbedder()), ours)
    for memory in memories:
        await memory.store_works("r1", "1-search", [make_work(f"w{at}") for at in range(1, len(PAPERS) + 1)])
        await memory.store_evidence("r1", "1-search", list(map(piece, range(1, len(PAPERS) + 1))))

    for question in QUESTIONS:
        one, other = [await chosen(memory, question, keep_places=keep_places) for memory in memories]
        assert len(set(one) & set(other)) >= FEWEST_ALIKE
    await ours.close()


def piece(number: int) -> m.Evidence:
    """Return a paper of the world's corpus as a piece of evidence."""
    paper = PAPERS[number - 1]
    text = " ".join(part for _, part in paper.abstract) or paper.title
    return make_evidence(f"w{number}", text, title=paper.title)
