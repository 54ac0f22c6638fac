"""Hold the references of a document against works that are known: titles beside identifiers, and retractions."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shared import messages as m
from shared.entries import GRAVEST_FIRST
from shared.works import names_a_work, normal_title, year_of

from .naming import has_title, names_of, naming, title_stands_in, titles_in, words_of
from .reading import Sentence
from .retracting import says_so, telling
from .values import KnownWork, Listed, LookedUp, Marker, Problem, ProblemKind

MOST_YEARS_APART = 1
"""Between a reference and its work: online before print."""

_PREPRINTS = ("doi:10.1101/", "doi:10.21203/", "doi:10.2139/", "doi:10.20944/", "doi:10.31219/", "arxiv:")
_EDITION = re.compile(r"\.(?:pub|v)\d+$|(?<=\d)v\d+$")
"""What tells editions of one work apart in their DOIs."""
_MARKED_RETRACTED = re.compile(r"^\W*retracted\b|[\[(]retracted", re.IGNORECASE)
_MOST_COMPARED = 200_000
"""Pairs of a reference and a work whose titles are compared word by word; beyond it only whole titles are."""


class Held(NamedTuple):
    """A reference with what is known of it."""

    place: int
    work: KnownWork | None = None
    """The work it names, where identifier and title agree on it."""
    titles: tuple[str, ...] = ()
    """To which its identifiers belong, as far as anybody says."""
    other: KnownWork | None = None
    """The work of its title, where that has another identifier."""
    asked: bool = False
    """Whether an index was asked for one of its identifiers."""
    retraction: m.Retraction = m.Retraction()


@dataclass(frozen=True)
class Shelves:
    """Works by all that names them."""

    by_name: Mapping[str, tuple[KnownWork, ...]]
    by_title: Mapping[str, tuple[KnownWork, ...]]

    def named(self, one: Listed) -> list[KnownWork]:
        """Return the works that the identifiers of a reference name, of several records one with a text."""
        found = (self.by_name[name] for name in naming(one.identifiers) if name in self.by_name)
        return [max(works, key=lambda work: bool(work.pieces)) for works in found]

    def told_of(self, one: Listed, found: Iterable[KnownWork]) -> list[m.Retraction]:
        """Return what every record of a work says of its retraction: the one with a text may not be the one to know."""
        works = {id(work): work for work in found}
        names = {*naming(one.identifiers)}.union(*(_work_names(work) for work in works.values()))
        works |= {id(work): work for name in names for work in self.by_name.get(name, ())}
        return [work.reference.retraction for work in works.values()]

    def titled(self, one: Listed, *, closely: bool) -> list[KnownWork]:
        """Return the works whose title stands in a reference, and whose year does not speak against it."""
        titles = [title for title in titles_in(one.text) if title in self.by_title]
        if not titles and closely:
            words = f" {words_of(one.text)} "
            titles = [title for title in self.by_title if f" {title} " in words]
        return [work for title in titles for work in self.by_title[title] if _in_year(one, work)]


def _work_names(work: KnownWork) -> list[str]:
    """Return the identifiers of a work that no other work has; a trial has several."""
    return [name for name in names_of(work.reference.identifiers) if not name.startswith("trial:")]


def _in_year(one: Listed, work: KnownWork) -> bool:
    """Say whether the years of a reference and a work may be those of one work."""
    year = year_of(work.reference.citation.date)
    years = [int(given[:4]) for given in one.years]
    return not (year and years) or any(abs(year - given) <= MOST_YEARS_APART for given in years)


def _conflicts(one: Listed, work: KnownWork) -> bool:
    """Say whether a reference and a work have different identifiers of one kind."""
    names = names_of(work.reference.identifiers)
    for kind in ("doi:", "pmid:"):
        mine, theirs = ({name for name in each if name.startswith(kind)} for each in (one.identifiers, names))
        if mine and theirs and mine.isdisjoint(theirs):
            return True
    return False


def shelves(sources: Iterable[KnownWork]) -> Shelves:
    """Return the works by their identifiers and titles."""
    by_name: defaultdict[str, list[KnownWork]] = defaultdict(list)
    by_title: defaultdict[str, list[KnownWork]] = defaultdict(list)
    for work in sources:
        for name in names_of(work.reference.identifiers):
            by_name[name].append(work)
        title = normal_title(work.reference.citation.title)
        if names_a_work(title):
            by_title[title].append(work)
    return Shelves(
        {name: tuple(found) for name, found in by_name.items()},
        {title: tuple(found) for title, found in by_title.items()},
    )


def held(references: Sequence[Listed], sources: Sequence[KnownWork], looked_up: LookedUp) -> tuple[Held, ...]:
    """Return each reference with what is known of its work."""
    known = shelves(sources)
    closely = len(references) * len(sources) <= _MOST_COMPARED
    return tuple(_held(place, one, known, looked_up, closely=closely) for place, one in enumerate(references))


def _held(place: int, one: Listed, known: Shelves, looked_up: LookedUp, *, closely: bool) -> Held:
    """Return one reference with what is known of its work."""
    named, records = known.named(one), [looked_up[name] for name in naming(one.identifiers) if name in looked_up]
    answers = [record for record in records if record]
    titles = (*(work.reference.citation.title for work in named), *(record.title for record in answers))
    titled = [] if named else known.titled(one, closely=closely)
    work = named[0] if named else _only_fitting(one, titled)
    told = [record.retraction for record in answers] + (known.told_of(one, (*named, work)) if work else [])
    agreed = work if all(_agrees(title, one) for title in titles) else None
    other = None if answers else _odd_one(one, titled)
    return Held(place, agreed, titles, other, bool(records), _gravest(told))


def _only_fitting(one: Listed, titled: Sequence[KnownWork]) -> KnownWork | None:
    """Return the work of this title, where only one has no identifier in conflict."""
    fitting = [work for work in titled if not _conflicts(one, work)]
    return fitting[0] if len(fitting) == 1 else None


def _odd_one(one: Listed, titled: Sequence[KnownWork]) -> KnownWork | None:
    """Return the one work of this title, where its identifier is another one and should not be."""
    if len(titled) != 1 or not _conflicts(one, titled[0]):
        return None
    return titled[0] if _is_odd(one, titled[0]) else None


def _is_odd(one: Listed, work: KnownWork) -> bool:
    """Say whether a title of the same year should not have another identifier: a preprint or another edition may."""
    names = names_of(work.reference.identifiers)
    if normal_title(work.reference.citation.title) not in titles_in(one.text):
        return False  # it stands within a longer title: "… : an updated meta-analysis" is another work
    if year_of(work.reference.citation.date) not in {int(given[:4]) for given in one.years}:
        return False
    if any(name.startswith(_PREPRINTS) for name in (*one.identifiers, *names)) or work.reference.kind == "preprint":
        return False
    return {_EDITION.sub("", name) for name in one.identifiers}.isdisjoint(_EDITION.sub("", name) for name in names)


def _agrees(title: str, one: Listed) -> bool:
    """Say whether a title is that of a reference, or whether the reference gives none to compare."""
    return not has_title(one.text) or title_stands_in(title, one.text)


def _gravest(told: Sequence[m.Retraction]) -> m.Retraction:
    """Return the gravest that is said of a retraction."""
    return min(told, key=lambda one: GRAVEST_FIRST.index(one.status), default=m.Retraction())


def known_faults(references: Sequence[Listed], found: Iterable[Held]) -> Iterator[Problem]:
    """Yield the references whose identifier belongs to another title, or to nothing."""
    for one in found:
        listed = references[one.place]
        wrong = next((title for title in one.titles if not _agrees(title, listed)), "")
        if one.asked and not one.titles:
            names = ", ".join(naming(listed.identifiers))
            yield _about(listed, "unknown-identifier", f"nobody knows {names}: the reference may be invented")
        elif wrong:
            message = f"the identifier of {listed.shown} belongs to another work: “{wrong}”"
            yield _about(listed, "identifier-title-mismatch", message)
        elif one.other:
            names = ", ".join(names_of(one.other.reference.identifiers))
            message = f"the title of {listed.shown} belongs to {names} in the sources, not to the identifier beside it"
            yield _about(listed, "identifier-title-mismatch", message)


def retracted_cited(
    markers: Iterable[Marker], references: Sequence[Listed], found: Sequence[Held], sentences: Iterable[Sentence]
) -> Iterator[Problem]:
    """Yield each marker that leans on a retracted work where the words it stands with do not say so."""
    status = {one.place: _status(references[one.place], one) for one in found}
    said = telling(sentences) if any(status.values()) else {}
    for number, marker in enumerate(markers):
        for place in marker.references:
            if (told := status[place]) and not says_so(number, marker, said):
                listed = references[place]
                message = f"{listed.shown} is {told}, and the sentence does not say so"
                yield Problem("retracted", message, marker.line, marker.sentence, marker.written, listed.text)


def _status(listed: Listed, one: Held) -> str:
    """Return how a work was retracted, in words; nothing where nobody says that it was."""
    if one.retraction.bars:
        by = one.retraction.checked_in
        return f"retracted, as {by} says" if by else "retracted"
    return "marked as retracted in its own reference" if _MARKED_RETRACTED.search(listed.text) else ""


def _about(one: Listed, kind: ProblemKind, message: str) -> Problem:
    """Return a problem of a reference."""
    return Problem(kind, message, one.line, marker=one.label, reference=one.text)
