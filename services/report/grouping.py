"""Sort the works that were read by what they may support (evidence.md, 2 and 3). Pure.

Trials that only their registry tells of are among them, read or not: what was never reported must not be lost.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from shared import messages as m
from shared.appraisal.topics import Topic, speaks_of, topic_of
from shared.audit.attributing import SECONDARY, design_of, subject_of
from shared.audit.shelf import Shelf, Source, results_of

RANDOMISED: frozenset[m.Design] = frozenset({"randomised-trial"})
SILENT: frozenset[m.Design] = frozenset({"protocol", "editorial"})
"""Designs that report no result of their own."""
NOTICES: frozenset[m.WorkKind] = frozenset({"erratum", "comment"})
"""Kinds of record that speak of another work."""

_OUTCOME = re.compile(r"\d\s?%|\bp\s?[<=>≤]\s?0?[.·]\d|\bCI\b|\bratio\b", re.IGNORECASE)
_RANK: tuple[m.Design, ...] = (
    "meta-analysis",
    "systematic-review",
    "guideline",
    "randomised-trial",
    "controlled-trial",
    "cohort",
    "case-control",
    "cross-sectional",
    "case-report",
)


@dataclass(frozen=True)
class Groups:
    """The works whose text was read, each in one group, the strongest and largest first."""

    randomised: tuple[Source, ...] = ()
    human_other: tuple[Source, ...] = ()
    human_secondary: tuple[Source, ...] = ()
    animal: tuple[Source, ...] = ()
    in_vitro: tuple[Source, ...] = ()
    other: tuple[Source, ...] = ()
    """Computer models, mixed and unstated subjects: never human evidence."""
    other_secondary: tuple[Source, ...] = ()
    beside: tuple[Source, ...] = ()
    """Work on people that does not speak of what was asked: it says nothing for or against it."""
    unreported: tuple[Source, ...] = ()
    """Registry entries without results."""
    web: tuple[Source, ...] = ()
    silent: tuple[Source, ...] = ()
    retracted: tuple[Source, ...] = ()

    @property
    def human(self) -> tuple[Source, ...]:
        """Return the primary studies on people."""
        return self.randomised + self.human_other

    @property
    def preclinical(self) -> tuple[Source, ...]:
        """Return the primary studies that were not, or not known to be, on people."""
        return self.animal + self.in_vitro + self.other

    @property
    def secondary(self) -> tuple[Source, ...]:
        """Return reviews, meta-analyses and guidelines."""
        return self.human_secondary + self.other_secondary

    @property
    def usable(self) -> tuple[Source, ...]:
        """Return every work that may support a finding."""
        return self.human + self.preclinical + self.secondary


def groups_of(shelf: Shelf, evidence: Iterable[m.Evidence], question: str = "") -> Groups:
    """Return the works of *evidence*, which are on *shelf*, in their groups."""
    met = dict.fromkeys(piece.source_id for piece in evidence if piece.source_id in shelf)
    topic = _topic(question, [shelf[source_id] for source_id in met])
    met |= dict.fromkeys(one.source_id for one in shelf.sources.values() if _is_known_trial(one, topic))
    filed: dict[str, list[Source]] = {}
    for source_id in met:
        source = replace(shelf[source_id], asked=topic.names if topic and not topic.is_open else ())
        filed.setdefault(group_of(source, topic), []).append(source)
    return Groups(**{name: tuple(sorted(sources, key=_weight)) for name, sources in filed.items()})


def _is_known_trial(source: Source, topic: Topic | None) -> bool:
    """Say whether a registry tells of a trial on *topic* without results: perhaps nobody had room to read it."""
    unreported = source.reference.trial is not None and is_registry_entry(source) and not has_posted_results(source)
    return unreported and (topic is None or speaks_of(source.reference.citation.title, topic))


def _topic(question: str, sources: Iterable[Source]) -> Topic | None:
    """Return what a question is about; nothing where no work that was read speaks of it as rules read."""
    texts = [_text(source) for source in sources if not _barred(source)]
    topic = topic_of(question, texts)
    return topic if any(speaks_of(text, topic) for text in texts) else None


def _text(source: Source) -> str:
    """Return the title of a work and what was read of it."""
    return ". ".join((source.reference.citation.title, *(piece.content for piece in source.pieces)))


def group_of(source: Source, topic: Topic | None = None) -> str:
    """Return the name of the group of a work: what bars it first, then whether it speaks of *topic*, design, subject.

    How a drug works may be read in work on another disease; what it does to people may not.
    """
    if barred := _barred(source):
        return barred
    elsewhere = topic is not None and subject_of(source) == "human" and not speaks_of(_text(source), topic)
    return "beside" if elsewhere else _by_design(source)


def _barred(source: Source) -> str:
    """Return the group of a work that supports no finding, or nothing."""
    if source.retracted:
        return "retracted"
    levels = {piece.level for piece in source.pieces}
    if source.reference.kind == "web-page" or levels == {"web-page"}:
        return "web"
    if is_registry_entry(source) and not has_posted_results(source):
        return "unreported"
    silent = design_of(source) in SILENT or source.reference.kind in NOTICES or levels == {"title-only"}
    return "silent" if silent else ""


def _by_design(source: Source) -> str:
    """Return the group of a work that may support a finding."""
    design, human = design_of(source), subject_of(source) == "human"
    if design in SECONDARY:
        return "human_secondary" if human else "other_secondary"
    if human:
        return "randomised" if design in RANDOMISED else "human_other"
    return {"animal": "animal", "in-vitro": "in_vitro"}.get(subject_of(source), "other")


def is_registry_entry(source: Source) -> bool:
    """Say whether a source is an entry of a trial registry."""
    registered = any(piece.level == "registry" for piece in source.pieces)
    return registered or source.reference.kind == "registry-entry" or design_of(source) == "registry-entry"


def has_posted_results(source: Source) -> bool:
    """Say whether a registry entry reports an outcome; its plan, size and status are none."""
    if trial := source.reference.trial:
        return trial.has_results and design_of(source) != "registry-entry"
    results = (result.text for piece in source.pieces for result in results_of(piece))
    return any(_OUTCOME.search(text) for text in results)


def _weight(source: Source) -> tuple[int, int, int]:
    """Order by strength of design, then size, then S number."""
    design = design_of(source)
    rank = _RANK.index(design) if design in _RANK else len(_RANK)
    size = max((piece.sample_size or 0 for piece in source.pieces), default=0)
    return rank, -size, int(source.source_id.removeprefix("S") or 0)
