"""What a report leaves out, it names: a hypothesis that rests on no work that stands is not dropped in silence."""

from services.report.rules import RuleWriter
from services.report.writing import write
from shared import messages as m
from tests.builders import NOON, make_hypothesis
from tests.reporting import make_order, work

SAID = "Hypotheses left out because no work that stands supports them: "


async def limitations(*hypotheses: m.MechanismHypothesis, **fields: object) -> tuple[str, ...]:
    """Return what the report over one work names as its limits."""
    done = await write(make_order([work(1, **fields)], hypotheses=hypotheses), RuleWriter())
    return tuple(one for one in done.report.limitations if one.startswith(SAID))


async def test_a_hypothesis_without_any_source_is_named() -> None:
    """A model may propose one and name no work for it; what it writes there cites nothing."""
    bare = make_hypothesis(drug="velomirine", target="KRT5", pathway="liver [S1] stage", derived_from=())

    assert await limitations(bare) == (f"{SAID}velomirine → KRT5 → liver (S1) stage → fewer relapses.",)


async def test_a_hypothesis_from_a_retracted_work_alone_is_named() -> None:
    """It had a source, and lost it."""
    gone = m.Retraction(status="retracted", checked_in="pubmed", checked_at=NOON)
    made = make_hypothesis(drug="velomirine", derived_from=("S1",), supporting_evidence=("S1",))

    assert await limitations(made, retraction=gone) == (f"{SAID}{made.mechanism}.",)


async def test_a_hypothesis_that_is_shown_is_not_named() -> None:
    """Its row says what it rests on."""
    assert await limitations(make_hypothesis(drug="velomirine", derived_from=("S1",))) == ()
