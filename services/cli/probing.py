"""What the doctor asks of others: Claude, Langfuse, a collector of traces. Each look is free, and never raises."""

from collections.abc import AsyncIterator
from http import HTTPStatus

import httpx

from shared import clock
from shared.errors import RetryLater, VouchError
from shared.http import Patience, RefusedError, open_site, user_agent
from shared.http.failing import translated
from shared.http.opening import check_address, proxy_for
from shared.http.refusing import refused
from shared.llm.values import Request
from shared.settings import Settings
from shared.tracing.destinations import Destination, destination
from shared.tracing.langfuse import VARIABLES, authorization, is_set_up
from shared.tracing.wording import Named

from .examining import Finding, right, wrong
from .thinking import models

ASK_SECONDS = 5.0
"""For an answer of Langfuse or a collector."""

ANY_PROMPT = "vouch-judge-general"
"""Asked for to see whether Langfuse answers; nobody needs to keep it there."""

AN_EMPTY_BATCH = b""
"""Of OTLP as protobuf: no spans at all."""


async def claude(settings: Settings) -> AsyncIterator[Finding]:
    """Look whether each model can be asked with the key, by having a prompt counted, which is free.

    The first problem ends it: a wrong key is wrong for all of them.
    """
    if not settings.by_claude or not settings.claude.key:
        return
    for model in models(settings):
        finding = await _asked(settings, model)
        yield finding
        if not finding.well:
            return


async def _asked(settings: Settings, model: str) -> Finding:
    """Look whether one model can be asked."""
    from shared.llm.claude import opened  # noqa: PLC0415 -- the SDK takes half a second to load

    hello = Request(model=model, system="Greet.", messages=({"role": "user", "content": "Hello."},), most_tokens=1)
    try:
        async with opened(settings.claude) as client:
            await client.count(hello)
    except RetryLater as error:
        return wrong(str(error), "check VOUCH_CLAUDE__URL and the network; runs wait, and fail at their deadline")
    except VouchError as error:
        return wrong(str(error), "check VOUCH_CLAUDE__API_KEY, VOUCH_CLAUDE__URL and the models in the settings")
    return right(f"{model} can be asked: the key is valid")


async def langfuse(settings: Settings) -> Finding:
    """Look whether Langfuse is set up, and whether it answers to our keys."""
    own = settings.langfuse
    if not own.url:
        return Finding("no Langfuse is named: the built-in prompts are used")
    if not is_set_up(own):
        return wrong(
            "Langfuse is named without its two keys: the built-in prompts are used", f"set {VARIABLES['API_KEY']}"
        )
    patience = Patience(connect_seconds=ASK_SECONDS, read_seconds=ASK_SECONDS, whole_seconds=ASK_SECONDS, attempts=1)
    manners = Named(headers={"Authorization": authorization(own)}, patience=patience, variables=VARIABLES)
    try:
        async with open_site("Langfuse", own.url, user_agent=user_agent(settings.contact), manners=manners) as site:
            await site.get(f"/api/public/v2/prompts/{ANY_PROMPT}")
    except RefusedError as error:
        if error.status != HTTPStatus.NOT_FOUND:
            return wrong(str(error), "until then the built-in prompts are used")
    except VouchError as error:
        return wrong(str(error), "until then the built-in prompts are used")
    return right(f"Langfuse answers at {own.url}")


async def telemetry(settings: Settings) -> Finding:
    """Look where traces go, and whether they are taken there."""
    where = destination(settings)
    if where is None:
        return Finding("traces go nowhere", "VOUCH_TELEMETRY__ENDPOINT names a collector, where one is wanted")
    try:
        await _offered(where)
    except VouchError as error:
        return wrong(str(error), "runs go on without traces")
    return right(f"traces go to {where.url}")


async def _offered(where: Destination) -> None:
    """Send an empty batch of spans; raise ``VouchError`` where it is not taken."""
    manners = Named(headers=where.headers, variables=where.variables)
    check_address(where.name, where.url, manners)
    about = {"Content-Type": "application/x-protobuf", **where.headers}
    transport = httpx.AsyncHTTPTransport(proxy=proxy_for(where.url))
    async with httpx.AsyncClient(transport=transport, headers=about, timeout=ASK_SECONDS) as client:
        with translated(where.name, manners):
            response = await client.post(where.url, content=AN_EMPTY_BATCH)
    if not response.is_success:
        raise refused(where.name, response, response.content, manners, clock.now())
