"""What another source knows of a person's own references."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from services.search.crosswalk import MOST_NAMES, Crosswalk, name_of
from shared import messages as m
from shared.errors import RetryLater
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

    def __init__(self, known: Mapping[str, Reference], failing: int = 0) -> None:
        self.known, self.failing = known, failing
        self.asked: list[Sequence[str]] = []

    async def lookup(self, names: Sequence[str], _at: datetime) -> Mapping[str, Reference]:
        """Return what is known."""
        self.asked.append(names)
        if len(self.asked) <= self.failing:
            message = "Europe PMC cannot be reached"
            raise RetryLater(message)
        return {name: self.known[name] for name in names if name in self.known}


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
    elsewhere = Elsewhere({"pmid:7": reference(pmid="7", source="europepmc")}, failing=1)
    crosswalk = Crosswalk("Europe PMC", elsewhere.lookup)

    failed = await crosswalk.known((reference(pmid="7"),), NOON)
    later = await crosswalk.known((reference(pmid="7"),), NOON)

    assert failed.references == ()
    assert "could not be looked up in Europe PMC: Europe PMC cannot be reached" in failed.note
    assert len(later.references) == 1


async def test_a_large_library_is_looked_up_in_part_and_says_so() -> None:
    """Requests are bounded, silence is not an option."""
    elsewhere = Elsewhere({})
    own = [reference(pmid=str(number)) for number in range(1, MOST_NAMES + 6)]

    known = await Crosswalk("Europe PMC", elsewhere.lookup).known(own, NOON)

    assert len(elsewhere.asked[0]) == MOST_NAMES
    assert known.note.endswith("; 5 more were not looked up")


def test_a_work_without_identifiers_has_no_name() -> None:
    """A title is no name."""
    assert name_of(m.Identifiers(url="https://example.org/a")) == ""
