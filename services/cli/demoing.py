"""`vouch demo`: a question over the sample library, from nothing to a checked report and back to nothing."""

import asyncio
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from shared import clock
from shared import messages as m
from shared.settings import Settings

from . import options as o
from .asking import answered, prepared
from .calling import calling
from .commanding import run
from .exits import OTHER, code_of
from .interrupts import interrupts
from .places import MemoryKind, chosen, places
from .presenting import Printing, present
from .reaching import START_SECONDS, private, read_settings, temporary
from .readying import readied
from .resolving import footnotes
from .samples import sample_files
from .screen import Screen
from .thinking import check_thinking

QUESTION = "Is tafenoquine effective and safe for the radical cure of Plasmodium vivax malaria?"
Question = Annotated[str, typer.Option(help="Another question for the sample library.")]


def demo(*, question: Question = QUESTION, memory: o.Memory = None) -> None:
    """Start everything in a temporary folder, ask a question over the sample library, print the report, stop.

    The rules think, whatever key there is: a demo costs nothing. Only VOUCH_THINKING=claude in the environment has
    Claude think, for money. The memory is a file; --memory weaviate, or VOUCH_MEMORY, has Weaviate keep it. Leaves
    with 0 only when the run is complete and every footnote resolves.
    """
    run(demonstrated(question, memory))


async def demonstrated(question: str, memory: MemoryKind | None) -> int:
    """Run the demo; return its exit code."""
    loop, screen = asyncio.get_running_loop(), Screen()
    settings = read_settings()
    environment = thinking(settings, os.environ)
    settings = chosen(settings, memory or settings.memory or "embedded")
    library = sample_files()
    asking = prepared({"question": question}, library, None, clock.now())
    screen.say(question, style="bold")
    screen.say(f"over {', '.join(path.name for path in library)}, with a server of its own", style="dim")
    with interrupts() as wanted, temporary() as folder:
        used = replace(places(settings, Path(folder)), nats_urls=())
        screen.say(f"memory: {used.memory_words}", style="dim")
        await wanted.during(readied(used, screen))
        began = loop.time()
        async with (
            private(Path(folder), screen, wanted, environment, used) as local,
            calling(local.urls, START_SECONDS) as caller,
        ):
            asked = loop.time()
            end = await answered(caller, asking, screen, wanted)
            reported = loop.time()
            present(end, screen, Printing())
    wrong, checked = faults(end), footnotes(end.markdown)
    screen.say("; ".join((str(checked), *wrong)), style="bold red" if wrong or not checked.resolve else "bold green")
    screen.say(
        f"everything has stopped: {reported - asked:.1f} s from the question to the report, "
        f"{loop.time() - began:.1f} s in all",
        style="dim",
    )
    return OTHER if wrong or not checked.resolve else code_of(end.status)


def thinking(settings: Settings, environment: Mapping[str, str]) -> dict[str, str]:
    """Return what the services are told of who thinks: the rules, unless a variable says otherwise.

    A key that lies around, or a line in a settings file, is no reason to spend money on a demo. Raises ``BadInput``
    where Claude is asked for and there is no key.
    """
    if environment.get("VOUCH_THINKING"):
        check_thinking(settings)
        return {}
    return {"VOUCH_THINKING": "rules"}


def faults(end: m.ResearchCompleted) -> tuple[str, ...]:
    """Return what the page alone cannot tell: whether each footnote leads to a work of the run, each to another."""
    noted = Counter(one.source_id for one in end.report.footnotes) if end.report else Counter[str]()
    strange = sorted(set(noted) - {source.source_id for source in end.sources})
    twice = sorted(source_id for source_id, times in noted.items() if times > 1)
    told = ((strange, "no source of the run"), (twice, "has more than one footnote"))
    return tuple(f"{', '.join(which)}: {what}" for which, what in told if which)
