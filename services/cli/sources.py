"""What the doctor says of the literature sources and the web: the services ask each of them once."""

from shared import messages as m
from shared.errors import VouchError

from .calling import Caller
from .examining import Finding, right, wrong

ASKED: tuple[m.Message, ...] = (m.SearchSourcesGet(), m.RetrievalSourcesGet())
MOST_SECONDS = 15.0
"""The services give each source ten."""


async def sources(caller: Caller) -> list[Finding]:
    """Look at every source of every agent."""
    found: list[Finding] = []
    for asked in ASKED:
        try:
            view = await caller.ask(asked, m.SourcesView, MOST_SECONDS)
        except VouchError as error:
            found.append(wrong(f"{asked.subject} was not answered: {error}", "start the services: `vouch up`"))
        else:
            found += map(finding_of, view.sources)
    return found


def finding_of(state: m.SourceState) -> Finding:
    """Return what is known of a source."""
    if state.switched_off:
        return Finding(f"{state.name} is {state.reason}")
    if not state.ready:
        remedy = "check the network and the address; a run goes on without it and names the hole"
        return wrong(f"{state.name} is not ready: {state.reason}", remedy)
    return right(f"{state.name} is ready{f' ({state.note})' if state.note else ''}")
