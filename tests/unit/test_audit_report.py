"""The audit of a finished report: footnotes, references and text agree, from whichever side one looks."""

from shared import messages as m
from shared.audit.auditing import audited, faults_of
from shared.audit.footnotes import footnotes_for, numbered
from shared.audit.inspecting import Inspection
from shared.audit.references import duplicates_among, reference_text, url_of
from shared.audit.shelf import shelf_of
from tests.builders import make_report
from tests.reporting import make_reference


def note(number: int, source: int) -> m.Footnote:
    """Return a footnote."""
    return m.Footnote(number=number, source_id=f"S{source}", text=f"Work {source}")


def section(content: str, coverage_note: str = "") -> m.ReportSection:
    """Return a section."""
    return m.ReportSection(title="Findings", content=content, coverage_note=coverage_note)


def sound(**fields: object) -> m.ResearchReport:
    """Return a report that cites S2, then S1, and lists both."""
    given: dict[str, object] = {
        "executive_summary": "Relapse fell in one trial among adults [S2], and in another one as well [S1]. "
        + "Yes. " * 8,
        "methodology": section("Searched."),
        "clinical_findings": section("Relapse fell [S1]."),
        "mechanistic_findings": section("", "none was found."),
        "references": (make_reference(2), make_reference(1)),
        "footnotes": (note(1, 2), note(2, 1)),
    }
    return make_report(**(given | fields))


def test_the_first_source_met_is_footnote_one_whatever_its_number() -> None:
    """A reader counts from one."""
    body = "First [S7]. Then [S2, S7]. Last [S4]."
    known = {f"S{number}": make_reference(number) for number in (2, 4, 7)}

    notes = footnotes_for(body, known, {})

    assert numbered(body, notes) == "First [^1]. Then [^2][^1]. Last [^3]."
    assert [(one.number, one.source_id) for one in notes] == [(1, "S7"), (2, "S2"), (3, "S4")]


def test_a_sound_report_has_no_fault() -> None:
    """Otherwise the audit would cry wolf."""
    assert faults_of(sound()) == ()


def test_a_reference_that_is_never_cited_is_an_orphan() -> None:
    """A list padded with works that nobody leaned on misleads."""
    report = sound(references=(make_reference(2), make_reference(1), make_reference(3)))

    audit = audited(report, Inspection(), shelf_of(report.references, ()))

    assert audit.orphans == ("S3",)
    assert audit.problems == ("S3 is listed as a reference, but never cited",)


def test_a_marker_without_a_reference_is_a_fault() -> None:
    """It would lead nowhere."""
    report = sound(clinical_findings=section("Relapse fell [S9]."))

    assert faults_of(report) == ("S9 is cited, but no reference lists it", "S9 is cited, but has no footnote")


def test_a_footnote_without_a_use_is_a_fault() -> None:
    """Definitions and uses must pair up in the page itself."""
    report = sound(footnotes=(note(1, 2), note(2, 1), note(3, 3)))

    assert faults_of(report) == ("footnote 3 is defined, but never used",)


def test_a_silent_section_is_a_fault() -> None:
    """A section that cites nothing must say why."""
    report = sound(mechanistic_findings=section("It may act on the liver."))

    assert faults_of(report) == ("the section Findings cites nothing and does not say why",)


def test_one_work_under_two_numbers_is_found() -> None:
    """It would look like two independent sources."""
    again = make_reference(5, identifiers=m.Identifiers(doi="https://doi.org/10.1000/V1"))

    assert duplicates_among((make_reference(1), make_reference(2), again)) == ("S1 = S5",)


def test_retracted_works_are_flagged_where_they_are_cited() -> None:
    """Silence is never fine."""
    retracted = make_reference(1, retraction=m.Retraction(status="retracted"))
    report = sound(references=(make_reference(2), retracted))

    audit = audited(report, Inspection(), shelf_of(report.references, ()))

    assert audit.retracted_cited == ("S1",)


def test_a_reference_reads_title_journal_year_and_link() -> None:
    """From these facts, any reader finds the work."""
    assert reference_text(make_reference(3), "abstract read") == (
        "Velomirine, work 3 — J Ague (2003). https://doi.org/10.1000/v3 (S3, abstract read)"
    )


def test_a_retracted_reference_says_so_first() -> None:
    """The title alone would recommend it."""
    retracted = make_reference(3, retraction=m.Retraction(status="retracted"))

    assert reference_text(retracted).startswith("RETRACTED: Velomirine, work 3 — ")


def test_only_web_addresses_are_linked() -> None:
    """A record may hold any text where its address should be."""
    script = make_reference(1, identifiers=m.Identifiers(url="javascript:alert(1)"))
    odd = make_reference(1, identifiers=m.Identifiers(doi="10.1000/a<b>(c) d"))

    assert (url_of(script), url_of(odd)) == ("", "https://doi.org/10.1000/a%3Cb%3E(c)%20d")
