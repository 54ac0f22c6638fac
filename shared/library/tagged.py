"""Files of tagged lines: what RIS and MEDLINE text share. rispy reads the records."""

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from rispy import RisParser

Fields = Mapping[str, tuple[str, ...]]
"""The values of each tag of a record, in order."""


class _EveryTag(dict[str, str]):
    """Maps each tag to itself, so that none is lost."""

    def __missing__(self, tag: str) -> str:
        return tag


class TaggedParser(RisParser):  # type: ignore[misc, unused-ignore]  # rispy ships no types
    """Reads records whose lines each begin with a tag; subclasses say how a tag is written."""

    LINE: ClassVar[re.Pattern[str]]
    """The tag, then the value, as two groups."""

    def __init__(self) -> None:
        super().__init__(mapping=_EveryTag(), delimiter_tags_mapping={}, enforce_list_tags=False, list_tags=[])

    def parse_line(self, line: str) -> tuple[str | None, str]:
        """Return tag and value of a line."""
        found = self.LINE.match(line)
        return (found[1].strip(), found[2].strip()) if found else (None, line.strip())

    def blocks(self, text: str) -> tuple[str, ...]:
        """Return the lines of each record; what stands before the first is no record."""
        return tuple(block for block in self._blocks(text) if block.startswith(self.START_TAG))

    def _blocks(self, text: str) -> Iterator[str]:
        """Yield the lines between one start and the next, those that a value is broken into joined to one."""
        block: list[str] = []
        for line in text.splitlines():
            tag, value = self.parse_line(line)
            if tag == self.START_TAG:
                yield "\n".join(block)
                block = [line.strip()]
            elif tag:
                block.append(line.strip())
            elif block:
                block[-1] = f"{block[-1]} {value}".rstrip()
        yield "\n".join(block)

    def fields(self, block: str) -> Fields:
        """Return the fields of the record in *block*, whether or not it is closed."""
        (record,) = self.parse(f"{block}\n{self.END_TAG}  - ")
        return {tag: (value,) if isinstance(value, str) else tuple(value) for tag, value in record.items()}


def first(fields: Fields, *tags: str) -> str:
    """Return the first value that says something of the first tag that has one."""
    return next((value for tag in tags for value in fields.get(tag, ()) if value), "")


def every(fields: Fields, *tags: str) -> tuple[str, ...]:
    """Return all values of *tags* that say something."""
    return tuple(value for tag in tags for value in fields.get(tag, ()) if value)
