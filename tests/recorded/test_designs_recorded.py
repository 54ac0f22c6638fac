"""Study designs, measured against what PubMed's indexers said of the same records."""

from collections import Counter
from collections.abc import Iterable

from shared.appraisal.designs import design_of, subject_of
from shared.library import Reference, read
from tests.recordings import recording

MEDLINE = "pubmed/medline_text/robotreviewer_dev.medline.txt.gz"
INDEXED = "Randomized Controlled Trial"


def references() -> list[Reference]:
    """Return each record once."""
    file = recording(MEDLINE)
    return list({one.work.work_id: one for one in read(file.read_bytes(), file.name).references}.values())


def f1(pairs: Iterable[tuple[bool, bool]]) -> float:
    """Return the harmonic mean of precision and recall."""
    counted = Counter(pairs)
    return 2 * counted[True, True] / (2 * counted[True, True] + counted[True, False] + counted[False, True])


def test_words_alone_tell_a_randomised_trial() -> None:
    """With types and terms hidden; one regular expression for "random" gives 0.92 to 0.94, these rules 0.96."""
    found = [
        (
            design_of((), (), one.work.citation.title, one.text) == "randomised-trial",
            INDEXED in one.work.publication_types,
        )
        for one in references()
    ]

    assert len(found) == 463
    assert f1(found) >= 0.95
    others = [told for told, indexed in found if not indexed]
    assert others.count(False) / len(others) >= 0.97


def test_types_tell_nearly_every_randomised_trial() -> None:
    """What the indexers said is believed, but for titles that name a protocol or a summary of trials."""
    found = [(one.work.design == "randomised-trial", INDEXED in one.work.publication_types) for one in references()]

    assert f1(found) >= 0.99


def test_what_is_not_human_is_never_called_human_by_its_words() -> None:
    """Only human evidence counts as clinical: the costly mistake is that one, not "unknown"."""
    known = [one for one in references() if one.work.subject in {"animal", "in-vitro", "in-silico"}]
    told = [subject_of((), one.work.citation.title, one.text) for one in known]

    assert len(known) >= 10
    assert told.count("human") == 0


def test_words_tell_most_human_studies() -> None:
    """Of records with an abstract; the rest are unknown, which is never human."""
    human = [one for one in references() if one.work.subject == "human" and not one.title_only]
    told = Counter(subject_of((), one.work.citation.title, one.text) for one in human)

    assert told["human"] / len(human) >= 0.85
    assert (told["animal"] + told["mixed"]) / len(human) <= 0.02
