"""What is wrong between the markers of a document and its references, as anyone can see who has the document alone."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence

from rapidfuzz import fuzz

from .naming import has_title, invalid_in, is_address, is_home_page, naming, titles_in, words_of
from .values import Form, Listed, Marker, Problem, ProblemKind

_LEAST_ALIKE = 85
"""Of 100: references with one title and year that are less alike in all their words are not called one work."""

_TITLE_AMONG = 3
"""A title is one of the first stretches of a reference: behind it stands the journal."""

_MOST_OF_ONE_TITLE = 20
"""References with one title of which each further one is compared with the first ones: "Reply" heads hundreds."""

_CONFLICTING = ("doi:", "pmid:", "pmcid:", "trial:", "isbn:", "arxiv:")


def faults(markers: Sequence[Marker], references: Sequence[Listed]) -> Iterator[Problem]:
    """Yield every disagreement between markers and references, and every reference that cannot be followed."""
    again = _defined_again(references)
    first = [one for place, one in enumerate(references) if place not in again]
    yield from _leading_nowhere(markers, references)
    yield from _never_cited(markers, references, again)
    for place, before in again.items():
        one = references[place]
        message = f"{one.shown} is defined twice, first in line {before.line}"
        yield _about(one, "duplicate-definition", message)
    yield from _one_work(one for one in first if one.defined)
    for one in first:
        yield from _cannot_be_followed(one)


def _leading_nowhere(markers: Sequence[Marker], references: Sequence[Listed]) -> Iterator[Problem]:
    """Yield each marker of which a part names no reference."""
    families = {key[:2] for one in references for key in one.keys}
    known = {key for one in references for key in one.keys}
    for marker in markers:
        if marker.form == "link" or marker.role == "further":
            continue
        missing = [key for key in marker.keys if not _leads(key, marker, known, families)]
        if missing:
            kind: ProblemKind = "undefined-footnote" if missing[0].startswith("^:") else "dangling-marker"
            yield Problem(kind, _nowhere(missing, marker), marker.line, marker.sentence, marker.written)


def _leads(key: str, marker: Marker, known: set[str], families: set[str]) -> bool:
    """Say whether a part of a marker leads to a reference."""
    if key.startswith("a:"):
        return len(marker.keys) == len(marker.references) or bool(marker.references and len(marker.keys) == 1)
    other = {"n:": "s:", "s:": "n:"}.get(key[:2], "")
    return key in known or (bool(other) and key[:2] not in families and other + key[2:] in known)


def _nowhere(missing: Sequence[str], marker: Marker) -> str:
    """Return what is wrong with a marker, in words."""
    names = [key.partition(":")[2] for key in missing]
    if missing[0].startswith("^:"):
        return f"the footnote [^{names[0]}] is used, but nowhere defined"
    if missing[0].startswith("a:"):
        return f"{marker.written} names no reference in the list"
    called = [f"S{name}" if key.startswith("s:") else name for key, name in zip(missing, names, strict=True)]
    which = f"references {', '.join(called)}, which are" if len(called) > 1 else f"reference {called[0]}, which is"
    return f"{marker.written} names {which} not listed"


def _never_cited(markers: Iterable[Marker], references: Sequence[Listed], again: Container[int]) -> Iterator[Problem]:
    """Yield each reference that nothing leads to; a work that is cited in another list is not meant."""
    cited = {place for marker in markers for place in marker.references if _uses(marker, references[place])}
    forms = _forms_of(references[place] for place in cited)
    open_ones = (one for place, one in enumerate(references) if place not in cited and place not in again)
    for one in open_ones:
        elsewhere = one.form != "footnote" and any(forms[name] - {one.form} for name in _identity(one))
        if one.defined and not elsewhere:
            yield _uncited(one)


def _forms_of(cited: Iterable[Listed]) -> defaultdict[str, set[Form]]:
    """Return in which forms of list the works of cited references stand, by all that names them."""
    forms: defaultdict[str, set[Form]] = defaultdict(set)
    for one in cited:
        for name in _identity(one):
            forms[name].add(one.form)
    return forms


def _uses(marker: Marker, one: Listed) -> bool:
    """Say whether a marker makes a reference shown: a link to the same work leaves its footnote unused."""
    return marker.form != "link" or one.form != "footnote"


def _uncited(one: Listed) -> Problem:
    """Return that nothing leads to a reference."""
    if one.form == "footnote":
        return _about(one, "unused-footnote", f"the footnote {one.shown} is defined, but never used")
    return _about(one, "orphan-reference", f"reference {one.shown} is listed, but never cited")


def _identity(one: Listed) -> tuple[str, ...]:
    """Return what names the work of a reference, for one that may be listed in two places."""
    return (*naming(one.identifiers), *(f"title:{title}" for title in titles_in(one.text)[:1]))


def _defined_again(references: Sequence[Listed]) -> dict[int, Listed]:
    """Return the references whose number or footnote stands before another one already, each with that one."""
    first: dict[tuple[str, bool], Listed] = {}
    again: dict[int, Listed] = {}
    for place, one in enumerate(references):
        if one.label:
            before = first.setdefault((one.keys[0], one.form == "link"), one)
            if before is not one:
                again[place] = before
    return again


def _one_work(references: Iterable[Listed]) -> Iterator[Problem]:
    """Yield each reference whose work is listed before it in the same list."""
    seen: dict[tuple[Form, str], Listed] = {}
    titled: defaultdict[tuple[Form, str], list[tuple[Listed, str]]] = defaultdict(list)
    for one in references:
        names = [(one.form, name) for name in naming(one.identifiers)]
        title = (one.form, next(iter(titles_in(one.text, first=_TITLE_AMONG)), ""))
        named = [seen[name] for name in names if name in seen]
        words, group = words_of(one.text), titled[title]
        alike = [other for other, theirs in group if title[1] and _alike(one, other, words, theirs)]
        if named or alike:
            yield _twice(one, (*named, *alike)[0], by_title=not named)
        for name in names:
            seen.setdefault(name, one)
        if len(group) < _MOST_OF_ONE_TITLE:
            group.append((one, words))


def _twice(one: Listed, other: Listed, *, by_title: bool) -> Problem:
    """Return that two references are one work."""
    why = "the same title and year" if by_title else "the same identifier"
    where = f" and {other.shown} (line {other.line})"
    return _about(one, "duplicate-work", f"{one.shown}{where} are one work under two numbers: {why}")


def _alike(one: Listed, other: Listed, words: str, theirs: str) -> bool:
    """Say whether two references with one title may be one work: no year and no identifier speaks against it."""
    for kind in _CONFLICTING:
        named, known = ({name for name in each.identifiers if name.startswith(kind)} for each in (one, other))
        if named and known and named.isdisjoint(known):
            return False
    if one.years and other.years and set(one.years).isdisjoint(other.years):
        return False
    return fuzz.token_set_ratio(words, theirs) >= _LEAST_ALIKE


def _cannot_be_followed(one: Listed) -> Iterator[Problem]:
    """Yield why a reader cannot get from a reference to its work."""
    for wrong in invalid_in(one.text):
        yield _about(one, "invalid-identifier", f"{wrong} in reference {one.shown} is not one")
    for url in one.urls:
        if not is_address(url):
            yield _about(one, "invalid-identifier", f"the address {url} in reference {one.shown} is not one")
    if naming(one.identifiers):
        return
    if one.urls and all(map(is_home_page, one.urls)):
        yield _about(one, "bare-home-page", f"{one.urls[0]} is the home page of a site: no work is named")
    elif not one.urls and _names_something(one):
        yield _about(one, "no-identifier", f"reference {one.shown} has neither an identifier nor an address")


def _names_something(one: Listed) -> bool:
    """Say whether a reference without an address is meant to be of a work: a footnote may be a remark."""
    return bool(one.years) if one.form == "footnote" else has_title(one.text) or bool(re.search(r"\w", one.text))


def _about(one: Listed, kind: ProblemKind, message: str) -> Problem:
    """Return a problem of a reference."""
    return Problem(kind, message, one.line, marker=one.label, reference=one.text)
