"""A report on a terminal: Markdown as Rich shows it, with footnotes, which Rich does not know. Pure."""

import re

from rich.markdown import Markdown

from .lines import plain

_DEFINITION = re.compile(r"^\[\^(\w+)\]:\s*", re.MULTILINE)
_MARKER = re.compile(r"(?<!\\)\s?\[\^(\w+)\]")


def page(markdown: str) -> Markdown:
    """Return *markdown* ready to print."""
    return Markdown(for_terminal(markdown), hyperlinks=False)


def for_terminal(markdown: str) -> str:
    """Return *markdown* with each footnote a paragraph of its own, and markers that do not look like links."""
    text = "\n".join(plain(line) for line in markdown.splitlines())
    text = _DEFINITION.sub(lambda found: f"\n**{found[1]}** ", text)
    return _MARKER.sub(lambda found: f" \\[{found[1]}\\]", text)
