"""The second checker asks Claude, in batches, whether the sources say what a draft says.

It may read the sentences and the passages, and nothing else: no tool, no conversation. What it says is
weighed in ``shared.audit.entailing``. Its calls are journaled and paid like those of the writer.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, Field

from shared import messages as m
from shared.audit.entailing import Answered, Asked, Entailed, Said
from shared.audit.markers import without_markers
from shared.audit.shelf import content_words
from shared.errors import CannotDo, RetryLater
from shared.llm.asking import ask
from shared.llm.calls import Calls
from shared.llm.fencing import fenced, source, untrusted
from shared.llm.prompts import built_in
from shared.llm.purse import estimated
from shared.llm.values import Prompt, Request
from shared.sentences import truncate_at_sentence

PROMPT = Path(__file__).with_name("entailing.md")

MOST_AT_ONCE = 16
"""Sentences with a source in one call: with more, a model begins to mix them up."""

MOST_CALLS = 4
"""For one draft; what is left then is told."""

MOST_PIECES = 3
"""Of a source, those nearest in words to the sentence."""

MOST_CHARACTERS = 2_000
"""Of one piece: as much as the writer was shown."""

ANSWER_TOKENS = 160
"""For one sentence and source, a quotation and a reason included."""

DRAFT_SECONDS = 45.0
"""Kept of an order's time while the draft may still go back to its writer."""


class OnSource(BaseModel):
    """What the model says of one sentence and one source."""

    sentence: int = Field(ge=1)
    source_id: str
    verdict: Entailed
    quotation: str
    reason: str


class Entailments(BaseModel):
    """What the model is asked for."""

    verdicts: list[OnSource]


class ClaudeEntailment:
    """Asks within what is left of an order; what cannot be had leaves the verdicts of the rules as they are."""

    def __init__(self, calls: Calls, order: m.ReportRequested) -> None:
        self._calls, self._order = calls, order

    async def judge(self, asked: Sequence[Asked], keep: m.Spending) -> Answered:
        """Return what Claude says of as many as it can be asked; *keep* is left for a second draft."""
        said: list[Said] = []
        why = ""
        try:
            for start in range(0, len(asked), MOST_AT_ONCE):
                self._refuse_too_many(start, keep)
                said += await self._asked(asked[start : start + MOST_AT_ONCE], keep)
        except (CannotDo, RetryLater) as error:
            why = str(error)
        return Answered(tuple(said), why, self._calls.spent)

    def _refuse_too_many(self, answered: int, keep: m.Spending) -> None:
        """Raise ``CannotDo`` where there were calls enough, or the time is needed for a second draft."""
        if answered >= MOST_AT_ONCE * MOST_CALLS:
            message = "there are too many of them"
            raise CannotDo(message)
        if keep.tokens and self._calls.seconds_left < DRAFT_SECONDS:
            message = "the time that was left is kept for a second draft"
            raise CannotDo(message)

    async def _asked(self, batch: Sequence[Asked], keep: m.Spending) -> tuple[Said, ...]:
        """Return the answers to one call."""
        prompt = await self._calls.kept("entailing-prompt", Prompt, self._prompt)
        request = self._request(prompt, batch)
        self._refuse_dear(request, keep)
        with self._calls.under(prompt):
            found = said_of(await ask(self._calls, request, Entailments), batch)
        return tuple(one._replace(by=self._calls.answered_by) for one in found)

    async def _prompt(self) -> Prompt:
        """Return what Claude is told to do."""
        return built_in(PROMPT, self._order.domain)

    def _request(self, prompt: Prompt, batch: Sequence[Asked]) -> Request:
        """Return one call."""
        own = self._calls.means.settings
        return Request(
            model=own.model,
            system=prompt.text,
            messages=({"role": "user", "content": content(self._order.question, batch)},),
            most_tokens=min(own.most_output_tokens, ANSWER_TOKENS * (len(batch) + 1)),
            effort=own.effort,
        )

    def _refuse_dear(self, request: Request, keep: m.Spending) -> None:
        """Raise ``CannotDo`` where the call would use up what is kept."""
        purse, prices = self._calls.purse, self._calls.means.prices
        most = prices.worst(request.model, estimated(request), request.most_tokens)
        if keep.tokens and (purse.tokens_left - most.tokens < keep.tokens or purse.usd_left - most.usd < keep.usd):
            message = "the allowance that was left is kept for a second draft"
            raise CannotDo(message)


def content(question: str, batch: Sequence[Asked]) -> str:
    """Return what the model is told of a batch: its sentences by number, and the passages of their sources."""
    told = _numbered(batch)
    passages = {(piece.work_id, piece.locator.start, piece.content): piece for one in batch for piece in _pieces(one)}
    parts = (
        fenced("question", question),
        *(fenced("sentence", text, {"number": str(n), "sources": ", ".join(told[text])}) for n, text in _each(told)),
        *(source(piece, truncate_at_sentence(piece.content, MOST_CHARACTERS)) for piece in passages.values()),
    )
    return f"{untrusted(parts)}\nJudge each sentence against each of its sources."


def _numbered(batch: Sequence[Asked]) -> dict[str, list[str]]:
    """Return the sentences of a batch in order, each with the sources it is asked about."""
    told: dict[str, list[str]] = {}
    for one in batch:
        told.setdefault(one.sentence, []).append(one.source.source_id)
    return told


def _each(told: dict[str, list[str]]) -> Iterator[tuple[int, str]]:
    """Yield the sentences with the numbers by which the model calls them."""
    return enumerate(told, start=1)


def _pieces(asked: Asked) -> tuple[m.Evidence, ...]:
    """Return the pieces of a source that speak most of what a sentence speaks of."""
    words = content_words(without_markers(asked.sentence))
    ranked = sorted(asked.source.pieces, key=lambda piece: -len(words & content_words(piece.content)))
    return tuple(ranked[:MOST_PIECES])


_ID = re.compile(r"\W*(?:sources?\W*)?s\s?0*(\d+)\W*", re.IGNORECASE)


def _named(source_id: str) -> str:
    """Return a source id in its one form: a model may answer ``[S1]`` or ``s1``."""
    found = _ID.fullmatch(source_id)
    return f"S{found[1]}" if found else source_id.strip()


def said_of(answer: Entailments, batch: Sequence[Asked]) -> tuple[Said, ...]:
    """Return what an answer says of the batch: the first word on each; on what was not asked, nothing. Pure."""
    numbers = dict(_each(_numbered(batch)))
    wanted = {one.key: one for one in batch}
    found: dict[tuple[str, str], Said] = {}
    for one in answer.verdicts:
        key = (numbers.get(one.sentence, ""), _named(one.source_id))
        if key in wanted:
            found.setdefault(key, Said(wanted[key], one.verdict, one.quotation, one.reason))
    return tuple(found.values())
