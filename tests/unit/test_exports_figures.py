"""The figures: what is counted, what is not, and that the picture is drawn from the numbers beside it."""

import struct

from lxml import etree

from shared import messages as m
from shared.audit.exports.drawing import png, svg
from shared.audit.exports.figures import AGREEMENT, BY_YEAR, figures_of
from shared.audit.exports.page import Figure
from shared.audit.studies import COUNTED_APART
from tests.builders import make_report
from tests.reporting import make_reference

RETRACTED = m.Retraction(status="retracted", checked_in="pubmed")


def row(number: int, direction: m.Direction, study: str = "", **fields: object) -> m.EvidenceRow:
    """Return a line of the evidence table: a randomised trial in humans unless a field says otherwise."""
    given: dict[str, object] = {
        "source_id": f"S{number}",
        "study_id": study or f"S{number}",
        "design": "randomised-trial",
        "subject_studied": "human",
        "direction": direction,
    }
    return m.EvidenceRow.model_validate(given | fields)


def drawn(name: str, **fields: object) -> Figure:
    """Return one figure of a report."""
    (figure,) = [one for one in figures_of(make_report(**fields)) if one.name == name]
    return figure


def agreement(*rows: m.EvidenceRow) -> dict[str, tuple[str, ...]]:
    """Return the numbers of the figure of directions by their lines."""
    return {one[0]: one[1:] for one in drawn(AGREEMENT, evidence_table=rows).rows}


def test_the_works_of_one_study_count_once() -> None:
    """An article and its follow-up are one trial; where they differ, it is mixed."""
    found = agreement(
        row(1, "benefit", "NCT1"), row(2, "benefit", "NCT1"), row(3, "harm", "NCT2"), row(4, "benefit", "NCT2")
    )

    assert found == {"Human, randomised": ("1", "0", "0", "1", "0")}


def test_a_study_of_two_designs_is_drawn_once_as_its_strongest() -> None:
    """A trial and the cohort that follows it up are one study, not one of each kind; a work on animals adds none."""
    found = agreement(
        row(1, "benefit", "NCT1", design="cohort"),
        row(2, "unknown", "NCT1"),
        row(3, "benefit", "NCT1", design="controlled-trial", subject_studied="animal"),
    )

    assert found == {"Human, randomised": ("1", "0", "0", "0", "0")}


def test_a_review_that_takes_no_part_is_not_drawn() -> None:
    """That it is a review bars it from the studies; any other reason bars it from its own line, too."""
    review = {"design": "systematic-review", "counted": False}
    found = agreement(
        row(1, "benefit", why_not=COUNTED_APART, **review),
        row(2, "benefit", why_not="title only: nothing to read", **review),
        row(3, "harm", why_not="beside the question", **review),
    )

    assert found == {"Reviews and guidelines, apart": ("1", "0", "0", "0", "0")}


def test_what_does_not_count_is_not_drawn() -> None:
    """Retracted works never; whatever the table calls uncounted neither, except reviews, which stand apart."""
    found = agreement(
        row(1, "benefit", retraction=RETRACTED),
        row(2, "benefit", counted=False),
        row(3, "benefit", design="meta-analysis", counted=False),
        row(4, "no-difference", design="cohort"),
        row(5, "unknown", subject_studied="animal"),
        row(6, "benefit", subject_studied="unknown"),
    )

    assert found == {
        "Human, other designs": ("0", "1", "0", "0", "0"),
        "Animal": ("0", "0", "0", "0", "1"),
        "Other or unstated subject": ("1", "0", "0", "0", "0"),
        "Reviews and guidelines, apart": ("1", "0", "0", "0", "0"),
    }


def test_a_study_of_unknown_subject_is_never_a_human_one() -> None:
    """Unknown is never human."""
    assert "Human, randomised" not in agreement(row(1, "benefit", subject_studied="unknown"))


def test_works_are_counted_by_design_and_year_with_their_names() -> None:
    """Cited or not; without those that are retracted, and without web pages, which the words say."""
    works = (
        make_reference(1),
        make_reference(2, citation=make_reference(1).citation),
        make_reference(3, retraction=RETRACTED),
        make_reference(4, kind="web-page"),
    )
    undated = make_reference(5, design="unknown", citation=m.Citation(source="web", title="No year"))

    figure = drawn(BY_YEAR, references=works, reviewed_not_cited=(undated,))

    assert figure.rows == (("randomised trial", "2001", "2", "S1, S2"), ("design not stated", "no year", "1", "S5"))
    assert "2 more are left out: web pages and retracted works." in figure.told
    assert figure.told.startswith("3 works: randomised trial 2, design not stated 1.")


def test_without_numbers_there_is_no_figure() -> None:
    """An empty picture would look like a finding."""
    assert figures_of(make_report()) == ()


def test_a_picture_is_the_same_every_time_and_says_what_it_is() -> None:
    """No clock and no chance; its ids are its own, for two figures stand on one page; nothing is loaded."""
    figure = drawn(AGREEMENT, evidence_table=(row(1, "benefit"), row(2, "harm", design="cohort")))

    picture = svg(figure)
    tree = etree.fromstring(picture.encode())

    assert picture == svg(figure)
    assert "<metadata" not in picture
    names = [one.get("id") for one in tree.iter() if one.get("id")]
    assert names
    assert all(name.startswith("agreement-") for name in names)
    linked = [value for one in tree.iter() for name, value in one.attrib.items() if name.endswith("href")]
    assert all(value.removeprefix("#") in names for value in linked)
    assert png(figure)[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png(figure)[16:24])[0] > 1000


def test_another_number_is_another_picture() -> None:
    """What is drawn is what the table says."""
    one, two = (
        drawn(AGREEMENT, evidence_table=tuple(row(n, "benefit") for n in range(1, number + 1))) for number in (1, 2)
    )

    assert svg(one) != svg(two)


def test_works_without_any_year_are_drawn() -> None:
    """A corpus of web records may have none."""
    undated = make_reference(1, citation=m.Citation(source="web", title="No year"))

    figure = drawn(BY_YEAR, references=(undated,))

    assert "None states a year." in figure.told
    assert "<svg" in svg(figure)
