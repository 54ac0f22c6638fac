"""Puts into a prompt what somebody else wrote: between marks that it cannot close, and named as data.

Abstracts, pages and questions may hold instructions. What stands between these marks has every ``<`` and ``&``
escaped, so that no text can end its fence or begin another; the prompts say that nothing inside is to be followed.
That is a courtesy to the model. What holds is in code: tools open only what was named, allowances bound the calls,
and citations are resolved from the registry.
"""

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr, unescape

from shared import messages as m
from shared.characters import printable

UNTRUSTED = "untrusted"
"""The element around everything that was not written by Vouch."""


def fenced(name: str, text: str, attributes: Mapping[str, str] | None = None) -> str:
    """Return *text* as the only content of an element *name*, escaped."""
    told = "".join(f" {key}={quoteattr(printable(value))}" for key, value in (attributes or {}).items() if value)
    return f"<{name}{told}>{escape(printable(text))}</{name}>"


def unescaped(text: str) -> str:
    """Return what a model wrote with plain signs again: it saw ``p &lt; 0.05`` between our marks, and may copy it."""
    return unescape(text, {"&quot;": '"'})


def untrusted(parts: Iterable[str]) -> str:
    """Return fenced *parts* as a block of data."""
    inside = "\n".join(parts)
    return f"<{UNTRUSTED}>\n{inside}\n</{UNTRUSTED}>"


def source(piece: m.Evidence, text: str) -> str:
    """Return a piece of evidence with what one must know to weigh it: ``<source id="S3" design=…>text</source>``."""
    size = str(piece.sample_size) if piece.sample_size else ""
    retraction = piece.retraction.status if piece.retraction.bars else ""
    facts = {
        "id": piece.source_id,
        "title": piece.citation.title,
        "year": piece.citation.date[:4],
        "design": piece.design,
        "subject": piece.subject,
        "participants": size,
        "study": piece.study_id,
        "read": piece.level,
        "retraction": retraction,
    }
    return fenced("source", text, facts)
