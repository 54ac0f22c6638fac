"""The stored library: who is meant by a name, and what a question does with it."""

from datetime import date

import pytest

from services.cli.asking import Asking, hints, may_use_stored, with_stored
from services.cli.exits import BadInput
from services.cli.library import chosen_from, row
from services.cli.requesting import request
from services.cli.shelving import Stored
from shared import messages as m
from tests.builders import NOON

QUESTION = "Does drug A help people with disease B?"


def make_stored(name: str, sha: str = "a" * 64, size: int = 1_234_000) -> Stored:
    """Return a file of the library."""
    return Stored(m.LibraryFile(sha256=sha, name=name, size_bytes=size), "PDF", 1, NOON)


def make_asking(*sources: str) -> tuple[Asking, dict[str, object]]:
    """Return a question, and the options it was asked with."""
    given: dict[str, object] = {"question": QUESTION, "sources": sources}
    return Asking(request(given)), given


KEPT = (make_stored("a.pdf"), make_stored("b.pdf", "b" * 64), make_stored("b.pdf", "c" * 64))


def test_a_file_is_meant_by_its_name_or_its_hash() -> None:
    """Two may bear one name."""
    assert chosen_from(KEPT, ("a.pdf", "cccccc", "aaaaaa")) == (KEPT[0], KEPT[2])


def test_every_name_that_means_none_or_several_is_told() -> None:
    """Before anything is removed."""
    with pytest.raises(BadInput) as said:
        chosen_from(KEPT, ("none.pdf", "b.pdf", "ccc"))

    assert str(said.value).splitlines() == [
        "no file of the library is called none.pdf: `vouch library list` shows what there is",
        "2 files are called b.pdf: name one by its hash: bbbbbbbbbbbb, cccccccccccc",
        "no file of the library is called ccc: `vouch library list` shows what there is",
    ]


def test_a_row_tells_what_a_file_is() -> None:
    """For a person: its size in megabytes, and enough of its hash to name it."""
    shown = row(make_stored("a.pdf"))

    assert (shown[:4], shown[5]) == (("a.pdf", "PDF", "1", "1.2 MB"), "a" * 12)
    assert row(make_stored("a.pdf", size=12_300))[3] == "12 kB"


def test_the_stored_library_is_searched_beside_the_indexes() -> None:
    """Where a person says nothing else."""
    asking, given = make_asking()

    found = with_stored(asking, KEPT[:2], given)

    assert may_use_stored(asking, given)
    assert found.request.sources == ("library", *m.INDEXES)
    assert [file.name for file in found.request.library] == ["a.pdf", "b.pdf"]
    assert hints(found) == ("your library of 2 files is searched, too; `--source` alone chooses others",)


def test_a_source_that_is_named_is_the_only_one() -> None:
    """Who asks for PubMed alone has a reason; who asks for the library gets no more than it."""
    asking, given = make_asking("pubmed")
    own, with_own = make_asking("library")

    assert not may_use_stored(asking, given)
    assert may_use_stored(own, with_own)
    assert with_stored(own, KEPT[:1], with_own).request.sources == ("library",)


def test_an_empty_library_changes_nothing_but_is_told() -> None:
    """Asked for by name, it has nothing to search."""
    asking, given = make_asking()
    own, with_own = make_asking("library")

    assert with_stored(asking, (), given) == asking
    assert hints(with_stored(own, (), with_own)) == (
        "no --library FILE is given and none is stored: the library has nothing to search",
    )


def test_no_more_files_are_named_than_a_request_takes() -> None:
    """And what is left out is said."""
    asking, given = make_asking()
    many = [make_stored(f"{n}.pdf", f"{n:064x}") for n in range(502)]

    found = with_stored(asking, many, given)

    assert len(found.request.library) == 500
    assert hints(found) == ("only 500 files of your library are searched; 2 more have no room",)


def test_the_filters_stay_as_they_were() -> None:
    """The library is one more place to look, and no other question."""
    given: dict[str, object] = {"question": QUESTION, "filters.published_from": date(2019, 1, 1)}

    found = with_stored(Asking(request(given)), KEPT[:1], given)

    assert found.request.filters.published_from == date(2019, 1, 1)
