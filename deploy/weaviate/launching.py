"""What is run for a server of one's own: the program that was built, or a container of the same version. Pure."""

import hashlib
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from .building import VERSION
from .ports import HOST, Ports

IMAGE = f"semitechnologies/weaviate:{VERSION.removeprefix('v')}"
HTTP_INSIDE, GRPC_INSIDE = 8080, 50051
DATA_INSIDE, BACKUPS_INSIDE = "/var/lib/weaviate", "/var/lib/backups"

NODE = "vouch"
"""What the server calls itself; under another name it would not know its own data again."""

USER = "vouch"
DATA, BACKUPS = "data", "backups"

INHERITED = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT", "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG")
"""Nothing else of our environment: Weaviate reads hundreds of variables."""

CONTAINER = "vouch-weaviate-"
"""How the names of our containers begin."""

Way = Literal["program", "container"]


@dataclass(frozen=True)
class Launch:
    """How a server is started."""

    command: tuple[str, ...]
    environment: Mapping[str, str]
    before: tuple[str, ...] = ()
    """Run first, whatever comes of it: removes what a crash left."""


def of_program(program: Path, folder: Path, ports: Ports, api_key: str) -> Launch:
    """Return how the program is run on loopback, with its data in a folder."""
    raft, raft_calls, gossip, data = ports.all[2:]
    own = {
        "PERSISTENCE_DATA_PATH": str(folder / DATA),
        "GRPC_PORT": str(ports.grpc),
        "BACKUP_FILESYSTEM_PATH": str(folder / BACKUPS),
        "CLUSTER_GOSSIP_BIND_PORT": str(gossip),
        "CLUSTER_DATA_BIND_PORT": str(data),
        "CLUSTER_BASIC_AUTH_USERNAME": USER,  # the port between servers answers every network
        "CLUSTER_BASIC_AUTH_PASSWORD": secrets.token_hex(16),
        "RAFT_PORT": str(raft),
        "RAFT_INTERNAL_RPC_PORT": str(raft_calls),
        "RAFT_ENABLE_ONE_NODE_RECOVERY": "true",  # or it looks for itself where it was before
    }
    command = (str(program), "--host", HOST, "--port", str(ports.http), "--scheme", "http")
    return Launch(command, {**_inherited(), **_options(api_key), **own})


def of_container(docker: str, folder: Path, ports: Ports, api_key: str) -> Launch:
    """Return how a container is run as the user we are, reached from this machine alone, with its data in a folder."""
    name = f"{CONTAINER}{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"
    options = {**_options(api_key), "PERSISTENCE_DATA_PATH": DATA_INSIDE, "BACKUP_FILESYSTEM_PATH": BACKUPS_INSIDE}
    named = (word for option in options for word in ("--env", option))  # by name: no key in the list of processes
    published = ((ports.http, HTTP_INSIDE), (ports.grpc, GRPC_INSIDE))
    reached = (word for outside, inside in published for word in ("--publish", f"{HOST}:{outside}:{inside}"))
    command = (
        *(docker, "run", "--rm", "--init", "--name", name, "--user", f"{os.getuid()}:{os.getgid()}"),
        *("--volume", f"{folder / DATA}:{DATA_INSIDE}", "--volume", f"{folder / BACKUPS}:{BACKUPS_INSIDE}"),
        *(*reached, *named),
        *(IMAGE, "--host", "0.0.0.0", "--port", str(HTTP_INSIDE), "--scheme", "http"),  # noqa: S104 -- inside
    )
    return Launch(command, {**_inherited(), **options}, before=(docker, "rm", "--force", name))


def _options(api_key: str) -> dict[str, str]:
    """Return what both have: a server that is alone, asks nobody outside, and computes no vectors."""
    options = {
        "CLUSTER_HOSTNAME": NODE,
        "CLUSTER_IN_LOCALHOST": "true",
        "CLUSTER_BIND_ADDR": HOST,
        "RAFT_BOOTSTRAP_EXPECT": "1",
        "DEFAULT_VECTORIZER_MODULE": "none",
        "ENABLE_MODULES": "backup-filesystem",
        "API_BASED_MODULES_DISABLED": "true",
        "AUTOSCHEMA_ENABLED": "false",
        "DISABLE_TELEMETRY": "true",
        "GO_PROFILING_DISABLE": "true",
        "LIMIT_RESOURCES": "true",
        "AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED": "false" if api_key else "true",
    }
    known = {
        "AUTHENTICATION_APIKEY_ENABLED": "true",
        "AUTHENTICATION_APIKEY_ALLOWED_KEYS": api_key,
        "AUTHENTICATION_APIKEY_USERS": USER,
    }
    return options | (known if api_key else {})


def _inherited() -> dict[str, str]:
    """Return what a server gets of our environment."""
    return {name: os.environ[name] for name in INHERITED if name in os.environ}
