"""Prose cut into the sentences of the ledger and into clauses."""

from shared.audit.prose import clauses, outside_quotations, quotations, statements


def texts(prose: str) -> list[str]:
    """Return the sentences of *prose*."""
    return [one.text for one in statements(prose)]


def test_a_marker_behind_the_stop_belongs_to_the_sentence_before_it() -> None:
    """Otherwise a sentence would lose its source, and the next one gain a wrong one."""
    assert texts("Drug A cut relapse. [S1] Drug B did not. [S2, S3]") == [
        "Drug A cut relapse. [S1]",
        "Drug B did not. [S2, S3]",
    ]


def test_stops_within_a_quotation_do_not_end_the_sentence() -> None:
    """The quotation and who is quoted are one claim."""
    prose = "Okoye 2019 reports: “Relapse fell. Nobody died.” [S1] Others differ [S2]."

    assert texts(prose) == ["Okoye 2019 reports: “Relapse fell. Nobody died.” [S1]", "Others differ [S2]."]


def test_two_quotations_of_one_work_are_one_sentence() -> None:
    """The second quotation leans on the attribution before the first."""
    prose = "Okoye 2019: “Relapse fell by half.” [S1]; “Nobody died in it.” [S1]"

    assert texts(prose) == [prose]


def test_headings_questions_and_labels_state_nothing() -> None:
    """The ledger holds what can be true or false."""
    assert texts(
        "### Trials in humans [S1]\n\nDoes it work at all?\nThe following works:\n- Drug A works well [S2]."
    ) == ["Drug A works well [S2]."]


def test_a_table_row_is_a_sentence_and_its_head_is_not() -> None:
    """Cells carry claims, too."""
    prose = "| Drug | Relapse |\n| --- | --- |\n| A | 12% [S1] |"

    assert texts(prose) == ["| A | 12% [S1] |"]


def test_offsets_lead_back_to_the_text() -> None:
    """Marks are put behind the sentence that fails, nowhere else."""
    prose = "### Head\n\n- Drug A works in mice [S1]. It fails in rats [S2].\n"

    assert [prose[one.start : one.end] for one in statements(prose)] == [
        "Drug A works in mice [S1].",
        "It fails in rats [S2].",
    ]


def test_each_clause_leans_on_the_marker_behind_it() -> None:
    """In "A [S1], but B [S2]" the first half must not be checked against S2."""
    told = clauses("Relapse fell by 12% [S1], but deaths rose [S2, S3].")

    assert [(one.text, one.source_ids) for one in told] == [
        ("Relapse fell by 12%", ("S1",)),
        ("but deaths rose", ("S2", "S3")),
    ]


def test_a_quotation_within_a_quotation_is_part_of_it() -> None:
    """Only the outer marks are ours."""
    assert [one.text for one in quotations("They say “we call it “cured” here” today")] == ["we call it “cured” here"]


def test_own_words_are_what_is_not_quoted() -> None:
    """Only they can overclaim."""
    assert outside_quotations('He calls it "fully safe" in mice [S1].').split() == ["He", "calls", "it", "in", "mice."]


def test_a_row_without_a_number_is_a_sentence_and_a_head_with_one_is_not() -> None:
    """What a table says in words is said, too; the line of dashes tells its head."""
    prose = "| Arm | Relapse at 6 months |\n| :-- | --: |\n| velomirine | hardly any |\n| | |"

    assert texts(prose) == ["| velomirine | hardly any |"]


def test_a_head_that_cites_is_a_sentence() -> None:
    """Or its marker would vouch for nothing that anybody looks at."""
    assert texts("| Arm | Relapse [S1] |\n|---|---|\n") == ["| Arm | Relapse [S1] |"]


def test_a_heading_that_gives_a_share_or_cites_a_finding_states_something() -> None:
    """A title such as "Phase 2 trials in humans" does not."""
    prose = "### Relapse fell by 60% overall\n### Velomirine cut the relapses [S1]\n### Phase 2 trials in humans\n"

    assert texts(prose) == ["### Relapse fell by 60% overall", "### Velomirine cut the relapses [S1]"]


def test_straight_marks_within_curly_ones_are_no_quotation_of_their_own() -> None:
    """However many there are, each stands in one quotation."""
    assert [one.text for one in quotations('“a "b" c” "d" “e” "f"')] == ['a "b" c', "d", "e", "f"]


def test_brackets_and_headings_do_not_hide_a_claim() -> None:
    """Only the audit's own notes are no statements; a heading or a line before a list may state something."""
    prose = (
        "[Velomirine cures every adult.]\n### Velomirine cures every adult with the fever\n"
        "Velomirine cures every adult with the fever:\n"
    )

    assert len(texts(prose)) == 3


def test_labels_and_own_notes_still_state_nothing() -> None:
    """A mark on each of them would hide the real ones."""
    prose = (
        "### Effect of velomirine on relapse\n### How velomirine reduces relapse in adults\n"
        "Trials of reduced doses in adults:\n"
        "[a list of 4 references was taken out: references come from the registry]\n"
    )

    assert texts(prose) == []
