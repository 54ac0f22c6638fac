"""Words and their places from the bytes of a PDF. Nothing else in Vouch knows pdfium.

pdfium runs no script here, follows no link and opens no attachment: pages are loaded for their text alone.
It may crash on a broken file, so this runs in a process of its own (``workers.py``).
"""

import math
import re
import sys
from collections.abc import Iterator

import pypdfium2
from pypdfium2 import raw

from shared.characters import whole
from shared.errors import CannotDo

from .values import Printed, Sheet, Word

MOST_PAGES = 2_000
"""A thesis or a handbook; a longer file is a whole library."""

_BREAK = "\ufffe"
"""What pdfium writes where a line breaks inside a word."""

_NOTHING = "\u2060"
_WORD = re.compile(rf"[^\s{_BREAK}{_NOTHING}]+")
_UPPER_HALVES, _LOWER_HALVES = range(0xD800, 0xDC00), range(0xDC00, 0xE000)
"""Of the two numbers that stand for one character beyond the first 65,536."""

_BREAKS = frozenset({0xFFFE, 0x02})
_STRANGE = re.compile(r"[\x00-\x08\x0e-\x1f\ufffd\ud800-\udfff]")
_SIDEWAYS_RADIANS = 0.15
_LEAST_PICTURE_SHARE = 0.3
"""Of a page's area that a picture covers before the page counts as one."""


def printed(data: bytes) -> Printed:
    """Return what is printed in *data*. Raises ``CannotDo`` with a reason that goes on from the file's name."""
    document = _opened(data)
    try:
        count = len(document)
        if count > MOST_PAGES:
            reason = f"has {count:,} pages; at most {MOST_PAGES:,} are read: split it"
            raise CannotDo(reason)
        if not count:
            reason = "has no page: get the file again from where it came"
            raise CannotDo(reason)
        return Printed(tuple(_sheet(document, number) for number in range(count)), _facts(document))
    finally:
        document.close()


def _opened(data: bytes) -> pypdfium2.PdfDocument:
    """Open a PDF with the empty password, which opens all that anybody may read."""
    try:
        return pypdfium2.PdfDocument(data, password="", autoclose=True)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            reason = "is locked with a password: save a copy without one and give that"
        else:
            reason = "is damaged and cannot be opened as a PDF: get the file again from where it came"
        raise CannotDo(reason) from error


def _facts(document: pypdfium2.PdfDocument) -> dict[str, str]:
    """Return what the file says of itself."""
    known = document.get_metadata_dict(skip_empty=True)
    return {name: " ".join(_readable(value).split()) for name, value in known.items()}


def _readable(text: str) -> str:
    """Return *text* without what is no character: halves of surrogate pairs, control characters."""
    return "".join(sign if sign.isprintable() or sign.isspace() else "\ufffd" for sign in whole(text))


def _sheet(document: pypdfium2.PdfDocument, number: int) -> Sheet:
    """Return one page; a page that cannot be loaded is an empty one."""
    label = _readable(document.get_page_label(number)).strip()
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return Sheet(0, 0, (), label=label)
    width, height = page.get_size()
    hidden, shown, pictures = _objects(page, width * height)
    if hidden and shown:  # remarks of editors and what else nobody sees; all hidden, it is the text of a scan
        for one in hidden:
            raw.FPDFPage_RemoveObject(page, one)
    upright, sideways = _words(page)
    page.close()
    recognised = bool(hidden) and not shown and pictures
    return Sheet(width, height, upright, sideways, label, pictures, recognised)


def _objects(page: pypdfium2.PdfPage, area: float) -> tuple[list[object], int, bool]:
    """Return the invisible texts of a page, how many can be seen, and whether it is mostly a picture."""
    hidden: list[object] = []
    shown, covered = 0, 0.0
    for place in range(raw.FPDFPage_CountObjects(page)):
        one = raw.FPDFPage_GetObject(page, place)
        kind = raw.FPDFPageObj_GetType(one)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            if raw.FPDFTextObj_GetTextRenderMode(one) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
                hidden.append(one)
            else:
                shown += 1
        elif kind == raw.FPDF_PAGEOBJ_IMAGE:
            covered = max(covered, _area(one))
    return hidden, shown, covered > _LEAST_PICTURE_SHARE * area


def _area(picture: object) -> float:
    """Return how much a picture covers, in square points."""
    left, bottom, right, top = (raw.c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(picture, left, bottom, right, top)
    return float((right.value - left.value) * (top.value - bottom.value))


def _words(page: pypdfium2.PdfPage) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Return the words of a page in the order of the file: the upright ones, and the others turned upright."""
    textpage = page.get_textpage()
    left, bottom, right, top = page.get_cropbox()
    upright: list[Word] = []
    sideways: list[Word] = []
    for word, angle in _placed(textpage):
        middle = (word.left + word.right) / 2
        if not (left <= middle <= right and bottom <= word.bottom + word.height / 2 <= top):
            continue  # cut off the page, where no reader sees it
        if angle < _SIDEWAYS_RADIANS or angle > math.tau - _SIDEWAYS_RADIANS:
            upright.append(word)
        else:
            sideways.append(_turned(word, angle))
    textpage.close()
    return tuple(upright), tuple(sideways)


def _placed(textpage: pypdfium2.PdfTextPage) -> Iterator[tuple[Word, float]]:
    """Yield each word with its place, and the angle it runs at in radians."""
    text, box = _text(textpage), raw.FS_RECTF()
    for found in _WORD.finditer(text):
        first, last = found.start(), found.end() - 1
        raw.FPDFText_GetLooseCharBox(textpage, first, box)
        left, right, bottom, top = box.left, box.right, box.bottom, box.top
        angle = raw.FPDFText_GetCharAngle(textpage, first)
        if last > first:
            raw.FPDFText_GetLooseCharBox(textpage, last, box)
            left, right = min(left, box.left), max(right, box.right)
        if last > first and angle:  # upright words have the height of their first letter, not of what is raised
            bottom, top = min(bottom, box.bottom), max(top, box.top)
        hyphen = text[last + 1 : last + 2] == _BREAK
        yield Word(found[0], left, right, bottom, top, hyphen), angle


def _text(textpage: pypdfium2.PdfTextPage) -> str:
    """Return the characters of a page, one for each index that pdfium counts."""
    count = textpage.count_chars()
    if not count:
        return ""
    text: str = textpage.get_text_range()
    if len(text) == count and not _STRANGE.search(text):
        return text
    units = [raw.FPDFText_GetUnicode(textpage, place) for place in range(count)]
    return "".join(_character(units, place) for place in range(count))


def _character(units: list[int], place: int) -> str:
    """Return the character at an index; of a surrogate pair the first half is the character, the second nothing."""
    unit = units[place]
    if unit in _LOWER_HALVES:
        return _NOTHING
    if unit in _UPPER_HALVES and place + 1 < len(units) and units[place + 1] in _LOWER_HALVES:
        halves = unit.to_bytes(2, "little") + units[place + 1].to_bytes(2, "little")
        return halves.decode("utf-16-le")
    if unit in _BREAKS:
        return _BREAK
    sign = chr(unit) if unit <= sys.maxunicode else "\ufffd"
    return sign if sign.isprintable() or sign.isspace() else "\ufffd"


def _turned(word: Word, angle: float) -> Word:
    """Return a word on a page turned so that it runs from left to right."""
    quarter = round(angle / (math.pi / 2)) % 4
    if quarter == 1:
        return Word(word.text, -word.top, -word.bottom, word.left, word.right, word.hyphen)
    if quarter == 3:  # noqa: PLR2004 -- quarters of a turn
        return Word(word.text, word.bottom, word.top, -word.right, -word.left, word.hyphen)
    if quarter == 2:  # noqa: PLR2004 -- quarters of a turn
        return Word(word.text, -word.right, -word.left, -word.top, -word.bottom, word.hyphen)
    return word
