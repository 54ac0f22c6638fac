"""Sentences that say how one thing acts on another, and the drugs they are about."""

import pytest

from shared.appraisal.drugs import drugs_asked, names_of
from shared.appraisal.relations import relations_in
from shared.appraisal.terms import same_thing


def test_relations_are_read_in_either_voice() -> None:
    """Authors write it both ways; the subject must come out the same."""
    active = relations_in("Velotinib inhibits ABL1, leading to less scarring.")
    passive = relations_in("ABL1 was inhibited by velotinib.")

    assert [one[:3] for one in active] == [("Velotinib", "acts-on", "ABL1"), ("ABL1", "leads-to", "less scarring")]
    assert passive[0][:3] == ("velotinib", "acts-on", "ABL1")


def test_negation_belongs_to_its_own_relation() -> None:
    """A denied relation taken for a stated one turns the evidence round."""
    found = relations_in("Velotinib did not inhibit ABL1 but blocked KIT.")

    assert [(one.object, one.negated) for one in found] == [("ABL1", True), ("KIT", False)]


def test_a_mechanism_in_one_sentence_keeps_its_order() -> None:
    """What stands behind ``through`` came first, what stands before it followed."""
    found = relations_in("Velotinib reduced scarring through inhibition of ABL1.")

    assert [one[:3] for one in found] == [
        ("Velotinib", "leads-to", "scarring"),
        ("Velotinib", "acts-on", "ABL1"),
        ("ABL1", "leads-to", "scarring"),
    ]


def test_a_noun_is_no_verb() -> None:
    """The target of a drug does not target anything."""
    assert relations_in("We found the target of velotinib in kidney cells.") == ()


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        ("Is velotinib effective for kidney fibrosis?", ("velotinib",)),
        ("Does aspirin prevent cancer?", ("aspirin",)),
        ("What is the effect of vitamin D on falls?", ("vitamin D",)),
        ("Velotinib versus captopril in kidney disease", ("velotinib", "captopril")),
        ("Which drugs could be repurposed for migraine?", ()),
    ],
)
def test_the_drug_of_a_question_is_found_without_a_list(question: str, drugs: tuple[str, ...]) -> None:
    """New drugs get new names with old endings; where none tells, the grammar of the question does."""
    assert drugs_asked(question) == drugs


def test_an_abbreviation_is_the_drug_it_was_introduced_for() -> None:
    """Abstracts name a drug once and shorten it ever after."""
    assert names_of("velotinib", ("Velotinib (VLT) was given.",)) == ("velotinib", "VLT")


def test_spelling_and_number_do_not_make_two_things_of_one() -> None:
    """Two sources of one mechanism rarely spell it alike."""
    assert same_thing("haematin polymerisation", "hematin polymerization")
    assert not same_thing("phosphodiesterase 5", "tyrosine kinase")
