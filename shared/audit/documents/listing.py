"""The references that a document lists: footnotes, numbered and plain lists, rows of a table, addresses by label."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .naming import identifiers_in, urls_in, years_in
from .pieces import Block, Document, Piece
from .sections import Placed
from .values import Form, Listed

_LABEL = re.compile(
    r"[\s|]*(?:[\[【]\s*\^?(?P<square>S?\d{1,4}[a-z]?)\s*[\]】]:?|\((?P<round>\d{1,3})\)|(?P<source>S\d{1,4})(?=[.:)\s|])|"
    r"(?P<plain>\d{1,3})(?:[.):](?=\s)|(?=\s*\|))|\^(?P<raised>\d{1,3}))[.:)\s]*(?:[|–—-]\s+)?"
)
_LABEL_ALONE = re.compile(r"\s*[\[(【]?\^?S?\d{1,4}[\])】]?[.:]?\s*")
_LABELLED = re.compile(r"\s*[\[【]\s*S?\d{1,4}\s*[\]】]")
_OWN_NUMBER = re.compile(r"\(S(\d{1,4})(?:, [^()]*)?\)$")
"""As our own reports name a work in the registry of its run, behind its reference."""
_BACK = re.compile(r"[\s↩↑⏎^\ufe0e\ufe0f,\d]*|[a-z]")
"""What leads from a note back to its marker: an arrow, or a letter where it is used twice."""


class _Given(NamedTuple):
    """A reference as the document has it, before its names are read."""

    text: str
    line: int
    label: str = ""
    hrefs: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    form: Form = "listed"


def split_listed(places: Sequence[Placed]) -> tuple[tuple[Placed, ...], tuple[Placed, ...]]:
    """Return what belongs to the references, and everything else; a numbered list of addresses needs no heading."""
    ours = [_is_listed(one) for one in places]
    listed = tuple(one for one, mine in zip(places, ours, strict=True) if mine)
    return listed, tuple(one for one, mine in zip(places, ours, strict=True) if not mine)


def _is_listed(place: Placed) -> bool:
    """Say whether a block lists references: by its section, or because it is ``[1] https://…`` line for line."""
    if place.role == "references":
        return True
    block = place.block
    parts = () if block.kind in {"heading", "row"} else _labelled_parts(block.text)
    hrefs = _hrefs(block.pieces) if len(parts) == 1 else ()
    return bool(parts) and all(_is_reference(one, hrefs, alone=len(parts) == 1) for one in parts)


def _labelled_parts(text: str) -> tuple[str, ...]:
    """Return the stretches of *text* that each begin with a label; none where its first line has none."""
    lines = [line for line in text.splitlines() if line.strip()]
    starts = [at for at, line in enumerate(lines) if _LABELLED.match(line)]
    if not starts or starts[0]:
        return ()
    return tuple("\n".join(lines[at:end]) for at, end in zip(starts, (*starts[1:], len(lines)), strict=True))


def _is_reference(text: str, hrefs: tuple[str, ...], *, alone: bool) -> bool:
    """Say whether a stretch names a work: by an identifier or address, in a list by a year as well."""
    return bool(identifiers_in(text) or urls_in(text, hrefs) or (not alone and years_in(text)))


def references_of(listed: Sequence[Placed], document: Document) -> tuple[Listed, ...]:
    """Return every reference that the document lists, in its order; a table counts where nothing else lists any."""
    blocks = [one.block for one in listed if one.block.kind != "heading"]
    rows = [found for block in blocks if block.kind == "row" for found in _of_row(block)]
    rest = [found for group in _groups(one for one in blocks if one.kind != "row") for found in _of_group(group)]
    addresses = [_Given(href, line, label, (href,)) for label, href, line in document.addresses if _is_label(label)]
    return tuple(map(_listed, (rest or rows) + addresses))


def _is_label(text: str) -> bool:
    """Say whether the label of an address is a number, as a marker is."""
    return re.fullmatch(r"S?\d{1,4}", text) is not None


def _groups(blocks: Iterable[Block]) -> Iterator[tuple[Block, ...]]:
    """Yield the blocks that belong together: those of an item or a note, or a number alone and what follows it."""
    single = itertools.count(-1, -1)
    waiting: tuple[Block, ...] = ()
    for _, found in itertools.groupby(blocks, key=lambda one: one.group or next(single)):
        group = (*waiting, *found)
        if len(group) == 1 and _LABEL_ALONE.fullmatch(group[0].text):
            waiting = group
        else:
            waiting = ()
            yield group


def _of_group(group: Sequence[Block]) -> Iterator[_Given]:
    """Yield the references of an item, a note or a paragraph."""
    first = group[0]
    if first.kind == "note":
        yield _joined(group)._replace(label=f"[^{first.label}]", form="footnote")
    elif first.kind == "paragraph" and len(group) == 1:
        yield from _of_lines(first)
    elif first.label or _LABEL.match(first.text) or _names_a_work(_words(first), _hrefs(first.pieces)):
        yield from _labelled(_joined(group))
    else:
        yield from (one for block in group for one in _labelled(_joined((block,))))


def _of_lines(block: Block) -> Iterator[_Given]:
    """Yield the references of a paragraph: one a line where its lines are references, else one."""
    lines = _words(block).splitlines()
    starts = [bool(_LABEL.match(line)) for line in lines]
    if not any(starts):
        starts = [True] * len(lines) if all(_names_a_work(line, ()) for line in lines) else [True]
    bounds = [at for at, begins in enumerate(starts) if begins or at == 0]
    hrefs, anchors = _hrefs(block.pieces), block.anchors
    for start, end in zip(bounds, (*bounds[1:], len(lines)), strict=True):
        text = "\n".join(lines[start:end])
        own = hrefs if len(bounds) == 1 else _links_in(block.pieces, text)
        yield from _labelled(_Given(text, block.line + start, "", own, anchors if len(bounds) == 1 else ()))


def _of_row(block: Block) -> Iterator[_Given]:
    """Yield the reference of a row; the head of a table is none."""
    yield from _labelled(_joined((block,)))


def _labelled(given: _Given) -> Iterator[_Given]:
    """Yield a reference with its number apart from its text; what has no number and names no work is a remark."""
    found = _LABEL.match(given.text)
    label = next((one for one in found.groups() if one), "") if found else given.label
    text = given.text[found.end() :] if found else given.text
    text = " — ".join(cell.strip() for cell in text.strip(" |").split(" | "))
    if label or _names_a_work(text, given.hrefs):
        yield given._replace(text=text, label=label)


def _joined(group: Sequence[Block]) -> _Given:
    """Return several blocks as one reference."""
    text = "\n".join(_words(block) for block in group)
    hrefs = tuple(href for block in group for href in _hrefs(block.pieces))
    anchors = tuple(name for block in group for name in block.anchors)
    return _Given(text, group[0].line, group[0].label, hrefs, anchors)


def _listed(given: _Given) -> Listed:
    """Return a reference with its names read."""
    text = " ".join(given.text.split())
    urls = urls_in(text, given.hrefs)
    form: Form = given.form
    if given.label and form == "listed":
        form = "source-number" if given.label.startswith("S") else "numbered"
    anchors = tuple(f"#:{name}" for name in given.anchors)
    own = (f"s:{int(number[1])}",) if (number := _OWN_NUMBER.search(text)) else ()
    keys = tuple(dict.fromkeys((*((key_of(given.label),) if given.label else ()), *anchors, *own)))
    return Listed(given.label, text, given.line, form, keys, identifiers_in(text, urls), urls, years_in(text))


def key_of(label: str) -> str:
    """Return how a marker names a label: ``n:1``, ``s:1`` or ``^:note``."""
    if label.startswith("[^"):
        return f"^:{label[2:-1]}"
    return f"s:{int(label[1:])}" if re.fullmatch(r"S\d+", label) else f"n:{label.lstrip('0') or '0'}"


def _words(block: Block) -> str:
    """Return the words of a block without what leads back from it."""
    return "".join(one.text for one in block.pieces if not _leads_back(one))


def _hrefs(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Return where the links of a block lead."""
    return tuple(one.href for one in pieces if one.href and not _leads_back(one))


def _links_in(pieces: Iterable[Piece], text: str) -> tuple[str, ...]:
    """Return where the links lead whose words stand in *text*."""
    return tuple(one.href for one in pieces if one.href and one.text.strip() and one.text in text)


def _leads_back(piece: Piece) -> bool:
    """Say whether a piece is a link from a note to its marker."""
    return piece.href.startswith("#") and _BACK.fullmatch(piece.text) is not None


def _names_a_work(text: str, hrefs: Iterable[str]) -> bool:
    """Say whether a line names a work: by an identifier, an address or a year."""
    urls = urls_in(text, hrefs)
    return bool(urls or identifiers_in(text) or years_in(text))
