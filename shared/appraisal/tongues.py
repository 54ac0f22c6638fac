"""Whether a text is in a language that our rules read: English, and no other (evidence.md, 10). Pure.

One answer for all who ask: what the checker cannot read, the appraisal cannot read, either.
"""

import functools
import re

_ENGLISH_WORDS = """
the of and in to was were with for by on is are than that this these from as at had has have not we our did or it be
been who which their after between among during both an there they but
"""
_OTHER_WORDS = """
de la el los las del con que en por para una fue fueron se y su un como entre
der die das und mit von bei den dem eine einer einen wurde wurden nicht war waren zu auf im ist des nach
le les et dans avec pour une est sont du au aux par sur qui ont pas cette
di il gli che per nel della dei con sono stato non
da do dos das em com foi foram os um uma ao não
het een van zijn met bij voor werd werden niet dan
i w z na się nie jest oraz przez od po dla lub był była było
ve bir bu ile için olan olarak daha sonra göre değil
och att för som av på det inte ett till hos og ikke fra
az és egy hogy nem volt și cu pentru din yang dan dengan pada untuk
"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_OTHER = frozenset(_OTHER_WORDS.split()) - _ENGLISH
_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")

FEWEST_WORDS = 8
"""A shorter text in our letters is taken for English: names and figures tell nothing."""
FEWEST_SIGNS = 3
"""Small words of another language; one or two may be names."""
ENOUGH_WORDS, LEAST_SHARE = 30, 0.04
"""A text of so many words has so large a share of small English words, or it is in a language not listed here."""


@functools.lru_cache(maxsize=4096)
def is_readable(text: str) -> bool:
    """Say whether our rules may read *text*: its letters are ours, and so are its small words, as far as it has any."""
    letters = [character for character in text if character.isalpha()]
    if 2 * len(_LATIN.findall(text)) < len(letters):
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    if len(words) < FEWEST_WORDS:
        return True
    english, other = (sum(word in known for word in words) for known in (_ENGLISH, _OTHER))
    if len(words) >= ENOUGH_WORDS and english < LEAST_SHARE * len(words):
        return False
    return other < FEWEST_SIGNS or english >= other
