"""Which sentences report a result, and which way they point."""

import gzip
import json
from collections.abc import Iterator

import pytest

from shared import messages as m
from shared.appraisal.results import (
    SentenceRole,
    direction_of,
    is_hedged,
    is_whole,
    result_sentences,
    role_of_label,
    roles,
)
from tests.recordings import recording

LABELLED = (
    "BACKGROUND: Velotinib is widely used. AIM: To test velotinib against placebo. "
    "METHODS: Forty patients were randomised. RESULTS: Pain fell in 30 of 40 patients. "
    "CONCLUSIONS: Velotinib eased pain."
)


def test_labels_decide_what_a_sentence_does() -> None:
    """A structured abstract says itself where its results stand; guessing would only lose that."""
    found = [role for _, role in roles(LABELLED)]

    assert found == ["background", "aim", "method", "result", "conclusion"]


def test_a_label_is_cut_and_the_offsets_stay_true() -> None:
    """A quotation must be found again in its source, without the heading that stood before it."""
    first = result_sentences(LABELLED)[0]

    assert first.text == "Pain fell in 30 of 40 patients."
    assert LABELLED[first.start : first.end] == first.text


def test_a_label_that_lost_its_colon_still_counts() -> None:
    """Reference managers often copy headings without their colon."""
    text = "Objective We tested velotinib. Methods We enrolled 40 people. Results The pain eased in 30 people."

    assert [sentence.text for sentence in result_sentences(text)] == ["The pain eased in 30 people."]


def test_the_heading_a_caller_knows_is_believed() -> None:
    """A passage of a full text has lost its heading; the locator still knows it."""
    text = "Forty patients took velotinib for six weeks."

    assert roles(text, ((0, "Methods"),))[0][1] == "method"
    assert roles(text, ((0, "Results"),))[0][1] == "result"


@pytest.mark.parametrize(
    ("sentence", "role"),
    [
        ("We aimed to find out whether velotinib eases pain.", "aim"),
        ("The aim of this study was to compare velotinib with placebo.", "aim"),
        ("Does velotinib ease pain?", "aim"),
        ("Previous studies have shown that velotinib eases pain.", "others"),
        ("It has been reported that velotinib eases pain.", "others"),
        ("Patients were randomly assigned to velotinib or placebo.", "method"),
        ("The primary outcome was pain at six weeks.", "method"),
        ("Little is known about pain in this group.", "background"),
        ("An upper limit of the 90% CI below 10 ms was taken to show absence of effect.", "method"),
        ("Pain was lower with velotinib than with placebo (p = 0.01).", "result"),
        ("We found that velotinib inhibited the enzyme.", "result"),
        ("These findings suggest that velotinib eases pain.", "conclusion"),
    ],
)
def test_wording_decides_where_there_is_no_label(sentence: str, role: str) -> None:
    """Aims, methods and other people's work support nothing, however they are worded."""
    assert roles(sentence)[0][1] == role


def test_the_first_sentence_of_an_unlabelled_abstract_sets_the_scene() -> None:
    """What everybody knows opens an abstract; it is no finding of this work."""
    text = (
        "Velotinib blocks an enzyme of the gut. We enrolled 40 adults with pain. "
        "Pain fell by 30% with velotinib. Sleep improved as well."
    )

    assert [role for _, role in roles(text)] == ["background", "method", "result", "result"]


def test_what_others_found_supports_nothing_even_under_results() -> None:
    """A review's results name other studies, and evidence counts studies, not mentions."""
    text = "RESULTS: Previous studies found that pain fell. In our patients pain fell by 30%."

    assert [sentence.text for sentence in result_sentences(text)] == ["In our patients pain fell by 30%."]


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("RESULTS", "result"),
        ("Authors' conclusions:", "conclusion"),
        ("Patients and methods", "method"),
        ("Story", None),
    ],
)
def test_a_label_is_known_by_its_name(label: str, role: str | None) -> None:
    """Sources write headings in many ways; an unknown one tells nothing and must not mislead."""
    assert role_of_label(label) == role


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("Velotinib significantly reduced mortality.", "benefit"),
        ("Relapses were less frequent with velotinib than with placebo.", "benefit"),
        ("Survival was longer in the treated group.", "benefit"),
        ("Velotinib was superior to placebo.", "benefit"),
        ("Mortality was higher with velotinib.", "harm"),
        ("Velotinib shortened nothing but increased the risk of bleeding.", "harm"),
        ("Survival was shorter with velotinib.", "harm"),
        ("Velotinib did not reduce mortality.", "no-difference"),
        ("There was no significant difference between the groups.", "no-difference"),
        ("Velotinib failed to improve survival.", "no-difference"),
        ("Velotinib reduced pain but increased bleeding.", "mixed"),
        ("Blood was drawn every week.", "unknown"),
        ("No serious adverse events occurred.", "unknown"),
        ("Velotinib prevented relapse at the higher doses.", "benefit"),
        ("Velotinib prevented all relapses; nausea was more frequent in women than in men.", "benefit"),
        ("Compared with placebo, velotinib protected 68% of travellers.", "benefit"),
        ("Whether serious relapses are more frequent is uncertain.", "unknown"),
        ("Two cases of mild haemoglobin decrease occurred in the velotinib group.", "unknown"),
    ],
)
def test_direction_is_what_changed_and_which_way(text: str, direction: m.Direction) -> None:
    """A report that turns a direction round is worse than none."""
    assert direction_of(text) == direction


def test_two_shares_point_the_way_their_arms_do() -> None:
    """Many results only name both arms; which is the control tells which way they point."""
    text = "Freedom from recurrence was 62% with velotinib and 28% with placebo (p < 0.001)."

    assert direction_of(text) == "benefit"


@pytest.mark.parametrize(
    "text",
    [
        "Velotinib may reduce mortality.",
        "We asked whether velotinib reduces mortality.",
        "Larger trials should show if velotinib improves survival.",
    ],
)
def test_what_only_may_be_has_no_direction(text: str) -> None:
    """Dropping the hedge would report a hope as a result."""
    assert direction_of(text) == "unknown"


def test_similar_harms_do_not_hide_a_benefit() -> None:
    """That harms were alike is no effect of the treatment, and no denial of one."""
    assert direction_of("Velotinib prevented relapse better than placebo at a similar rate of harms.") == "benefit"


@pytest.mark.parametrize(
    "text",
    [
        "Velotinib could not be shown to be non-inferior to imatinib.",
        "Non-inferiority of velotinib to imatinib was not shown.",
        "Haemoglobin declined to a similar degree with both drugs.",
        "The groups did not differ significantly in adverse events.",
        "Adverse events of any kind probably differ little.",
    ],
)
def test_what_could_not_be_told_apart_is_no_harm(text: str) -> None:
    """A trial that misses its margin, or finds harms alike, has shown no harm; calling it so makes false conflicts."""
    assert direction_of(text) == "no-difference"


def test_no_difference_from_another_drug_does_not_deny_an_effect_over_placebo() -> None:
    """A drug may be better than nothing and as good as the standard; that is not two opinions."""
    text = (
        "RESULTS: Velotinib reduced relapses compared with placebo. Relapses did not differ between velotinib and "
        "imatinib. Adverse events were similar. CONCLUSIONS: Velotinib is effective."
    )

    assert direction_of(text) == "benefit"


def test_no_difference_from_another_drug_is_not_shown_to_be_a_benefit_by_calling_it_so() -> None:
    """Against an active drug alone, a conclusion that the new one works rests on no comparison that showed it."""
    text = (
        "RESULTS: Relapses did not differ significantly between velotinib and imatinib. "
        "CONCLUSIONS: Velotinib was efficacious."
    )

    assert direction_of(text) == "no-difference"


def test_a_measure_of_safety_that_moves_by_itself_is_no_effect() -> None:
    """What happened to two of twelve, compared with nobody, is an event to report and no direction."""
    text = "RESULTS: Relapses were fewer than with placebo. Haemoglobin fell without symptoms in two subjects."

    assert direction_of(text) == "benefit"


def test_what_became_of_the_untreated_is_not_what_the_drug_did() -> None:
    """Both arms in one sentence point one way: the treated one's."""
    text = "Relapses declined from 22 to four with velotinib but increased from 15 to 18 in the placebo group."

    assert direction_of(text) == "benefit"


def test_groups_alike_at_baseline_show_nothing() -> None:
    """Before treatment they have to be alike."""
    assert direction_of("The velotinib and placebo groups were similar at baseline.") == "unknown"


def test_only_what_is_said_of_the_drug_asked_about_counts() -> None:
    """A trial of two drugs points one way for each."""
    text = (
        "RESULTS: Velotinib reduced relapses compared with imatinib. Velotinib reduced fever. "
        "Imatinib increased bleeding compared with placebo."
    )

    assert direction_of(text, names=("velotinib",)) == "benefit"
    assert direction_of(text, names=("imatinib",)) == "harm"


def test_a_sentence_cut_inside_its_brackets_is_not_whole() -> None:
    """Quoted, half a bracket looks like a slip of the report."""
    assert not is_whole("No participant relapsed, but all on placebo did (P =.")
    assert not is_whole("287 L); velotinib (95% CI 0.1 to 0.")
    assert is_whole("Relapse fell (p < 0.01).")


def test_a_scene_is_no_finding_whatever_words_it_uses() -> None:
    """What a drug is being developed for it has not been shown to do."""
    text = "Velotinib is being developed for relapse prevention. Malaria is the second most common cause of fever."

    assert [role for _, role in roles(text)] == ["background", "background"]
    assert direction_of(text) == "unknown"


def test_a_conclusion_that_its_results_do_not_show_is_mixed() -> None:
    """Authors may conclude more than they found; the reader must see that."""
    text = "RESULTS: Mortality did not differ between the groups. CONCLUSIONS: Velotinib is an effective treatment."

    assert direction_of(text) == "mixed"


def test_hedges_are_seen() -> None:
    """Whoever quotes a hedged sentence has to keep the hedge."""
    assert is_hedged("The data suggest that velotinib helps.")
    assert not is_hedged("Velotinib depolarises the membrane potential.")


FINDINGS = {"result", "conclusion"}


def marked_abstracts() -> Iterator[tuple[str, list[tuple[int, int, SentenceRole | None]]]]:
    """Yield real structured abstracts without their labels, and what the labels said of which part."""
    path = recording("labelled/pubmedqa/pqal_dev.json.gz")
    for entry in json.loads(gzip.decompress(path.read_bytes())).values():
        text, parts = "", []
        for label, part in zip(
            [*entry["LABELS"], "CONCLUSION"], [*entry["CONTEXTS"], entry["LONG_ANSWER"]], strict=False
        ):
            parts.append((len(text), len(text) + len(part), role_of_label(label)))
            text += f"{part} "
        yield text, parts


def test_wording_finds_nine_of_ten_findings_in_real_abstracts() -> None:
    """Measured where the labels are known and hidden: precision and recall were 0.88 and 0.89 on 500 abstracts."""
    told = [
        (role in FINDINGS, gold in FINDINGS)
        for text, parts in marked_abstracts()
        for sentence, role in roles(text)
        for start, end, gold in parts
        if gold and start <= sentence.start < end
    ]
    right = told.count((True, True))

    assert right / (right + told.count((True, False))) >= 0.85
    assert right / (right + told.count((False, True))) >= 0.85


@pytest.mark.parametrize(
    "sentence",
    [
        "Primary outcome “Reduction in relapse” (6 months): mean 12 in “Placebo” and mean 30 in “Drug A”, p = 0.01.",
        "“Prevention of death” and “no difference in pain” were measured in 12% of the placebo group.",
    ],
)
def test_what_something_is_called_tells_no_direction(sentence: str) -> None:
    """A registry names its outcomes by what was hoped for; the numbers may show the reverse."""
    assert direction_of(sentence) == "unknown"


def test_words_outside_the_quotation_marks_still_tell() -> None:
    """A name beside a result leaves the result."""
    assert direction_of("The regimen called “early rescue” reduced relapse, p = 0.01.") == "benefit"
