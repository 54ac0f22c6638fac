"""Whether rules can read a text at all: they know English words only (evidence.md, 10). Pure."""

import functools
import re

_ENGLISH_WORDS = """
the of and in to with was were for a that is at by or are as this from on than be an not after between had we who
which these have has did no but been there it their among during both patients study
"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_OTHERS_WORDS = """
de la el los las en y con por para una un del se que fue entre como le les des du et dans est une pour sur avec der die
das und den von zu mit ist im auf eine einen wurde wurden bei nach di il che della dei nel gli sono per  os da em
não com ao uma dos das foi het een van zijn met bij voor
"""
_OTHERS = frozenset(_OTHERS_WORDS.split()) - _ENGLISH
_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")

FEWEST_WORDS = 8
"""Fewer tell nothing of their language."""
FEWEST_SIGNS = 3
"""Small words of another language; one or two may be names."""


@functools.lru_cache(maxsize=4096)
def is_readable(text: str) -> bool:
    """Say whether a text is English, or too short to tell: its small words are."""
    letters = [character for character in text if character.isalpha()]
    if letters and 2 * len(_LATIN.findall(text)) < len(letters):
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    english, others = sum(word in _ENGLISH for word in words), sum(word in _OTHERS for word in words)
    return len(words) < FEWEST_WORDS or others < FEWEST_SIGNS or english >= others
