"""Count independent studies: the works of one study count once (evidence.md, 1 and 4). Pure."""

from collections.abc import Iterable, Mapping

from shared import messages as m
from shared.audit.attributing import subject_named, subject_of
from shared.audit.shelf import Shelf, Source

from .grouping import Groups


def studies_of(sources: Iterable[Source]) -> Mapping[str, tuple[str, ...]]:
    """Return each study with the S numbers of its works; a work of no known study is its own."""
    studies: dict[str, tuple[str, ...]] = {}
    for source in sources:
        name = study_name(source)
        studies[name] = (*studies.get(name, ()), source.source_id)
    return studies


def study_name(source: Source) -> str:
    """Return the study of a work as the registry, else a piece, names it."""
    known = (source.reference.study_id, *(piece.study_id for piece in source.pieces), source.source_id)
    return next(name for name in known if name)


def study_counts(groups: Groups) -> m.StudyCounts:
    """Return independent studies by kind; a study with works of two kinds counts as the stronger."""
    randomised = set(studies_of(groups.randomised))
    human = set(studies_of(groups.human_other)) - randomised
    animal = set(studies_of(groups.animal)) - randomised - human
    in_vitro = set(studies_of(groups.in_vitro)) - randomised - human - animal
    return m.StudyCounts(
        human_randomised=len(randomised),
        human_other=len(human),
        animal=len(animal),
        in_vitro=len(in_vitro),
        secondary=len(groups.secondary),
    )


def tested(hypotheses: Iterable[m.MechanismHypothesis], shelf: Shelf) -> tuple[m.TestedHypothesis, ...]:
    """Return hypotheses as the report shows them, those with the most studies first.

    Retracted works are left out of each; a hypothesis that rests on nothing else is left out whole.
    """
    shown = [_shown(one, shelf) for one in hypotheses]
    kept = [one for one in shown if one.derived_from or one.supporting_sources or one.contradicting_sources]
    return tuple(sorted(kept, key=lambda one: (-(one.supported + one.contradicted), -one.confidence)))


def _shown(hypothesis: m.MechanismHypothesis, shelf: Shelf) -> m.TestedHypothesis:
    """Return one hypothesis with independent studies for and against; only ``tested_by`` counts."""
    tests = _standing(hypothesis.tested_by, shelf)
    supporting = tuple(one for one in _standing(hypothesis.supporting_evidence, shelf) if one in tests)
    contradicting = tuple(one for one in _standing(hypothesis.contradicting_evidence, shelf) if one in tests)
    return m.TestedHypothesis(
        hypothesis_id=hypothesis.hypothesis_id,
        mechanism=_labelled(hypothesis, shelf),
        supported=_studies(supporting, shelf),
        contradicted=_studies(contradicting, shelf),
        supporting_sources=supporting,
        contradicting_sources=contradicting,
        derived_from=_standing(hypothesis.derived_from, shelf),
        tested_by=tests,
        status=hypothesis.status if supporting or contradicting else "untested",
        confidence=hypothesis.confidence,
    )


def _labelled(hypothesis: m.MechanismHypothesis, shelf: Shelf) -> str:
    """Return the mechanism, with the species where it was not read in work on people."""
    made_from = (shelf[one] for one in _standing(hypothesis.derived_from, shelf))
    elsewhere = dict.fromkeys(subject_named(one) for one in made_from if subject_of(one) not in {"human", "unknown"})
    return f"{hypothesis.mechanism} (work {', '.join(elsewhere)})" if elsewhere else hypothesis.mechanism


def _standing(source_ids: Iterable[str], shelf: Shelf) -> tuple[str, ...]:
    """Return the registered sources among *source_ids* that are not retracted, each once."""
    return tuple(dict.fromkeys(one for one in source_ids if one in shelf and not shelf[one].retracted))


def _studies(source_ids: Iterable[str], shelf: Shelf) -> int:
    """Return how many independent studies the works are of."""
    return len(studies_of(shelf[one] for one in source_ids))
