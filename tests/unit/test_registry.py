"""One work is one source: what merges, what never does, and what an S number promises."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from shared import messages as m
from shared.registry import Registry, WorkKey, by_record, identify, key_of, number, resolve, same_facts, source_of
from tests.builders import make_citation, make_work
from tests.growing import growth

TITLE = "aaaaaaaaaaaa"
OTHER = "bbbbbbbbbbbb"


def key(work_id: str, *names: str, title: str = "", year: int | None = 2019, **fields: object) -> WorkKey:
    """Return what a record says about which work it is."""
    return WorkKey(work_id, tuple(sorted(names)), title, year, **fields)  # type: ignore[arg-type]


def registered(*keys: WorkKey, same: tuple[tuple[str, str], ...] = (), onto: Registry | None = None) -> Registry:
    """Return a registry with these records."""
    return identify(onto or Registry(), keys, same, "1-search", 1500)


def groups(registry: Registry) -> set[frozenset[str]]:
    """Return which records are one work."""
    return {frozenset(entry.work_ids) for entry in registry.entries}


def one(*keys: WorkKey, same: tuple[tuple[str, str], ...] = ()) -> bool:
    """Say whether these records are one work."""
    return len(registered(*keys, same=same).entries) == 1


@pytest.mark.parametrize("name", ["pmid:1", "doi:10.1086/1", "pmcid:PMC1", "openalex:W1", "url:https://a.org/b"])
def test_an_equal_identifier_makes_one_work(name: str) -> None:
    """The same work comes from several sources under several names."""
    assert one(key("a", name, title=TITLE, year=2010), key("b", name, title=OTHER, year=2019))


def test_identifiers_lead_through_a_third_record() -> None:
    """One source has PMID and DOI, and so tells that the other two are one work."""
    assert one(key("a", "pmid:1"), key("b", "doi:10.1086/1"), key("c", "pmid:1", "doi:10.1086/1"))


def test_an_equal_pmid_holds_against_another_doi() -> None:
    """PubMed gives one number to each record; DOIs in libraries are mistyped."""
    assert one(key("a", "pmid:1", "doi:10.1086/1"), key("b", "pmid:1", "doi:10.1086/2"))


def test_letters_that_share_a_doi_stay_apart_by_their_pmids() -> None:
    """A journal's correspondence has one DOI, and PubMed a record for each letter."""
    assert not one(key("a", "pmid:1", "doi:10.1056/c1", title=TITLE), key("b", "pmid:2", "doi:10.1056/c1", title=TITLE))


@pytest.mark.parametrize("apart", [0, 1])
def test_an_equal_title_makes_one_work_with_a_year_at_most_one_apart(apart: int) -> None:
    """Print follows the electronic version by up to a year."""
    assert one(key("a", "doi:10.1086/1", title=TITLE), key("b", "pmid:1", title=TITLE, year=2019 + apart))


@pytest.mark.parametrize("year", [2021, None])
def test_an_equal_title_is_not_enough_with_years_further_apart_or_unknown(year: int | None) -> None:
    """Yearly reports keep their title."""
    assert not one(key("a", title=TITLE), key("b", title=TITLE, year=year))


def test_equal_titles_do_not_chain_through_the_years() -> None:
    """Reports of 2018, 2019 and 2020 are not one work because each is one year from the next."""
    years = (key("a", title=TITLE, year=2018), key("b", title=TITLE, year=2019), key("c", title=TITLE, year=2020))

    assert groups(registered(*years)) == {frozenset({"a", "b"}), frozenset({"c"})}


@pytest.mark.parametrize(("mine", "theirs"), [("doi:10.1086/1", "doi:10.1086/2"), ("pmid:1", "pmid:2")])
def test_an_identifier_in_conflict_keeps_equal_titles_apart(mine: str, theirs: str) -> None:
    """A DOI against another DOI, or a PMID against another, names two works."""
    assert not one(key("a", mine, title=TITLE), key("b", theirs, title=TITLE))


def test_a_record_without_identifiers_joins_the_work_of_its_own_year() -> None:
    """Between two works of one title, the year decides."""
    known = (key("a", "doi:10.1086/1", title=TITLE, year=2018), key("b", "doi:10.1086/2", title=TITLE, year=2019))

    assert groups(registered(*known, key("c", title=TITLE))) == {frozenset({"a"}), frozenset({"b", "c"})}


@pytest.mark.parametrize("kind", ["erratum", "comment", "abstract", "preprint", "registry-entry", "protocol"])
def test_what_is_not_the_article_never_merges_with_it_by_title(kind: str) -> None:
    """They often have the article's title, and names of their own or none."""
    assert not one(key("a", "doi:10.1086/1", title=TITLE), key("b", title=TITLE, kind=kind))


@pytest.mark.parametrize("kind", ["abstract", "comment", "preprint", "registry-entry"])
def test_two_records_of_the_same_abstract_are_one(kind: str) -> None:
    """Embase and CENTRAL both index a congress."""
    assert one(key("a", title=TITLE, kind=kind), key("b", title=TITLE, kind=kind))


def test_an_erratum_is_never_its_article_even_under_its_names() -> None:
    """Some sources give an erratum the identifiers of what it corrects."""
    assert not one(key("a", "pmid:1", "doi:10.1086/1", title=TITLE), key("b", "pmid:1", title=TITLE, kind="erratum"))


def test_one_sources_comment_is_anothers_article_under_the_same_doi_and_title() -> None:
    """Databases disagree about kinds more often than about names."""
    assert one(key("a", "doi:10.1086/1", title=TITLE), key("b", "doi:10.1086/1", title=TITLE, kind="comment"))


def test_abstracts_of_one_congress_stay_apart_though_they_share_a_doi() -> None:
    """A supplement has one DOI for hundreds of abstracts."""
    shared = "doi:10.4269/congress2017"

    assert not one(key("a", shared, title=TITLE, kind="abstract"), key("b", shared, title=OTHER, kind="abstract"))


def test_a_web_page_resolves_to_a_work_by_a_name_but_not_by_a_title() -> None:
    """A page is its own source unless it is the work's own page."""
    page = key("b", "url:https://a.org/b", title=TITLE, kind="web-page")

    assert one(key("a", "url:https://a.org/b", title=OTHER), page)
    assert not one(key("a", "doi:10.1086/1", title=TITLE), page)


def test_a_registry_number_links_works_and_never_merges_them() -> None:
    """It names a study: article, follow-up and registry entry keep their own numbers and count once."""
    article = key("a", title=TITLE, registry_numbers=("NCT01376167",))
    entry = key("b", title=OTHER, kind="registry-entry", registry_numbers=("NCT01376167",))
    registry = number(registered(article, entry), ("a", "b"), "1-search")

    assert [(work.source_id, work.study_id) for work in registry.entries] == [
        ("S1", "NCT01376167"),
        ("S2", "NCT01376167"),
    ]


def test_numbers_of_two_registries_in_one_record_name_one_study() -> None:
    """A trial is registered in Europe and in America."""
    records = (
        key("a", registry_numbers=("NCT01376167",)),
        key("b", registry_numbers=("2011-001234-12", "NCT01376167")),
        key("c", registry_numbers=("2011-001234-12",)),
    )

    assert {entry.study_id for entry in registered(*records).entries} == {"2011-001234-12"}


def test_a_pooled_analysis_does_not_make_its_trials_one_study() -> None:
    """Two independent trials stay two, whoever pools them."""
    records = (
        key("a", registry_numbers=("NCT00000001",)),
        key("b", registry_numbers=("NCT00000001", "NCT00000002")),
        key("c", registry_numbers=("NCT00000002",)),
    )
    studies = {work_id: entry.study_id for work_id, entry in by_record(registered(*records)).items()}

    assert studies == {"a": "NCT00000001", "b": "NCT00000001", "c": "NCT00000002"}


def test_without_a_number_a_preprint_and_its_article_are_one_study() -> None:
    """They are two works that report the same."""
    preprint = key("a", "doi:10.1101/1", title=TITLE, year=2019, kind="preprint")
    article = key("b", "doi:10.1086/1", title=TITLE, year=2021)
    registry = number(registered(preprint, article), ("a", "b"), "1-search")

    assert [(entry.source_id, entry.study_id) for entry in registry.entries] == [("S1", "S1"), ("S2", "S1")]


def test_a_work_without_a_number_is_its_own_study() -> None:
    """Nothing links it to another."""
    registry = number(registered(key("a"), key("b")), ("b", "a"), "1-search")

    assert {entry.source_id: entry.study_id for entry in registry.entries} == {"S1": "S1", "S2": "S2"}


def test_alike_texts_make_one_work_unless_an_identifier_is_in_conflict() -> None:
    """A proposal is the weakest of the rules."""
    pair = (("a", "b"),)

    assert one(key("a", title=TITLE), key("b", title=OTHER), same=pair)
    assert not one(key("a", "doi:10.1086/1", title=TITLE), key("b", "doi:10.1086/2", title=OTHER), same=pair)
    assert not one(key("a", title=TITLE), key("b", title=OTHER, kind="preprint"), same=pair)


def test_a_proposal_about_an_unknown_record_changes_nothing() -> None:
    """An answer may compare with a work that was left out."""
    assert groups(registered(key("a"), same=(("a", "z"),))) == {frozenset({"a"})}


def test_when_two_numbered_works_prove_to_be_one_the_lower_number_stays() -> None:
    """Markers already written to the higher one resolve to the lower, for ever."""
    before = number(registered(key("a", "doi:10.1086/1"), key("b", "pmid:1")), ("a", "b"), "1-search")
    after = registered(key("c", "doi:10.1086/1", "pmid:1"), onto=before)

    assert groups(after) == {frozenset({"a", "b", "c"})}
    assert (resolve(after, "S1"), resolve(after, "S2"), resolve(after, "S3")) == ("S1", "S1", "")
    assert after.entries[0].aliases == ("S2",)
    assert after.version == before.version + 1


def test_the_next_number_is_never_one_that_became_an_alias() -> None:
    """S2 stays what it was, so the next work is S3."""
    before = number(registered(key("a", "doi:10.1086/1"), key("b", "pmid:1")), ("a", "b"), "1-search")
    after = registered(key("c", "doi:10.1086/1", "pmid:1"), key("d", "pmid:2"), onto=before)

    assert source_of(number(after, ("d",), "2-search"), "d") == "S3"


def test_numbers_are_given_in_the_order_asked_for_and_once() -> None:
    """The coordinator asks in the order step, source, rank."""
    registry = number(registered(key("a"), key("b"), key("c")), ("c", "a", "c", "unknown"), "1-search")

    assert [source_of(registry, name) for name in "abc"] == ["S2", "", "S1"]
    assert registry.numbered == 2


def test_a_retraction_learned_later_is_a_new_version() -> None:
    """It is applied to the report although the evidence was sent before."""
    before = number(registered(key("a", "pmid:1")), ("a",), "1-search")
    after = registered(key("a", "pmid:1", retraction="retracted"), onto=before)

    assert (after.entries[0].retraction, after.version) == ("retracted", before.version + 1)
    assert registered(key("b", "pmid:2"), onto=after).version == after.version


def test_what_was_known_before_changes_nothing() -> None:
    """A repeat gives back the same object."""
    registry = number(registered(key("a", "pmid:1", title=TITLE), key("b", "pmid:1")), ("a",), "1-search")

    assert registered(key("b", "pmid:1"), onto=registry) is registry


def test_beyond_the_most_works_only_records_of_known_ones_are_taken() -> None:
    """A run's state has a size; what is cut is cut by rank."""
    keys = (key("a", "pmid:1"), key("b", "pmid:2"), key("c", "pmid:3"), key("d", "pmid:1"))

    assert groups(identify(Registry(), keys, (), "1-search", 2)) == {frozenset({"a", "d"}), frozenset({"b"})}


def test_of_each_source_the_first_query_that_found_a_work_is_kept() -> None:
    """Whichever record tells of it first; the tenth round comes after the second."""
    told = ("pubmed:10-search:0", "pubmed:2-search:3", "europepmc:2-search:4")
    either = registered(key("a", "pmid:1", found_by=told), key("b", "pmid:1", found_by=("pubmed:2-search:1",)))
    other = registered(key("b", "pmid:1", found_by=("pubmed:2-search:1",)), key("a", "pmid:1", found_by=told))

    assert either.entries[0].found_by == ("pubmed:2-search:1", "europepmc:2-search:4")
    assert other == either


def test_to_be_found_again_is_no_new_fact_of_a_work() -> None:
    """Orders name the version of the facts; a known work found by another source is told of to nobody."""
    before = number(registered(key("a", "pmid:1", found_by=("pubmed:1-search:0",))), ("a",), "1-search")
    after = registered(key("a", "pmid:1", found_by=("openalex:2-search:1",)), onto=before)

    assert after.entries[0].found_by == ("pubmed:1-search:0", "openalex:2-search:1")
    assert (after.version, same_facts(before, after)) == (before.version, True)
    assert not same_facts(before, registered(key("c", "pmid:2"), onto=before))


def test_a_key_holds_what_identifies_and_nothing_else() -> None:
    """It is saved for every record of a run."""
    work = make_work(
        "w1",
        citation=make_citation("Single-dose tafenoquine to prevent relapse of vivax malaria", "2019-01-17"),
        identifiers=m.Identifiers(doi="10.1056/NEJMoa1710775", url="https://doi.org/10.1056/NEJMoa1710775"),
        registry_numbers=("ClinicalTrials.gov/NCT01376167", "GENBANK/AF123456"),
    )

    found = key_of(work)

    assert found.names == ("doi:10.1056/nejmoa1710775",)
    assert (found.year, found.kind, found.registry_numbers) == (2019, "article", ("NCT01376167",))
    assert len(found.title_key) == 12


def test_a_site_without_a_page_names_no_work() -> None:
    """Libraries give a publisher's front page for anything."""
    assert key_of(make_work("w1", identifiers=m.Identifiers(url="https://www.who.int/"))).names == ()


def test_a_registry_survives_being_saved() -> None:
    """The coordinator keeps it as JSON."""
    registry = number(registered(key("a", "pmid:1", registry_numbers=("NCT01376167",))), ("a",), "1-search")
    adapter = TypeAdapter(Registry)

    assert adapter.validate_json(adapter.dump_json(registry)) == registry


def numbered(works: int) -> Registry:
    """Return a registry of so many works, each with its number."""
    keys = [
        key(
            f"w{n:016x}",
            f"doi:10.1371/journal.pone.{n:07d}",
            f"pmid:{30000000 + n}",
            title=f"{n:012x}",
            found_by=("pubmed:1-search:0", "europepmc:1-search:8"),
        )
        for n in range(works)
    ]
    return number(registered(*keys), [one.work_id for one in keys], "1-search")


def test_a_full_registry_is_small() -> None:
    """1,500 works must fit in one saved state, with the queries that found them."""
    assert len(TypeAdapter(Registry).dump_json(numbered(1500))) <= 360 * 1500


def test_a_work_costs_as_much_in_a_full_registry_as_in_a_small_one() -> None:
    """The pure step runs in the process that hears all others; tried against each other, works would cost 25 times."""
    assert growth(numbered, 300, 1500) < 12


def test_many_works_of_one_title_are_not_tried_all_against_all() -> None:
    """A name that all share must not be what is searched by."""

    def alike(works: int) -> Registry:
        return registered(*(key(f"w{n}", f"doi:10.1086/{n}", title=TITLE) for n in range(works)))

    assert len(alike(1500).entries) == 1500
    assert growth(alike, 100, 500) < 12


names = st.lists(
    st.sampled_from(["pmid:1", "pmid:2", "doi:10.1/1", "doi:10.1/2", "url:https://a.org/b"]), unique=True, max_size=3
)
records = st.lists(
    st.builds(
        lambda place, names, title, year, kind, numbers: key(
            f"w{place}", *names, title=title, year=year, kind=kind, registry_numbers=numbers
        ),
        st.integers(0, 9),
        names,
        st.sampled_from(["", TITLE, OTHER]),
        st.sampled_from([None, 2018, 2019, 2020]),
        st.sampled_from(["article", "comment", "abstract", "web-page", "erratum", "preprint"]),
        st.sampled_from([(), ("NCT00000001",), ("NCT00000001", "NCT00000002"), ("2011-001234-12", "NCT00000002")]),
    ),
    max_size=9,
    unique_by=lambda record: record.work_id,
)
pairs = st.lists(st.tuples(*[st.integers(0, 9).map(lambda place: f"w{place}")] * 2), max_size=3).map(tuple)


@given(records, pairs)
def test_identifying_twice_changes_nothing(found: list[WorkKey], same: tuple[tuple[str, str], ...]) -> None:
    """Messages arrive at least once."""
    once = registered(*found, same=same)

    assert registered(*found, same=same, onto=once) is once


@given(records.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))), pairs)
def test_the_order_of_records_does_not_matter(
    orders: tuple[list[WorkKey], list[WorkKey]], same: tuple[tuple[str, str], ...]
) -> None:
    """What is one work depends on what the records say."""
    first, second = (registered(*found, same=same) for found in orders)

    assert groups(first) == groups(second)
    assert {e.work_ids: e.study_id for e in first.entries} == {e.work_ids: e.study_id for e in second.entries}


@settings(max_examples=60)
@given(st.lists(st.tuples(records, pairs), min_size=1, max_size=4))
def test_a_number_that_was_given_always_leads_to_its_work(
    stages: list[tuple[list[WorkKey], tuple[tuple[str, str], ...]]],
) -> None:
    """Whatever is learned later, every marker written before resolves to the work it was written for."""
    registry, given_to = Registry(), dict[str, str]()
    for found, same in stages:
        registry = registered(*found, same=same, onto=registry)
        registry = number(registry, [record.work_id for record in found], "1-search")
        for record in found:
            given_to.setdefault(source_of(registry, record.work_id), record.work_id)

        assert all(resolve(registry, given) == source_of(registry, work) for given, work in given_to.items())
