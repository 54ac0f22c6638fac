"""The second checker's side of the ledger: which sentences it is asked, and what of its answer is believed. Pure.

Rules cannot judge a paraphrase; whoever reads can. A model's word counts only with a passage that
stands verbatim in the source and reports a result. It can never lift what the rules found wrong,
because the weaker verdict shows (``ledger.py``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from shared import messages as m
from shared.audit.checking import CHECKER
from shared.audit.escaping import without_references
from shared.audit.ledger import UNSTATED
from shared.audit.parts import EVIDENTIAL
from shared.audit.prose import FEWEST_WORDS
from shared.audit.shelf import Shelf, Source, found_verbatim, reports_result

Entailed = Literal["supported", "partly", "contradicted", "unstated"]
"""What a model may say of a sentence and a source."""

MOST_REASON = 160
"""Characters of a model's own words in the ledger."""

ITSELF = ", which also wrote the text"
"""Behind the name of a model that checks its own words."""

_NEED = {"not-checked": 0, "partly": 1, "numbers-and-direction-match": 1, "mismatch": 2, "contradicted": 2}
"""Whom to ask of first: what rules cannot settle needs it most, what they found wrong least."""


Place = tuple[m.SourcePassage, m.Evidence]
"""A passage, and the piece it stands in."""


class Asked(NamedTuple):
    """A sentence, and one of the sources it cites."""

    sentence: str
    source: Source

    @property
    def key(self) -> tuple[str, str]:
        """Return by what its answer is filed."""
        return self.sentence, self.source.source_id


class Said(NamedTuple):
    """What was answered on a sentence and a source, as yet unbelieved."""

    asked: Asked
    verdict: Entailed
    quotation: str = ""
    """The passage of the source that it rests on."""
    reason: str = ""
    by: str = ""
    """The model that answered."""


@dataclass(frozen=True)
class Answered:
    """What came of asking: some may be without an answer, and then *why* says why."""

    said: tuple[Said, ...] = ()
    why: str = ""
    spent: m.Spending | None = None
    """Of the order so far, where asking costs anything."""


class Entailment(Protocol):
    """Whoever can judge whether a source says what a sentence says: a model, or a script in tests."""

    async def judge(self, asked: Sequence[Asked], keep: m.Spending) -> Answered:
        """Return an answer on as many as can be had, the first ones first; *keep* is left unspent.

        A report does without it, so it raises nothing: what fails is told in ``why``.
        """
        ...


def to_ask(claims: Iterable[m.Claim], shelf: Shelf) -> tuple[Asked, ...]:
    """Return the sentences on evidence that do not stand verbatim in their source, those that need it most first."""
    found = [
        (one.verdict, Asked(claim.sentence, shelf[one.source_id]))
        for claim in claims
        for one in claim.checks
        if claim.section in EVIDENTIAL and one.verdict_by == CHECKER and _is_open(one, claim)
    ]
    found.sort(key=lambda pair: _NEED[pair[0]])
    readable = (asked for _, asked in found if asked.source.pieces and not asked.source.retracted)
    return tuple({asked.key: asked for asked in readable}.values())


def _is_open(found: m.SourceCheck, claim: m.Claim) -> bool:
    """Say whether reading can add to what the rules found: a quotation that is not there needs no second look."""
    return found.verdict in _NEED and not (claim.quotes and found.verdict in {"mismatch", "contradicted"})


def believed(said: Said, by: str, writer: str) -> m.SourceCheck:
    """Return the check that an answer of *by* comes to, once its passage was looked up; *writer* made the text."""
    source_id = said.asked.source.source_id
    found = _places(said)
    verdict, reason = _weighed(said, found)
    if verdict == "contradicted":
        reason = f"{source_id} says otherwise, as {by} reads it"
    return m.SourceCheck(
        source_id=source_id,
        verdict=verdict,
        verdict_by=f"{by}{ITSELF}" if by == writer else by,
        reason=reason,
        passages=tuple(passage for passage, _ in found),
    )


def _weighed(said: Said, found: Sequence[Place]) -> tuple[m.Verdict, str]:
    """Return the verdict that holds, and why."""
    if said.verdict == "unstated":
        return "not-checked", UNSTATED
    if 0 < len(_wanted(said).split()) < FEWEST_WORDS:
        return "not-checked", "the passage it names is too short to show anything"
    if not found:
        return "not-checked", "the passage it names does not stand in the source"
    if not any(reports_result(*place) for place in found):
        return "not-checked", "the passage it names reports no result"
    return said.verdict, _plain(said.reason)


def _places(said: Said) -> list[Place]:
    """Return where the passage stands that an answer names, at most once in each piece."""
    wanted = _wanted(said)
    found = ((found_verbatim(wanted, piece), piece) for piece in said.asked.source.pieces if wanted)
    return [(passage, piece) for passage, piece in found if passage]


def _wanted(said: Said) -> str:
    """Return the passage that an answer names, without marks around it."""
    return said.quotation.strip(' “”"…')


def _plain(reason: str) -> str:
    """Return a model's own words on one line: they cite nothing, link nowhere and end."""
    plain = without_references(reason)
    return plain if len(plain) <= MOST_REASON else f"{plain[: MOST_REASON - 1].rstrip()}…"
