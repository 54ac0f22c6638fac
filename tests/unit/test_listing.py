"""How the works of a run are listed at its end."""

from services.coordinator.deciding import begin
from services.coordinator.listing import registered
from shared.entries import Entry
from tests.builders import NOON, make_asked, make_work


def test_a_size_that_one_record_knows_is_not_lost_behind_one_that_does_not() -> None:
    """The first record of a work may be a bare row of a search; the next has the abstract."""
    run = begin(make_asked(), "msg-1", NOON).run
    works = {"w1": make_work("w1"), "w2": make_work("w2", sample_size=412)}

    assert registered(Entry(("w1", "w2"), source_id="S1"), works, run, {}).sample_size == 412
