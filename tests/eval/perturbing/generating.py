"""Make cases of every kind from abstracts; the same abstracts give the same cases, every time."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from tests.eval.perturbing import numbers, rewording, swapping, wording
from tests.eval.perturbing.choosing import checkable
from tests.eval.perturbing.values import Abstract, Case, Make, luck

CHANGES: Mapping[str, Make] = {
    "number": numbers.changed_number,
    "unit": numbers.changed_unit,
    "dose": numbers.changed_dose,
    "sample size": numbers.changed_size,
    "p-value": numbers.changed_p_value,
    "direction": wording.changed_direction,
    "negation inserted": wording.denied,
    "negation removed": wording.affirmed,
    "arms swapped": swapping.swapped_arms,
    "outcomes swapped": swapping.swapped_outcomes,
    "time points swapped": swapping.swapped_times,
    "drug": wording.changed_drug,
    "species": wording.changed_species,
    "OR, RR, HR": wording.changed_measure,
    "relative for absolute": wording.relative_for_absolute,
    "cause for association": wording.caused,
    "significance for trend": wording.significant,
}
"""Each makes a sentence say something that its source does not say."""

REWORDINGS: Mapping[str, Make] = {
    "percent sign": rewording.percent_written,
    "thousands separator": rewording.thousands_written,
    "p-value's form": rewording.p_written,
    "synonym": rewording.synonym_used,
    "name for patients": rewording.people_renamed,
    "versus": rewording.versus_written,
    "small number in words": rewording.small_numbers_written,
    "opening dropped": rewording.opening_dropped,
    "phrase moved": rewording.phrase_moved,
    "spelling": rewording.spelled_otherwise,
    "abbreviation": rewording.abbreviation_expanded,
    "rounded with about": rewording.rounded,
    "passive": rewording.made_passive,
    "unit's name": rewording.units_written,
    "signs": rewording.signs_written,
    "interval's form": rewording.interval_written,
    "whereas and while": rewording.contrast_written,
}
"""Each leaves the meaning as it is."""

UNCHANGED = "unchanged"
MOST, MOST_UNCHANGED, MOST_OF_ONE = 300, 1500, 2
"""Cases of a kind, sentences left as they are, and cases of a kind from one abstract."""


def cases(abstracts: Iterable[Abstract]) -> tuple[Case, ...]:
    """Return up to ``MOST`` cases of every kind, spread over the abstracts by their hash."""
    shuffled = sorted(abstracts, key=lambda one: luck(one.key).random())
    told = [(abstract, sentence) for abstract in shuffled for sentence in dict.fromkeys(checkable(abstract.text))]
    plain = [Case(UNCHANGED, abstract, sentence, sentence, "kept") for abstract, sentence in told]
    made = chain.from_iterable(_of_kind(kind, make, told) for kind, make in (CHANGES | REWORDINGS).items())
    return (*_spread(plain, MOST_UNCHANGED), *made)


def _of_kind(kind: str, make: Make, told: Iterable[tuple[Abstract, str]]) -> Iterator[Case]:
    """Yield the cases of one kind."""
    wanted = "caught" if kind in CHANGES else "kept"
    made = ((abstract, one, make(one, abstract.text, luck(kind, abstract.key, one))) for abstract, one in told)
    # A change that happens to make another sentence of the same abstract would not be false.
    fitting = (
        Case(kind, abstract, one, new, wanted) for abstract, one, new in made if new and new not in abstract.text
    )
    return _spread(fitting, MOST)


def _spread(made: Iterable[Case], most: int) -> Iterator[Case]:
    """Yield the first *most* cases, no more than ``MOST_OF_ONE`` from one abstract."""
    used: Counter[str] = Counter()
    for case in made:
        if used.total() >= most:
            return
        if used[case.abstract.key] < MOST_OF_ONE:
            used[case.abstract.key] += 1
            yield case
