"""What a question is about, and which texts speak of it."""

from shared.appraisal.topics import speaks_of, topic_of

TRIAL = "Velotinib (VTB) slowed kidney fibrosis."


def test_a_topic_has_the_drug_under_all_its_names_and_the_other_words() -> None:
    """A work that writes VTB for short is on topic, too."""
    topic = topic_of("Does velotinib slow the progression of kidney fibrosis?", [TRIAL])

    assert (topic.drugs, topic.names) == (("velotinib",), ("velotinib", "VTB"))
    assert {"kidney", "fibrosis"} <= set(topic.condition)
    assert speaks_of("VTB in fibrosis of the kidney", topic)


def test_the_drug_alone_or_the_disease_alone_is_not_on_topic() -> None:
    """A trial of the drug in another disease answers another question."""
    topic = topic_of("Does velotinib slow kidney fibrosis?", [TRIAL])

    assert not speaks_of("Velotinib in migraine", topic)
    assert not speaks_of("Imatinib in kidney fibrosis", topic)


def test_a_question_without_a_drug_is_open_to_every_drug() -> None:
    """Whoever asks which drugs help wants to read of all of them."""
    topic = topic_of("Which drugs slow kidney fibrosis?", [TRIAL, "Velotinib and kidney fibrosis"])

    assert topic.is_open
    assert speaks_of("Imatinib in kidney fibrosis", topic)
