"""One fault put into a real report, and where an audit must find it. Knows the page as text alone."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

UNKNOWN, NEW = "[^997]", "[^98]"
"""Footnotes that no report of the tests has."""
OTHER_TITLE = "Grain size of river sediments under a frozen delta in spring"
"""What no reference of the tests is called."""

_MARK = re.compile(r"(?<!\\)\[\^(\d+)\](?!:)")
_DEFINITION = re.compile(r"^\[\^(\d+)\]: (.*)$")
_DOI = re.compile(r"https://doi\.org/(\S+)")
_ADDRESS = re.compile(r" https?://\S+")
_QUOTED_NUMBER = re.compile(r"(?<=[ (])\d+(?:\.\d+)?(?=%| (?:of|mg|patients|volunteers|months|weeks|days)\b)")


class Mark(NamedTuple):
    """A footnote mark in the text."""

    line: int
    """From 0."""
    start: int
    end: int
    number: str


@dataclass(frozen=True)
class Page:
    """A report's Markdown by its lines."""

    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return it as one text."""
        return "\n".join(self.lines)

    @property
    def definitions(self) -> dict[str, int]:
        """Return the line of each definition by its number."""
        found = ((place, _DEFINITION.match(line)) for place, line in enumerate(self.lines))
        return {one[1]: place for place, one in found if one}

    @property
    def marks(self) -> list[Mark]:
        """Return the marks that stand in the text."""
        body = self.lines[: self.lines.index("## Footnotes")]
        found = ((place, one) for place, line in enumerate(body) for one in _MARK.finditer(line))
        return [Mark(place, one.start(), one.end(), one[1]) for place, one in found]

    def said(self, number: str) -> str:
        """Return what stands behind the mark of a definition."""
        return self.lines[self.definitions[number]].partition(": ")[2]

    def with_line(self, place: int, line: str) -> "Page":
        """Return it with another line in the place of one."""
        return Page((*self.lines[:place], line, *self.lines[place + 1 :]))

    def with_definition(self, number: str, said: str) -> "Page":
        """Return it with other words behind the mark of a definition."""
        return self.with_line(self.definitions[number], f"[^{number}]: {said}")

    def with_new(self, line: str) -> "Page":
        """Return it with a line below its first definition."""
        place = min(self.definitions.values()) + 1
        return Page((*self.lines[:place], line, *self.lines[place:]))

    def with_added(self, mark: Mark, text: str) -> "Page":
        """Return it with *text* behind a mark."""
        line = self.lines[mark.line]
        return self.with_line(mark.line, line[: mark.end] + text + line[mark.end :])

    def without(self, mark: Mark) -> "Page":
        """Return it without a mark."""
        line = self.lines[mark.line]
        return self.with_line(mark.line, line[: mark.start].rstrip() + line[mark.end :])


@dataclass(frozen=True)
class Mutation:
    """A page with one fault, what is known besides, and how the fault must be named."""

    name: str
    page: Page
    wanted: frozenset[str]
    """Kinds of problem of which each place must have one."""
    lines: frozenset[int] = frozenset()
    """From 1: where in the text the fault shows."""
    labels: frozenset[str] = frozenset()
    """Of the references in which it shows."""
    said: str = ""
    """What stands in the sentence that is named, where it can be said."""
    beside: frozenset[str] = frozenset()
    """Kinds that follow from it, in the same places."""
    with_record: bool = False
    """Whether only who has the report's JSON can see it."""
    titles: Mapping[str, str | None] | None = None
    """What an index says of identifiers."""
    retracted: str = ""
    """The footnote whose work a source calls retracted."""


Mutate = Callable[[Page, random.Random], Mutation | None]

_UNCITED = frozenset({"uncited-quotation", "uncited-number"})
_CLAIMS = frozenset({"claim-mismatch", "claim-contradicted"})


def _kinds(*names: str) -> frozenset[str]:
    """Return kinds of problem."""
    return frozenset(names)


def _lines_of(page: Page, *numbers: str) -> frozenset[int]:
    """Return the lines, from 1, in which footnotes stand."""
    return frozenset(mark.line + 1 for mark in page.marks if mark.number in numbers)


def _often(page: Page) -> list[Mark]:
    """Return the marks of footnotes that stand in more than one place."""
    numbers = [mark.number for mark in page.marks]
    return [mark for mark in page.marks if numbers.count(mark.number) > 1]


def definition_dropped(page: Page, chance: random.Random) -> Mutation | None:
    """Take a definition out: every sentence with its mark leads nowhere."""
    number = chance.choice(list(page.definitions))
    place = page.definitions[number]
    left = Page((*page.lines[:place], *page.lines[place + 1 :]))
    return Mutation(
        "definition dropped", left, _kinds("undefined-footnote"), _lines_of(page, number), said=f"[^{number}]"
    )


def definition_doubled(page: Page, chance: random.Random) -> Mutation | None:
    """Define a number twice, the second time as another work."""
    number = chance.choice(list(page.definitions))
    line = f"[^{number}]: {OTHER_TITLE} — River Notes (1987). https://doi.org/10.1000/river.{number}"
    last = max(page.definitions.values()) + 1
    doubled = Page((*page.lines[:last], line, *page.lines[last:]))
    return Mutation("definition doubled", doubled, _kinds("duplicate-definition"), labels=frozenset({f"[^{number}]"}))


def unknown_footnote(page: Page, chance: random.Random) -> Mutation | None:
    """Add a mark of a footnote that nobody defines."""
    mark = chance.choice(page.marks)
    lines = frozenset({mark.line + 1})
    return Mutation(
        "unknown footnote", page.with_added(mark, UNKNOWN), _kinds("undefined-footnote"), lines, said=UNKNOWN
    )


def unknown_source(page: Page, chance: random.Random) -> Mutation | None:
    """Add a marker of a source number that nothing has."""
    mark = chance.choice(page.marks)
    lines = frozenset({mark.line + 1})
    return Mutation("unknown source", page.with_added(mark, " [S997]"), _kinds("dangling-marker"), lines, said="[S997]")


def citations_removed(page: Page, chance: random.Random) -> Mutation | None:
    """Take every mark of a footnote out: its definition is left alone."""
    number = chance.choice(list(page.definitions))
    lines = _lines_of(page, number)
    for mark in reversed([mark for mark in page.marks if mark.number == number]):
        page = page.without(mark)
    labels = frozenset({f"[^{number}]"})
    return Mutation("citations removed", page, _kinds("unused-footnote"), lines, labels, beside=_UNCITED)


def marker_removed(page: Page, chance: random.Random) -> Mutation | None:
    """Take one of several marks out."""
    stating = [mark for mark in _often(page) if not page.without(mark).lines[mark.line].endswith(":")]
    mark = chance.choice(stating)
    lines = frozenset({mark.line + 1})
    return Mutation("marker removed", page.without(mark), _kinds("altered"), lines, beside=_UNCITED, with_record=True)


def marker_renumbered(page: Page, chance: random.Random) -> Mutation | None:
    """Let one of several marks lead to another work."""
    mark = chance.choice(_often(page))
    here = {one.number for one in page.marks if one.line == mark.line}
    others = [one for one in page.definitions if one not in here]
    if not others:
        return None
    line, other = page.lines[mark.line], chance.choice(others)
    changed = page.with_line(mark.line, f"{line[: mark.start]}[^{other}]{line[mark.end :]}")
    lines = frozenset({mark.line + 1})
    beside = _CLAIMS | _kinds("retracted")
    return Mutation(
        "marker renumbered", changed, _kinds("altered"), lines, said=f"[^{other}]", beside=beside, with_record=True
    )


def references_swapped(page: Page, chance: random.Random) -> Mutation | None:
    """Exchange what two footnotes say."""
    one, other = chance.sample(list(page.definitions), 2)
    first, second = page.said(one), page.said(other)
    swapped = page.with_definition(one, second).with_definition(other, first)
    labels = frozenset({f"[^{one}]", f"[^{other}]"})
    beside = _CLAIMS | _kinds("retracted", "no-identifier")
    lines = _lines_of(page, one, other)
    return Mutation("references swapped", swapped, _kinds("altered"), lines, labels, beside=beside, with_record=True)


def _with_doi(page: Page, chance: random.Random) -> tuple[str, str] | None:
    """Return a footnote with a DOI, and the DOI."""
    having = [(number, found[1]) for number in page.definitions if (found := _DOI.search(page.said(number)))]
    return chance.choice(having) if having else None


def doi_of_another(page: Page, chance: random.Random) -> Mutation | None:
    """Give a reference the DOI of a work with another title, which an index knows."""
    if not (having := _with_doi(page, chance)):
        return None
    number, doi = having
    changed = page.with_definition(number, page.said(number).replace(doi, "10.1000/river.1987"))
    labels, titles = frozenset({f"[^{number}]"}), {"doi:10.1000/river.1987": OTHER_TITLE}
    return Mutation("DOI of another work", changed, _kinds("identifier-title-mismatch"), labels=labels, titles=titles)


def doi_invented(page: Page, chance: random.Random) -> Mutation | None:
    """Give a reference a DOI that an index does not know."""
    if not (having := _with_doi(page, chance)):
        return None
    number, doi = having
    changed = page.with_definition(number, page.said(number).replace(doi, "10.1000/nothing.1"))
    labels, titles = frozenset({f"[^{number}]"}), {"doi:10.1000/nothing.1": None}
    return Mutation("DOI invented", changed, _kinds("unknown-identifier"), labels=labels, titles=titles)


def doi_malformed(page: Page, chance: random.Random) -> Mutation | None:
    """Write what is no DOI where a DOI stood."""
    if not (having := _with_doi(page, chance)):
        return None
    number, doi = having
    changed = page.with_definition(number, page.said(number).replace(f"https://doi.org/{doi}", "doi: 11.nonsense"))
    beside = _kinds("no-identifier")
    labels = frozenset({f"[^{number}]"})
    return Mutation("DOI malformed", changed, _kinds("invalid-identifier"), labels=labels, beside=beside)


def one_work_twice(page: Page, chance: random.Random) -> Mutation | None:
    """Let two footnotes be one work."""
    one, other = chance.sample(list(page.definitions), 2)
    if not _ADDRESS.search(page.said(one)) or "RETRACTED" in page.said(one):
        return None
    changed = page.with_definition(other, page.said(one))
    labels = frozenset({f"[^{one}]", f"[^{other}]"})
    return Mutation("one work twice", changed, _kinds("duplicate-work"), labels=labels)


def home_page(page: Page, chance: random.Random) -> Mutation | None:
    """Refer to the home page of a site."""
    number = chance.choice(list(page.definitions))
    changed = page.with_definition(number, "River Notes, the journal of sediments (2019). https://river-notes.example/")
    return Mutation("bare home page", changed, _kinds("bare-home-page"), labels=frozenset({f"[^{number}]"}))


def reference_added(page: Page, chance: random.Random) -> Mutation | None:
    """List a reference that nothing cites."""
    doi = f"10.1000/river.{chance.randrange(1000)}"
    changed = page.with_new(f"{NEW}: {OTHER_TITLE} — River Notes (1987). https://doi.org/{doi}")
    return Mutation("reference added", changed, _kinds("unused-footnote"), labels=frozenset({NEW}))


def work_renumbered(page: Page, chance: random.Random) -> Mutation | None:
    """Cite a listed work again under a new number."""
    number = chance.choice(list(page.definitions))
    if not _ADDRESS.search(page.said(number)) or "RETRACTED" in page.said(number):
        return None
    changed = page.with_added(chance.choice(page.marks), NEW).with_new(f"{NEW}: {page.said(number)}")
    return Mutation("work renumbered", changed, _kinds("duplicate-work"), labels=frozenset({NEW, f"[^{number}]"}))


def address_removed(page: Page, chance: random.Random) -> Mutation | None:
    """Take the address out of a reference: nobody can follow it."""
    having = [
        number for number in page.definitions if _ADDRESS.search(page.said(number)) and "NCT" not in page.said(number)
    ]
    if not having:
        return None
    number = chance.choice(having)
    said = _ADDRESS.sub("", page.said(number))
    if re.search(r"\(n\.d\.\)|https?:", said):
        return None
    labels = frozenset({f"[^{number}]"})
    return Mutation("address removed", page.with_definition(number, said), _kinds("no-identifier"), labels=labels)


def retraction_learned(page: Page, chance: random.Random) -> Mutation | None:
    """Learn from a source that a cited work was retracted."""
    having = [
        number for number in page.definitions if _DOI.search(page.said(number)) and "RETRACTED" not in page.said(number)
    ]
    if not having:
        return None
    number = chance.choice(having)
    lines = frozenset(line for line in _lines_of(page, number) if "retract" not in page.lines[line - 1].lower())
    return Mutation("retraction learned", page, _kinds("retracted"), lines, said=f"[^{number}]", retracted=number)


def retraction_written(page: Page, chance: random.Random) -> Mutation | None:
    """Let a reference say of itself that its work was retracted."""
    number = chance.choice([number for number in page.definitions if "RETRACTED" not in page.said(number)])
    changed = page.with_definition(number, f"RETRACTED: {page.said(number)}")
    lines = frozenset(line for line in _lines_of(page, number) if "retract" not in page.lines[line - 1].lower())
    return Mutation("retraction written", changed, _kinds("retracted"), lines, said=f"[^{number}]")


def quotation_changed(page: Page, chance: random.Random) -> Mutation | None:
    """Change a number in a quotation."""
    body = page.lines[: page.lines.index("## Footnotes")]
    found = [
        (place, number)
        for place, line in enumerate(body)
        if line.startswith("- ") and "] “" not in line[:4]
        for quoted in re.finditer(r"“[^“”]+” \[\^\d+\]", line)
        for number in _QUOTED_NUMBER.finditer(line, quoted.start(), quoted.end())
    ]
    if not found:
        return None
    place, number = chance.choice(found)
    line = page.lines[place]
    other = f"{float(number.group()) * 1.5 + 3:.1f}"
    changed = page.with_line(place, line[: number.start()] + other + line[number.end() :])
    return Mutation(
        "quotation changed",
        changed,
        _kinds("altered"),
        frozenset({place + 1}),
        said=other,
        beside=_CLAIMS,
        with_record=True,
    )


def sentence_added(page: Page, chance: random.Random) -> Mutation | None:
    """Write a sentence of one's own into a section."""
    ending = [mark for mark in page.marks if re.search(r"[.”](?: ?\[\^\d+\])*\.?$", page.lines[mark.line])]
    mark = chance.choice(ending)
    line = page.lines[mark.line]
    changed = page.with_line(mark.line, f"{line.rstrip()} The river carried more sand in spring.")
    lines, said = frozenset({mark.line + 1}), "The river carried more sand in spring"
    return Mutation("sentence added", changed, _kinds("altered"), lines, said=said, with_record=True)


MUTATIONS: tuple[Mutate, ...] = (
    definition_dropped,
    definition_doubled,
    unknown_footnote,
    unknown_source,
    citations_removed,
    marker_removed,
    marker_renumbered,
    references_swapped,
    doi_of_another,
    doi_invented,
    doi_malformed,
    one_work_twice,
    home_page,
    reference_added,
    work_renumbered,
    address_removed,
    retraction_learned,
    retraction_written,
    quotation_changed,
    sentence_added,
)


def mutations(markdown: str, name: str, each: int) -> Iterator[Mutation]:
    """Yield up to *each* mutations of every kind, the same for the same page and name."""
    page = Page(tuple(markdown.split("\n")))
    for mutate in MUTATIONS:
        for number in range(each):
            found = mutate(page, random.Random(f"{name} {mutate.__name__} {number}"))
            if found:
                yield found
