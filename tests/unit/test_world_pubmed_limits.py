"""The world's PubMed counts who asks how often."""

from tests.world.log import Request, busiest_second
from tests.world.pubmed import Arrivals, Limits

POLITE = {"tool": "vouch", "email": "who@example.org"}


def test_the_fourth_request_within_a_second_is_above_the_limit() -> None:
    """Three a second are allowed without a key."""
    arrivals = Arrivals()

    places = [arrivals.arrive(POLITE, "here", at) for at in (0.0, 0.3, 0.6, 0.9, 1.31)]

    assert places == [(1, 3), (2, 3), (3, 3), (4, 3), (3, 3)]
    assert (arrivals.refused, arrivals.most_in_a_second) == (1, 4)


def test_a_second_slides() -> None:
    """Three at the end of one second and three at the start of the next are six in one."""
    arrivals = Arrivals()

    for at in (0.9, 0.9, 0.9, 1.1, 1.1, 1.1):
        arrivals.arrive(POLITE, "here", at)

    assert (arrivals.refused, arrivals.most_in_a_second) == (3, 6)


def test_a_key_has_a_limit_of_its_own() -> None:
    """Its requests count together, wherever they come from, and apart from those without a key."""
    arrivals = Arrivals(Limits(without_key=1, with_key=2))
    keyed = {**POLITE, "api_key": "k"}

    places = [
        arrivals.arrive(keyed, "here", 0.0),
        arrivals.arrive(keyed, "there", 0.0),
        arrivals.arrive(POLITE, "here", 0.0),
        arrivals.arrive(keyed, "here", 0.0),
    ]

    assert places == [(1, 2), (2, 2), (1, 1), (3, 2)]


def test_a_request_without_a_name_is_counted() -> None:
    """NCBI asks for a tool and an address to write to."""
    arrivals = Arrivals()

    arrivals.arrive({"tool": "vouch"}, "here", 0.0)
    arrivals.arrive({}, "here", 0.0)

    assert dict(arrivals.missing) == {"tool": 1, "email": 2}


def test_the_busiest_second_is_found_wherever_it_lies() -> None:
    """A burst between two whole seconds counts in full."""
    requests = [Request("tavily", "POST", "/search", at) for at in (0.0, 1.8, 1.9, 2.1, 2.7, 2.85, 9.0)]

    assert busiest_second(requests) == 4
