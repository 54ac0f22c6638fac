"""What a rejection, or a failed order, can still be called when its body is wrong."""

import pytest

from shared.bus.refusing import OrderedStep, RequestNames, names_of, step_of

NOTHING = RequestNames()


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (b'{"question": "malaria", "run_id": "r1", "request_id": "mine"}', ("r1", "mine")),
        (b'{"run_id": "r.1", "request_id": "mine"}', ("", "mine")),
        (b'{"run_id": "r1", "request_id": 7}', ("r1", "")),
        (b'{"run_id": null, "request_id": null}', ("", "")),
        (b'{"run_id": ["r1"], "limits": {"max_rounds": NaN}, "request_id": "mine"}', ("", "mine")),
        (b'{"run_id": "sweeper"}', ("sweeper", "")),
        (b'{"run_id": "r1", "request_id": "%s"}' % (b"x" * 201), ("r1", "")),
        (b"{}", ("", "")),
    ],
)
def test_a_request_is_called_what_it_calls_itself_as_far_as_that_can_be_read(
    body: bytes, names: tuple[str, str]
) -> None:
    """Whoever asked finds its rejection by these names, whatever else is wrong."""
    found = names_of(body)

    assert (found.run_id, found.request_id) == names


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"[]", b'"r1"', b"null", b"[" * 5000, b'{"run_id": "r1"'])
def test_what_is_no_object_has_no_name(body: bytes) -> None:
    """And looking for one must not fail: it is done while failing."""
    assert names_of(body) == NOTHING


def test_the_step_of_an_order_is_read_from_its_body() -> None:
    """Whatever else is wrong with it."""
    body = b'{"run_id": "r1", "step": "1-judge", "attempt": 2, "question": 7}'

    assert step_of(body, "") == OrderedStep(run_id="r1", step="1-judge", attempt=2)


def test_or_else_from_the_messages_name() -> None:
    """A body by reference may be gone; the name says for whom it was."""
    found = step_of(b"", "r1:1-judge:2:research.judge.requested")

    assert found == OrderedStep(run_id="r1", step="1-judge", attempt=2)


@pytest.mark.parametrize("message_id", ["", "r1", "r1:completed", "a:b:c:d", "r.1:1-judge:1:x", "replay:7"])
def test_an_order_that_tells_neither_way_has_no_step(message_id: str) -> None:
    """Then there is nobody to say that it failed; the dead letter is all."""
    assert step_of(b"not json", message_id) is None
