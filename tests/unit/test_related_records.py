"""What records say of other records: every source is read by the same table."""

import pytest

from services.search.europepmc import links
from shared.library import relations
from shared.library.values import RetractionStatus

KINDS: tuple[tuple[str, str, RetractionStatus], ...] = (
    ("RetractionIn", "Retraction in", "retracted"),
    ("CorrectedandRepublishedIn", "Corrected and republished in", "corrected"),
    ("CorrectedandRepublishedFrom", "Corrected and republished from", "corrected"),
    ("ExpressionOfConcernIn", "Expression of concern in", "concern"),
)
"""As PubMed writes a kind, as Europe PMC writes it, and what it makes of the work."""
NOTICES = (
    ("RetractionOf", "Retraction of"),
    ("ExpressionOfConcernFor", "Expression of concern for"),
    ("ExpressionOfConcernOf", "Expression of concern of"),
)


def linked(kind: str) -> dict[str, object]:
    """Return a row of Europe PMC with one link of this kind."""
    return {"commentCorrectionList": {"commentCorrection": [{"type": kind, "source": "MED", "id": "7"}]}}


@pytest.mark.parametrize(("pubmed", "europepmc", "state"), KINDS)
def test_both_sources_say_the_same_of_a_work(pubmed: str, europepmc: str, state: RetractionStatus) -> None:
    """A correction that only one of them knew would make two records of one work contradict each other."""
    assert relations.state_of([pubmed]) == state
    assert links.retraction(linked(europepmc), ()) == state


@pytest.mark.parametrize(("pubmed", "europepmc"), NOTICES)
def test_both_sources_know_a_notice(pubmed: str, europepmc: str) -> None:
    """It is about another work, and is no evidence itself."""
    assert relations.is_notice([pubmed])
    assert links.is_notice(linked(europepmc))


def test_a_relation_of_another_kind_says_nothing() -> None:
    """A comment neither retracts nor corrects."""
    assert relations.state_of(["CommentIn"]) == "not-checked"
    assert not relations.is_notice(["CommentOn"])
