"""What is quoted of a drug's harms, and of whom it is not for."""

from services.judge.safety import contraindications, harms
from shared import messages as m
from tests.builders import make_citation, make_evidence

NAMES = ("velotinib",)


def piece(*results: str, n: int = 1, title: str = "Velotinib in kidney fibrosis") -> m.Evidence:
    """Return source S*n* with these results."""
    text = f"RESULTS: {' '.join(results)}"
    return make_evidence(f"w{n}", text, source_id=f"S{n}", citation=make_citation(title))


def test_a_harm_is_told_apart_from_a_judgement_on_safety() -> None:
    """Printed under harms, "well tolerated" reads as one; a harm under safety would be hidden."""
    found = harms((piece("Velotinib was well tolerated.", "Diarrhoea occurred in 12 of 150 patients."),), NAMES)

    assert found == (
        "“Diarrhoea occurred in 12 of 150 patients.” [S1] Said of safety: “Velotinib was well tolerated.” [S1]"
    )


def test_harms_that_were_alike_or_absent_are_said_of_safety() -> None:
    """No difference in harms is no harm, and no proof of safety either."""
    found = harms(
        (piece("Adverse events did not differ between velotinib and placebo.", "No deaths occurred."),), NAMES
    )

    assert found.startswith("Said of safety: “Adverse events did not differ")


def test_what_is_counted_comes_before_what_is_only_told() -> None:
    """A figure tells how often."""
    found = harms((piece("Velotinib caused rash.", "Nausea was reported by 12% on velotinib."),), NAMES)

    assert found == "“Nausea was reported by 12% on velotinib.” [S1] “Velotinib caused rash.” [S1]"


def test_a_harm_of_another_drug_is_not_told_of_this_one() -> None:
    """A work that compares two drugs reports the harms of both."""
    other = piece("Imatinib caused rash in 12 of 150 patients.")

    assert harms((other,), NAMES) == "no safety data among the sources read"


def test_only_what_keeps_people_from_a_drug_is_a_contraindication() -> None:
    """How a drug should be combined, or that it worked as well as another, is none."""
    found = contraindications(
        (
            piece("Velotinib is contraindicated in pregnancy.", "Velotinib should not be used as monotherapy."),
            piece("Women on dialysis cannot take velotinib.", n=2),
        ),
        NAMES,
    )

    assert found == (
        "“Velotinib is contraindicated in pregnancy.” [S1]",
        "“Women on dialysis cannot take velotinib.” [S2]",
    )
