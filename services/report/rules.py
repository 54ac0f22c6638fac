"""The writer that needs no model: it quotes what reports a result, and invents nothing."""

from shared import messages as m
from shared.audit.attributing import named
from shared.audit.markers import marker_of
from shared.audit.shelf import Source, shelf_of

from .drafting import Draft
from .findings import clinical, mechanistic
from .grouping import Groups, groups_of
from .summarising import conclusion, summary, title_of


class RuleWriter:
    """Quote verbatim passages with who, which design, on whom and how many; say what was not found."""

    async def write(self, order: m.ReportRequested, problems: tuple[str, ...] = ()) -> Draft:
        """Return a draft. What the audit found changes nothing: rules would write the same again."""
        del problems
        shelf = shelf_of(order.bibliography, order.evidence)
        groups = groups_of(shelf, order.evidence, order.question)
        if not groups.usable:
            return _without_evidence(order, groups)
        people, mechanisms = clinical(groups, shelf, order), mechanistic(groups, order)
        told, of_summary = summary(order, groups)
        concluded, of_conclusion = conclusion(order, groups)
        title, beside = title_of(order.question, groups), _beside(groups)
        return Draft(
            title=title,
            executive_summary=told,
            clinical_findings=people.text,
            mechanistic_findings=mechanisms.text,
            conclusion=concluded,
            limitations=beside,
            program_sentences=frozenset((title, *of_summary, *of_conclusion, *beside)) | people.own | mechanisms.own,
        )


def _beside(groups: Groups) -> tuple[str, ...]:
    """Return what is cited only to say why it supports nothing: retracted works and web pages."""
    told = []
    if groups.retracted:
        names = ", ".join(named(one.reference) for one in groups.retracted)
        told.append(f"Retracted and left out of every finding and count: {names} {_marker(groups.retracted)}.")
    if groups.web:
        told.append(f"Web pages were read but are no clinical evidence and are not counted {_marker(groups.web)}.")
    return tuple(told)


def _marker(sources: tuple[Source, ...]) -> str:
    """Return one marker for several works."""
    return marker_of(one.source_id for one in sources)


def _without_evidence(order: m.ReportRequested, groups: Groups) -> Draft:
    """Return a draft that says that nothing was found, which is not that there is no effect."""
    title, beside = title_of(order.question, groups), _beside(groups)
    read = f"{len(order.evidence)} passages were read, and none may support a finding." if order.evidence else ""
    first = "No evidence on this question was found in the sources that were searched."
    second = "That nothing was found does not show that there is no effect, nor that there is one."
    told = " ".join(filter(None, (first, read, second)))
    return Draft(
        title=title,
        executive_summary=told,
        clinical_findings="",
        mechanistic_findings="",
        conclusion=told,
        limitations=beside,
        program_sentences=frozenset(filter(None, (title, first, read, second, *beside))),
    )
