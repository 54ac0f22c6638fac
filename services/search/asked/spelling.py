"""How one word is written elsewhere: in the other English, in the other number. Pure."""

import re

from shared.library import spellings

_ONE_NUMBER_WORDS = """
aids ascites caries cirrhosis diabetes faeces feces herpes lens lupus measles menses mumps nucleus pancreas pus
rabies rickets scabies sepsis series shingles species statistics status tetanus tinnitus typhus virus
"""
_ONE_NUMBER = frozenset(_ONE_NUMBER_WORDS.split())
"""Words that look like a plural and are none, or have no other number worth asking for."""

_ADJECTIVE = re.compile(r"(?:al|ic|ous|ive|able|ible|ed|ing|ary|ful|less|ly)$")
_NO_PLURAL = frozenset({"children", "men", "women", "people", "mice", "feet", "teeth", "data", "bacteria", "criteria"})
_PREFIXED = re.compile(
    r"(anti|co|extra|hyper|hypo|inter|intra|multi|neo|non|over|peri|post|pre|re|sub|un|under)-([a-z]{3,})"
)
"""Words that are written with a hyphen and without."""
_SINGULAR_ENDS = ("ss", "us", "is", "as", "os", "ics", "ness")
_HISSING = ("s", "x", "z", "ch", "sh")
_SHORTEST = 4
"""Letters of a word that is asked for in its other number, too: shorter ones are mostly abbreviations."""


def ways(word: str, *, number: bool = True) -> tuple[str, ...]:
    """Return *word* as it stands, as it is spelt across the Atlantic, and (where *number*) both in the other number."""
    numbers = (word, other_number(word)) if number else (word,)
    return tuple(dict.fromkeys(way for one in numbers if one for way in _spelt(one)))


def _spelt(word: str) -> tuple[str, ...]:
    """Return the spellings of a word; one with capitals inside is a name and has no other."""
    if not (word.islower() or word.istitle()):
        return (word,)
    whole = _PREFIXED.fullmatch(word)
    return (*spellings(word), *(spellings(f"{whole[1]}{whole[2]}") if whole else ()))


def other_number(word: str) -> str:
    """Return the singular of a plural and the plural of a singular, or nothing where there is none to ask for."""
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha() and word[1:].islower()):
        return ""
    lower = word.lower()
    if lower in _ONE_NUMBER | _NO_PLURAL or lower.endswith(_SINGULAR_ENDS) or _ADJECTIVE.search(lower):
        return ""
    return singular(word) if lower.endswith("s") else _plural(word)


def singular(word: str) -> str:
    """Return the singular of a word that ends in ``s``, and any other word as it is."""
    lower = word.lower()
    if not lower.endswith("s") or lower in _ONE_NUMBER or lower.endswith(_SINGULAR_ENDS):
        return word
    if lower.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if lower[:-2].endswith(_HISSING) else word[:-1]


def _plural(word: str) -> str:
    """Return the plural of an English noun that forms it by rule."""
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(_HISSING) else f"{word}s"
