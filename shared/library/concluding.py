"""From what a record says to a work: identity, kind, design, and the text there is to read."""

from dataclasses import dataclass
from datetime import datetime

from shared import messages as m
from shared.appraisal.designs import design_of
from shared.appraisal.sizes import sample_size_of
from shared.appraisal.subjects import subject_of
from shared.works import normalise, registry_number, title_key, work_id

from .dates import first_published
from .identifying import is_registry_address
from .kinds import kind_of, retraction_of
from .languages import language_code
from .values import Record, Reference, Skipped
from .wording import laid_out, plain_title

MOST_TITLE_CHARACTERS = 2_000
MOST_PLACE_CHARACTERS = 60
MOST_WEIGHED_CHARACTERS = 20_000
"""Of a text: an abstract has 2,000, and what a megabyte was pasted into must not hold up the rest."""


@dataclass(frozen=True)
class Provenance:
    """Where a record comes from, and whether that source would have known of a retraction."""

    source: m.SourceName
    said_by: str
    """Whom a report names for what the record says of retraction."""
    watches_retractions: bool = False
    """Whether its silence means that none was found; a person's own file knows of none."""
    at: datetime | None = None


OWN_FILE = Provenance("library", "the record in the library file")


def concluded(record: Record, provenance: Provenance = OWN_FILE) -> Reference | Skipped:
    """Return the reference *record* stands for; without a title there is nothing to cite it by."""
    title = plain_title(record.title)[:MOST_TITLE_CHARACTERS]
    if not title:
        return Skipped(record.name, "it has no title, so it cannot be cited: add one and export again")
    text, sections = laid_out(record.abstract)
    work = _weighed(_identified(record, title, provenance), text or title, record.design)
    return Reference(work, text or title, sections, title_only=not text)


def _identified(record: Record, title: str, provenance: Provenance) -> m.Work:
    """Return the work with its names."""
    ids = _names(record)
    citation = m.Citation(
        source=provenance.source,
        title=title,
        url=_address(ids, record.url),
        date=first_published(record.dates),
        authors=record.authors,
        journal=record.journal,
        volume=_short(record.volume),
        issue=_short(record.issue),
        pages=_short(record.pages),
    )
    kind = kind_of(record)
    return m.Work(
        work_id=work_id(citation, ids),
        citation=citation,
        identifiers=ids,
        registry_numbers=_registered(record, kind),
        kind=kind,
        title_key=title_key(title),
        language=language_code(record.language),
        publication_types=record.publication_types,
        mesh_terms=tuple(dict.fromkeys(record.mesh_terms)),
        retraction=_retraction(record, provenance),
        versions=record.versions,
        cited_by=record.cited_by,
        open_access_url=record.open_access_url,
        trial=record.trial,
    )


def _retraction(record: Record, provenance: Provenance) -> m.Retraction:
    """Return what the record says of retraction; silence counts only where the source would have spoken."""
    status: str = retraction_of(record)
    if status == "not-checked" and provenance.watches_retractions:
        status = "none-found"
    if status == "not-checked":
        return m.Retraction()
    return m.Retraction.model_validate(
        {"status": status, "checked_in": provenance.said_by, "checked_at": provenance.at}
    )


def _short(place: str) -> str:
    """Return a volume, issue or page range; a longer text strayed into the field from another."""
    return place if len(place) <= MOST_PLACE_CHARACTERS else ""


def _names(record: Record) -> m.Identifiers:
    """Return the identifiers; an address names the work only where nothing better does."""
    given = record.identifiers
    address = record.journal if is_registry_address(record.journal) else record.url
    better = given.pmid or given.doi or given.pmcid
    return normalise(given if better else given.model_copy(update={"url": given.url or address}))


def _address(ids: m.Identifiers, given: str) -> str:
    """Return where a reader finds the work: a permanent address before that of somebody's database."""
    if ids.doi:
        return f"https://doi.org/{ids.doi}"
    return f"https://pubmed.ncbi.nlm.nih.gov/{ids.pmid}/" if ids.pmid else ids.url or given


def _registered(record: Record, kind: m.WorkKind) -> tuple[str, ...]:
    """Return the registry numbers; a registry's own entry has its number in its address or as its title."""
    if kind != "registry-entry":
        return record.registry_numbers
    own = (registry_number(text) for text in (record.journal, record.url, record.title))
    return record.registry_numbers or tuple(number for number in own if number)[:1]


def _weighed(work: m.Work, text: str, design: m.Design | None) -> m.Work:
    """Return the work with how the study was done, on whom and on how many; its kind is a publication type, too."""
    title, text = work.citation.title, text[:MOST_WEIGHED_CHARACTERS]
    facts = {
        "design": design or design_of((*work.publication_types, work.kind), work.mesh_terms, title, text),
        "subject": "human" if work.trial else subject_of(work.mesh_terms, title, text),
        "sample_size": _took_part(work.trial) if work.trial else sample_size_of(text),
    }
    return work.model_copy(update=facts)


def _took_part(trial: m.Trial) -> int | None:
    """Return on how many a registered study was done; how many were planned says nothing of it."""
    return trial.enrolment if trial.enrolment_is_actual else None
