"""The sources that a report may cite, with the passages that were read of each."""

import bisect
import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shared import messages as m
from shared.appraisal.results import direction_of, result_sentences, roles
from shared.sentences import Sentence


@dataclass(frozen=True)
class Source:
    """A registered work and what was read of it: perhaps nothing."""

    reference: m.Reference
    pieces: tuple[m.Evidence, ...] = ()
    asked: tuple[str, ...] = ()
    """The drug that was asked about under all its names: what is said of another one is not said of it."""

    @property
    def source_id(self) -> str:
        """Return its S number."""
        return self.reference.source_id

    @property
    def retracted(self) -> bool:
        """Say whether the registry or a piece of evidence knows of a retraction."""
        return self.reference.retraction.bars or any(piece.retraction.bars for piece in self.pieces)


@dataclass(frozen=True)
class Shelf:
    """Every source of a run by its S number. What is not on it cannot be cited."""

    sources: Mapping[str, Source]

    def __contains__(self, source_id: str) -> bool:
        """Say whether *source_id* names a registered work."""
        return source_id in self.sources

    def __getitem__(self, source_id: str) -> Source:
        """Return the source, or raise ``KeyError``."""
        return self.sources[source_id]


def shelf_of(bibliography: Iterable[m.Reference], evidence: Iterable[m.Evidence]) -> Shelf:
    """Return the registered works with their pieces; evidence of no registered work is left out."""
    pieces: dict[str, list[m.Evidence]] = {}
    for piece in evidence:
        pieces.setdefault(piece.source_id, []).append(piece)
    listed = {one.source_id: Source(one, tuple(pieces.get(one.source_id, ()))) for one in bibliography}
    return Shelf(MappingProxyType(listed))


def passage_in(piece: m.Evidence, start: int, end: int) -> m.SourcePassage:
    """Return characters *start* to *end* of a piece as a passage, its offsets in the work's text."""
    base = piece.locator.start
    locator = piece.locator.model_copy(update={"start": base + start, "end": base + end})
    return m.SourcePassage(source_id=piece.source_id, quotation=piece.content[start:end], locator=locator)


def found_verbatim(quotation: str, piece: m.Evidence) -> m.SourcePassage | None:
    """Return where *quotation* stands in *piece*, or nothing.

    Only runs of white space and the Unicode form (NFC) may differ; no word and no sign may.
    """
    at = piece.content.find(quotation)
    if at >= 0 and quotation:
        return passage_in(piece, at, at + len(quotation))
    words = unicodedata.normalize("NFC", quotation).split()
    if not words or " ".join(words) not in _in_one_line(piece.content):
        return None
    content = unicodedata.normalize("NFC", piece.content)
    found = re.search(r"\s+".join(map(re.escape, words)), content)
    if found is None:
        return None
    return passage_in(piece, _original(piece.content, found.start()), _original(piece.content, found.end()))


@functools.lru_cache(maxsize=1024)
def _in_one_line(content: str) -> str:
    """Return a text with single spaces: much faster to look in than a pattern of the words."""
    return " ".join(unicodedata.normalize("NFC", content).split())


def _original(content: str, offset: int) -> int:
    """Return the offset in *content* of an offset in its NFC form."""
    if unicodedata.is_normalized("NFC", content):
        return offset
    return bisect.bisect_left(
        range(len(content) + 1), offset, key=lambda end: len(unicodedata.normalize("NFC", content[:end]))
    )


def results_of(piece: m.Evidence) -> tuple[Sentence, ...]:
    """Return the sentences of a piece that report a result or conclude from one."""
    return _results(piece.content, piece.locator.section)


def sentences_of(piece: m.Evidence) -> tuple[Sentence, ...]:
    """Return every sentence of a piece, whatever it reports, without the label it opens with."""
    return _sentences(piece.content, piece.locator.section)


@functools.lru_cache(maxsize=1024)
def _sentences(content: str, section: str) -> tuple[Sentence, ...]:
    """Cut a text once; every claim on it asks again."""
    return tuple(sentence for sentence, _ in roles(content, ((0, section),) if section else ()))


@functools.lru_cache(maxsize=1024)
def _results(content: str, section: str) -> tuple[Sentence, ...]:
    """Read a text once; every claim on it asks again."""
    return result_sentences(content, ((0, section),) if section else ())


@functools.lru_cache(maxsize=4096)
def direction_read(text: str, asked: tuple[str, ...] = ()) -> m.Direction:
    """Return which way a text points, of the drug *asked* about where one is; read once."""
    return direction_of(text, names=asked)


def reports_result(passage: m.SourcePassage, piece: m.Evidence) -> bool:
    """Say whether a passage lies in a sentence that a finding may rest on."""
    start = passage.locator.start - piece.locator.start
    return any(result.start <= start < result.end for result in results_of(piece))


_WORDS_WITHOUT_MEANING = (
    "that this these those with from were have been than then they their there which while when where what into also "
    "such between among after before during both each other more most some only over under about within without "
    "does will would could should might reports report reported study studies work found"
)
_FUNCTION_WORDS = frozenset(_WORDS_WITHOUT_MEANING.split())


@functools.lru_cache(maxsize=8192)
def content_words(text: str) -> frozenset[str]:
    """Return the words of *text* that carry meaning, in lower case."""
    return frozenset(word for word in re.findall(r"[^\W\d_]{4,}", text.lower()) if word not in _FUNCTION_WORDS)
