"""A long run over many sources fits its bucket: what is large is packed."""

import random
from dataclasses import replace

import pytest

from services.coordinator.deciding import LARGE_STATE_BYTES, begin
from services.coordinator.hearing import MOST_ASKED
from services.coordinator.keeping import MOST_PLAIN_BYTES, Saved, decode, encode
from services.coordinator.state import Outcome, Run
from shared import messages as m
from shared.errors import CannotDo
from tests.builders import NOON, RUN, make_asked

QUERY = "(velasartan[Title/Abstract] OR velasartan[MeSH Terms]) AND (migraine[Title/Abstract] OR migraines[MeSH Terms])"


def asked_often(records: int) -> Run:
    """Return a run that has asked its sources so many queries."""
    run = begin(make_asked(), "REQUESTS:1", NOON).run
    searches = tuple(
        m.SearchRecord(
            source="pubmed",
            query=f"velasartan and receptor {number}",
            asked=f"{QUERY} AND (receptor{number}[Title/Abstract] OR receptor{number}[MeSH Terms])" * 2,
            asked_at=NOON,
            status="answered",
            reason=f"few works hold every word, so these were not required: receptor{number}. {number} more were found",
            step="1-search",
        )
        for number in range(records)
    )
    step = replace(next(iter(run.steps.values())), outcome=Outcome(searches=searches))
    return replace(run, steps={**run.steps, "1-search": step})


def test_ten_rounds_over_four_sources_fit_well_below_the_limit() -> None:
    """Eight queries to four sources twice in each of ten rounds are 640 records of what was asked."""
    saved = Saved(asked_often(640), (), NOON)

    value = encode(saved)

    assert len(value) < LARGE_STATE_BYTES / 5
    assert decode(value, RUN) == saved


def test_search_strings_kept_whole_fit_all_the_same() -> None:
    """They are there to be pasted: each as long as is kept, no two alike, they take a third of the room at most."""
    run = asked_often(640)
    step, letters = run.steps["1-search"], random.Random(7)
    assert step.outcome
    searches = tuple(
        one.model_copy(update={"asked": " OR ".join(_word(letters) for _ in range(200))[:MOST_ASKED]})
        for one in step.outcome.searches
    )
    whole = replace(step, outcome=replace(step.outcome, searches=searches))

    assert {len(one.asked) for one in searches} == {MOST_ASKED}
    assert len(encode(Saved(replace(run, steps={**run.steps, "1-search": whole}), (), NOON))) < LARGE_STATE_BYTES / 3


def _word(letters: random.Random) -> str:
    """Return one of a thousand words with its field, as often as PubMed is asked for it."""
    return f"w{letters.randrange(1_000)}[MeSH Terms]"


def test_a_small_state_can_be_read_with_the_eye() -> None:
    """Whoever looks into the bucket sees JSON."""
    saved = Saved(asked_often(3), (), NOON)

    assert encode(saved).startswith(b'{"run"')
    assert len(encode(saved)) < MOST_PLAIN_BYTES


def test_packed_bytes_that_are_damaged_are_named() -> None:
    """A run that cannot be read is no crash."""
    value = encode(Saved(asked_often(640), (), NOON))

    with pytest.raises(CannotDo, match="the saved state of run r1 cannot be read"):
        decode(value[:-50], "r1")
