"""Which pages an order may open: those that were named to it, however they are written."""

import pytest

from services.retrieval.web.naming import Named, addresses_in, without_addresses


def test_a_named_page_is_opened_at_the_address_it_was_named_by() -> None:
    """Models rewrite addresses; another spelling of the same page is that page, as it was named."""
    named = Named(["https://www.example.org/a/?utm_source=x&b=1"])

    for spelling in ("http://example.org/a?b=1", " https://www.example.org/a/?b=1#c "):
        assert named.opening(spelling) == "https://www.example.org/a/?utm_source=x&b=1"


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("See https://a.example/x.", ("https://a.example/x",)),
        ("(https://a.example/x_(y)) and <http://b.example>;", ("https://a.example/x_(y)", "http://b.example")),
        ("www.c.example/page?", ("https://www.c.example/page",)),
        ("https://a.example/ https://a.example/", ("https://a.example/",)),
        ("ftp://a.example/, a.example, http://, https://user:x@a.example/", ()),
        ("Does velasartan help?", ()),
    ],
)
def test_addresses_are_found_in_what_a_person_writes(text: str, addresses: tuple[str, ...]) -> None:
    """Without the punctuation of the sentence around them."""
    assert addresses_in(text) == addresses


def test_a_question_is_searched_for_without_its_addresses() -> None:
    """An engine would look for the page's name."""
    assert without_addresses("What does https://a.example/x say?") == "What does say?"
