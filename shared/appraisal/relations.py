"""Sentences that say how a thing acts on another: inhibits, binds, via, leads to, is metabolised by.

A relation is read from wording alone and keeps its sentence, so that whoever uses it can quote it.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from shared.appraisal import terms
from shared.appraisal.directions import is_hedged
from shared.appraisal.drugs import drugs_in, is_agent
from shared.appraisal.results import SentenceRole, roles
from shared.appraisal.verbs import ACTS, AGENTS, DOING, EFFECT_ON, HANDLED, LEADS, NOT, NOUNS
from shared.sentences import Sentence

RelationKind = Literal["acts-on", "leads-to", "handled-by"]
"""``handled-by``: the subject is metabolised, converted or activated by the object."""


class Relation(NamedTuple):
    """A subject, what it does to an object, and the sentence that says so."""

    subject: str
    kind: RelationKind
    object: str
    negated: bool
    hedged: bool
    sentence: Sentence
    role: SentenceRole


class _Said(NamedTuple):
    """A relation before it knows its sentence."""

    subject: str
    kind: RelationKind
    object: str
    negated: bool


_NOTHING = _Said("", "acts-on", "", negated=False)
"""Before the first relation of a sentence."""

_KINDS: dict[str, RelationKind] = {"leads": "leads-to", "handled": "handled-by"}
_LINKING = re.compile(
    rf"\b(?:(?P<through>(?:via|through|by(?: means of)?|involving|due to)\s+(?:(?:the|its|their)\s+)?(?:[\w-]+\s+)?"
    rf"(?:{NOUNS}(?:\s+(?:of|to|with))?|{DOING}))"
    rf"|(?P<way>via|through)"
    rf"|(?P<handled>{HANDLED}(?:\s+[\w-]+){{0,5}}?\s+by)"
    rf"|(?P<passive>(?:{ACTS}|{LEADS})(?:\s+[a-z]+ly)?\s+by(?! (?:\d|an? (?:mean|average|median|factor)|about)))"
    r"|(?P<agent>(?:(?:is|are|was|act(?:s|ing)? as|as)\s+|,\s*)(?:an?|the)\s+(?:[\w-]+\s+){0,3}?"
    rf"{AGENTS}\s+(?:of|for))"
    rf"|(?P<acts>{ACTS}(?! of\b))|(?P<effect>{EFFECT_ON})|(?P<leads>{LEADS}(?! of\b)))(?=[\s,.;)]|$)",
    re.IGNORECASE,
)
_NEGATED = re.compile(rf"(?:\b|(?<=\w)){NOT}\s+(?:\w+\s+){{0,3}}$", re.IGNORECASE)
_NO_SUBJECT = re.compile(r"(?:^|\b)no\s+(?:\w+\s+){1,4}$", re.IGNORECASE)
_RELATIVE = re.compile(
    r"(?:,\s*)?\b(?:which|that|who)\s+(?:(?:[a-z]+ly|can|may|then|is|are|was|were)\s+)*$", re.IGNORECASE
)
_COORDINATED = re.compile(
    r"(?:\b(?:and|or|but|then)|,)\s+(?:[a-z]+ly\s+|thereby\s+|thus\s+|so\s+|also\s+|to\s+|can\s+|may\s+)*$",
    re.IGNORECASE,
)
_NOMINAL = re.compile(rf"\b{NOUNS} of (?P<object>[^,;.()]{{2,60}}?) by (?P<subject>[^,;.()]{{2,50}})", re.IGNORECASE)
_IS_AGENT = re.compile(
    r"(?P<subject>[^,;.()]{2,60}?)(?:\s+(?:is|are|was|acts? as)|,)\s+an?\s+"
    rf"(?P<object>(?:[\w/-]+\s+){{1,4}}?){AGENTS}\b(?! of| for)",
    re.IGNORECASE,
)
_INDUCED = re.compile(
    r"\b(?P<subject>[\w-]{3,})-(?:induced|mediated|driven|dependent|triggered) (?P<object>[^,;.()]{3,60})",
    re.IGNORECASE,
)
_HANDLES = re.compile(
    r"\b(?P<object>[\w-]{3,})[- ](?:mediated|dependent|catalysed|catalyzed) (?:metabolism|activation|bioactivation"
    r"|hydroxylation|oxidation|conversion|clearance) of (?P<subject>[^,;.()]{3,50})",
    re.IGNORECASE,
)
_NO_LINK = re.compile(
    r"\bno (?:[\w-]+ ){0,2}(?:association|correlation|link|relationship|interaction) (?:\w+ ){0,3}?between "
    r"(?P<subject>[^,;.()]{2,50}?) and (?P<object>[^,;.()]{2,60})",
    re.IGNORECASE,
)
_GERUND = re.compile(r"^\w+ing\b", re.IGNORECASE)


def relations_in(text: str, sections: tuple[tuple[int, str], ...] = ()) -> tuple[Relation, ...]:
    """Return the relations *text* states, in order; what is only aimed at or done states none."""
    return tuple(
        Relation(said.subject, said.kind, said.object, said.negated, is_hedged(sentence.text), sentence, role)
        for sentence, role in roles(text, sections)
        if role not in {"aim", "method"}
        for said in _named(sentence.text)
    )


def _named(sentence: str) -> Iterator[_Said]:
    """Yield the relations of one sentence whose two ends both have a name."""
    return (said for said in _said(sentence) if said.subject and said.object)


def _said(sentence: str) -> Iterator[_Said]:
    """Yield the relations of one sentence: those of its verbs, then those of its nouns."""
    yield from _by_verbs(sentence)
    patterns: tuple[tuple[re.Pattern[str], RelationKind, bool], ...] = (
        (_NOMINAL, "acts-on", False),
        (_IS_AGENT, "acts-on", False),
        (_INDUCED, "leads-to", False),
        (_HANDLES, "handled-by", False),
        (_NO_LINK, "acts-on", True),
    )
    for pattern, kind, negated in patterns:
        for found in pattern.finditer(sentence):
            subject, object_ = terms.phrase_after(found["subject"]), terms.phrase_after(found["object"])
            yield _Said(subject, kind, object_, negated)


def _by_verbs(sentence: str) -> Iterator[_Said]:
    """Yield the relations of a sentence's verbs; a participle leans on the relation before it."""
    before, means, end = _NOTHING, "", 0
    for found in _LINKING.finditer(sentence):
        said = _one(sentence, found, sentence[end : found.start()], before)
        yield said
        means = said.object if found["through"] else means
        outcome = before if found["through"] else said
        yield _Said(means, "leads-to", "" if outcome.negated else outcome.object, negated=False)
        means = "" if outcome.object else means
        before, end = before if _leans(found) else said, found.end()


def _leans(found: re.Match[str]) -> bool:
    """Say whether a linking word only says how the relation before it came about."""
    return bool(found["through"] or found["way"])


def _one(sentence: str, found: re.Match[str], left: str, before: _Said) -> _Said:
    """Return what one linking word says; an end that has no name is empty.

    *left* is what stands between the linking word before and this one.
    """
    right = terms.phrase_after(sentence[found.end() :])
    negated = _is_denied(found, left)
    if found["way"]:
        return _Said(right, "leads-to", before.object, negated)
    subject = before.subject if found["through"] else _subject(found, left, before)
    subject = subject or _drug_in(sentence[: found.start()])
    if found["passive"]:
        return _Said(right, "acts-on", subject, negated)
    return _Said(subject, _KINDS.get(str(found.lastgroup), "acts-on"), right, negated)


def _drug_in(text: str) -> str:
    """Return the first drug that is meant itself in *text*, for a pronoun or a far verb to stand for."""
    return next((drug for drug in drugs_in(text) if is_agent(text, (drug,))), "")


def _is_denied(found: re.Match[str], left: str) -> bool:
    """Say whether a relation is denied: by a word before its verb, or by having no subject or no effect."""
    return bool(_NEGATED.search(left) or _NO_SUBJECT.search(terms.clause_before(left)) or found["little"])


def _subject(found: re.Match[str], left: str, before: _Said) -> str:
    """Return what a verb's subject is: the phrase beside it, or what the relation before it speaks of."""
    if relative := _RELATIVE.search(left):
        return terms.phrase_before(left[: relative.start()]) or before.object
    beside = "" if before.subject and _COORDINATED.search(left) else terms.phrase_before(left)
    return beside or (before.object if _is_consequence(found) else before.subject)


def _is_consequence(found: re.Match[str]) -> bool:
    """Say whether a verb says what followed, as ``leading to`` does, and not what the subject did next."""
    return bool(found["leads"] and _GERUND.match(found.group()))
