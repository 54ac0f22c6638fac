"""Widening a query: what was found stays found, and nothing found is never said where nobody could look."""

import pytest

from services.search.questions import Expression, understood
from services.search.stepping import Given, widened
from shared import messages as m
from shared.errors import RetryLater
from shared.library import Record, Reference, concluded

QUERY = "tafenoquine vivax relapse prevention"


def reference(title: str) -> Reference:
    """Return a record of this title."""
    made = concluded(Record(name=title, title=title))
    assert isinstance(made, Reference)
    return made


class Failing:
    """A source that answers once, then cannot be reached."""

    def __init__(self, *titles: str) -> None:
        self._first = Given("narrow", len(titles), tuple(map(reference, titles)))
        self.asked = 0

    async def ask(self, _expression: Expression) -> Given:
        """Return the first answer; raise from then on."""
        self.asked += 1
        if self.asked > 1:
            message = "the vendor cannot be reached"
            raise RetryLater(message)
        return self._first


async def test_what_a_narrow_query_found_stays_when_a_wider_one_cannot_be_asked() -> None:
    """The note says that there may be more."""
    source = Failing("Tafenoquine against relapse")

    found = await widened(understood(QUERY), source.ask, m.Filters(), 10)

    assert source.asked == 2
    assert [one.work.citation.title for one in found.references] == ["Tafenoquine against relapse"]
    assert "there may be more: a wider query could not be asked (the vendor cannot be reached)" in found.notes


async def test_nothing_found_is_not_said_where_nobody_could_look_further() -> None:
    """The narrow query found nothing, and the wider one was never answered."""
    with pytest.raises(RetryLater, match="cannot be reached"):
        await widened(understood(QUERY), Failing().ask, m.Filters(), 10)
