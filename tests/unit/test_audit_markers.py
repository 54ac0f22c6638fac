"""Markers in every form that writers use, and in the one form that leaves."""

import pytest

from shared.audit.markers import cited, marker_of, spelled_out, tidied, tidied_and_counted, without_markers
from tests.growing import growth


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Drug A works [S3].", "Drug A works [S3]."),
        ("Drug A works [S3,S4].", "Drug A works [S3, S4]."),
        ("Drug A works [S3; S4 and S7].", "Drug A works [S3, S4, S7]."),
        ("Drug A works [S1][S2].", "Drug A works [S1, S2]."),
        ("Drug A works [S1], [S2].", "Drug A works [S1, S2]."),
        ("Drug A works [S1-S4].", "Drug A works [S1, S2, S3, S4]."),
        ("Drug A works [S2–4].", "Drug A works [S2, S3, S4]."),
        ("Drug A works [s3].", "Drug A works [S3]."),
        ("Drug A works [ S 3 ].", "Drug A works [S3]."),
        ("Drug A works [source: S3].", "Drug A works [S3]."),
        ("Drug A works 【S3】.", "Drug A works [S3]."),
        ("Drug A works[S3].", "Drug A works [S3]."),
        ("Drug A works [S3]and more.", "Drug A works [S3] and more."),
        ("Drug A works [S3, S3].", "Drug A works [S3]."),
    ],
)
def test_every_way_to_write_a_marker_becomes_one(written: str, expected: str) -> None:
    """What a later step does not recognise would reach a reader as a loose end."""
    assert tidied(written) == expected


def test_a_range_without_bounds_names_only_its_ends() -> None:
    """Thousands of works in one marker are a slip, and must not fill the memory either."""
    assert tidied("Drug A works [S1-S90000].") == "Drug A works [S1, S90000]."


def test_what_only_looks_like_a_marker_stays() -> None:
    """Proteins are called S1, and brackets hold intervals."""
    text = "The S1 subunit and the S2 domain [95% CI 1 to 3] of protein (S6)."

    assert tidied(text) == text


def test_sources_are_listed_once_in_the_order_of_reading() -> None:
    """Footnote numbers follow this order."""
    assert cited("One [S4, S2]. Two [S2]. Three [S1].") == ("S4", "S2", "S1")


def test_nothing_to_cite_makes_no_marker() -> None:
    """Empty brackets would look like a lost source."""
    assert (marker_of(()), marker_of(("S2", "S1", "S2"))) == ("", "[S2, S1]")


def test_a_text_reads_on_without_its_markers() -> None:
    """The summary's length is counted so."""
    assert without_markers("Drug A works [S3], as does B [S1, S2].") == "Drug A works, as does B."


@pytest.mark.parametrize(
    ("written", "rewritten"),
    [
        ("It works [S1]. So does B [S2, S3].", 0),
        ("It works[S1].", 1),
        ("It works [S1][S2], [S3].", 1),
        ("It works [s1] and fails [S2-S4]and more.", 2),
        ("It works without a source.", 0),
    ],
)
def test_what_had_to_be_rewritten_is_counted(written: str, rewritten: int) -> None:
    """Neighbours that become one marker are one stretch; the audit tells how sloppy a writer is."""
    assert tidied_and_counted(written).rewritten == rewritten
    assert tidied_and_counted(tidied(written)).rewritten == 0


def test_numbers_of_any_length_are_read() -> None:
    """Thousands of digits are no number that Python would count; nought and leading noughts are."""
    assert tidied(f"It works [S{'9' * 6_000}-S{'9' * 6_001}].").count("S9") == 2
    assert tidied("It works [S0] and [S007].") == "It works [S0] and [S7]."


def test_a_marker_can_be_spelled_out_where_it_must_not_cite() -> None:
    """In code, a reader sees which sources were meant."""
    assert spelled_out("x = [S1-S3][s4]") == "x = (S1, S2, S3)(S4)"


@pytest.mark.parametrize("unit", ["[S1] ", "[S1", "[S1,", "[ ", "[source ", "[S1, S2 "])
def test_endless_markers_are_read_in_no_time(unit: str) -> None:
    """Half a marker, a hundred thousand times, must not be tried again from each of them."""
    assert growth(lambda count: tidied(unit * count), 2_000, 16_000) < 24
