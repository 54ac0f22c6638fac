"""What the world knows: papers and trials, and what each source shows of them."""

from dataclasses import dataclass
from typing import Literal

Source = Literal["pubmed", "clinicaltrials", "europepmc", "openalex"]


@dataclass(frozen=True)
class Author:
    """A person, or a group where there is only a family name."""

    family: str
    given: str = ""


@dataclass(frozen=True)
class Paper:
    """One publication. It stands in the *sources* named, each of which shows some of its identifiers."""

    key: str
    """What the answer key calls it."""
    title: str
    """May hold ``<i>``, ``<sub>`` and ``<sup>``; each server writes it in its own way."""
    abstract: tuple[tuple[str, str], ...] = ()
    """Label and text; the label is empty where it is one running text."""
    authors: tuple[Author, ...] = ()
    group: str = ""
    journal: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    printed: str = ""
    """When it appeared in print: ``2019``, ``2019-09``, ``2019-09-18``, a season (``2019 Spring``) or a span."""
    online: str = ""
    """When it appeared on line, whole: ``2019-09-18``."""
    pmid: str = ""
    pmcid: str = ""
    doi: str = ""
    openalex: str = ""
    shown: tuple[tuple[Source, tuple[str, ...]], ...] = ()
    """The sources that hold it, and which identifiers each of them shows (``pmid``, ``pmcid``, ``doi``)."""
    kind: Literal["article", "preprint", "erratum", "retraction-notice", "comment", "book"] = "article"
    publication_types: tuple[str, ...] = ("Journal Article",)
    mesh: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    language: str = "eng"
    vernacular_title: str = ""
    registry_numbers: tuple[str, ...] = ()
    retraction: Literal["", "retracted", "concern", "partial", "republished", "erratum", "withdrawn"] = ""
    retraction_known_to: tuple[Source, ...] = ()
    notices: tuple[str, ...] = ()
    """Keys of the papers that a notice is about."""
    preprint_of: str = ""
    """Key of the article that this preprint became."""
    open_access: bool = False
    cited_by: int = 0
    on_topic: bool = True


@dataclass(frozen=True)
class Outcome:
    """A measured outcome with the numbers of each arm, as a registry posts them."""

    title: str
    time_frame: str
    unit: str = ""
    values: tuple[tuple[str, str], ...] = ()
    """Arm and value; empty where no results were posted."""
    p_value: str = ""
    statistical_method: str = ""


@dataclass(frozen=True)
class Study:
    """One registered trial."""

    key: str
    nct: str
    title: str
    official_title: str
    summary: str
    status: str
    conditions: tuple[str, ...] = ()
    interventions: tuple[tuple[str, str], ...] = ()
    """Type and name."""
    arms: tuple[tuple[str, str], ...] = ()
    """Label and description."""
    phases: tuple[str, ...] = ()
    study_type: str = "INTERVENTIONAL"
    allocation: str = ""
    enrolment: int = 0
    enrolment_is_actual: bool = True
    first_posted: str = ""
    started: str = ""
    primary_completion: str = ""
    completed: str = ""
    results_posted: str = ""
    why_stopped: str = ""
    primary_outcomes: tuple[Outcome, ...] = ()
    secondary_outcomes: tuple[Outcome, ...] = ()
    other_ids: tuple[str, ...] = ()
    reported_in: tuple[str, ...] = ()
    """PMIDs the registry names as reporting its results."""
    on_topic: bool = True
