"""Ask very much at once, as a caller that does not wait for one answer before it asks again."""

import asyncio
import json
from collections.abc import Iterable

from nats.aio.msg import Msg
from nats.js import JetStreamContext

FLUSH_EVERY = 1_000


async def ask_at_once(js: JetStreamContext, run_ids: Iterable[str]) -> dict[str, str]:
    """Return for each run id whether its request was ``stored``, or else the server's error code."""
    wanted, answers, all_came = tuple(run_ids), dict[str, str](), asyncio.Event()

    async def answered(msg: Msg) -> None:
        answer = json.loads(msg.data)
        answers[msg.subject.rpartition(".")[2]] = str(answer["error"]["err_code"]) if "error" in answer else "stored"
        if len(answers) == len(wanted):
            all_came.set()

    inbox = js._nc.new_inbox()
    subscription = await js._nc.subscribe(f"{inbox}.*", cb=answered, pending_msgs_limit=-1, pending_bytes_limit=-1)
    for n, run_id in enumerate(wanted):
        body = json.dumps({"question": "Does drug A help people with disease B?", "run_id": run_id})
        await js._nc.publish("research.requested", body.encode(), reply=f"{inbox}.{run_id}")
        if n % FLUSH_EVERY == 0:
            await js._nc.flush()
    async with asyncio.timeout(60):
        await all_came.wait()
    await subscription.unsubscribe()
    return answers
