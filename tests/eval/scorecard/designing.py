"""Study design: is a record that of a randomised trial? PubMed's publication type says so; it is hidden."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from shared.appraisal.designs import design_of
from shared.library import Reference, read
from tests.eval.measuring import Floats, Interval
from tests.eval.scorecard.labelled import Labelled, choosing, decided, reporting
from tests.eval.scorecard.resampling import Confusion, gained, resampled
from tests.eval.scorecard.row import Row
from tests.recordings import recording
from tests.unit.design_negatives import NEGATIVES, POSITIVES, UNSEEN, Words

PATH = "pubmed/medline_text/robotreviewer_dev.medline.txt.gz"
INDEXED = "Randomized Controlled Trial"
TASK = "randomised trial or not (MEDLINE)"
NAMED = ("one regular expression, as the README names it", Interval(0.938, 0.938, 0.938))
EXPRESSION = "random|placebo"
PREVALENCES = (0.05, 0.10)
LEAST_F1, LEAST_SPECIFICITY = 0.945, 0.95
SQUARE = Confusion(("other", "trial"))
_RANDOM = re.compile(EXPRESSION, re.IGNORECASE)
"""What one regular expression finds; ours, for the one that the README measured is not given."""


class Record(NamedTuple):
    """What a decider sees of a record: no publication type, no MeSH heading, no keyword."""

    title: str
    text: str


def labelled(references: Sequence[Reference]) -> Labelled[Record, str]:
    """Return the records, each PMID once, with the labels apart."""
    once = {str(one.work.identifiers.pmid): one for one in references}
    cases = {pmid: Record(one.work.citation.title, one.text) for pmid, one in once.items()}
    labels = {pmid: "trial" if INDEXED in one.work.publication_types else "other" for pmid, one in once.items()}
    return Labelled(cases, labels)


def recorded() -> Labelled[Record, str]:
    """Return the recorded set."""
    file = recording(PATH)
    return labelled(read(file.read_bytes(), file.name).references)


def by_rules(record: Record) -> str:
    """Return what the product's rules say of the words alone."""
    return "trial" if design_of((), (), record.title, record.text) == "randomised-trial" else "other"


def by_expression(record: Record) -> str:
    """Return what one regular expression says."""
    return "trial" if _RANDOM.search(f"{record.title} {record.text}") else "other"


def rows() -> tuple[Row, ...]:
    """Return the lines of this task."""
    data = recorded()
    said = {
        "ours": decided(data.cases, by_rules),
        EXPRESSION: decided(data.cases, by_expression),
        "always “trial”": dict.fromkeys(data.cases, "trial"),
        "never “trial”": dict.fromkeys(data.cases, "other"),
    }
    counts = {way: _counts(one, data.labels, list(data.cases)) for way, one in said.items()}
    return (*_goals(said["ours"], counts, data.labels), *_rare(counts, data.labels), *made_up())


def _counts(said: Mapping[str, str], labels: Mapping[str, str], names: Sequence[str]) -> Floats:
    """Return decisions beside labels, countable."""
    return SQUARE.counts([said[name] for name in names], [labels[name] for name in names])


def _goals(ours: Mapping[str, str], counts: Mapping[str, Floats], labels: Mapping[str, str]) -> Iterator[Row]:
    """Yield the two figures with a goal."""
    f1, cleared = SQUARE.f1("trial"), SQUARE.recall("other")
    halves = (
        (name, resampled(_counts(ours, labels, names), f1))
        for name, names in (("first half", choosing(labels)), ("second half", reporting(labels)))
    )
    lead = gained(counts["ours"], counts[EXPRESSION], f1)
    found, specific = resampled(counts["ours"], f1), resampled(counts["ours"], cleared)
    yield Row(
        TASK,
        "F1",
        len(labels),
        found,
        (*((way, resampled(counts[way], f1)) for way in ("always “trial”", EXPRESSION)), NAMED, *halves),
        f">= {LEAST_F1}",
        found.mean >= LEAST_F1,
        f"gain over {EXPRESSION} {lead.mean:+.3f} ({lead.low:+.3f} to {lead.high:+.3f}); the rules have no threshold, "
        "and who wrote them had seen their mistakes in both halves",
    )
    yield Row(
        TASK,
        "specificity",
        len(labels),
        specific,
        tuple((way, resampled(counts[way], cleared)) for way in ("never “trial”", EXPRESSION)),
        f">= {LEAST_SPECIFICITY}",
        specific.mean >= LEAST_SPECIFICITY,
    )


def _rare(counts: Mapping[str, Floats], labels: Mapping[str, str]) -> Iterator[Row]:
    """Yield how many of those called a trial would be one where trials are rarer than here."""
    note = (
        f"worked out from sensitivity and specificity, for {list(labels.values()).count('trial')} of these records are "
        "trials"
    )
    for prevalence in PREVALENCES:
        precision = SQUARE.precision_at("trial", prevalence)
        beside = (
            ("always “trial”", Interval(prevalence, prevalence, prevalence)),
            (EXPRESSION, resampled(counts[EXPRESSION], precision)),
        )
        measure = f"precision at {prevalence:.0%} prevalence"
        yield Row(TASK, measure, len(labels), resampled(counts["ours"], precision), beside, note=note)


def made_up() -> Iterator[Row]:
    """Yield how the made-up works do: hard negatives, those that nothing was changed for, and real trials."""
    negatives = tuple(one for kind in NEGATIVES.values() for one in kind)
    history = (
        "written before the rules were tried on them: of the first 128 they called 76 a trial, of the next 40 24, of "
        "the last 40 13; they were changed each time, and now call none one"
    )
    unseen = "written last; nothing was changed for them, so this is how often such wording misleads the rules"
    missed = sum(by_rules(Record(*one)) == "trial" for one in UNSEEN)
    history += f"; that is no promise: of {len(UNSEEN)} unseen ones they call {missed} one ({missed / len(UNSEEN):.1%})"
    yield _called("hard negatives (made up)", negatives, history, goal="0")
    yield _called("hard negatives that the rules were not made from", UNSEEN, unseen)
    yield _called("trials with tempting words (made up)", POSITIVES, "all should be")


def _called(task: str, works: Sequence[Words], note: str, goal: str = "") -> Row:
    """Return how many of some works are called a randomised trial."""
    records = [Record(*one) for one in works]
    ours = [by_rules(one) == "trial" for one in records]
    theirs = [by_expression(one) == "trial" for one in records]
    met = not any(ours) if goal else None
    return Row(
        task, "called a randomised trial", len(ours), share(ours), ((EXPRESSION, share(theirs)),), goal, met, note
    )


def share(said: Sequence[bool]) -> Interval:
    """Return a share with Wilson's interval: resampling would say of none that it is certainly none."""
    n, part, z = len(said), sum(said) / len(said), 1.96
    middle, spread = part + z * z / (2 * n), z * (part * (1 - part) / n + z * z / (4 * n * n)) ** 0.5
    whole = 1 + z * z / n
    return Interval(part, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))
