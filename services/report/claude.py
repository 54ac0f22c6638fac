"""The writer that asks Claude. It streams a draft; what may leave is decided by the audit, not here."""

import re
from dataclasses import replace

from shared import messages as m
from shared.audit.inspecting import CONCLUSION, SUMMARY, TITLE
from shared.audit.references import reference_text
from shared.errors import CannotDo
from shared.llm.asking import refuse_declined
from shared.llm.calls import Calls
from shared.llm.fencing import fenced, untrusted
from shared.llm.fitting import Fitted, legible, told_of
from shared.llm.opening import Thinking
from shared.llm.values import Block, Request, Tool, ToolUse

from .drafting import Draft
from .entailing import ClaudeEntailment
from .parsing import Parsed, draft_of, parsed
from .rules import RuleWriter

MOST_CHARACTERS = 2_000
PROMPT_TOKENS = 2_500
"""What prompt, hypotheses, scores and one look into the bibliography need beside the evidence."""

LEAST_EVIDENCE_TOKENS = 2_000
"""With less than these, room is taken from a second draft."""

MOST_LOOKUPS = 3
"""Turns in which the bibliography may be looked into, for each draft."""

NO_MORE_LOOKUPS = "You have looked up enough: write the report now, without a tool."

NOTHING_WRITTEN = "The report was written by rules, because the model handed in a draft without a word."

MOST_HOLES = 20
"""Told to the model; the report lists all, whatever the model says of them."""

MOST_PROBLEMS = 20
"""Told to the model of a draft; the report lists all."""

MOST_REFERENCES = 25
"""Given at once: a run may have a thousand works, and each reference has 80 tokens."""

BIBLIOGRAPHY = Tool(
    name="get_bibliography",
    description="Gives the reference of each id you name (such as S1, S4; or all): title, journal, year, design.",
    argument="source_ids",
)


_ID = re.compile(r"\bS\s?(\d{1,6})\b", re.IGNORECASE)


class ClaudeWriter:
    """Writes the drafts of one order in one conversation; where Claude cannot, the rules do, and the report says so."""

    def __init__(self, thinking: Thinking, order: m.ReportRequested) -> None:
        self._thinking, self._order = thinking, order
        self._calls: Calls = thinking.on(order)
        self._live = thinking.live(order, "report")
        self._request: Request | None = None
        self._uses: tuple[ToolUse, ...] = ()
        self._checker = ClaudeEntailment(self._calls, order)
        self._notes: tuple[str, ...] = ()

    async def write(self, order: m.ReportRequested, problems: tuple[str, ...] = ()) -> Draft:
        """Return a draft, the second time with what was wrong with the first. Raises ``RetryLater``.

        A second draft that cannot be had raises ``CannotDo``: the first one stands.
        """
        async with self._calls.settled():
            if problems:
                return await self._second(problems)
            try:
                return await self._first()
            except CannotDo as error:
                return await self._by_rules(order, str(error))

    async def _first(self) -> Draft:
        """Return the first draft."""
        shown = legible(self._order.evidence, evidence_room(self._calls.room_tokens), MOST_CHARACTERS)
        told = content(self._order, shown)
        request = await self._thinking.request(self._calls, self._order.domain, told, (BIBLIOGRAPHY,))
        self._notes = told_of("report", shown)
        return await self._written(request)

    async def _second(self, problems: tuple[str, ...]) -> Draft:
        """Return another draft, now that the model knows what was wrong."""
        if self._request is None:
            message = "there is no first draft of this writer's to mend"
            raise CannotDo(message)
        return await self._written(self._answered(self._request, _findings(problems)))

    async def _written(self, request: Request) -> Draft:
        """Return what the model writes, once it has looked up what it wants."""
        for look in range(MOST_LOOKUPS + 1):
            async with self._live.writing() as written:
                reply = await self._calls.send(request, on_text=written)
            refuse_declined(reply)
            self._request, self._uses = request.answered(reply.content), reply.tool_uses
            if not reply.tool_uses:
                break
            request = self._answered(self._request, NO_MORE_LOOKUPS if look + 1 >= MOST_LOOKUPS else "")
        return await self._whole(parsed(reply.text, cut=reply.stop == "max_tokens"))

    def _answered(self, request: Request, told: str) -> Request:
        """Return the conversation with what the model looked up last, and then what it is *told*."""
        blocks = [self._looked_up(use) for use in self._uses]
        blocks += [{"type": "text", "text": told}] if told else []
        return request.followed_by({"role": "user", "content": blocks})

    def _looked_up(self, use: ToolUse) -> Block:
        """Return the answer to one use of a tool; one that is not there, or was asked wrongly, says so."""
        wanted = use.arguments.get(BIBLIOGRAPHY.argument) if isinstance(use.arguments, dict) else None
        answer: Block = {"type": "tool_result", "tool_use_id": use.id}
        if use.name != BIBLIOGRAPHY.name or not isinstance(wanted, str):
            return {**answer, "content": f"there is only {BIBLIOGRAPHY.name}, with a text", "is_error": True}
        if listed := bibliography(self._order, wanted):
            return {**answer, "content": listed}
        return {**answer, "content": "no source has such an id: name some of the evidence", "is_error": True}

    async def _whole(self, found: Parsed) -> Draft:
        """Return a draft with every part a report needs: what the model left out, the rules write.

        What stands in no section that was asked for goes behind the conclusion, so that the audit sees it.
        """
        if found.empty:
            own = await RuleWriter().write(self._order)
            return replace(own.with_limitation(NOTHING_WRITTEN), flaws=found.flaws, spent=self._calls.spent)
        calls = self._calls
        draft = replace(draft_of(found), made_by=calls.answered_by, spent=calls.spent, checker=self._checker)
        for note in self._notes:
            draft = draft.with_limitation(note)
        if found.missing:
            draft = _filled(draft, found.missing, await RuleWriter().write(self._order))
        return replace(draft, conclusion="\n\n".join(filter(None, (draft.conclusion, found.beside))))

    async def _by_rules(self, order: m.ReportRequested, why: str) -> Draft:
        """Return what the rules write, with the reason; the model is not asked to mend what it did not write."""
        self._request = None
        told = f"The report was written by rules, because the model could not write it: {why.rstrip('.')}."
        return replace((await RuleWriter().write(order)).with_limitation(told), spent=self._calls.spent)


def evidence_room(room_tokens: int) -> int:
    """Return how many tokens of evidence fit: a look into the bibliography repeats them, and so does a second draft.

    With little room it is the second draft that is given up: of too little evidence there is nothing to write.
    """
    with_second, without = room_tokens // 3 - PROMPT_TOKENS, room_tokens // 2 - PROMPT_TOKENS
    return max(with_second, min(without, LEAST_EVIDENCE_TOKENS))


def content(order: m.ReportRequested, shown: Fitted) -> str:
    """Return what the model is told of an order."""
    parts = (
        fenced("question", order.question),
        *map(_hypothesis, order.hypotheses),
        *_judged(order),
        *(fenced("hole", one) for one in order.record.holes[:MOST_HOLES]),
        *shown.sources,
    )
    return "\n".join(filter(None, (untrusted(parts), shown.note, "Write the report.")))


def _hypothesis(one: m.MechanismHypothesis) -> str:
    """Return a hypothesis with how it stands."""
    facts = {
        "id": one.hypothesis_id,
        "status": one.status,
        "for": ", ".join(one.supporting_evidence),
        "against": ", ".join(one.contradicting_evidence),
    }
    return fenced("hypothesis", one.mechanism, facts)


def _judged(order: m.ReportRequested) -> tuple[str, ...]:
    """Return what the judge said, if it did."""
    if order.assessment is None:
        return ()
    said = order.assessment
    facts = {"direction": said.direction, "reasons": " ".join(said.certainty_reasons)}
    return (fenced("assessment", said.reasoning, facts),)


def bibliography(order: m.ReportRequested, wanted: str) -> str:
    """Return the references of the ids in *wanted*, or of all works where it names none, those that were read first.

    Beyond ``MOST_REFERENCES`` it says how many more there are. Nothing comes of ids that no work has.
    """
    named = {f"S{int(number)}" for number in _ID.findall(wanted)}
    read = {piece.source_id for piece in order.evidence}
    listed = [one for one in order.bibliography if not named or one.source_id in named]
    listed.sort(key=lambda one: one.source_id not in read)
    if not listed:
        return ""
    shown, more = listed[:MOST_REFERENCES], len(listed) - MOST_REFERENCES
    lines = (fenced("reference", reference_text(one, one.design), {"id": one.source_id}) for one in shown)
    return untrusted(lines) + (f"\n{more} more: name their ids." if more > 0 else "")


def _findings(problems: tuple[str, ...]) -> str:
    """Return the audit's findings as a turn; they quote the draft, so they are data."""
    told = untrusted(fenced("problem", one) for one in problems[:MOST_PROBLEMS])
    return f"An audit found this wrong with your draft:\n{told}\nWrite the whole report again, with these mended."


def _filled(draft: Draft, missing: tuple[str, ...], own: Draft) -> Draft:
    """Return the draft with the rules' *own* words for the parts that are missing."""
    return replace(
        draft,
        title=own.title if TITLE in missing else draft.title,
        executive_summary=own.executive_summary if SUMMARY in missing else draft.executive_summary,
        conclusion=own.conclusion if CONCLUSION in missing else draft.conclusion,
        program_sentences=draft.program_sentences | own.program_sentences,
    )
