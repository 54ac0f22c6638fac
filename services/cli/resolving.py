"""Do the footnotes of a report resolve? Read from its Markdown alone, as a reader would. Pure."""

import re
from collections import Counter
from dataclasses import dataclass

_DEFINED = re.compile(r"^\[\^(\w+)\]:", re.MULTILINE)
_MARKER = re.compile(r"(?<!\\)\[\^(\w+)\]")
_SECTION = re.compile(r"^## ", re.MULTILINE)
_UNRENDERED = re.compile(r"\[S\d+(?:,\s*S\d+)*\]")


@dataclass(frozen=True)
class Footnotes:
    """Which footnotes a page has, and what is wrong with them."""

    used: tuple[str, ...]
    """Each once, in the order of reading."""
    undefined: tuple[str, ...]
    unused: tuple[str, ...]
    doubled: tuple[str, ...]
    unrendered: tuple[str, ...]
    """Markers that never became footnotes."""

    @property
    def resolve(self) -> bool:
        """Say whether every marker leads to exactly one footnote, and every footnote is used."""
        return not (self.undefined or self.unused or self.doubled or self.unrendered)

    def __str__(self) -> str:
        """Say it in a line."""
        if not self.used and self.resolve:
            return "no footnotes: nothing is cited"
        if self.resolve:
            return f"{len(self.used)} footnotes, all resolve"
        wrong = {
            "without a footnote": self.undefined,
            "defined but not used": self.unused,
            "defined twice": self.doubled,
            "never turned into footnotes": self.unrendered,
        }
        told = "; ".join(f"{what}: {', '.join(which)}" for what, which in wrong.items() if which)
        return f"{len(self.used)} footnotes, not all resolve ({told})"


def footnotes(markdown: str) -> Footnotes:
    """Return the footnotes of a page."""
    defined = Counter(_DEFINED.findall(markdown))
    used = tuple(dict.fromkeys(_MARKER.findall(_DEFINED.sub("", markdown))))
    return Footnotes(
        used=used,
        undefined=tuple(one for one in used if one not in defined),
        unused=tuple(one for one in defined if one not in used),
        doubled=tuple(one for one, times in defined.items() if times > 1),
        unrendered=tuple(dict.fromkeys(_UNRENDERED.findall(markdown))),
    )


def citing_sections(markdown: str) -> dict[str, tuple[str, ...]]:
    """Return for each footnote the sections that use it, in the order of reading."""
    where: dict[str, dict[str, None]] = {}
    for section in _SECTION.split(markdown)[1:]:
        title, _, text = section.partition("\n")
        for label in footnotes(text).used:
            where.setdefault(label, {})[title.strip()] = None
    return {label: tuple(titles) for label, titles in where.items()}
