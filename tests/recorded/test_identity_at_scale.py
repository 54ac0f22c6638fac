"""One work found in several sources is one source of the report, and two works are never one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import pytest

from shared import messages as m
from shared.library import Reference
from shared.likeness import propose
from shared.registry import Registry, identify, key_of
from tests.recorded.made_works import generated, twins
from tests.recorded.report_europepmc import FOLDER, read
from tests.recorded.splitting import KEPT, Facts, Shown, split
from tests.recorded.test_duplicates import TAFENOQUINE, labelled, records
from tests.recordings import recording

CORE = "pyeuropepmc_search_cancer_core.json"
THOUSAND = "pyeuropepmc_search_1000results_cancer.json.gz"

KINDS = frozenset({"preprint", "erratum", "comment"})
"""That have a shape of their own here; any other is an article's."""


def recorded(name: str) -> list[Facts]:
    """Return the works of a recorded page of Europe PMC.

    The page holds some works twice, as PubMed's record and as PubMed Central's: the second is left out.
    """
    works = [one.work for one in read(recording(f"{FOLDER}/{name}")) if isinstance(one, Reference)]
    in_pubmed = {letters(work) for work in works if work.identifiers.pmid}
    return facts_of(work for work in works if work.identifiers.pmid or letters(work) not in in_pubmed)


def letters(work: m.Work) -> str:
    """Return the letters of a title, without what the registry makes of it."""
    return "".join(filter(str.isalpha, work.citation.title.lower()))


def facts_of(works: Iterable[m.Work]) -> list[Facts]:
    """Return works that a source knows as they may be known to all."""
    return [
        Facts(
            title=work.citation.title,
            online=in_full(work.citation.date),
            kind=work.kind if work.kind in KINDS else "article",
            openalex=f"W{5_000_000_000 + number}",
            journal=work.citation.journal,
            **work.identifiers.model_dump(include={"pmid", "pmcid", "doi"}),
        )
        for number, work in enumerate(works)
    ]


def in_full(date: str) -> str:
    """Return a date with the month and day it lacks."""
    return date + "-06-15"[{4: 0, 7: 3, 10: 6}[len(date)] :]


@dataclass(frozen=True)
class Measured:
    """How many pairs of records became one, how many are, and which should not have."""

    joined: int
    meant: int
    wrong: tuple[tuple[str, str], ...]

    @property
    def precision(self) -> float:
        """Return the share of the joined pairs that are of one work."""
        return (self.joined - len(self.wrong)) / self.joined

    @property
    def recall(self) -> float:
        """Return the share of the pairs of one work that were joined."""
        return (self.joined - len(self.wrong)) / self.meant


def measured(works: Sequence[Facts], seeds: Iterable[int], kept: float = KEPT) -> Measured:
    """Return what the registry makes of works split among the sources, all seeds taken together; prints the figures."""
    found = [_once(split(works, seed, kept)) for seed in seeds]
    wrong = tuple(pair for one in found for pair in one.wrong)
    all_of = Measured(sum(one.joined for one in found), sum(one.meant for one in found), wrong)
    figures = f"precision {all_of.precision:.4f}, recall {all_of.recall:.4f} of {all_of.meant} pairs"
    print(f"{len(works)} works: {figures}")  # noqa: T201 -- figures to read: pytest -rP
    return all_of


def _once(shown: Sequence[Shown]) -> Measured:
    """Return what the registry makes of these records, with the proposals search makes from their texts."""
    texts = [one.described for one in shown]
    same = [(pair.first, pair.second) for pair in propose(texts)]
    registry = identify(Registry(), (key_of(one.work) for one in texts), same, "1-search", len(shown))
    entry_of = {name: place for place, entry in enumerate(registry.entries) for name in entry.work_ids}
    clusters: defaultdict[int, list[Shown]] = defaultdict(list)
    for one in shown:
        clusters[entry_of[one.described.work.work_id]].append(one)
    joined = [pair for cluster in clusters.values() for pair in combinations(cluster, 2)]
    wrong = tuple((_said(one), _said(other)) for one, other in joined if one.truth != other.truth)
    return Measured(len(joined), sum(comb(count, 2) for count in Counter(one.truth for one in shown).values()), wrong)


def _said(one: Shown) -> str:
    """Return a record as a failed test shows it."""
    work = one.described.work
    return f"{work.citation.title} ({work.kind}, {work.identifiers.model_dump_json(exclude_defaults=True)})"


@pytest.mark.parametrize("seed", range(5))
def test_works_on_few_drugs_with_what_stands_beside_them_are_told_apart_and_found_again(seed: int) -> None:
    """Half of all identifiers are missing; errata, replies and preprints have the titles of their articles."""
    figures = measured(generated(120, seed), [seed])

    assert figures.wrong == ()
    assert figures.recall >= 0.95


@pytest.mark.parametrize("seed", range(3))
def test_titles_years_and_texts_alone_merge_nothing_wrongly(seed: int) -> None:
    """Without any identifier a cut title and a missing abstract leave little, and nothing may be guessed."""
    figures = measured(generated(120, seed), [seed], kept=0.0)

    assert figures.wrong == ()
    assert figures.recall >= 0.9


@pytest.mark.parametrize(("years", "kept"), [(0, 1.0), (1, 1.0), (3, 0.5)])
def test_two_works_of_one_title_are_told_apart_by_their_identifiers_or_their_years(years: int, kept: float) -> None:
    """Columns and yearly reports have one title for all; identifiers in conflict, or years, keep them apart."""
    figures = measured(twins(60, 1, years), [1, 2], kept=kept)

    assert figures.wrong == ()
    assert figures.recall >= 0.95


def test_recorded_core_rows_are_found_again() -> None:
    """25 real works, five times split: an erratum called "Department of Error" has no name but its identifiers."""
    figures = measured(recorded(CORE), range(5))

    assert figures.wrong == ()
    assert figures.recall >= 0.95


def test_recorded_lite_rows_are_told_apart_and_found_again() -> None:
    """All on one disease, with errata, comments and preprints among them, and without a text."""
    figures = measured(recorded(THOUSAND)[:500], [1])

    assert figures.wrong == ()
    assert figures.recall >= 0.95


def test_distinct_works_on_one_drug_stay_distinct_in_every_source() -> None:
    """Of these a person said that none is a duplicate; split among the sources, no two become one."""
    library = zip(records(TAFENOQUINE), labelled(), strict=True)
    works = facts_of(one.work for one, duplicate in library if not duplicate and one.work.citation.date)

    figures = measured(works, range(5))

    assert len(works) >= 60
    assert figures.wrong == ()
    assert figures.recall >= 0.9
