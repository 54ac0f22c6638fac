"""From a model's Markdown to a draft: the sections it must have, and what is wrong with its form. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from shared.audit.inspecting import CLINICAL, CONCLUSION, LIMITATIONS, MECHANISTIC, SUMMARY, TITLE
from shared.audit.markers import tidied, without_markers
from shared.characters import printable
from shared.llm.fencing import unescaped

from .drafting import Draft

SECTIONS = (SUMMARY, CLINICAL, MECHANISTIC, CONCLUSION, LIMITATIONS)
"""The headings a writer is asked for, beneath the title."""

NEEDED = (TITLE, SUMMARY, CONCLUSION)
"""Without these there is no report; findings may be none."""

MOST_CHARACTERS = 60_000
"""Of a draft: ten times what a good one has. What comes after is not read."""

MOST_TITLE_CHARACTERS = 300
MOST_LIMITATIONS = 40
MOST_NAMED = 10
"""Sections nobody asked for that are named as flaws."""

_KNOWN = {name.casefold(): name for name in (TITLE, *SECTIONS)}

_HEADING = re.compile(r"^[ \t]*(?P<level>#{1,2})[ \t]+(?P<title>[^\s#].*)$", re.MULTILINE)
_FENCED = re.compile(
    r"^[ \t]*(?P<fence>```|~~~)\w*[ \t]*\n(?P<inside>(?:(?![ \t]*(?P=fence)).*\n)*)(?:[ \t]*(?P=fence)[ \t]*$)?",
    re.MULTILINE,
)
"""A block of code, or the rest of a text whose fence never closes."""

_NUMBER = re.compile(r"\d+[.)][ \t]+")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+|[ \t]*#+[ \t]+")
_WORD = re.compile(r"[^\W\d_]+")

_WORDS = "the of and in a to was were with for that is are no not than by on or as at from this it"
_COMMON = frozenset(_WORDS.split())
"""A third of the words of English prose; other languages have few of them."""

FEWEST_JUDGED = 40
"""Words from which a language can be told."""

LEAST_COMMON = 0.12


@dataclass(frozen=True)
class Parsed:
    """What stands under each heading that was asked for, what stands elsewhere, and what is wrong with the form."""

    sections: dict[str, str]
    foreign: dict[str, str] = field(default_factory=dict)
    """Sections nobody asked for, by their titles; text that stands below the title is under nothing."""
    flaws: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the parts without which there is no report."""
        return tuple(name for name in NEEDED if not _says(self.sections.get(name, "")))

    @property
    def empty(self) -> bool:
        """Say whether no section says anything; a title alone is no draft."""
        return not any(_says(text) for name, text in {**self.sections, **self.foreign}.items() if name != TITLE)

    @property
    def beside(self) -> str:
        """Return what nobody asked for as the end of another section, so that the audit sees what it cites."""
        parts = (f"### {title[:80]}\n\n{text}" if title else text for title, text in self.foreign.items() if text)
        return "\n\n".join(parts)


def parsed(text: str, *, cut: bool = False) -> Parsed:
    """Return the sections of *text*; *cut* says that it was longer than the model was allowed."""
    written = _plain(text[:MOST_CHARACTERS])
    sections: dict[str, str] = {}
    foreign: dict[str, str] = {}
    for title, content in _parts(written):
        name = _KNOWN.get(title.casefold())
        kept = foreign if name is None else sections
        kept[name or title] = _joined(kept.get(name or title, ""), content)
    found = Parsed(sections, foreign)
    flaws = _flaws(written, found, cut=cut or len(text) > MOST_CHARACTERS)
    return Parsed(sections, foreign, tuple(flaws))


def draft_of(found: Parsed) -> Draft:
    """Return the draft; what is missing is empty."""
    section = found.sections.get
    return Draft(
        title=_shortened(" ".join(section(TITLE, "").split())),
        executive_summary=section(SUMMARY, ""),
        clinical_findings=section(CLINICAL, ""),
        mechanistic_findings=section(MECHANISTIC, ""),
        conclusion=section(CONCLUSION, ""),
        limitations=_limitations(found)[:MOST_LIMITATIONS],
        flaws=found.flaws,
    )


def _plain(text: str) -> str:
    """Return a draft with line ends of one kind, no fence around it, and nothing that a prompt's marks left in it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _FENCED.sub(_unfenced, printable(unescaped(f"{lines}\n")))


def _unfenced(found: re.Match[str]) -> str:
    """Return what stands between fences where it is the draft itself; a block of code keeps them."""
    return found["inside"] if _HEADING.search(found["inside"]) else found.group()


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each heading with what stands under it; the first of the first level is the title itself."""
    headings = list(_HEADING.finditer(text))
    titled = False
    for place, heading in enumerate(headings):
        end = headings[place + 1].start() if place + 1 < len(headings) else len(text)
        content, name = text[heading.end() : end].strip(), _name(heading["title"])
        if heading["level"] == "#" and not titled and name.casefold() not in _KNOWN:
            titled = True
            yield TITLE, name
            if content:
                yield "", content
        else:
            yield name, content


def _name(heading: str) -> str:
    """Return a heading without closing signs, emphasis, its number and its colon."""
    bare = heading.strip().rstrip("# \t").strip("*_ \t")
    return _NUMBER.sub("", bare, count=1).strip("*_ \t").rstrip(":").rstrip("*_ \t")


def _says(text: str) -> bool:
    """Say whether a part says anything besides naming sources."""
    return any(map(str.isalnum, without_markers(tidied(text))))


def _joined(*parts: str) -> str:
    """Return parts with an empty line between them."""
    return "\n\n".join(filter(None, parts))


def _shortened(title: str) -> str:
    """Return a title that fits in a list, cut at a word."""
    if len(title) <= MOST_TITLE_CHARACTERS:
        return title
    return title[: MOST_TITLE_CHARACTERS - 1].rsplit(maxsplit=1)[0] + "…"


def _limitations(found: Parsed) -> tuple[str, ...]:
    """Return the items of the limitations, each a line that says something."""
    items = (_ITEM.sub("", line, count=1).strip() for line in found.sections.get(LIMITATIONS, "").splitlines())
    return tuple(item for item in items if any(map(str.isalnum, item)))


def _flaws(text: str, found: Parsed, *, cut: bool) -> Iterator[str]:
    """Yield what is wrong with the form."""
    for name in found.missing:
        yield f"the part “{name}” is missing"
    if found.foreign.get(""):
        yield "text stands below the title, in no section"
    for title in [*filter(None, found.foreign)][:MOST_NAMED]:
        yield f"the section “{title[:80]}” was not asked for: the program writes what belongs there"
    if len(_limitations(found)) > MOST_LIMITATIONS:
        yield f"there are more than {MOST_LIMITATIONS} limitations: the others were left out"
    if cut:
        yield "the draft was cut off because it was too long: write less"
    if _is_foreign(text):
        yield "the draft is not in English, so its sentences cannot be checked"


def _is_foreign(text: str) -> bool:
    """Say whether a text of some length has too few of the words that English cannot do without."""
    words = [word.lower() for word in _WORD.findall(text)]
    return len(words) >= FEWEST_JUDGED and sum(word in _COMMON for word in words) / len(words) < LEAST_COMMON
