"""The reasoner that asks Claude what to look at next. Tools, addresses and the number of looks are bounded here."""

from collections.abc import Sequence

from shared import messages as m
from shared.characters import printable
from shared.errors import CannotDo
from shared.llm.asking import refuse_declined
from shared.llm.fencing import fenced, unescaped, untrusted
from shared.llm.opening import Thinking
from shared.llm.values import Block, Request, ToolUse
from shared.llm.values import Tool as ToolOffered
from shared.thinking import RULES

from .retrieving import Act, Cost, Finish, Reasoner, Several, Step, Tool, shortened
from .rules import answer_of
from .web_rules import by_rules

MOST_AT_ONCE = 4
"""Tools used side by side in one turn; further ones are refused."""

MOST_SHOWN_CHARACTERS = 12_000
"""Of one observation."""

FEWEST_SHOWN_CHARACTERS = 500
MOST_ARGUMENT_CHARACTERS = 2_000
"""Of what is looked for: four times as much as an address or a good query has."""

MOST_NAME_CHARACTERS = 80
"""Of a tool, which a model may invent."""

MOST_ANSWER_CHARACTERS = 3_000

LAST_TURN = "This is your last turn: answer now, without a tool."


class ClaudeReasoner:
    """Reasons over the tools of one order in one conversation; where Claude cannot go on, the rules do."""

    def __init__(self, thinking: Thinking, order: m.RetrievalRequested, tools: Sequence[Tool]) -> None:
        self._thinking, self._order, self._tools = thinking, order, tools
        self.calls = thinking.on(order)
        self._live = thinking.live(order, "retrieval")
        self._request: Request | None = None
        self._uses: tuple[ToolUse, ...] = ()
        self._turns = 0
        self._rules: Reasoner | None = None
        self._notes: tuple[str, ...] = ()

    @property
    def made_by(self) -> str:
        """Return the model, and the rules where they went on; the rules alone where it never answered."""
        if self._rules is None:
            return self.calls.answered_by
        return f"{self.calls.answered_by}, {RULES}" if self._request else RULES

    @property
    def most_actions(self) -> int:
        """Return how often tools may be used."""
        return self._most_turns * MOST_AT_ONCE

    @property
    def cost(self) -> Cost:
        """Return what the calls have cost."""
        return Cost(self.calls.spent, self._notes)

    @property
    def _most_turns(self) -> int:
        return self._thinking.means.settings.most_steps

    async def next_step(self, question: str, steps: Sequence[Step]) -> Act | Several | Finish:
        """Return what Claude wants to look at, or its answer. Raises ``RetryLater`` as the model does."""
        if self._rules is None:
            try:
                return await self._next(question, steps)
            except CannotDo as error:
                self._rules = by_rules(self._tools)
                self._notes = (f"The retrieval agent went on by rules, because the model could not: {error}",)
        return await self._rules.next_step(question, [step for step in steps if not step.act.problem])

    async def _next(self, question: str, steps: Sequence[Step]) -> Several | Finish:
        """Return the next turn of the conversation."""
        self._turns += 1
        if self._turns > self._most_turns:
            self._notes = (f"The retrieval agent's model looked {self._most_turns} times and gave no answer.",)
            return Finish(_answer(f"Stopped after {self._most_turns} steps without an answer.", steps))
        request = await self._begun(question) if self._request is None else self._continued(self._request, steps)
        async with self._live.writing() as written:
            reply = await self.calls.send(request, on_text=written)
        refuse_declined(reply)
        self._request, self._uses = request.answered(reply.content), reply.tool_uses
        if reply.tool_uses:
            return Several(tuple(self._act(use, place) for place, use in enumerate(reply.tool_uses)))
        if not reply.text.strip():
            self._notes = ("The retrieval agent's model gave no answer; what it had read until then is all there is.",)
        return Finish(_answer(reply.text, steps))

    async def _begun(self, question: str) -> Request:
        """Return the first request of the order."""
        offered = tuple(
            ToolOffered(name=one.name, description=one.description, argument=one.takes) for one in self._tools
        )
        return await self._thinking.request(
            self.calls, self._order.domain, content(self._order, question, self._history), offered
        )

    @property
    def _history(self) -> int:
        return self._thinking.means.settings.history

    def _continued(self, request: Request, steps: Sequence[Step]) -> Request:
        """Return the conversation with what the tools of the last turn saw."""
        seen = steps[len(steps) - len(self._uses) :]
        blocks: list[Block] = [self._result(use, step) for use, step in zip(self._uses, seen, strict=True)]
        if self._turns == self._most_turns:
            blocks.append({"type": "text", "text": LAST_TURN})
        return request.followed_by({"role": "user", "content": blocks})

    def _result(self, use: ToolUse, step: Step) -> Block:
        """Return what one tool saw, as data."""
        most = min(MOST_SHOWN_CHARACTERS, max(FEWEST_SHOWN_CHARACTERS, self.calls.room_tokens))
        seen = step.observation.text
        text = seen if len(seen) <= most else f"{shortened(seen, most)} (it goes on)"
        told = untrusted((fenced("observation", text, {"tool": step.act.tool}),))
        block: Block = {"type": "tool_result", "tool_use_id": use.id, "content": told}
        return {**block, "is_error": True} if step.observation.failed else block

    def _act(self, use: ToolUse, place: int) -> Act:
        """Return a use of a tool as the loop knows it, refused where it is one too many or asked wrongly."""
        name = printable(use.name)[:MOST_NAME_CHARACTERS]
        tool = next((one for one in self._tools if one.name == name), None)
        if place >= MOST_AT_ONCE:
            return Act(name, "", f"at most {MOST_AT_ONCE} tools are used in one turn")
        wanted = use.arguments.get(tool.takes) if tool and isinstance(use.arguments, dict) else None
        said = unescaped(wanted).strip() if isinstance(wanted, str) else ""
        if tool and not 0 < len(said) <= MOST_ARGUMENT_CHARACTERS:
            return Act(name, "", f"say a text as {tool.takes}, of at most {MOST_ARGUMENT_CHARACTERS:,} characters")
        return Act(name, said)


def content(order: m.RetrievalRequested, question: str, history: int) -> str:
    """Return what the model is told of an order: the question, and the last turns of its conversation."""
    turns = order.turns[-history:] if history else ()
    earlier = (fenced("turn", turn.answer, {"question": turn.question}) for turn in turns)
    return f"{untrusted((*earlier, fenced('question', question)))}\nFind the passages that bear on this question."


def _answer(text: str, steps: Sequence[Step]) -> str:
    """Return what the model says, then the program's own index to the passages."""
    said = shortened(" ".join(printable(unescaped(text)).split()), MOST_ANSWER_CHARACTERS)
    said = said or "The model gave no answer."
    return f"{said}\n\n{answer_of(steps)}"
