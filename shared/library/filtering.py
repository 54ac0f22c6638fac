"""Which works a request's filters keep."""

from shared import messages as m

from .dates import interval
from .languages import language_code

_EVER = ("0000-01-01", "9999-12-31")


def keeps(filters: m.Filters, work: m.Work) -> bool:
    """Say whether *work* passes: a date that may lie in the range does, an unknown date or language is no reason."""
    return not left_out_by(filters, work)


def left_out_by(filters: m.Filters, work: m.Work) -> str:
    """Return what of *work* the filters do not let pass, in words; nothing where it passes."""
    told = (
        (not _in_range(filters, work.citation.date), f"published {work.citation.date}"),
        (not filters.preprints and work.kind == "preprint", "a preprint"),
        (filters.study_designs and work.design not in filters.study_designs, f"design: {work.design}"),
        (not _in_language(filters, work.language), f"language: {work.language}"),
    )
    return ", ".join(words for is_out, words in told if is_out)


def applied(filters: m.Filters) -> tuple[str, ...]:
    """Return the filters in words, as the methodology reports them."""
    said = (
        (filters.published_from, f"published from {filters.published_from}"),
        (filters.published_to, f"published to {filters.published_to}"),
        (filters.languages, f"languages: {', '.join(filters.languages)} (unknown ones kept)"),
        (filters.study_designs, f"study designs: {', '.join(filters.study_designs)}"),
        (not filters.preprints, "no preprints"),
    )
    return tuple(words for asked, words in said if asked)


def _in_range(filters: m.Filters, date: str) -> bool:
    """Say whether the days a partial date may mean overlap the range."""
    first, last = interval(date) if date else _EVER
    return str(filters.published_from or first) <= last and first <= str(filters.published_to or last)


def _in_language(filters: m.Filters, language: str) -> bool:
    """Say whether a language is one of those asked for; an unknown one may be."""
    asked = {language_code(one) for one in filters.languages}
    return not (asked and language) or language in asked
