"""What Vouch makes of errors that come through a gateway, by the adapter it asks Claude with."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

from pydantic import SecretStr

from shared.errors import CannotDo, RetryLater, VouchError
from shared.llm import claude
from shared.llm.breaking import Interrupted
from shared.llm.values import Reply, Request
from shared.settings import ClaudeSettings
from tests.claude.world.asking import EVIDENCE, MODEL, SCHEMAS, prompt
from tests.gateway.comparing import SLOWLY, Bench, Place
from tests.gateway.rows import Row, known_loss
from tests.world.claude.calls import ABORTED

SECONDS = 2.0
"""A call may take."""

GONE_SECONDS = 3.0
"""Within which the vendor must learn that nobody listens any more."""

POLL_SECONDS = 0.1

DELAY_SECONDS = 1
"""That the scripted vendor asks for."""

ASKED = Request(
    model=MODEL,
    system="Be honest.",
    messages=({"role": "user", "content": prompt(*EVIDENCE)},),
    most_tokens=2_000,
    answer_schema=dict(SCHEMAS["judge"]),
)


def ignored(_text: str) -> None:
    """Hear a text, and forget it."""


async def sent(place: Place, request: Request = ASKED, *, stream: bool = False) -> Reply | VouchError:
    """Return the answer to a call, or what it was refused with."""
    settings = ClaudeSettings(url=place.url, api_key=SecretStr(place.key))
    async with claude.opened(settings) as model:
        try:
            return await model.send(request, SECONDS, ignored if stream else None)
        except VouchError as error:
            return error


async def failed(bench: Bench) -> AsyncIterator[Row]:
    """Yield what becomes of each error."""
    yield await _refused(bench, "a wrong key", Place(bench.gateway.url, "sk-wrong"), ASKED)
    yield await _refused(bench, "an unknown model", bench.gateway, ASKED.model_copy(update={"model": "claude-2"}))
    for name in ("429 with delay", "529 with delay", "500"):
        for row in await _later(bench, name):
            yield row
    for name in ("dies", "error event in stream", "stalls"):
        yield await _broken(bench, name)
    yield await _cut(bench)
    yield await _named(bench)
    yield await _lost_whole(bench)
    for stream in (True, False):
        yield await _cancelled(bench, stream=stream)


async def _refused(bench: Bench, what: str, place: Place, request: Request) -> Row:
    """Ask for what will never be answered: the vendor must not be asked, and nobody must ask again."""
    await bench.control.reset()
    came = await sent(place, request)
    calls = (await bench.control.claude()).calls
    return Row(f"{what} is refused for good", isinstance(came, CannotDo) and not calls, str(came))


async def _later(bench: Bench, name: str) -> tuple[Row, ...]:
    """Ask a vendor that cannot answer now: Vouch asks again, and the gateway does not by itself."""
    await bench.control.reset()
    await bench.control.behave("judge", name)
    came = await sent(bench.gateway)
    times = len((await bench.control.claude()).calls)
    again = Row(f"{name}: worth another try", isinstance(came, RetryLater) and times == 1, f"asked {times}×: {came}")
    if "with delay" not in name:
        return (again,)
    wait = came.after_seconds if isinstance(came, RetryLater) else 0.0
    return again, known_loss(f"{name}: how long to wait", f"{wait:g} s of {DELAY_SECONDS}", lost=wait != DELAY_SECONDS)


async def _broken(bench: Bench, name: str) -> Row:
    """Ask for a stream that breaks off: it may have been paid for, so what was set aside for it counts as spent."""
    await bench.control.reset()
    await bench.control.behave("judge", name)
    await bench.control.pace(pause_seconds=SLOWLY)  # or it breaks before anything has come, which is no stream yet
    came = await sent(bench.gateway, stream=True)
    return Row(f"a stream that breaks off ({name})", isinstance(came, Interrupted), str(came))


async def _cut(bench: Bench) -> Row:
    """Ask for a stream that ends in the middle: an answer without an end is none."""
    await bench.control.reset()
    await bench.control.behave("judge", "ends early")
    came = await sent(bench.gateway, stream=True)
    stop = came.stop if isinstance(came, Reply) else str(came)
    return Row("a stream that ends in the middle", stop == "cut-off", stop)


async def _named(bench: Bench) -> Row:
    """Ask for an answer: the vendor's number of it is what its support would ask for."""
    await bench.control.reset()
    came = await sent(bench.gateway)
    number = came.request_id if isinstance(came, Reply) else str(came)
    return known_loss("the vendor's number of a request", number or "none", lost=not number)


async def _lost_whole(bench: Bench) -> Row:
    """Ask for an answer that is lost on its way to the gateway: it may have been paid for, and nobody says so."""
    await bench.control.reset()
    await bench.control.behave("judge", "dies")
    came = await sent(bench.gateway)
    what = "an answer, not streamed, that breaks off may have been paid for"
    return known_loss(what, str(came), lost=not isinstance(came, Interrupted))


async def _cancelled(bench: Bench, *, stream: bool) -> Row:
    """Go away in the middle of an answer: the vendor should stop writing it, for every token costs."""
    await bench.control.reset()
    await bench.control.behave("judge", "stalls")
    call = asyncio.create_task(sent(bench.gateway, stream=stream))
    await _until(bench, bool, SECONDS / 2)
    await asyncio.sleep(SECONDS / 4)
    call.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await call
    began = time.monotonic()
    stopped = await _until(bench, lambda statuses: ABORTED in statuses, GONE_SECONDS)
    said = f"the vendor learns of it after {time.monotonic() - began:.1f} s" if stopped else "the vendor writes on"
    if stream:
        return Row("a stream that is cancelled", stopped, said)
    return known_loss("an answer, not streamed, that is cancelled", said, lost=not stopped)


async def _until(bench: Bench, wanted: Callable[[list[str]], bool], seconds: float) -> bool:
    """Wait until the vendor's calls are as *wanted*; say whether they came to be within so many seconds."""
    for _ in range(int(seconds / POLL_SECONDS)):
        if wanted([call.status for call in (await bench.control.claude()).calls]):
            return True
        await asyncio.sleep(POLL_SECONDS)
    return False
