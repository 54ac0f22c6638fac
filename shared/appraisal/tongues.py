"""Whether a text is in a language that our rules read: English, and no other. Pure."""

import functools
import re

_ENGLISH_WORDS = """
the of and in to was were with for by on is are than that this these from as at had has have not we our did or it be
been who which their after between among
"""
_OTHER_WORDS = """
de la el los las del con que en por para una fue fueron se y al su un como entre
der die das und mit von bei den dem eine einer wurde wurden nicht war waren zu auf im ist des
le les et dans avec pour une est sont du au aux par sur qui ont pas cette
di il gli che per nel della dei con sono una stato non
da do dos das em com foi foram os um uma ao
"""
_ENGLISH, _OTHER = frozenset(_ENGLISH_WORDS.split()), frozenset(_OTHER_WORDS.split())
_WORD = re.compile(r"[^\W\d_]+")

FEWEST_WORDS = 12
"""A shorter text is taken for English: names and figures tell nothing."""
LEAST_SHARE = 0.12
"""Of function words of other languages, before a text counts as written in one of them."""


@functools.lru_cache(maxsize=2048)
def is_readable(text: str) -> bool:
    """Say whether our rules may read *text*: nothing shows that it is written in another language than English."""
    words = [word.lower() for word in _WORD.findall(text)]
    if len(words) < FEWEST_WORDS:
        return True
    english, other = (sum(word in known for word in words) for known in (_ENGLISH, _OTHER))
    return other <= english or other < LEAST_SHARE * len(words)
