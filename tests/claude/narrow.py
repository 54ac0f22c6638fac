"""Worlds that hold evidence of one kind only, on which no judge may call the search sufficient."""

from collections.abc import Mapping
from dataclasses import dataclass

from tests.claude.cases import Case
from tests.world.corpus import PAPERS, STUDIES
from tests.world.shapes import Paper, Study


@dataclass(frozen=True)
class Narrow:
    """What one world holds, and the highest scores that its evidence can carry."""

    source: str
    papers: tuple[Paper, ...]
    studies: tuple[Study, ...]
    clinical: int
    mechanism: int


def _is_animal(paper: Paper) -> bool:
    """Say whether a paper is on animals alone, and stands."""
    return "Animals" in paper.mesh and "Humans" not in paper.mesh and not paper.retraction and paper.on_topic


def _is_retracted(paper: Paper) -> bool:
    """Say whether PubMed knows that a paper was retracted."""
    return paper.retraction == "retracted" and "pubmed" in paper.retraction_known_to and paper.on_topic


NARROW: Mapping[str, Narrow] = {
    "animals only": Narrow("pubmed", tuple(filter(_is_animal, PAPERS)), (), 3, 10),
    "retracted only": Narrow("pubmed", tuple(filter(_is_retracted, PAPERS)), (), 3, 3),
    "registry entries without results": Narrow(
        "clinicaltrials", (), tuple(one for one in STUDIES if one.on_topic and not one.results_posted), 3, 3
    ),
}
EAGER = Case("judge", "eager judge", None)
TURNING = Case("hypothesis", "flips direction", None, same=True)
"""A test of an earlier hypothesis needs a second round, which these worlds give."""

ROUNDS = 2
