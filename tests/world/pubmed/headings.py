"""MeSH headings of a paper: their qualifiers and what it is mainly about."""

from dataclasses import dataclass

from tests.world.shapes import Paper

from .words import stem, words


@dataclass(frozen=True)
class Heading:
    """A descriptor, perhaps with a qualifier."""

    name: str
    qualifier: str = ""
    is_major: bool = False


def headings(paper: Paper) -> tuple[Heading, ...]:
    """Return the headings of *paper*, written as ``Name``, ``Name/qualifier`` or ``Name*`` for a major topic.

    A heading without a star is a major topic, too, where all its words stand in the title.
    """
    title = {stem(word) for word in words(paper.title)}
    return tuple(_heading(text, title) for text in paper.mesh)


def _heading(text: str, title: set[str]) -> Heading:
    """Return one heading."""
    name, _, qualifier = text.replace("*", "").partition("/")
    told = {stem(word) for word in words(name)}
    return Heading(name.strip(), qualifier.strip(), is_major="*" in text or (bool(told) and told <= title))
