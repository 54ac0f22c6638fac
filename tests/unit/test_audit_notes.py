"""What the audit does not mark: the program's own counts are no claims on a source."""

from shared.audit.checking import check
from shared.audit.prose import clauses
from shared.audit.shelf import shelf_of
from tests.reporting import work


def test_a_count_of_further_works_is_no_claim_on_one_of_them() -> None:
    """A candidate's row names eight works, and how many more there are."""
    cell = "randomised trial: [S1] and 3 more (11 independent studies)"
    reference, piece = work(1)

    found = check(clauses(cell)[0], cell, shelf_of([reference], [piece])["S1"])

    assert (found.verdict, found.reason) == ("not-checked", "it names a kind of evidence and states no result")
