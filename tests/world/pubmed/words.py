"""The words of texts and queries as PubMed's index knows them: lower case, without accents and punctuation."""

import re
import unicodedata
from functools import lru_cache

_TAGS = re.compile(r"</?(?:i|b|u|sub|sup)>")
_WORD = re.compile(r"[^\W_]+\*?")
_GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "epsilon",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ω": "omega",
}
_GREEK_LETTERS = str.maketrans(_GREEK)

LEAST_STEM = 4
"""Letters that must stand before ``*``; a shorter stem is taken as a word."""

_STOP_WORDS = (
    "a about again all almost also although always among an and another any are as at be because been before being"
    " between both but by can could did do does done due during each either enough especially etc for found from"
    " further had has have having here how however i if in into is it its itself just kg km made mainly make may mg"
    " might ml mm most mostly must nearly neither no nor obtained of often on our overall perhaps pmid quite rather"
    " really regarding seem seen several should show showed shown shows significantly since so some such than that"
    " the their theirs them then there therefore these they this those through thus to upon use used using various"
    " very was we were what when which while with within without would"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""What PubMed leaves out of a query, from its list of stop words."""

_SPELLINGS = (("ae", "e"), ("oe", "e"), ("our", "or"), ("isation", "ization"), ("tre", "ter"), ("ise", "ize"))
"""British and American."""


def without_markup(text: str) -> str:
    """Return *text* without its inline tags."""
    return _TAGS.sub("", text)


@lru_cache(maxsize=20_000)
def words(text: str) -> tuple[str, ...]:
    """Return the words of *text* in order; a hyphen parts two of them, ``*`` stays at the end of a stem."""
    spelt = without_markup(text).lower()
    return tuple(_WORD.findall(spelt if spelt.isascii() else _plain(spelt)))


def _plain(spelt: str) -> str:
    """Return *spelt* without accents and with Greek letters by their names."""
    parted = unicodedata.normalize("NFKD", spelt.translate(_GREEK_LETTERS))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def joined(text: str) -> str:
    """Return the words of *text* with one space between them: how whole headings and names are compared."""
    return " ".join(words(text))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return *word* without the ending of a plural."""
    if word.endswith("ies") and len(word) > LEAST_STEM:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return (
        word[:-1]
        if len(word) > LEAST_STEM - 1 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
        else word
    )


def variants(word: str) -> tuple[str, ...]:
    """Return *word*, its singular and plurals, each in both spellings; most of them are no words at all."""
    single = stem(word)
    forms = dict.fromkeys((word, single, f"{single}s", f"{single}es", f"{single[:-1]}ies"))
    pairs = (*_SPELLINGS, *((american, british) for british, american in _SPELLINGS[2:]))
    spelt = (form.replace(old, new) for form in tuple(forms) for old, new in pairs if old in form)
    return tuple(dict.fromkeys((*forms, *spelt)))
