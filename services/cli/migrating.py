"""Runs from one research memory to another, and vectors made anew: while nobody else works on them."""

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator

from deploy.weaviate.finding import without_key
from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.memory import ResearchMemory
from shared.settings import Settings

from .calling import ANSWER_SECONDS, NobodyAnswers, calling
from .knocking import NobodyListens
from .remembering import Taken, held

Tell = Callable[[str], None]
"""Told the id of each run before its turn."""

ANY_RUN = "any"
"""Asked for to see whether a coordinator answers, if only that there is no such run: it reads a single key."""


async def migrate(source: ResearchMemory, target: ResearchMemory, tell: Tell) -> tuple[int, int]:
    """Copy all runs; return how many were copied, and how many were there already. The source is not changed.

    Killed half-way, it is finished by repeating it: a run is put in whole or is put in again.
    """
    copied = known = 0
    for run_id in await source.runs():
        tell(run_id)
        records = await source.export_run(run_id)
        if records == await target.export_run(run_id):
            known += 1
            continue
        await target.import_run(run_id, records)
        if records != await target.export_run(run_id):
            message = f"run {run_id} is not the same in the new memory: nothing was changed in the old one; try again"
            raise CannotDo(message)
        copied += 1
    return copied, known


@contextlib.asynccontextmanager
async def alone(settings: Settings) -> AsyncIterator[None]:
    """Hold the data folder; raise ``CannotDo`` while a Vouch runs in it, or a coordinator answers at its server.

    Raises ``RetryLater`` while nobody can tell whether one is at work there.
    """
    with _only_one(settings):
        if "nats_url" in settings.model_fields_set and await at_work(settings):
            where = ", ".join(map(without_key, settings.nats_urls))
            message = f"a coordinator is at work at {where}: stop it first, for it would go on with the old"
            raise CannotDo(message)
        yield


@contextlib.contextmanager
def _only_one(settings: Settings) -> Iterator[None]:
    """Hold the data folder."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(held(settings.data_dir))
        except Taken as error:
            message = f"{error}: stop it first, for it would go on with the old"
            raise CannotDo(message) from error
        yield


async def at_work(settings: Settings, seconds: float = ANSWER_SECONDS) -> bool:
    """Say whether a coordinator answers; raise ``RetryLater`` where that cannot be told: it may only be slow."""
    try:
        async with calling(settings.nats_urls, patience_seconds=0) as caller:
            await caller.ask(m.RunsGet(run_id=ANY_RUN), m.RunView, seconds)
    except (NobodyListens, NobodyAnswers):
        return False
    except CannotDo:  # there is no such run, says the coordinator
        return True
    except RetryLater as error:
        message = (
            f"{error}; so nobody can tell whether a coordinator is at work there: stop it first, for it would go on "
            "with the old, and mend VOUCH_NATS_URL, or leave it out where no Vouch uses that server"
        )
        raise RetryLater(message) from error
    return True
