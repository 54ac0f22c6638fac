"""One row that nobody expected costs that row."""

import pytest
from structlog.testing import capture_logs

from services.search.understanding import STUMBLES, WHY, each
from shared.library import Reference, Skipped
from tests.builders import make_work

FINE = Reference(make_work(), "A text.")


@pytest.mark.parametrize("kind", STUMBLES, ids=lambda kind: kind.__name__)
def test_an_odd_row_is_skipped_named_and_logged(kind: type[Exception]) -> None:
    """The person reads which it was, the operator why."""

    def read(row: dict[str, str]) -> Reference | Skipped:
        if row["id"] == "odd":
            raise kind
        return FINE

    with capture_logs() as lines:
        found = list(each([{"id": "1"}, {"id": "odd"}, {"id": "3"}], read, "OpenAlex"))

    assert found == [FINE, Skipped("OpenAlex record 2 (odd)", WHY), FINE]
    assert [(line["record"], line["exc_info"]) for line in lines] == [("OpenAlex record 2 (odd)", True)]


@pytest.mark.parametrize("row", [None, 7, "x", [], {"id": 7}, {"id": ""}, {}])
def test_a_row_of_any_shape_has_its_number_for_a_name(row: object) -> None:
    """It may be no object at all."""

    def read(_row: object) -> Reference | Skipped:
        raise TypeError

    assert list(each([row], read, "OpenAlex")) == [Skipped("OpenAlex record 1", WHY)]


def test_any_other_error_is_ours() -> None:
    """A lost connection or a name that was never written is no odd row."""

    def read(_row: object) -> Reference | Skipped:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        list(each([1], read, "OpenAlex"))
