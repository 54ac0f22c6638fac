"""Logs are events with fields: JSON for machines, lines for a person at a terminal."""

import logging
import sys

import structlog
from structlog.typing import Processor

CHATTY = ("anthropic", "httpx", "httpx2", "httpcore", "httpcore2", "hishel", "trafilatura")
"""Libraries that write a line for each request or page, queries, prompts and all."""

SILENT = ("opentelemetry",)
"""Libraries whose problems we tell ourselves, once each (``shared/tracing/exporting.py``)."""


def configure(service: str, level: str = "INFO", *, terminal: bool | None = None) -> None:
    """Send every log of this process, libraries' too, to standard error in one form.

    Ours are written directly, for two lines a message add up; libraries' go through the standard library.
    No local variables are ever logged with a traceback: they hold keys and evidence.
    """
    pretty = sys.stderr.isatty() if terminal is None else terminal
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _named(service),
    ]
    structlog.configure(
        processors=[*before, *_rendered(pretty=pretty)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendered(pretty=pretty)],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _named(service: str) -> Processor:
    """Return a processor that says which service speaks."""

    def name(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        event.setdefault("service", service)
        return event

    return name


def _rendered(*, pretty: bool) -> list[Processor]:
    """Return the last processors: how a line looks."""
    if pretty:
        return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    tracebacks = structlog.processors.ExceptionRenderer(
        structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    )
    return [tracebacks, structlog.processors.JSONRenderer()]
