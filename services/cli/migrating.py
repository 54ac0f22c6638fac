"""Runs from one research memory to another, and vectors made anew: while nobody else works on them."""

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator

from shared import messages as m
from shared.errors import CannotDo, RetryLater
from shared.memory import ResearchMemory
from shared.settings import Settings

from .calling import calling
from .remembering import Taken, held

Tell = Callable[[str], None]
"""Told the id of each run before its turn."""


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
    """Hold the data folder; raise ``CannotDo`` while a Vouch runs in it, or a coordinator answers at its server."""
    with _only_one(settings):
        if "nats_url" in settings.model_fields_set and await _answers(settings):
            message = f"a coordinator is at work at {settings.nats_url}: stop it first, for it would go on with the old"
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


async def _answers(settings: Settings) -> bool:
    """Say whether a coordinator answers; where there is no server, none does."""
    with contextlib.suppress(RetryLater):
        async with calling(settings.nats_urls, patience_seconds=0) as caller:
            await caller.ask(m.RunsList(run_id="", most=1), m.RunsPage)
            return True
    return False
