"""What of a draft did not reach its report, and what a report has that nobody gave it. By words alone."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from services.report.drafting import Draft
from shared import messages as m

_BESIDE = re.compile(
    r"\[(?:unverified|no source given|not in the registry|unknown source|a list of \d+ references)[^\]]*\]"
    r"|\[\^\d+\]"
)
"""What the program writes between a draft's words."""
_CUT = re.compile(
    r"[\[【(<][^\]】)>]*[\]】)>]|https?://\S+|doi:\S+|\b10\.\d{4,9}/\S+|[A-Z]\w+ et al\.[^.]*?\d{4}\)?"
    r"|[|\n*_~`#“”\"]|^\s*[-\d.)]+ "
)
"""What may be rendered otherwise, marked as invented, or become a footnote: the words between are compared."""
_LISTED = re.compile(r"^\W*(?:References|Sources):?\W*$.*?(?=\n\n[A-Z][^\n]*\.$|\Z)", re.MULTILINE | re.DOTALL)
"""A reference list of the writer's own: it is taken out and its place is marked."""
_NAMED = re.compile(r"(?<![\w/.])(10\.\d{4,9}/[^\s\])>,;“”\"]+)|(https?://[^\s\])>“”\"]+)")


def lost(draft: Draft, done: m.ReportCompleted) -> list[str]:
    """Return the stretches of a draft that stand neither on the page nor among what the report says is wrong."""
    page = _letters(_BESIDE.sub(" ", done.markdown.replace("\\", "")))
    told = _letters(" ".join((*done.report.audit.problems, *done.report.limitations)))
    return [one for one in _stretches(draft) if _letters(one) not in page and _letters(one) not in told]


def _stretches(draft: Draft) -> Iterator[str]:
    """Yield the words of a draft between everything that may look otherwise on the page."""
    findings = (draft.clinical_findings, draft.mechanistic_findings)
    for text in (draft.title, draft.executive_summary, *findings, draft.conclusion, *draft.limitations):
        for one in _CUT.split(_LISTED.sub("", text)):
            if len(one.split()) > 1:
                yield " ".join(one.split())


def _letters(text: str) -> str:
    """Return the letters and digits of a text."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text).casefold() if sign.isalnum())


def made_up(done: m.ReportCompleted, known: Iterable[m.Reference]) -> list[str]:
    """Return the identifiers and addresses on a page that are of no registered work and not marked as such."""
    given = " ".join(
        f"{one.identifiers.doi} {one.identifiers.url} https://doi.org/{one.identifiers.doi} {one.citation.url} "
        for one in known
    ).lower()
    page = _BESIDE.sub(" ", done.markdown.replace("\\", "").partition("## How far this was checked")[0])
    page += done.markdown.partition("## Footnotes")[2]
    found = ((one[1] or one[2]).rstrip(".") for one in _NAMED.finditer(page))
    return [one for one in found if f"{one.lower()} " not in given]
