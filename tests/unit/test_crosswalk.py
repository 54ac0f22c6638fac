"""What another source knows of a person's own references."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

import pytest

from services.search import crosswalk as crosswalk_module
from services.search.crosswalk import FRESH, MOST_IN_A_LOT, MOST_NAMES, Crosswalk, name_of
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.library import Provenance, Record, Reference, concluded
from tests.builders import NOON


def reference(doi: str = "", pmid: str = "", source: m.SourceName = "library") -> Reference:
    """Return a reference with these identifiers."""
    record = Record(name="one", title=f"A trial {doi}{pmid}", identifiers=m.Identifiers(doi=doi, pmid=pmid))
    made = concluded(record, Provenance(source, "Europe PMC", watches_retractions=source != "library", at=NOON))
    assert isinstance(made, Reference)
    return made


class Elsewhere:
    """A source that knows some works, and counts how often it is asked."""

    def __init__(self, known: Mapping[str, Reference], *failing: int, error: Exception | None = None) -> None:
        self.known, self.failing = known, failing
        self.error = error or RetryLater("Europe PMC cannot be reached")
        self.asked: list[Sequence[str]] = []

    async def lookup(self, names: Sequence[str], _at: datetime) -> Mapping[str, Reference]:
        """Return what is known; fail where it is told to."""
        self.asked.append(names)
        if len(self.asked) in self.failing:
            raise self.error
        return {name: self.known[name] for name in names if name in self.known}


def library(count: int) -> tuple[list[Reference], dict[str, Reference]]:
    """Return so many references, and what a source knows of each."""
    own = [reference(pmid=str(number)) for number in range(1, count + 1)]
    return own, {f"pmid:{number}": reference(pmid=str(number), source="europepmc") for number in range(1, count + 1)}


async def test_a_work_is_looked_up_by_its_surest_name_once_for_a_library() -> None:
    """A PMID before a DOI; the second order of a run asks nobody."""
    elsewhere = Elsewhere({"doi:10.1000/1": reference(doi="10.1000/1", pmid="9", source="europepmc")})
    crosswalk = Crosswalk("Europe PMC", elsewhere.lookup)
    own = (reference(doi="10.1000/1"), reference(doi="10.1000/2", pmid="7"), reference())

    first = await crosswalk.known(own, NOON)
    again = await crosswalk.known(own, NOON)

    assert elsewhere.asked == [("doi:10.1000/1", "pmid:7")]
    assert [one.work.identifiers.pmid for one in first.references] == ["9"]
    assert first.note == "1 of 2 works were found in Europe PMC by their identifiers"
    assert again == first


async def test_that_nobody_could_look_is_a_note_and_is_tried_again() -> None:
    """Not knowing of a retraction is not knowing that there is none."""
    elsewhere = Elsewhere({"pmid:7": reference(pmid="7", source="europepmc")}, 1)
    crosswalk = Crosswalk("Europe PMC", elsewhere.lookup)

    failed = await crosswalk.known((reference(pmid="7"),), NOON)
    later = await crosswalk.known((reference(pmid="7"),), NOON)

    assert failed.references == ()
    assert "could not be looked up in Europe PMC: Europe PMC cannot be reached" in failed.note
    assert len(later.references) == 1


async def test_a_large_library_is_looked_up_in_part_and_says_so() -> None:
    """Requests are bounded, silence is not an option."""
    elsewhere = Elsewhere({})
    own, _ = library(MOST_NAMES + 5)

    known = await Crosswalk("Europe PMC", elsewhere.lookup).known(own, NOON)

    assert {len(lot) for lot in elsewhere.asked} == {MOST_IN_A_LOT}
    assert sum(map(len, elsewhere.asked)) == MOST_NAMES
    assert known.note.endswith("; 5 more were not looked up")


async def test_what_one_lot_told_is_kept_when_the_next_fails() -> None:
    """A retraction that is known is not lost; only what is missing is asked for again."""
    own, told = library(MOST_IN_A_LOT + 5)
    elsewhere = Elsewhere(told, 2)
    crosswalk = Crosswalk("Europe PMC", elsewhere.lookup)

    first = await crosswalk.known(own, NOON)
    again = await crosswalk.known(own, NOON)

    assert len(first.references) == MOST_IN_A_LOT
    assert first.note == (
        "15 of 20 works were found in Europe PMC by their identifiers. identifiers and retractions of 5 could not be "
        "looked up in Europe PMC: Europe PMC cannot be reached"
    )
    assert [len(lot) for lot in elsewhere.asked] == [15, 5, 5]
    assert len(again.references) == MOST_IN_A_LOT + 5
    assert again.note == "20 of 20 works were found in Europe PMC by their identifiers"


async def test_a_lot_that_is_refused_does_not_hide_the_others() -> None:
    """One odd name may be to blame; a source that is down is not asked for the rest."""
    own, told = library(3 * MOST_IN_A_LOT)
    refusing = Elsewhere(told, 1, error=CannotDo("Europe PMC refuses that"))
    down = Elsewhere(told, 1)

    some = await Crosswalk("Europe PMC", refusing.lookup).known(own, NOON)
    none = await Crosswalk("Europe PMC", down.lookup).known(own, NOON)

    assert (len(some.references), len(refusing.asked)) == (2 * MOST_IN_A_LOT, 3)
    assert (len(none.references), len(down.asked)) == (0, 1)
    assert some.note.endswith("of 15 could not be looked up in Europe PMC: Europe PMC refuses that")


async def test_what_came_before_the_time_was_over_is_kept() -> None:
    """A search waits so long, and no longer."""
    own, told = library(MOST_IN_A_LOT + 1)

    async def slow(names: Sequence[str], _at: datetime) -> Mapping[str, Reference]:
        if len(names) < MOST_IN_A_LOT:
            await asyncio.Event().wait()
        return told

    known = await Crosswalk("Europe PMC", slow, seconds=0.05).known(own, NOON)

    assert len(known.references) == MOST_IN_A_LOT
    assert known.note.endswith("of 1 could not be looked up in Europe PMC: no answer within 0.05 seconds")


async def test_old_knowledge_is_asked_for_anew_and_stands_until_then() -> None:
    """A service that runs for weeks hears of new retractions; one that is away does not make it forget old ones."""
    own, told = library(1)
    elsewhere = Elsewhere(told, 2)
    crosswalk = Crosswalk("Europe PMC", elsewhere.lookup)

    for at in (NOON, NOON + FRESH / 2, NOON + FRESH):
        known = await crosswalk.known(own, at)

    assert len(elsewhere.asked) == 2
    assert len(known.references) == 1
    assert known.note.endswith("of 1 could not be looked up in Europe PMC: Europe PMC cannot be reached")
    assert (
        await crosswalk.known(own, NOON + FRESH)
    ).note == "1 of 1 works were found in Europe PMC by their identifiers"


async def test_the_answers_of_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded; a library that was forgotten is looked up again."""
    monkeypatch.setattr(crosswalk_module, "MOST_KEPT", 3)
    own, told = library(5)
    elsewhere = Elsewhere(told)
    crosswalk = Crosswalk("Europe PMC", elsewhere.lookup)

    await crosswalk.known(own, NOON)
    known = await crosswalk.known(own, NOON)

    assert [len(lot) for lot in elsewhere.asked] == [5, 2]
    assert len(known.references) == 5


def test_a_work_without_identifiers_has_no_name() -> None:
    """A title is no name."""
    assert name_of(m.Identifiers(url="https://example.org/a")) == ""
