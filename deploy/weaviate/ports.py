"""Where a server of one's own listens: six ports of this machine, kept in its folder for the next time."""

import contextlib
import random
import socket
from pathlib import Path

from pydantic import BaseModel, ValidationError

from shared.errors import CannotDo, RetryLater

HOST = "127.0.0.1"
PORTS_FILE = "ports.json"

FIRST_PORT, LAST_PORT = 20_000, 31_000
"""Below those that systems give to outgoing connections, so that a port is still free after a restart."""

PORTS = 6
MOST_TRIES = 100


class Ports(BaseModel):
    """The six ports of a server, one after another."""

    http: int

    @property
    def grpc(self) -> int:
        """Return the port where clients store and ask."""
        return self.http + 1

    @property
    def all(self) -> range:
        """Return all six: a server needs four more even if it is alone."""
        return range(self.http, self.http + PORTS)

    @property
    def taken(self) -> tuple[int, ...]:
        """Return those at which somebody listens, on any network."""
        return tuple(port for port in self.all if not _is_free(port))


def ports_of(folder: Path, wanted: Ports | None = None) -> Ports:
    """Return the ports that are wanted, or those the folder's server had if they are free; make the folder.

    Raises ``CannotDo`` where a wanted one is taken: whoever has it would answer in the server's place.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if wanted:
        return _checked(wanted)
    with contextlib.suppress(OSError, ValidationError):
        before = Ports.model_validate_json((folder / PORTS_FILE).read_bytes())
        if not before.taken:
            return before
    return free_ports()


def free_ports() -> Ports:
    """Return six ports that nobody has; Weaviate cannot choose them and say which."""
    for _ in range(MOST_TRIES):
        ports = Ports(http=random.randrange(FIRST_PORT, LAST_PORT))
        if not ports.taken:
            return ports
    message = f"no six free ports in a row were found between {FIRST_PORT} and {LAST_PORT}"
    raise RetryLater(message)


def _checked(ports: Ports) -> Ports:
    """Return the ports if all are free."""
    if taken := ports.taken:
        message = f"Weaviate cannot listen at port {', '.join(map(str, taken))}: another process does"
        raise CannotDo(message)
    return ports


def _is_free(port: int) -> bool:
    """Say whether nobody listens at a port, on any network."""
    try:
        with socket.create_server(("", port)):
            return True
    except OSError:
        return False


def keep_ports(folder: Path, ports: Ports) -> None:
    """Write the ports down for the next time."""
    (folder / PORTS_FILE).write_text(ports.model_dump_json())
