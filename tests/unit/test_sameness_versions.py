"""A preprint and its article that name each other are one study, and never one work; the gravest retraction holds."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.coordinator.listing import said_of
from shared import messages as m
from shared.entries import GRAVEST_FIRST, WorkKey
from shared.registry import Registry, identify, key_of, number
from tests.builders import NOON, make_work

ARTICLE_NAMES = ("pmid:7", "doi:10.1000/7", "pmcid:PMC7")
PREPRINT = "url:https://europepmc.org/article/PPR/PPR1"


def key(work_id: str, *names: str, versions: tuple[str, ...] = (), **fields: object) -> WorkKey:
    """Return a record under a title of its own."""
    given = {"title_key": f"title-of-{work_id}", "year": 2020, **fields}
    return WorkKey(work_id, tuple(sorted(names)), versions=versions, **given)  # type: ignore[arg-type]


def registered(*keys: WorkKey, onto: Registry | None = None) -> Registry:
    """Return a registry with these records."""
    return identify(onto or Registry(), keys, (), "1-search", 1500)


def studies(registry: Registry) -> dict[str, str]:
    """Return the study of each record."""
    return {name: entry.study_id for entry in registry.entries for name in entry.work_ids}


def numbered(registry: Registry) -> Registry:
    """Return the registry with S numbers for all, so that studies have names."""
    return number(registry, [entry.work_ids[0] for entry in registry.entries], "1-search")


@pytest.mark.parametrize("name", ARTICLE_NAMES)
def test_a_preprint_that_names_its_article_is_one_study_with_it_whatever_their_titles(name: str) -> None:
    """A title often changes in review; counted apart, the study would count twice."""
    preprint = key("a", "doi:10.1101/1", kind="preprint", versions=(name,), year=2016)

    found = numbered(registered(preprint, key("b", *ARTICLE_NAMES)))

    assert len(found.entries) == 2
    assert set(studies(found).values()) == {"S1"}


def test_an_article_that_names_its_preprint_by_address_is_one_study_with_it() -> None:
    """Europe PMC knows preprints by numbers of its own."""
    preprint = key("a", "doi:10.1101/1", PREPRINT, kind="preprint")

    found = numbered(registered(preprint, key("b", "pmid:7", versions=(PREPRINT,))))

    assert len(found.entries) == 2
    assert len(set(studies(found).values())) == 1


def test_a_link_is_known_of_the_work_whichever_record_says_it() -> None:
    """PubMed's record has no link, Europe PMC's of the same article has; the preprint comes from OpenAlex."""
    found = registered(
        key("pubmed", "pmid:7"),
        key("europepmc", "pmid:7", "doi:10.1000/7", versions=("doi:10.1101/1",)),
        key("openalex", "doi:10.1101/1", "openalex:W1", kind="preprint"),
    )

    grouped = {entry.work_ids: entry.versions for entry in found.entries}
    assert grouped == {("europepmc", "pubmed"): ("doi:10.1101/1",), ("openalex",): ()}
    assert len(set(studies(numbered(found)).values())) == 1


def test_a_preprint_found_in_a_later_step_joins_the_study() -> None:
    """The second round finds what the first one's records named."""
    first = numbered(registered(key("b", "pmid:7", versions=("doi:10.1101/1",))))

    later = numbered(registered(key("a", "doi:10.1101/1", kind="preprint"), onto=first))

    assert studies(later) == {"a": "S1", "b": "S1"}


def test_a_preprint_takes_the_registry_number_of_its_article_for_its_study() -> None:
    """Only the article's record has the number in its registry field."""
    found = registered(
        key("a", "doi:10.1101/1", kind="preprint", versions=("pmid:7",)),
        key("b", "pmid:7", registry_numbers=("NCT01376167",)),
    )

    assert studies(found) == {"a": "NCT01376167", "b": "NCT01376167"}


def test_a_link_to_an_unknown_work_or_to_itself_changes_nothing() -> None:
    """Most preprints are not among the hits."""
    found = numbered(registered(key("a", "pmid:1", versions=("doi:10.1101/9", "pmid:1")), key("b", "pmid:2")))

    assert studies(found) == {"a": "S1", "b": "S2"}


NAMES = st.sampled_from(["pmid:1", "pmid:2", "pmid:3", "doi:10.1000/1", "doi:10.1101/1", "doi:10.1101/2", PREPRINT])
KEYS = st.lists(
    st.tuples(st.sets(NAMES, max_size=3), st.sets(NAMES, max_size=3), st.sampled_from(["article", "preprint"])),
    min_size=1,
    max_size=8,
)


@given(KEYS)
def test_links_never_merge(drawn: list[tuple[set[str], set[str], str]]) -> None:
    """With or without them the works are the same; only their studies differ."""
    linked = [
        key(f"w{at}", *names, versions=tuple(sorted(versions)), kind=kind)
        for at, (names, versions, kind) in enumerate(drawn)
    ]
    bare = [key(f"w{at}", *names, kind=kind) for at, (names, _, kind) in enumerate(drawn)]

    works, without = ({entry.work_ids for entry in registered(*keys).entries} for keys in (linked, bare))
    assert works == without


@given(st.lists(st.sampled_from(GRAVEST_FIRST), min_size=1, max_size=4))
def test_the_gravest_status_of_all_records_holds_in_any_order(statuses: list[str]) -> None:
    """One source hears of a retraction months before the others."""
    keys = [key(f"w{at}", "pmid:1", retraction=status) for at, status in enumerate(statuses)]
    gravest = min(statuses, key=GRAVEST_FIRST.index)

    for order in permutations(keys):
        (entry,) = registered(*order).entries
        assert entry.retraction == gravest


def work(name: str, status: str, source: str) -> m.Work:
    """Return a record of one work, and what its source says of retraction."""
    retraction = {"status": status, "checked_in": source, "checked_at": NOON}
    return make_work(name, "One title of all", identifiers=m.Identifiers(pmid="1"), retraction=retraction)


@pytest.mark.parametrize(
    ("statuses", "gravest"),
    [
        (("none-found", "retracted", "none-found"), ("retracted", "Europe PMC")),
        (("concern", "corrected", "none-found"), ("concern", "PubMed")),
        (("not-checked", "none-found", "none-found"), ("none-found", "Europe PMC, OpenAlex")),
    ],
)
def test_who_says_the_gravest_is_said_beside_it(statuses: tuple[str, ...], gravest: tuple[str, str]) -> None:
    """A person looks it up where it was found, not where nothing was known of it."""
    sources = ("PubMed", "Europe PMC", "OpenAlex")
    works = {f"w{at}": work(f"w{at}", *said) for at, said in enumerate(zip(statuses, sources, strict=True))}

    (entry,) = registered(*map(key_of, works.values())).entries
    said = said_of(entry, works)

    assert (said.status, said.checked_in, said.checked_at) == (*gravest, NOON)
