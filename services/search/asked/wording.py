"""From a person's question, or plain words, to the concepts it is about. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from shared.appraisal.drugs import drugs_asked, is_drug_name

from .spelling import ways
from .telling import COMMON, DISEASE, NAME, OTHER, Word, is_grammar, is_measure, is_shouted, ordered, sort_of
from .values import Concept

MOST_QUOTED_WORDS = 6
"""Of a phrase in quotes that is looked for as it stands; a longer one is a sentence."""
FEWEST_TELLING = 2
"""Concepts below which the words of research as such ("safety", "children") are asked for, too."""

_TOKEN = re.compile(
    r"\"(?P<quoted>[^\"]*)\""
    r"|(?P<word>[^\W_]+(?:(?:[-‐‑–](?=[^\W_])|(?<=\d)[.,](?=\d))[^\W_]+)*)"
)
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?\b")
_DASHES = re.compile("[‐‑–]")
_LABEL = re.compile(r"[A-HJ-Z]|[IVX]{2,4}")
"""What may stand behind a word and belong to it: hepatitis B, factor VIII."""
_NUMBER = re.compile(r"[A-Za-z]|\d{1,2}[A-Za-z]?|[ivxIVX]{1,4}")
_NUMBERED = frozenset({"vitamin", "hepatitis", "influenza", "factor", "interleukin", "omega", "coenzyme", "caspase"})
"""Words of which there are several by number or letter, so that a small letter or a figure belongs to them, too."""


def concepts_of(text: str) -> tuple[Concept, ...]:
    """Return what *text* is about, the most telling first; nothing where it holds no word."""
    words = words_in(text)
    telling = [word for word in words if word.sort != COMMON]
    return tuple(_concepts(ordered(telling if len(telling) >= FEWEST_TELLING else words)))


def words_in(text: str) -> tuple[Word, ...]:
    """Return the words and quoted phrases of *text* in order, without those that only hold it together."""
    plain = _POSSESSIVE.sub("", text.lower() if is_shouted(text) else text)
    drugs = {part for drug in drugs_asked(plain) for part in drug.lower().split() if len(part) > 1}
    words: list[Word] = []
    alternative = False
    for token in _TOKEN.finditer(plain):
        if token[0].lower() == "or":
            alternative = bool(words)
            continue
        for word in _words(token, drugs):
            _add(words, word, alternative=alternative)
        alternative = False
    return tuple(words or _characters(plain))


def _words(token: re.Match[str], drugs: set[str]) -> Iterator[Word]:
    """Yield a word, or a quoted phrase as it stands; one too long to be found so falls into its words."""
    if token["word"]:
        if not is_grammar(token["word"]):
            yield Word(_DASHES.sub("-", token["word"]), sort_of(token["word"], drugs))
        return
    inside = [match for match in _TOKEN.finditer(token["quoted"]) if match["word"]]
    if 1 <= len(inside) <= MOST_QUOTED_WORDS:
        yield Word(" ".join(match["word"] for match in inside), NAME, quoted=True)
    else:
        yield from (word for match in inside for word in _words(match, drugs))


def _add(words: list[Word], word: Word, *, alternative: bool) -> None:
    """Add *word*: by itself, to the word it is a label of (vitamin C), or as an alternative to the one before."""
    before = words[-1] if words else None
    if _is_label(word):
        if before and _takes(before, word.text):
            words[-1] = Word(f"{before.text} {word.text}", min(before.sort, OTHER), quoted=True)
    elif alternative and before and _is_alternative(before, word):
        words[-1] = replace(before, others=(*before.others, word.text), sort=min(before.sort, word.sort))
    else:
        words.append(word)


def _is_label(word: Word) -> bool:
    """Say whether *word* says nothing by itself: a letter, a figure, a grade."""
    return not word.quoted and (is_measure(word.text) or len(word.text) == 1 or _LABEL.fullmatch(word.text) is not None)


def _is_alternative(before: Word, word: Word) -> bool:
    """Say whether two words joined by ``or`` are two ways to ask for one thing."""
    return not before.quoted and max(before.sort, word.sort) <= OTHER


def _takes(before: Word, label: str) -> bool:
    """Say whether *label* belongs to the word before it; in "phase 3", "type 2" and "study A" it does not."""
    if before.quoted or before.others:
        return False
    if before.text.lower() in _NUMBERED:
        return _NUMBER.fullmatch(label) is not None
    return before.sort != COMMON and before.text.isalpha() and _LABEL.fullmatch(label) is not None


def _characters(text: str) -> Iterator[Word]:
    """Yield what there is where nothing telling stands: words of grammar, single characters of other scripts."""
    for token in _TOKEN.finditer(text):
        if token["word"] and not is_measure(token["word"]):
            yield Word(token["word"], COMMON)


def _concepts(words: Sequence[Word]) -> Iterator[Concept]:
    """Yield a concept for each word, once, in each way it is spelt."""
    seen: set[str] = set()
    for word in words:
        spelt = tuple(dict.fromkeys(way for one in (word.text, *word.others) for way in _ways(one, word)))
        if seen.isdisjoint(one.lower() for one in spelt):
            yield Concept(spelt, word.quoted)
        seen.update(one.lower() for one in spelt)


def _ways(text: str, word: Word) -> tuple[str, ...]:
    """Return the spellings of one word; a phrase stands as it is, and a single drug has no plural."""
    if word.quoted:
        return (text,)
    several = word.sort in {DISEASE, OTHER} and not is_drug_name(text)
    return ways(text, number=several or (word.sort != COMMON and text.endswith("s")))
