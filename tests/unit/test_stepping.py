"""Widening a query: what was found stays found, and nothing found is never said where nobody could look."""

from collections.abc import AsyncIterator

import pytest

from services.search.finding import Found, Given
from services.search.questions import Expression, understood
from services.search.stepping import Page, read, widened
from services.search.underway import underway
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
        self._first = Given("narrow", len(titles), tuple(map(reference, titles)), heeded=True)
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


class Answering:
    """A source that gives one record more with each way it is asked."""

    def __init__(self, *, heeded: bool) -> None:
        self._heeded, self.asked = heeded, 0

    async def ask(self, _expression: Expression) -> Given:
        """Return as many records as there were questions."""
        self.asked += 1
        found = tuple(reference(f"Paper {place}") for place in range(self.asked))
        return Given(f"way {self.asked}", len(found), found, heeded=self._heeded)


@pytest.mark.parametrize(("heeded", "expected"), [(True, ["Paper 0"]), (False, [])])
async def test_only_the_narrowest_way_asks_for_every_word(heeded: bool, expected: list[str]) -> None:  # noqa: FBT001 -- pytest's
    """What wider ways found beside it holds some of them; a source that cannot tell says nothing."""
    found = await widened(understood(QUERY), Answering(heeded=heeded).ask, m.Filters(), 10)

    titles = {one.work.work_id: one.work.citation.title for one in found.references}
    assert [titles[work_id] for work_id in found.as_asked] == expected
    assert len(titles) > 1


async def test_a_query_that_was_cut_is_no_whole_one() -> None:
    """More words than can be required: the last of them were not."""
    many = " ".join(f"word{letter}{other}ish" for letter in "abcdef" for other in "ghi")

    found = await widened(understood(many), Answering(heeded=True).ask, m.Filters(), 1)

    assert (len(found.references), found.as_asked) == (1, ())


async def test_a_query_underway_knows_what_it_has_found() -> None:
    """Way by way and page by page, with the notes of each."""

    async def pages() -> AsyncIterator[Page]:
        yield Page(9, (reference("Paper 7"),))
        seen.append(query.found())
        yield Page(9, (reference("Paper 8"),))

    async def ask(_expression: Expression) -> Given:
        if not seen:
            return await read("narrow", pages(), m.Filters(), 2)
        seen.append(query.found())
        message = "the vendor cannot be reached"
        raise RetryLater(message)

    seen: list[Found] = []
    with underway() as query:
        await widened(understood(QUERY), ask, m.Filters(), 10)

    assert [(one.asked, len(one.references), one.hits) for one in seen] == [("narrow", 1, 9), ("narrow", 2, 9)]
    assert query.found().notes == ()
