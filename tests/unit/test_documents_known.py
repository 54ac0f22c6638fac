"""A report held against works that are known: titles, retractions, claims; and what nobody could check."""

import dataclasses

import pytest

from shared import messages as m
from shared.audit.documents import DocumentAudit, KnownWork, Record, audit_document, works_of_library
from shared.library import read
from tests.builders import NOON, make_citation

TITLE = "Velomirine against relapse of marsh fever in adults of the northern valleys"
OTHER = "Sediment grain size below a frozen delta in spring"
DELTA = f"{OTHER}. 2020. doi:10.1000/delta"
RESULT = (
    "At 6 months relapse had occurred in 12% of 310 patients on velomirine and in 31% of 305 on placebo (p < 0.001)."
)
REFERENCE = f"Ashby T. {TITLE}. J Ague. 2019. doi:10.1000/ague.1"
RETRACTED = m.Retraction(status="retracted", checked_in="pubmed", checked_at=NOON)


def known(text: str = RESULT, **fields: object) -> KnownWork:
    """Return the work of ``REFERENCE`` as a source gives it."""
    citation = make_citation(TITLE, date="2019", authors=("Ashby, T",), journal="J Ague")
    given: dict[str, object] = {
        "source_id": "S1",
        "citation": citation,
        "identifiers": m.Identifiers(doi="10.1000/ague.1"),
        "design": "randomised-trial",
        "subject_studied": "human",
    }
    reference = m.Reference.model_validate(given | fields)
    if not text:
        return KnownWork(reference)
    piece = m.Evidence(work_id="w1", content=text, citation=citation, source_id="S1", subject="human")
    return KnownWork(reference, (piece,))


def audited(
    sentence: str, *sources: KnownWork, reference: str = REFERENCE, looked_up: dict[str, Record | None] | None = None
) -> DocumentAudit:
    """Return the audit of one sentence with one reference."""
    text = f"# Velomirine\n\n{sentence} [1]\n\n## References\n\n1. {reference}\n"
    return audit_document(text, kind="markdown", sources=sources, looked_up=looked_up)


def kinds(audit: DocumentAudit) -> list[str]:
    """Return what kinds of problem were found."""
    return [_plain(one.kind) for one in audit.problems]


def _plain(name: str) -> str:
    """Return a verdict or a kind; whether a wrong number contradicts or mismatches is the checker's matter."""
    return name.replace("contradicted", "mismatch")


def test_without_a_source_titles_retractions_and_claims_read_not_checked() -> None:
    """Silence is never fine."""
    audit = audited("Relapse fell.")

    assert audit.problems == ()
    assert audit.not_checked == (
        "Retraction: not checked for 1 of 1 references; no source that was given says.",
        "Whether identifier and title belong together: not checked for 1 of 1 references.",
        "Claims: not checked for 1 of 1 sentences with a marker; no text of their works was given.",
    )


def test_a_source_that_says_nothing_of_retraction_leaves_it_not_checked() -> None:
    """A person's own file knows of none; an index that looked does."""
    looked = m.Retraction(status="none-found", checked_in="pubmed", checked_at=NOON)

    silent, asked = audited("Relapse fell.", known()), audited("Relapse fell.", known(retraction=looked))

    assert [one.partition(":")[0] for one in silent.not_checked] == ["Retraction"]
    assert asked.not_checked == ()


@pytest.mark.parametrize(
    "sources", [(known(retraction=RETRACTED),), (known(retraction=RETRACTED, identifiers=m.Identifiers()),)]
)
def test_a_retracted_work_may_only_be_cited_as_retracted(sources: tuple[KnownWork, ...]) -> None:
    """Found by its identifier or by its title; named at each sentence that leans on it."""
    (found,) = [one for one in audited("Relapse fell.", *sources).problems if one.kind == "retracted"]

    assert (found.line, found.marker, found.sentence) == (3, "[1]", "Relapse fell. [1]")
    assert "as pubmed says" in found.message
    assert "retracted" not in kinds(audited("A trial that was retracted reported less relapse.", *sources))


def test_an_index_knows_of_retractions_as_well() -> None:
    """What it answered is given to the audit; nothing is fetched here."""
    answers: dict[str, Record | None] = {"doi:10.1000/ague.1": Record(TITLE, RETRACTED)}

    assert kinds(audited("Relapse fell.", looked_up=answers)) == ["retracted"]


def test_a_reference_may_say_itself_that_its_work_was_retracted() -> None:
    """A reader of the sentence does not see it."""
    assert kinds(audited("Relapse fell.", reference=f"RETRACTED: {REFERENCE}")) == ["retracted"]


def test_an_identifier_must_belong_to_the_title_beside_it() -> None:
    """By a source, or by what an index answered; what nobody has may be invented."""
    wrong = f"Ashby T. {OTHER}. J Ague. 2019. doi:10.1000/ague.1"
    answers: dict[str, Record | None] = {"doi:10.1000/ague.1": Record(TITLE)}

    assert kinds(audited("Relapse fell.", known(), reference=wrong)) == ["identifier-title-mismatch"]
    assert kinds(audited("Relapse fell.", reference=wrong, looked_up=answers)) == ["identifier-title-mismatch"]
    assert kinds(audited("Relapse fell.", looked_up=answers)) == []
    assert kinds(audited("Relapse fell.", looked_up={"doi:10.1000/ague.1": None})) == ["unknown-identifier"]


def test_a_title_with_the_identifier_of_no_source_is_named() -> None:
    """A digit that was lost leads to another work or to none; a preprint and another edition have their own."""
    slipped, edition = REFERENCE + "9", known(identifiers=m.Identifiers(doi="10.1000/ague.1.pub2"))
    preprint = f"Ashby T. {TITLE}. 2019. doi:10.1101/2019.01.02.123"

    assert kinds(audited("Relapse fell.", known(), reference=slipped)) == ["identifier-title-mismatch"]
    assert kinds(audited("Relapse fell.", known(), reference=preprint)) == []
    assert kinds(audited("Relapse fell.", edition, reference=f"{REFERENCE}.pub3")) == []


def test_two_works_with_one_title_are_not_mistaken_for_each_other() -> None:
    """Without an identifier nobody can say which is meant: its claims are not checked, and that is said."""
    two = (known(identifiers=m.Identifiers(pmid="11")), known(identifiers=m.Identifiers(pmid="12")))

    audit = audited("Relapse fell to 99%.", *two, reference=f"Ashby T. {TITLE}. J Ague. 2019. https://x.example/a")

    assert (audit.claims, kinds(audit)) == ((), [])
    assert any(one.startswith("Claims: not checked for 1 of 1") for one in audit.not_checked)


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        (f"“{RESULT}”", "verbatim"),
        ("At 6 months relapse had occurred in 21% of patients on velomirine and in 31% on placebo.", "mismatch"),
        ("“Relapse never occurred on velomirine in these valleys.”", "mismatch"),
    ],
)
def test_claims_are_held_against_the_text_of_the_work_they_cite(sentence: str, verdict: str) -> None:
    """By the rules that check our own reports; a mismatch is a problem at its sentence."""
    audit = audited(sentence, known())

    assert [_plain(one.verdict) for one in audit.claims] == [verdict]
    assert kinds(audit) == (["claim-mismatch"] if verdict == "mismatch" else [])
    if audit.problems:
        assert (audit.problems[0].line, audit.problems[0].reference) == (3, REFERENCE)


def test_a_sentence_is_held_against_each_of_its_sources() -> None:
    """The weakest verdict shows, and each stands in the ledger."""
    text = f"“{RESULT}” [1, 2]\n\n## References\n\n1. {REFERENCE}\n2. Corro M. {OTHER}. 2020. doi:10.1000/delta\n"
    other = known("Grains were coarser in spring in all 12 cores.", identifiers=m.Identifiers(doi="10.1000/delta"))
    other = dataclasses.replace(
        other, reference=other.reference.model_copy(update={"citation": make_citation(OTHER, date="2020")})
    )

    audit = audit_document(text, kind="markdown", sources=(known(), other))

    checks = [(one.source_id, _plain(one.verdict)) for one in audit.claims[0].checks]
    assert checks == [("1", "verbatim"), ("2", "mismatch")]
    assert kinds(audit) == ["claim-mismatch"]


@pytest.mark.parametrize("markers", ["[2], and twice as often in spring [1]", "[9], and twice as often in spring [1]"])
def test_words_before_another_marker_are_not_held_against_this_one(markers: str) -> None:
    """Neither where that one leads to a work without a text, nor where it leads nowhere."""
    text = f"Grains were coarser in 12 cores {markers}.\n\n## References\n\n1. {REFERENCE}\n2. {DELTA}\n"

    audit = audit_document(text, kind="markdown", sources=(known(),))

    assert audit.claims[0].checks[0].source_id == "1"
    assert not any("12" in one.reason for one in audit.claims[0].checks)


def test_words_before_two_markers_are_held_against_both() -> None:
    """``[1][2]`` vouches twice for the same words."""
    text = f"Relapse occurred in 77% of patients [2][1].\n\n## References\n\n1. {REFERENCE}\n2. {DELTA}\n"

    assert [one.kind for one in audit_document(text, kind="markdown", sources=(known(),)).problems] == [
        "claim-mismatch"
    ]


def test_a_work_without_a_text_leaves_its_claims_not_checked() -> None:
    """A title alone bears no sentence."""
    audit = audited("Relapse fell to 3%.", known(""))

    assert audit.claims == ()
    assert any(one.startswith("Claims: not checked for 1 of 1") for one in audit.not_checked)


def test_reports_say_themselves_what_they_could_not_verify() -> None:
    """A note that our own audit left is found again."""
    audit = audited("Relapse fell to 3%. [unverified: the number 3% is not in S1]")

    assert [(one.kind, one.message) for one in audit.problems] == [
        ("marked-unverified", "the report says of itself: unverified: the number 3% is not in S1")
    ]


def test_a_reference_file_gives_works_with_their_abstracts() -> None:
    """In any format that the library reads."""
    ris = f"TY  - JOUR\nTI  - {TITLE}\nPY  - 2019\nDO  - 10.1000/ague.1\nAB  - RESULTS: {RESULT}\nER  - \n"

    works = works_of_library(read(ris.encode(), "mine.ris").references)
    audit = audited("Relapse occurred in 55% of 310 patients on velomirine at 6 months.", *works)

    assert kinds(audit) == ["claim-mismatch"]


def test_a_retraction_counts_whichever_record_of_the_work_knows_of_it() -> None:
    """One has the abstract, another was looked up: by the same identifier, or by one that the first record adds."""
    both = m.Identifiers(doi="10.1000/ague.1", pmid="77")
    silent = known(identifiers=both)
    by_doi, by_pmid = (known("", retraction=RETRACTED, identifiers=ids) for ids in (both, m.Identifiers(pmid="77")))

    assert kinds(audited("Relapse fell.", silent, by_doi)) == ["retracted"]
    assert kinds(audited("Relapse fell.", silent, by_pmid)) == ["retracted"]
    assert kinds(audited("Relapse fell.", by_pmid, silent)) == ["retracted"]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The trial [1] was retracted, and grains grew [2].", True),
        ("Relapse fell in a retracted trial [1], and grains grew [2].", True),
        ("Ashby et al. [1] (retracted) saw less relapse than others [2].", True),
        ("Ashby et al. [1], which was retracted in 2021, and others agree [2].", True),
        ("Ashby et al. reported less relapse, but the paper was later retracted [1].", True),
        ("Retracted: Ashby et al. [1].", True),
        ("Retraction: [1] retracted and left out; not checked for 2 of 9 works.", True),
        ("Retracted and left out of every count: Corro 2020 [2]; Ashby 2019 [1].", True),
        ("| Ashby 2019 [1] | retracted trial | unlike Corro [2] |", True),
        ("Relapse fell [1], unlike in the retracted trial [2].", False),
        ("The retracted trial [2] disagreed, and relapse fell [1].", False),
        ("Retractor-assisted trials lowered relapse [1].", False),
        ("The drug was withdrawn in 12 patients [1].", False),
        ("The trial was not retracted [1].", False),
        ("The trial has never been retracted [1].", False),
        ("The trial stands without any retraction [1].", False),
        ("The upper lip was retracted in all patients [1].", False),
    ],
)
def test_retracted_must_be_said_of_the_work_at_the_marker(sentence: str, *, told: bool) -> None:
    """Neither of its neighbour, nor of a lip; "not retracted" misleads most of all."""
    text = f"{sentence}\n\n## References\n\n1. {REFERENCE}\n2. {DELTA}\n"

    audit = audit_document(text, kind="markdown", sources=(known("", retraction=RETRACTED),))

    assert ("retracted" not in kinds(audit)) is told


def test_every_reference_counts_as_not_checked_for_retraction() -> None:
    """One without an identifier or a year can be looked up by nobody: that is no reason to be silent."""
    audit = audited("Relapse fell.", reference="Ashby T. A letter to the valleys and their doctors")

    assert audit.not_checked[0] == "Retraction: not checked for 1 of 1 references; no source that was given says."


def test_a_work_that_is_not_at_hand_leaves_its_part_of_a_sentence_not_checked() -> None:
    """A sentence that cites two works and was held against one does not count as checked."""
    text = f"“{RESULT}” [1, 2]\n\n## References\n\n1. {REFERENCE}\n2. {DELTA}\n"

    audit = audit_document(text, kind="markdown", sources=(known(),))

    (claim,) = audit.claims
    assert [(one.source_id, one.verdict) for one in claim.checks] == [("1", "verbatim"), ("2", "not-checked")]
    assert claim.verdict == "not-checked"
    assert audit.counts["claims_checked"] == 0
    assert any(
        one.startswith("Claims: 1 of 1 sentences with a marker were checked against some") for one in audit.not_checked
    )


@pytest.mark.parametrize("heading", ["Methods", "How this drug affects mortality", "Methods and results"])
def test_a_sentence_with_a_marker_is_checked_in_every_section(heading: str) -> None:
    """A heading switches no check off."""
    text = (
        f"# Velomirine\n\n## {heading}\n\nRelapse occurred in 77% of patients [1].\n\n## References\n\n1. {REFERENCE}\n"
    )

    assert kinds(audit_document(text, kind="markdown", sources=(known(),))) == ["claim-mismatch"]
