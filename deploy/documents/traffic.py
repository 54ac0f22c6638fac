"""Which message travels where, who says it and who hears it: read off the kinds and the streams table."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from deploy.streams import AGENTS, CONSUMERS, STREAMS
from shared import messages as m
from shared.bus.timers import setting_subject

COORDINATOR = "coordinator"
ANYONE = "anyone"
SERVER = "the NATS server"
SERVICES = (COORDINATOR, *AGENTS)

REPLIES: Mapping[type[m.Message], type[m.Value]] = {
    m.Submit: m.Submitted,
    m.RunsGet: m.RunView,
    m.RunsList: m.RunsPage,
    m.ReportGet: m.ReportView,
    m.RunsDelete: m.RunDeleted,
    m.RunsExport: m.RunExported,
    m.RunsImport: m.RunImported,
    m.SearchSourcesGet: m.SourcesView,
    m.RetrievalSourcesGet: m.SourcesView,
}
"""What is answered to each request that waits; any of them may be answered with a ``QueryError`` instead."""

_FROM_ANYONE: tuple[type[m.Message], ...] = (m.ResearchRequested, m.CancelRequested, *REPLIES)
_PARAMETER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Traffic:
    """One address, what travels on it, and who says and hears it."""

    address: str
    kind: type[m.Message] | None
    """None where anything may travel: dead letters keep the bytes they had."""
    said_by: tuple[str, ...]
    heard_by: tuple[str, ...]
    stream: str
    """Where it is kept; empty on core NATS."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names in braces."""
        return tuple(_PARAMETER.findall(self.address))

    @property
    def subject(self) -> str:
        """Return the subject written on the kind; empty where anything may travel."""
        return subject_of(self.kind) if self.kind else ""

    @property
    def reply(self) -> type[m.Value] | None:
        """Return what is answered, where somebody waits."""
        return REPLIES.get(self.kind) if self.kind else None


def traffic() -> tuple[Traffic, ...]:
    """Return every address of Vouch."""
    return (*(row for kind in m.KINDS.values() for row in _rows(kind)), _dead_letters())


def _rows(kind: type[m.Message]) -> Iterator[Traffic]:
    """Yield the addresses of one kind; timers are set on another than they arrive on."""
    message = _template(kind)
    address = message.destination
    if isinstance(message, m.DeadlinePassed | m.SweepDue):
        setting = setting_subject(message)
        yield Traffic(setting, kind, (COORDINATOR,), (SERVER,), stream_of(setting))
        yield Traffic(address, kind, (SERVER,), _listeners(kind, address), stream_of(address))
    else:
        yield Traffic(address, kind, speakers(kind), _listeners(kind, address), stream_of(address))


def _template(kind: type[m.Message]) -> m.Message:
    """Return a message whose unset fields hold their own names in braces, as its address shows them."""
    names = {name: f"{{{name}}}" for name, field in kind.model_fields.items() if field.is_required()}
    if kind is not m.SweepDue:  # the sweeper is no run: its names are fixed
        names["run_id"] = "{run_id}"
    return kind.model_construct(None, **names)


def _dead_letters() -> Traffic:
    """Return where given-up messages are kept."""
    address = "deadletter.{consumer}.{subject}"
    return Traffic(address, None, SERVICES, (ANYONE,), stream_of(address))


def subject_of(kind: type[m.Message]) -> str:
    """Return the subject written on a kind."""
    return str(kind.model_fields["subject"].default)


def speakers(kind: type[m.Message]) -> tuple[str, ...]:
    """Return who says a kind: orders are the coordinator's, an agent speaks under its own name."""
    if issubclass(kind, m.Answer):
        return (subject_of(kind).partition(".")[0],)
    if issubclass(kind, m.LiveUpdate):
        return tuple(AGENTS)
    return (ANYONE,) if issubclass(kind, _FROM_ANYONE) else (COORDINATOR,)


def _listeners(kind: type[m.Message], address: str) -> tuple[str, ...]:
    """Return who hears a kind: its durable consumers, or else whoever the kind itself is for."""
    durable = {service_of(one.durable) for one in CONSUMERS if any(matches(own, address) for own in one.subjects)}
    if durable:
        return tuple(sorted(durable))
    if issubclass(kind, m.RunCancelled):
        return tuple(AGENTS)
    return (_replier(address),) if issubclass(kind, tuple(REPLIES)) else (ANYONE,)


def _replier(address: str) -> str:
    """Return who answers a request that waits: an agent under its own name, the coordinator all others."""
    owner = address.partition(".")[0]
    return owner if owner in AGENTS else COORDINATOR


def service_of(durable: str) -> str:
    """Return the service a durable consumer belongs to: ``coordinator-inbox`` is the coordinator's."""
    return durable.partition("-")[0]


def stream_of(address: str) -> str:
    """Return the stream that keeps what is published there; empty where it is core NATS."""
    return next((row.name for row in STREAMS if any(matches(own, address) for own in row.subjects)), "")


def matches(pattern: str, subject: str) -> bool:
    """Say whether a subject falls under a pattern with ``*`` for one token and ``>`` for all that follow."""
    ours, theirs = pattern.split("."), subject.split(".")
    if ours[-1] == ">":
        ours, theirs = ours[:-1], theirs[: len(ours) - 1] if len(theirs) >= len(ours) else []
    return len(ours) == len(theirs) and all(one in ("*", other) for one, other in zip(ours, theirs, strict=True))
