"""What work a PDF is: its title, authors, DOI and year, as far as the file says so. Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from .hyphens import composed
from .values import Line

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_DOI_HERE = re.compile(r"(?:doi\.org/|\bdoi\s*:?\s*)(10\.\d{4,9}/[^\s\"<>]+)", re.IGNORECASE)
_CLOSING = ".,;:)]}'’”"
_ARXIV = re.compile(r"\barXiv:(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?\b")
_YEAR = r"((?:19|20)\d\d)"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bpublished(?: online)?\b[^.;]{{0,40}}?\b{_YEAR}\b",
        rf"\barxiv:\S+ \[\S+\] \d+ \w+ {_YEAR}\b",
        rf"(?:©|\(c\)|copyright)[^.]{{0,40}}?\b{_YEAR}\b",
        rf"\({_YEAR}\)\s*\d+\s*[:(]",
        rf"\baccepted\b[^.;]{{0,40}}?\b{_YEAR}\b",
    )
)
_PROGRAMS = re.compile(
    r"\.(?:docx?|indd|dvi|tex|pdf|qxd|txt|fm|rtf)\b|^(?:untitled|microsoft word|slide|doi:)", re.IGNORECASE
)
_FEWEST_TITLE_LETTERS = 12
_MOST_TITLE_WORDS = 60
_SAME_SIZE = 0.06
_MOST_APART = 2.5
"""Between the lines of a title, in heights of its font."""

_TOP_SHARE = 0.45
"""Of the first page, from below: a title stands above."""

_PEOPLE = re.compile(r"\s*(?:;|,| and | & )\s*")
_PERSON = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){1,4}")
_RETRACTED = re.compile(r"\W*(?:retracted|r e t r a c t e d)(?: article)?\W*", re.IGNORECASE)


def title_of(first: Sequence[Line], height: float, facts: Mapping[str, str], name: str) -> str:
    """Return the title: the file's own where its words are on the *first* page, else the largest type there.

    Where there is neither, it is the name of the file, which a person knows it by.
    """
    own = composed(facts.get("Title", "")).strip()
    printed = {word.lower() for line in first for word in re.findall(r"\w+", composed(line.text))}
    words = re.findall(r"\w+", own.lower())
    if _may_be_title(own) and words and sum(word in printed for word in words) >= 0.8 * len(words):
        return own
    return _largest(first, height) or PurePath(name).stem.replace("_", " ").strip() or name


def _may_be_title(text: str) -> bool:
    """Say whether *text* may be a title, and not what a program writes."""
    several = len(text.split()) > 1
    return several and sum(map(str.isalpha, text)) >= _FEWEST_TITLE_LETTERS and not _PROGRAMS.search(text)


def _largest(first: Sequence[Line], height: float) -> str:
    """Return what is set in the largest type in the upper part of a page and long enough for a title."""
    upper = [line for line in first if line.middle > _TOP_SHARE * height]
    for size in sorted({line.size for line in upper}, reverse=True):
        for run in _runs(upper, size):
            text = composed(" ".join(line.text for line in run))
            if _may_be_title(text) and not _is_something_else(text):
                return text
    return next(iter(_capitals(upper)), "")


def _is_something_else(text: str) -> bool:
    """Say whether *text* is a label, a line in capitals or a paragraph; a title in capitals is looked for after all."""
    return text.isupper() or _is_label(text) or len(text.split()) > _MOST_TITLE_WORDS


def _capitals(upper: Sequence[Line]) -> Iterator[str]:
    """Yield titles in capitals, the largest first: else they are the name of a journal."""
    for size in sorted({line.size for line in upper}, reverse=True):
        for run in _runs(upper, size):
            text = composed(" ".join(line.text for line in run))
            if _may_be_title(text) and len(text.split()) > 3:  # noqa: PLR2004 -- a journal's name has fewer
                yield text


def _runs(lines: Sequence[Line], size: float) -> Iterator[list[Line]]:
    """Yield runs of neighbouring lines of this size."""
    run: list[Line] = []
    for line in lines:
        fits = abs(line.size - size) <= _SAME_SIZE * size
        if fits and (not run or 0 < run[-1].middle - line.middle < _MOST_APART * size):
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_label(text: str) -> bool:
    """Say whether *text* is the kind of an article and not its title."""
    return bool(
        re.fullmatch(
            r"(?:original|research|review|case)\s(?:research\s)?(?:article|study|paper|report)s?", text.lower()
        )
    )


def authors_of(facts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the authors that the file names, where they are names of people."""
    said = composed(facts.get("Author", ""))
    people = [person.strip() for person in _PEOPLE.split(said) if person.strip()]
    return tuple(people) if people and all(_PERSON.fullmatch(person) for person in people) else ()


def doi_of(pages: Sequence[str], facts: Mapping[str, str]) -> str:
    """Return the DOI of the work itself: one of the first page, of several the one that most pages repeat.

    *pages* are the texts of the pages with their running heads.
    """
    own = [_clean(found) for text in facts.values() for found in _DOI.findall(text)]
    first = [_clean(found) for found in _DOI_HERE.findall(pages[0])] if pages else []
    here = [*first, *own]
    if not here:
        return ""
    repeated = Counter({doi: sum(doi in page for page in pages) for doi in here})
    return max(here, key=lambda doi: (doi in own, repeated[doi], -here.index(doi)))


def _clean(doi: str) -> str:
    """Return a DOI without what the sentence around it adds."""
    cut = doi.rstrip(_CLOSING)
    return cut + ")" if cut.count("(") > cut.count(")") else cut


def arxiv_of(first: str) -> str:
    """Return the number that arXiv stamps on the margin of the first page."""
    found = _ARXIV.search(first)
    return found[1] if found else ""


def date_of(pages: Sequence[str], facts: Mapping[str, str]) -> str:
    """Return the year of publication: as the first pages say it, else of the file's making."""
    text = "\n".join(pages[:2])
    for pattern in _DATES:
        if found := pattern.search(text):
            return found[1]
    made = re.match(rf"D?:?{_YEAR}", facts.get("CreationDate", ""))
    return made[1] if made else ""


def is_retracted(pages: Sequence[Sequence[Line]]) -> bool:
    """Say whether most pages bear the mark of a retraction, as publishers print it across them."""
    marked = sum(any(_RETRACTED.fullmatch(line.text) for line in lines) for lines in pages)
    return marked > len(pages) / 2
