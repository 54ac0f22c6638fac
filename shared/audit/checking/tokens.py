"""A sentence as what it is compared by: its words, each in one spelling, with what each one does. Pure."""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared.appraisal.drugs import is_drug_name
from shared.audit.checking.lexicon import PHRASE, Kind, is_named_drug, known, phrase_named
from shared.audit.checking.numbers import Placed, Quantity, placed
from shared.audit.markers import without_markers


class Token(NamedTuple):
    """A word, a number with its unit, or a phrase that means one thing."""

    kind: Kind
    key: str
    """In one spelling: two tokens of one kind and key mean the same."""
    text: str
    quantity: Quantity | None = None

    @property
    def same(self) -> tuple[str, str]:
        """Return what two tokens that mean the same have in common."""
        return self.kind, self.key

    @property
    def tells(self) -> bool:
        """Say whether it carries meaning of its own."""
        return self.kind != "small"


_WORD = re.compile(
    rf"(?<![\w-])(?:{PHRASE})(?![\w-])|(?P<word>[^\W_]+(?:[-'’/][^\W_]+|(?:(?<=-\d)|(?<=-\d\d)|(?<=-\d\d\d)),\d{{3}}\w?)*)"
)
_NAME = re.compile(r"[A-Za-zα-ω]*[A-Z][A-Za-z]*[-/]?[\dα-ω]+\w*|[A-Z]{2,}[a-z]?\w*|[a-z]{1,2}[A-Z]\w*")
"""How genes and molecules are written: KRT5, IL-6, TNF-α, mRNA."""

_CAPITALS = frozenset({"NO", "IF", "OF", "MEN", "LOW"})
"""Names that in small letters would be words."""

_BRITISH = (
    (re.compile(r"ae|oe"), "e"),
    (re.compile(r"(?<=[a-z]{2})our(?=s|ed|al|able|ing|\b)"), "or"),
    (re.compile(r"(?<=[a-z]{2})is(?=e[sd]?\b|ing\b|ations?\b)"), "iz"),
    (re.compile(r"(?<=[a-z]{2})ys(?=e[sd]?\b|ing\b)"), "yz"),
    (re.compile(r"(?<=[aeiou])ll(?=ed\b|ing\b|er\b)"), "l"),
    (re.compile(r"(?<=[a-z]{2})(?<!u)tre\b"), "ter"),
    (re.compile(r"ogue\b"), "og"),
    (re.compile(r"(?<=[a-z])mme\b"), "m"),
)
_ENDINGS = re.compile(r"(?:ations?|ments?|ings?|ed|es|e|s|ly|al|ally)$")
SHORTEST_STEM = 4

_SAME_WORDS = """
subject subjects = patient
reveal revealed reveals demonstrate demonstrated demonstrates indicate indicated indicates found find finds observed
observe report reported reports showed shows shown = show
groups arm arms = group
trials studies study = trial
treatment treatments treated therapy therapies treat = therapy
drugs medication medications medicine medicines agent agents = drug
deaths died dying mortality fatalities = death
received receiving receive given administered = give
examined evaluated assessed investigated = assess
people persons individuals participants volunteers = patient
started began commenced initiated = start
utilized used using = use
"""
_SAME = {
    word: one.strip()
    for line in _SAME_WORDS.replace("\nobserve", " observe").strip().splitlines()
    for words, _, one in (line.partition("="),)
    for word in words.split()
}


def numbers_of(part: Iterable[Token]) -> list[Quantity]:
    """Return the numbers among tokens, in order."""
    return [token.quantity for token in part if token.quantity]


@functools.lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a sentence in order, markers left out."""
    bare = without_markers(text)
    return tuple(_tokens(bare, placed(bare)))


def _tokens(text: str, numbers: tuple[Placed, ...]) -> Iterator[Token]:
    """Yield numbers where they stand, and the words between them."""
    at = 0
    for number in numbers:
        if number.start < at:
            continue
        yield from _words(text[at : number.start])
        yield _number(text[number.start : number.end].strip(), number)
        at = number.end
    yield from _words(text[at:])


def _number(text: str, number: Placed) -> Token:
    """Return a number; its key is what the same one has wherever it stands."""
    quantity = number.quantity
    if number.in_words and quantity.value == "1" and not quantity.unit:
        return Token("small", "one", text)
    return Token("number", f"{quantity.relation}{quantity.value} {quantity.unit}".strip(), text, quantity)


def _words(text: str) -> Iterator[Token]:
    """Yield the words and phrases of a text without numbers."""
    for found in _WORD.finditer(text):
        group = str(found.lastgroup)
        if group == "word":
            yield from _word(found.group())
        else:
            yield Token(*phrase_named(int(group[1:])), found.group())


def _word(text: str) -> Iterator[Token]:
    """Yield one word; one that is joined of several, such as placebo-treated, where no part is known as a whole."""
    lower = text.lower().replace("’", "'")
    if text in _CAPITALS:
        yield Token("name", lower, text)
    elif found := known(lower):
        yield Token(*found, text)
    elif is_named_drug(lower) or is_drug_name(lower):
        yield Token("drug", spelt(lower), text)
    elif _NAME.fullmatch(text.replace(",", "")):
        yield Token("name", re.sub(r"[-,/]", "", lower), text)
    elif lower.endswith("n't"):
        yield Token("denial", "not", text)
    elif "-" in text or "/" in text:
        for part in re.split("[-/]", text):
            yield from _word(part)
    else:
        yield Token("word", stem(lower), text)


@functools.lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return a word in one spelling, British or American, without its ending."""
    if word in _SAME:
        return _SAME[word]
    word = spelt(word)
    short = _ENDINGS.sub("", word)
    return short if len(short) >= SHORTEST_STEM else word.removesuffix("s") if len(word) > SHORTEST_STEM else word


def spelt(word: str) -> str:
    """Return a word in one spelling, British or American."""
    for spelling, plain in _BRITISH:
        word = spelling.sub(plain, word)
    return word
