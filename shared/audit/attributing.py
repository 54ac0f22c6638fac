"""Name a work in a sentence: who, when, which design, on whom, how many.

The words come from the registry, so a sentence made of nothing else beside its quotation needs no
further check. ``is_attribution`` knows what ``described`` can say.
"""

import re

from shared import messages as m
from shared.audit.references import year_of
from shared.audit.shelf import Source

DESIGN_NAMES: dict[m.Design, str] = {
    "meta-analysis": "meta-analysis",
    "systematic-review": "systematic review",
    "randomised-trial": "randomised trial",
    "controlled-trial": "controlled trial",
    "cohort": "cohort study",
    "case-control": "case–control study",
    "cross-sectional": "cross-sectional study",
    "case-report": "case series or report",
    "review": "review",
    "guideline": "guideline",
    "protocol": "protocol",
    "editorial": "editorial or comment",
    "registry-entry": "registry entry",
    "unknown": "study of unstated design",
}
SUBJECT_NAMES: dict[m.Subject, str] = {
    "human": "in humans",
    "animal": "in animals",
    "in-vitro": "in vitro",
    "in-silico": "in silico",
    "mixed": "in humans and other species",
    "unknown": "subject not stated",
}
SECONDARY: frozenset[m.Design] = frozenset({"meta-analysis", "systematic-review", "review", "guideline"})
"""Designs that speak of others' studies: a row of their own, never counted as studies."""

_SPECIES = (
    ("macaques", r"macaques?"),
    ("rhesus monkeys", r"rhesus"),
    ("monkeys", r"monkeys?"),
    ("mice", r"mice|mouse|murine"),
    ("rats", r"rats?"),
    ("hamsters", r"hamsters?"),
    ("guinea pigs", r"guinea pigs?"),
    ("rabbits", r"rabbits?"),
    ("dogs", r"dogs?|canine"),
    ("pigs", r"pigs?|porcine"),
    ("sheep", r"sheep"),
    ("ferrets", r"ferrets?"),
    ("zebrafish", r"zebrafish"),
    ("fruit flies", r"drosophila"),
    ("nematodes", r"elegans"),
    ("mosquitoes", r"mosquito(?:es)?"),
)
_SPECIES_WORDS = tuple((name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for name, words in _SPECIES)
WITHOUT_SIZE: frozenset[m.Design] = frozenset({"review", "guideline", "editorial", "protocol"})
"""A number of people in one of these is somebody else's."""

_CONNECTING_WORDS = (
    "a an the of in its and by with from et al n reports report reported finds found states stated concludes concluded "
    "authors also says said it work works abstract only preprint not peer reviewed conference"
)
_CONNECTING = frozenset(_CONNECTING_WORDS.split())
_KIND_WORDS = (
    "independent study studies publication publications models trials reviews reports other more people animal "
    "meta-analyses as stated"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’–][^\W_]+)*")


def _each_word(*texts: str) -> frozenset[str]:
    """Return the words of several texts in lower case."""
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text))


_KINDS = _each_word(*DESIGN_NAMES.values(), *SUBJECT_NAMES.values(), _KIND_WORDS, *_CONNECTING, *dict(_SPECIES))


def named(reference: m.Reference) -> str:
    """Return how a sentence calls a work: ``Okoye et al. 2019``, without authors its journal."""
    citation = reference.citation
    families = [author.partition(",")[0].strip() for author in citation.authors]
    if citation.authors and "," not in citation.authors[0]:
        families = [family_name(author) for author in citation.authors]
    year = year_of(citation) or "undated"
    if not families:
        return f"{citation.journal or reference.source_id} {year}"
    if len(families) == 2:  # noqa: PLR2004 -- two authors are both named
        return f"{families[0]} and {families[1]} {year}"
    return f"{families[0]} et al. {year}" if len(families) > 1 else f"{families[0]} {year}"


def family_name(author: str) -> str:
    """Return the family name of ``Family GG``; a collective name stays whole."""
    words = author.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].isupper() else author


def design_of(source: Source) -> m.Design:
    """Return the design the registry knows, else that of a piece."""
    known = (source.reference.design, *(piece.design for piece in source.pieces))
    return next((design for design in known if design != "unknown"), "unknown")


def subject_of(source: Source) -> m.Subject:
    """Return whom or what was studied as the registry knows, else as a piece does."""
    known = (source.reference.subject_studied, *(piece.subject for piece in source.pieces))
    return next((subject for subject in known if subject != "unknown"), "unknown")


def size_of(source: Source) -> int:
    """Return the greatest sample size among the pieces; 0 where none is known."""
    return max((piece.sample_size or 0 for piece in source.pieces), default=0)


def subject_named(source: Source) -> str:
    """Return on whom the work was done, animals by the species that title and text name most."""
    subject = subject_of(source)
    if subject != "animal":
        return SUBJECT_NAMES[subject]
    text = " ".join((source.reference.citation.title, *(piece.content for piece in source.pieces)))
    mentions = {name: len(words.findall(text)) for name, words in _SPECIES_WORDS}
    most = max(mentions, key=lambda name: mentions[name])
    return f"in {most}" if mentions[most] else SUBJECT_NAMES[subject]


def described(source: Source) -> str:
    """Return name, design, subject and size: ``Okoye et al. 2019, randomised trial in humans, n = 522``."""
    design = DESIGN_NAMES[design_of(source)]
    subject = subject_named(source)
    joined = f"{design}, {subject}" if subject.endswith("stated") else f"{design} {subject}"
    if subject_of(source) == "unknown" and design_of(source) in SECONDARY:
        joined = design
    parts = [named(source.reference), joined, *_kind(source.reference)]
    if (size := size_of(source)) and design_of(source) not in WITHOUT_SIZE:
        parts.append(f"n = {size:,}")
    return ", ".join(parts)


def _kind(reference: m.Reference) -> tuple[str, ...]:
    """Return a warning where a work is not a peer-reviewed article."""
    kinds = {"preprint": "preprint, not peer reviewed", "abstract": "conference abstract only"}
    return (kinds[reference.kind],) if reference.kind in kinds else ()


def names_kinds(own_words: str) -> bool:
    """Say whether *own_words* only name and count kinds of evidence: ``randomised trial (2 independent studies)``."""
    words = [word.lower() for word in _WORD.findall(own_words)]
    return bool(words) and all(word.isdigit() or word in _KINDS for word in words)


def is_attribution(own_words: str, source: Source) -> bool:
    """Say whether *own_words* only name the work, in words that the registry itself gives."""
    allowed = _each_word(described(source)) | _CONNECTING
    return all(word.lower() in allowed for word in _WORD.findall(own_words))
