"""Reference lists in anybody's report: what is one work twice, what names none, and what is defined twice."""

import time

import pytest

from shared.audit.documents import DocumentAudit, Problem, audit_document
from shared.audit.documents.naming import identifiers_in, invalid_in, is_home_page, title_stands_in, years_in

TITLE = "Velomirine against relapse of marsh fever in adults of the northern valleys"
OTHER = "Sediment grain size below a frozen delta in spring"


def audited(*listed: str, heading: str = "References") -> DocumentAudit:
    """Return the audit of a text that cites each of these references by its number."""
    cited = " ".join(f"So it is [{number}]." for number in range(1, len(listed) + 1))
    lines = "\n".join(f"{number}. {text}" for number, text in enumerate(listed, start=1))
    return audit_document(f"# Velomirine\n\n{cited}\n\n## {heading}\n\n{lines}\n", kind="markdown")


def named(audit: DocumentAudit) -> list[tuple[str, str]]:
    """Return the kinds of problem with the references they are about."""
    return [(one.kind, one.marker) for one in audit.problems]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"{TITLE}. J Ague. 2019. doi:10.1000/ague.1", "Ashby T. Anything. https://dx.doi.org/10.1000/AGUE.1"),
        (f"{TITLE}. 2019. PMID: 7654321", "See https://pubmed.ncbi.nlm.nih.gov/7654321/ for more words."),
        (f"{TITLE}. 2019. PMC123456", "Ashby. https://pmc.ncbi.nlm.nih.gov/articles/PMC123456/"),
        ("A trial, NCT01234567", "https://clinicaltrials.gov/study/NCT01234567"),
        (f"Ashby T. {TITLE}. J Ague. 2019;4:1-9.", f"Ashby, T. (2019). {TITLE}. J Ague, 4, 1-9. PMID: 7654321"),
    ],
)
def test_one_work_under_two_numbers_is_found_by_identifier_or_title(first: str, second: str) -> None:
    """However it is written, the reader is told of both places."""
    audit = audited(first, second)

    (found,) = [one for one in audit.problems if one.kind == "duplicate-work"]
    assert (found.marker, found.line) == ("2", 8)
    assert "1 (line 7)" in found.message


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"Ashby T. {TITLE}. J Ague. 2019. doi:10.1000/a", f"Ashby T. {TITLE}. J Ague. 2019. doi:10.1000/b"),
        (f"Ashby T. {TITLE}. J Ague. 2015. PMID: 11", f"Ashby T. {TITLE}. J Ague. 2019. doi:10.1000/b"),
        ("Ashby T. Reply. J Ague. 2019. PMID: 11", "Corro M. Reply. J Ague. 2019. PMID: 12"),
        (
            f"{TITLE}. The Long Journal of Ague and Marsh Medicine. 2019.",
            f"{OTHER}. The Long Journal of Ague and Marsh Medicine. 2019.",
        ),
    ],
)
def test_two_works_with_one_title_stay_two(first: str, second: str) -> None:
    """Other identifiers, other years, headings for titles, one journal: none of it makes them one."""
    assert "duplicate-work" not in {one.kind for one in audited(first, second).problems}


@pytest.mark.parametrize("url", ["https://ague.example", "https://www.ague.example/", "http://ague.example/index.html"])
def test_a_home_page_names_no_work(url: str) -> None:
    """A reader cannot check a sentence at the front door of a site."""
    assert is_home_page(url)
    assert named(audited(f"The Society for Marsh Fever. {url}")) == [("bare-home-page", "1")]


@pytest.mark.parametrize(
    "url", ["https://ague.example/a", "https://ague.example/?id=3", "https://ague.example/#/study/3"]
)
def test_a_page_of_a_site_is_no_home_page(url: str) -> None:
    """A path, a query or a place inside an application may name a work."""
    assert not is_home_page(url)


def test_a_reference_that_cannot_be_followed_is_named() -> None:
    """Neither identifier nor address: only a search finds it, if it exists."""
    assert named(audited(f"Ashby T. {TITLE}. J Ague. 2019.")) == [("no-identifier", "1")]


def test_a_footnote_may_be_a_remark() -> None:
    """It names no work, and nobody misses one."""
    audit = audit_document("Rounded [^1].\n\n[^1]: Shares do not add up because of rounding.\n", kind="markdown")

    assert audit.problems == ()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("doi: 11.1000/abc", ("DOI 11.1000/abc",)),
        ("PMID: tba", ("PMID tba",)),
        ("doi:10.1000/abc PMID: 123", ()),
        ("doi: https://doi.org/10.1000/abc", ()),
    ],
)
def test_what_is_called_an_identifier_must_be_one(text: str, wrong: tuple[str, ...]) -> None:
    """A made-up reference often fails here first."""
    assert invalid_in(text) == wrong
    assert ("invalid-identifier" in {one.kind for one in audited(text).problems}) == bool(wrong)


def test_a_number_that_is_defined_twice_is_named_once() -> None:
    """References edited by hand: it is no orphan and no duplicate besides."""
    text = f"So [1].\n\n## Sources\n\n[1] {TITLE}. 2019. doi:10.1000/a\n[1] {OTHER}. 2020. doi:10.1000/b\n"

    audit = audit_document(text, kind="markdown")

    assert [(one.kind, one.line) for one in audit.problems] == [("duplicate-definition", 6)]


@pytest.mark.parametrize(
    "listed",
    [
        "## References\n\n[1] Ashby. doi:10.1000/a\n[2] Corro.\nContinued: https://ague.example/b",
        "## 7. Bibliography\n\n- [1] Ashby. doi:10.1000/a\n- [2] Corro. https://ague.example/b",
        "**Works cited**\n\n1) Ashby. doi:10.1000/a\n2) Corro. https://ague.example/b",
        "Sources:\n1. Ashby. doi:10.1000/a\n2. Corro. https://ague.example/b",
        "[1]: https://doi.org/10.1000/a\n[2]: https://ague.example/b 'Corro'",
        "[1] https://doi.org/10.1000/a\n[2] https://ague.example/b",
        "### Literature\n\n| No | Work |\n| --- | --- |\n| 1 | doi:10.1000/a |\n| 2 | https://ague.example/b |",
        "## Sources\n\n- 1. Ashby. doi:10.1000/a\n- 2. Corro.\n\n  https://ague.example/b",
        "## References\n\n### Trials\n\n[1]. Ashby. doi:10.1000/a\n\n### Reviews\n\n[2]. Corro. https://ague.example/b",
    ],
)
def test_lists_are_read_in_every_common_form(listed: str) -> None:
    """Numbered, bulleted, line by line, as addresses, as a table, with and without a heading."""
    audit = audit_document(f"It fell [1] and rose [2].\n\n{listed}\n", kind="markdown")

    assert audit.problems == ()
    assert [one.identifiers or one.urls for one in audit.references] == [
        ("doi:10.1000/a",),
        ("https://ague.example/b",),
    ]


def test_works_that_were_only_read_are_no_orphans() -> None:
    """A list of its own says that they are not cited."""
    text = f"So [1].\n\n## References\n\n1. Ashby. doi:10.1000/a\n\n## Reviewed but not cited\n\n- {OTHER}. https://x.example/\n"

    assert audit_document(text, kind="markdown").problems == ()


def test_a_list_beside_footnotes_holds_the_same_works() -> None:
    """Cited in one place is cited; a work that only the list has is an orphan."""
    text = (
        f"So it is.[^1]\n\n[^1]: {TITLE}. 2019. https://doi.org/10.1000/a\n\n"
        f"## Bibliography\n\n- Ashby T. {TITLE}. J Ague. 2019. doi:10.1000/a\n- Corro M. {OTHER}. 2020. doi:10.1000/b\n"
    )

    audit = audit_document(text, kind="markdown")

    assert [(one.kind, one.line) for one in audit.problems] == [("orphan-reference", 8)]


def test_identifiers_are_read_in_every_spelling() -> None:
    """Each in the one form in which sources are compared."""
    text = "doi:10.1000/A.1; PMID 0123; PMC7654; NCT01234567; arXiv:2001.01234; ISBN 978-3-16-148410-0"

    assert identifiers_in(text) == (
        "doi:10.1000/a.1",
        "pmid:123",
        "pmcid:PMC7654",
        "trial:NCT01234567",
        "arxiv:2001.01234",
        "isbn:9783161484100",
    )
    assert identifiers_in("", ["https://openalex.org/W2741809807"]) == ("openalex:W2741809807",)


def test_years_are_not_taken_from_addresses() -> None:
    """``/2019/`` is a folder, ``1998-2003`` a span of pages or years."""
    assert years_in("Ashby (2019a). https://x.example/2018/a doi:10.1000/2017.1") == ("2019a",)


@pytest.mark.parametrize(
    ("reference", "stands"),
    [
        (f"Ashby T. {TITLE}. J Ague. 2019.", True),
        (f"{TITLE.upper()} (2019)", True),
        ("Velomirine against relapses of marsh fever in adults from the northern valleys. 2019", True),
        ("Velomirine against relapse of marsh fever. 2019", True),
        (f"Ashby T. {OTHER}. J Ague. 2019.", False),
    ],
)
def test_a_title_stands_in_a_reference_though_not_letter_for_letter(reference: str, *, stands: bool) -> None:
    """Capitals, a slip, a missing subtitle are no other work."""
    assert title_stands_in(TITLE, reference) is stands


def test_the_worst_comes_first() -> None:
    """What misleads stands before what only makes checking harder."""
    audit = audited(
        "Marsh Society. https://ague.example/", f"{TITLE}. 2019. doi:10.1000/a", f"{TITLE}. 2019. doi:10.1000/a"
    )

    assert [one.kind for one in audit.problems] == ["duplicate-work", "bare-home-page"]
    assert all(isinstance(one, Problem) for one in audit.problems)


def test_an_address_that_is_none_is_named() -> None:
    """Brackets that hold no number of a machine: nothing can be read of it, and nothing breaks."""
    audit = audit_document("See http://[abc] and more.", kind="markdown")
    listed = audited(f"Ashby T. {TITLE}. 2019. http://[abc]/x")

    assert [one.kind for one in audit.problems] == ["invalid-identifier"]
    assert "http://[abc" in audit.problems[0].message
    assert named(listed) == [("invalid-identifier", "1")]


def test_many_references_with_one_title_are_compared_in_their_own_time() -> None:
    """Replies, editorials and notices share theirs by the hundred."""

    def seconds(count: int) -> float:
        listed = [f"Ashby T. {TITLE}. J Ague. 2019. doi:10.1000/a{n}" for n in range(count)]
        began = time.process_time()
        assert audited(*listed).problems == ()
        return time.process_time() - began

    seconds(20)

    assert seconds(600) < 25 * max(seconds(60), 0.02)
