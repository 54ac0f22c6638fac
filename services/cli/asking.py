"""`vouch ask`: a question in, a report out."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from shared import clock
from shared import messages as m
from shared.errors import CannotDo

from . import options as o
from .calling import Caller
from .commanding import run
from .exits import Rejected, code_of
from .following import end_of, followed_or_cancelled
from .interrupts import Interrupts, interrupts
from .libraries import Book, read_library
from .presenting import Printing, check_output, present, refuse
from .reaching import found, reached_or_private, read_settings
from .requesting import day, in_options, request
from .screen import Screen
from .shelving import Stored, stored
from .thinking import thinking_line


def ask(
    question: o.Question,
    *,
    library: o.Library = None,
    source: o.Sources = None,
    web: o.Web = False,
    domain: o.Domain = None,
    published_from: o.From = None,
    published_to: o.To = None,
    language: o.Languages = None,
    design: o.Designs = None,
    no_preprints: o.NoPreprints = False,
    rounds: o.Rounds = None,
    results: o.Results = None,
    deadline: o.Deadline = None,
    tokens: o.Tokens = None,
    usd: o.Usd = None,
    run_id: o.RunId = None,
    session: o.Session = None,
    brief: o.Brief = False,
    as_json: o.Json = False,
    output: o.Output = None,
    server: o.Server = None,
) -> None:
    """Ask a question, follow the run, and print its report.

    Without a running server one is started for the length of the run. Ctrl-C cancels the run.
    """
    given = {
        "question": question,
        "sources": tuple(source or ()),
        "web": web or None,
        "domain": domain,
        "filters.published_from": day(published_from),
        "filters.published_to": day(published_to, last=True),
        "filters.languages": tuple(language or ()),
        "filters.study_designs": tuple(design or ()),
        "filters.preprints": False if no_preprints else None,
        "limits.max_rounds": rounds,
        "limits.max_results": results,
        "limits.deadline_seconds": deadline,
        "limits.max_tokens": tokens,
        "limits.max_usd": usd,
        "run_id": run_id,
        "session_id": session,
    }
    run(asked(given, tuple(library or ()), server, Printing(output, as_json=as_json, brief=brief)))


@dataclass(frozen=True)
class Asking:
    """A request that is ready to be sent, with the files it names."""

    request: m.Submit
    books: tuple[Book, ...] = ()
    stored: int = 0
    """How many files of the stored library are searched, too."""
    left_out: int = 0
    """How many are not, because a request can name no more."""


def prepared(given: Mapping[str, Any], library: tuple[Path, ...], output: Path | None, at: datetime) -> Asking:
    """Return what to ask; raise ``BadInput`` with everything that is wrong at once."""
    books, problems = read_library(library)
    problems += check_output(output)
    named = dict(given) | {
        "run_id": new_run_id(at, secrets.token_hex(3)) if given.get("run_id") is None else given["run_id"]
    }
    try:
        asking = Asking(request(named, (book.file for book in books)), books)
    except CannotDo as error:
        problems = (*str(error).splitlines(), *problems)
    refuse(problems)
    return asking


def new_run_id(at: datetime, token: str) -> str:
    """Return a run id that a person can type."""
    return f"{at:%y%m%d-%H%M}-{token}"


async def asked(given: Mapping[str, Any], library: tuple[Path, ...], server: str | None, printing: Printing) -> int:
    """Ask, follow and present; return the exit code."""
    screen, asking = Screen(), prepared(given, library, printing.output, clock.now())
    settings = read_settings()  # a misspelt variable is told before anything else
    own = not found(server, settings)  # who thinks in services that run already, their own settings say
    with interrupts() as wanted:
        async with reached_or_private(server, screen, wanted) as caller:
            if own and (line := thinking_line(settings, asking.request.limits)):
                screen.say(line, style="dim")
            if may_use_stored(asking, given):
                asking = with_stored(asking, await wanted.during(stored(caller.js)), given)
            for hint in hints(asking):
                screen.say(hint, style="yellow")
            end = await answered(caller, asking, screen, wanted)
    present(end, screen, printing)
    return code_of(end.status)


async def answered(caller: Caller, asking: Asking, screen: Screen, wanted: Interrupts) -> m.ResearchCompleted:
    """Submit the request, follow its run, and return its end; raise ``Rejected`` when it is refused."""
    run_id = asking.request.run_id
    async with caller.follow(run_id) as feed:
        with screen.busy("waiting for the coordinator to take the question"):
            await wanted.during(submitted(caller, asking))
            await followed_or_cancelled(caller, feed, screen, wanted)
    return await end_of(caller, run_id)


async def submitted(caller: Caller, asking: Asking) -> m.Submitted:
    """Upload the files and hand the request in."""
    await _new_or_the_same(caller, asking.request)
    for book in asking.books:
        await caller.upload(book.data)
    try:
        return await caller.ask(asking.request, m.Submitted)
    except CannotDo as error:
        raise Rejected(in_options(str(error))) from error


async def _new_or_the_same(caller: Caller, asked_for: m.Submit) -> None:
    """Raise ``Rejected`` when the run id belongs to another question, whose end would be taken for this one's."""
    try:
        known = await caller.ask(m.RunsGet(run_id=asked_for.run_id), m.RunView)
    except CannotDo:
        return  # there is no such run: the usual case
    if known.question != asked_for.question:
        message = f"run {asked_for.run_id} asks something else: choose another --run-id"
        raise Rejected(message)


def may_use_stored(asking: Asking, given: Mapping[str, Any]) -> bool:
    """Say whether the stored library is to be searched: no file is named, and no other source alone."""
    return not asking.books and (not given.get("sources") or "library" in given["sources"])


def with_stored(asking: Asking, kept: Sequence[Stored], given: Mapping[str, Any]) -> Asking:
    """Return *asking* over the stored library; where no source was named, beside those it would ask anyway."""
    if not kept:
        return asking
    files = tuple(one.file for one in kept[: m.MOST_LIBRARY_FILES])
    sources = asking.request.sources if given.get("sources") else ("library", *asking.request.sources)
    update = {"library": files, "sources": tuple(dict.fromkeys(sources))}
    return Asking(asking.request.model_copy(update=update), (), len(files), len(kept) - len(files))


def hints(asking: Asking) -> tuple[str, ...]:
    """Return what a person may have overlooked."""
    if "library" in asking.request.sources and not asking.request.library:
        return ("no --library FILE is given and none is stored: the library has nothing to search",)
    if asking.left_out:
        return (f"only {asking.stored} files of your library are searched; {asking.left_out} more have no room",)
    if asking.stored:
        return (f"your library of {asking.stored} files is searched, too; `--source` alone chooses others",)
    return ()
