"""What goes wrong between us and a server, in words: one place that knows how httpx fails."""

import contextlib
import socket
import ssl
from collections.abc import Iterator, Mapping
from types import MappingProxyType

import httpx

from shared.errors import CannotDo, RetryLater

from .manners import Manners


class SiteError(RetryLater):
    """The vendor did not answer, or not with what was asked for; later it may."""

    def __init__(
        self, message: str, *, status: int | None = None, wait_seconds: float | None = None, again: bool = True
    ) -> None:
        super().__init__(message)
        self.status = status
        """What it answered with, where it did."""
        self.wait_seconds = wait_seconds
        """How long it asked us to wait."""
        self.again = again
        """Whether asking again within seconds can help."""


class RefusedError(CannotDo):
    """The vendor answered, and the same question will be refused again."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


WORDS: Mapping[type, str] = MappingProxyType(
    {
        httpx.ConnectTimeout: "could not be reached: it took no connection in time",
        httpx.ReadTimeout: "did not answer in time",
        httpx.WriteTimeout: "did not take our request in time",
        httpx.PoolTimeout: "could not be asked: all connections to it are busy",
        httpx.ReadError: "broke the connection off in the middle of its answer",
        httpx.WriteError: "broke the connection off while we asked",
        httpx.CloseError: "broke the connection off",
        httpx.RemoteProtocolError: "broke its answer off, or does not speak HTTP",
        httpx.DecodingError: "answered with compressed data that is broken",
        httpx.ProxyError: "could not be reached: the proxy refused; check HTTPS_PROXY",
        httpx.TooManyRedirects: "sends us in circles",
    }
)


@contextlib.contextmanager
def translated(name: str, manners: Manners) -> Iterator[None]:
    """Turn every error of httpx into ``SiteError`` or ``RefusedError``; its own text may hold an address or a key."""
    try:
        yield
    except httpx.InvalidURL as error:
        message = f"the query is too long for {name}, or its address is none: {manners.to_check('URL')}"
        raise RefusedError(message) from error
    except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, UnicodeError) as error:
        message = f"{name} cannot be asked: its address or key is not what HTTP allows; {manners.to_check('URL')}"
        raise RefusedError(message) from error
    except httpx.ConnectError as error:
        raise unconnected(name, error, manners) from error
    except (httpx.HTTPError, httpx.StreamError) as error:
        message = f"{name} {_in_words(error)}"
        raise SiteError(message) from error


def _in_words(error: Exception) -> str:
    """Return what happened, for the nearest class that has words."""
    return next((WORDS[kind] for kind in type(error).__mro__ if kind in WORDS), "did not answer as HTTP asks")


def unconnected(name: str, error: httpx.ConnectError, manners: Manners) -> SiteError:
    """Return why there is no connection; a certificate that is not trusted stays so for longer than a query."""
    causes = tuple(_causes(error))
    address = f"check the network, and {manners.to_check('URL').removeprefix('check ')}"
    for kind, told in (
        (socket.gaierror, f"its name cannot be found; {address}"),
        (ConnectionRefusedError, f"the connection was refused; {address}"),
        (ConnectionResetError, "it broke the connection off"),
    ):
        if any(isinstance(cause, kind) for cause in causes):
            return SiteError(f"{name} cannot be reached: {told}")
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        problem = "its certificate is not trusted; a proxy may be in between (SSL_CERT_FILE names whom to trust)"
        return SiteError(f"{name} cannot be reached: {problem}", again=False)
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        problem = f"it does not speak TLS as we do; {manners.to_check('URL')}"
        return SiteError(f"{name} cannot be reached: {problem}", again=False)
    return SiteError(f"{name} cannot be reached: {address}")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all that led to it."""
    while error is not None:
        yield error
        for one in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
            yield from _causes(one)
        error = error.__cause__ or error.__context__
