"""Markers in anybody's report: each way of writing them leads to its reference, and a likeness does not."""

import time

import pytest

from shared.audit.documents import DocumentAudit, Kind, audit_document

LIST = """

## References

1. Ashby T, Corro M. Velomirine against marsh fever in adults. J Ague. 2019. doi:10.1000/ague.1
2. Denholm P. Velomirine in school children of two valleys. J Ague. 2020. PMID: 7654321
3. Eklund R. Haemolysis after a course of velomirine. Acta Palustris. 2021. doi:10.1000/ague.3
"""
CITED = "It helped [1-3]."


def audited(body: str, listed: str = LIST, kind: Kind = "markdown") -> DocumentAudit:
    """Return the audit of a body with a list of three references."""
    return audit_document(f"# Velomirine\n\n{body}{listed}", kind=kind)


def kinds(audit: DocumentAudit) -> list[str]:
    """Return what kinds of problem were found."""
    return [one.kind for one in audit.problems]


def led(audit: DocumentAudit) -> list[tuple[str, tuple[int, ...]]]:
    """Return each marker as written, with the numbers of the references it leads to."""
    return [(one.written, tuple(place + 1 for place in one.references)) for one in audit.markers]


@pytest.mark.parametrize(
    ("written", "leads"),
    [
        ("[1, 2]", (1, 2)),
        ("[1,3]", (1, 3)),
        ("[1-3]", (1, 2, 3)),
        ("[1–2, 3]", (1, 2, 3)),
        ("[2; 3]", (2, 3)),
        ("[S1-S3]", (1, 2, 3)),
        ("[S2]", (2,)),
        ("[2, p. 4]", (2,)),
        ("**[3]**", (3,)),
        ("\\[2\\]", (2,)),
        ("【2†source】", (2,)),
        ("<sup>2</sup>", (2,)),
        ("<sup>1,3</sup>", (1, 3)),
        ("²", (2,)),
        ("[2](#two)", (2,)),
        ("[[2]](https://ague.example/two)", (2,)),
    ],
)
def test_each_form_of_a_marker_leads_to_its_references(written: str, leads: tuple[int, ...]) -> None:
    """Systems write them in many ways; a reader follows them all."""
    audit = audited(f"Relapse fell with velomirine.{written}\n\n{CITED}")

    assert led(audit)[0][1] == leads
    assert kinds(audit) == []


@pytest.mark.parametrize("glued", ["fell[1]", "fell [1]", "(fell)[1]", "“fell”[1]"])
def test_a_marker_may_be_glued_to_a_word(glued: str) -> None:
    """It is found all the same, and its sentence stays one."""
    audit = audited(f"In adults relapse {glued} at last. {CITED}")

    assert led(audit)[0] == ("[1]", (1,))
    assert audit.sentences == 2


@pytest.mark.parametrize("written", ["[0]", "[999]", "[S999]", "[^nowhere]", "[Sx]", "[4a]", "[7, 8]", "[1-9]"])
def test_a_marker_that_leads_nowhere_is_named_with_its_sentence(written: str) -> None:
    """With letters, with 0, with 999: one problem for each, where it stands."""
    audit = audited(f"{CITED} Nobody\nfelt ill {written}. The end came soon.")

    (found,) = audit.problems
    assert found.kind == ("undefined-footnote" if "^" in written else "dangling-marker")
    assert (found.marker, found.line) == (written, 4)
    assert found.sentence == f"Nobody felt ill {written}."


@pytest.mark.parametrize(
    "text",
    [
        "`rows[9]` holds it.",
        "```\nrows[9] = 1\n```",
        "    rows[9] = 1",
        "A confidence interval [8, 17] was given.",
        "An interquartile range [12, 45] was given.",
        "It was revised [2019].",
        "The plot had 40 m<sup>2</sup>, the sample 10<sup>9</sup> cells.",
        "It grew to 12 m² there.",
        "- [ ] a task\n- [x] another",
        "[The summary](#summary) comes first.",
        "[Write to us](mailto:us@ague.example).",
    ],
)
def test_what_only_looks_like_a_marker_is_none(text: str) -> None:
    """Code, intervals, years, powers, tasks and tables of contents cite nothing."""
    audit = audited(f"{CITED}\n\n{text}")

    assert led(audit) == [("[1-3]", (1, 2, 3))]
    assert kinds(audit) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("## It fell [8]\n\nText follows here.", 5),
        ("- One item.\n- Another item [8].", 6),
        ("| Outcome | Value |\n| --- | --- |\n| Relapse | 12 % [8] |", 7),
        ("> Somebody said so [8].", 5),
        ("Was it so [8]?", 5),
    ],
)
def test_markers_in_headings_lists_tables_and_questions_count(text: str, line: int) -> None:
    """Wherever a reader sees one, it must lead somewhere."""
    audit = audited(f"{CITED}\n\n{text}")

    assert [(one.kind, one.line) for one in audit.problems] == [("dangling-marker", line)]
    assert "[8]" in audit.problems[0].sentence


def test_a_draft_without_markers_leaves_every_reference_an_orphan() -> None:
    """Its list looks like evidence, and nothing leads to it; results in numbers are named as well."""
    audit = audited("Velomirine lowered relapse by 40 %. “It never failed in adults”, they say. Nice.")

    assert kinds(audit) == ["uncited-quotation", "uncited-number", *["orphan-reference"] * 3]
    assert audit.problems[1].sentence == "Velomirine lowered relapse by 40 %."


def test_a_number_before_a_marker_in_its_paragraph_is_covered() -> None:
    """Many systems put one marker at the end of several sentences; the methods need none."""
    audit = audited(
        f"Relapse fell by 40 %. This held in 2 of 3 valleys (66 %) [1].\n\n{CITED}\n\n## Methods\n\nWe took 5 %."
    )

    assert kinds(audit) == []


def test_footnotes_are_read_as_markdown_reads_them() -> None:
    """Defined and used, used alone, defined alone, defined twice, and written where they are used."""
    text = (
        "It fell [^a]. It rose [^b]. So they say ^[Okoro, a letter of 2011, https://ague.example/letter].\n\n"
        "[^a]: Ashby T. Velomirine in adults. 2019. doi:10.1000/ague.1\n\n"
        "[^c]: Denholm P. Another tale of valleys. 2020. doi:10.1000/ague.2\n\n"
        "[^a]: Eklund R. A third matter altogether. 2021. doi:10.1000/ague.3\n"
    )

    audit = audit_document(text, kind="markdown")

    assert [(one.kind, one.line) for one in audit.problems] == [
        ("undefined-footnote", 1),
        ("duplicate-definition", 7),
        ("unused-footnote", 5),
    ]
    assert len(audit.markers) == 3


def test_a_foreign_number_in_a_quotation_is_the_sources_own() -> None:
    """In a report with footnotes a quoted passage may carry the marks of its own paper."""
    text = "“Relapse fell as shown before [12].” [^1] It rose [12].\n\n[^1]: Ashby T. 2019. doi:10.1000/ague.1\n"

    audit = audit_document(text, kind="markdown")

    assert [(one.kind, one.sentence) for one in audit.problems] == [("dangling-marker", "It rose [12].")]


def test_names_and_years_lead_to_a_list_without_numbers() -> None:
    """As well as family name and year can tell; a month is no name."""
    text = """It fell (Ashby et al., 2019; Denholm 2020). Eklund and Corro (2021) agree, in a letter (May 2019).

But see (Nobody & Nemo, 2001).

## References

- Ashby, T., & Corro, M. (2019). Velomirine in adults. J Ague. https://doi.org/10.1000/ague.1
- Denholm, P. (2020). Velomirine in children. J Ague. https://doi.org/10.1000/ague.2
- Eklund, R., & Corro, M. (2021). Haemolysis after velomirine. https://doi.org/10.1000/ague.3
- Unread, U. (1999). What nobody cites at all. https://doi.org/10.1000/ague.4
"""

    audit = audit_document(text, kind="markdown")

    assert [(one.kind, one.line) for one in audit.problems] == [("dangling-marker", 3), ("orphan-reference", 10)]
    assert any("best effort" in one for one in audit.not_checked)


def test_links_are_references_of_their_own_unless_a_list_has_them() -> None:
    """By DOI, whatever the address looks like; a home page names no work."""
    text = """It [fell](https://dx.doi.org/10.1000/AGUE.1) and [rose](https://ague.example/rose), says the [society](https://ague.example/).

**Sources:**
[1] Ashby T. Velomirine in adults. https://doi.org/10.1000/ague.1
"""

    audit = audit_document(text, kind="markdown")

    assert [one.references for one in audit.markers] == [(0,), (1,), (2,)]
    assert [(one.kind, one.line) for one in audit.problems] == [("bare-home-page", 1)]


def test_a_sentence_may_cite_eight_sources() -> None:
    """Each marker of it leads somewhere, in one sentence."""
    listed = "\n".join(f"{n}. Author{n}. A particular matter of type {n}. 2019. doi:10.1000/m.{n}" for n in range(1, 9))

    audit = audit_document(f"All agree [1][2][3][4][5][6][7][8].\n\n## Sources\n\n{listed}\n", kind="markdown")

    assert (audit.sentences, audit.cited_sentences, len(audit.markers), audit.problems) == (1, 1, 8, ())


@pytest.mark.parametrize(
    ("text", "kind"), [("\n", "markdown"), ("\n", "html"), ("<p></p>", "html"), ("# Ague", "markdown")]
)
def test_an_empty_text_has_nothing_to_find(text: str, kind: Kind) -> None:
    """Nothing is made up, and nothing is called fine."""
    audit = audit_document(text, kind=kind)

    assert (audit.problems, audit.markers, audit.references, audit.empty) == ((), (), (), True)
    assert audit.not_checked == ("No text was found to audit.",)


@pytest.mark.parametrize(
    "heading",
    [
        "How this drug affects mortality",
        "How far relapse fell",
        "Methods and results",
        "Questions",
        "Limitations and findings",
    ],
)
def test_only_a_section_that_is_called_so_tells_how_the_report_was_made(heading: str) -> None:
    """A heading that begins like one of the methods holds findings."""
    audit = audited(f"{CITED}\n\n## {heading}\n\nRelapse fell by 40 %.")

    assert kinds(audit) == ["uncited-number"]


def test_what_methods_say_in_numbers_is_counted_as_not_checked() -> None:
    """They need no marker; nobody looked at them, which is said. The title of a report is never a part of it."""
    audit = audited(f"{CITED}\n\n## Methods\n\nWe lost 5 % of them.")
    titled = audit_document("# Methods\n\nRelapse fell by 40 %.\n", kind="markdown")

    assert any("not checked for 1 sentences" in one for one in audit.not_checked)
    assert kinds(titled) == ["uncited-number"]


@pytest.mark.parametrize("text", ["Smith, " * 3_000, "[1†" * 6_000, "van " * 6_000 + "[9", "(see also " * 3_000])
def test_what_only_begins_like_a_marker_is_read_in_its_own_time(text: str) -> None:
    """Ten thousand beginnings without an end are no reason to wait."""
    began = time.process_time()
    audit_document(text, kind="markdown")

    assert time.process_time() - began < 1.5
