"""Conversations: what was asked and answered in a session, for those who ask on."""

import hashlib
from datetime import datetime

import structlog
from pydantic import ValidationError

from shared import messages as m
from shared.audit.markers import without_markers
from shared.bus.keyvalue import Bucket
from shared.errors import RetryLater

from .hearing import MOST_TEXT, bounded

MOST_TURNS = 50
"""Kept of a session, the newest."""

MOST_TOLD = 10
"""Told to an agent (design.md)."""

MOST_QUESTION = 1_000
"""Characters kept of a question: turns are there to know what is meant, and ten of them go with an order."""

MOST_CONFLICTS = 20
"""Times that other replicas may be quicker before the end waits."""

KEY_DIGITS = 32
"""Of the hash that stands for a session: its name is a person's own text, and no key of a bucket."""

logger = structlog.get_logger()


class Said(m.Value):
    """A run of a session that has ended."""

    run_id: str
    question: str
    answer: str
    ended_at: datetime


class Session(m.Value):
    """What is kept of a session, in the order in which its runs ended."""

    said: tuple[Said, ...] = ()


class Sessions:
    """The sessions in their bucket."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket

    async def with_turns(self, order: m.RetrievalRequested, began: datetime) -> m.RetrievalRequested:
        """Return the order with the last turns that had ended when its run *began*: the same, whenever it is sent.

        Raises ``RetryLater`` when the bucket cannot be asked.
        """
        if not order.session_id:
            return order
        session, _ = await self._load(order.session_id)
        earlier = [one for one in session.said if one.ended_at < began]
        turns = tuple(m.Turn(question=one.question, answer=one.answer) for one in earlier[-MOST_TOLD:])
        return order.model_copy(update={"turns": turns})

    async def note(self, end: m.ResearchCompleted, name: str) -> None:
        """Keep how a run of the session of this name ended, once however often it is told; without a name nothing.

        Raises ``RetryLater`` when the bucket cannot be asked, or other replicas keep changing the session.
        """
        if not name:
            return
        for _ in range(MOST_CONFLICTS):
            session, revision = await self._load(name)
            if any(one.run_id == end.run_id for one in session.said):
                return
            value = joined(session, said_in(end)).model_dump_json().encode()
            if await self._bucket.put_if(key_of(name), value, revision) is not None:
                return
        message = f"other replicas changed the session of run {end.run_id} {MOST_CONFLICTS} times"
        raise RetryLater(message)

    async def forget(self, key: str, run_id: str) -> None:
        """Take a run's turn out of the session of this key; without a key, or a turn, nothing is to be done.

        Raises ``RetryLater`` when the bucket cannot be asked, or other replicas keep changing the session.
        """
        for _ in range(MOST_CONFLICTS if key else 0):
            session, revision = await self._load_key(key)
            left = tuple(one for one in session.said if one.run_id != run_id)
            if left == session.said:
                return
            value = session.model_copy(update={"said": left}).model_dump_json().encode()
            if await self._bucket.put_if(key, value, revision) is not None:
                return
        if key:
            message = f"other replicas changed the session of run {run_id} {MOST_CONFLICTS} times"
            raise RetryLater(message)

    async def _load(self, name: str) -> tuple[Session, int]:
        """Return a session and its revision; an empty one, and 0, where there is none."""
        return await self._load_key(key_of(name))

    async def _load_key(self, key: str) -> tuple[Session, int]:
        """Return the session of a key, as ``_load`` does that of a name."""
        if (entry := await self._bucket.get(key)) is None:
            return Session(), 0
        return read(entry.value), entry.revision


def read(value: bytes) -> Session:
    """Return what is kept; a session that is damaged begins anew, for without it runs could not end."""
    try:
        return Session.model_validate_json(value)
    except ValidationError as error:
        logger.warning("a saved session cannot be read and begins anew", problems=error.error_count())
        return Session()


def key_of(name: str) -> str:
    """Return the key of a session."""
    return hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:KEY_DIGITS]


def joined(session: Session, said: Said) -> Session:
    """Return the session with one more turn, the newest alone."""
    turns = sorted((*session.said, said), key=lambda one: (one.ended_at, one.run_id))
    return session.model_copy(update={"said": tuple(turns[-MOST_TURNS:])})


def said_in(end: m.ResearchCompleted) -> Said:
    """Return what a run said: its report in short, or else why there is none."""
    summary = without_markers(end.report.executive_summary) if end.report else ""
    return Said(
        run_id=end.run_id,
        question=bounded(" ".join(end.question.split()), MOST_QUESTION),
        answer=bounded(" ".join((summary or end.reason).split()), MOST_TEXT),
        ended_at=end.ended_at,
    )
