"""A Weaviate server: connecting to it, and what it must be before anything is stored there."""

import uuid
from dataclasses import dataclass
from urllib.parse import urlsplit

import weaviate
from weaviate.classes.config import Configure, VectorDistances
from weaviate.classes.data import DataObject
from weaviate.classes.init import AdditionalConfig, Auth, Timeout
from weaviate.exceptions import UnexpectedStatusCodeError

from shared.errors import CannotDo, RetryLater

from .collection import VECTOR, check_description, check_others, description_for, name_for, properties
from .failing import KEPT, OLDEST, bounded, refused

GRPC_PORT = 50051

PROBE = "ResearchMemoryProbe"
"""A collection with one empty object, written whenever we ask whether anything can be."""

PROBE_ID = uuid.uuid5(uuid.NAMESPACE_DNS, "probe.vouch")


@dataclass(frozen=True)
class Address:
    """Where a server listens, and how to be let in."""

    url: str
    """For HTTP; ``https`` for TLS on both ports."""
    grpc: str = ""
    """``host:port``; by default the port 50051 of the same host."""
    api_key: str = ""
    seconds: float = 10.0
    """How long one call may take."""

    @property
    def secure(self) -> bool:
        """Say whether both ports speak TLS."""
        return self.url.startswith("https://")


def client_for(address: Address) -> weaviate.WeaviateAsyncClient:
    """Return a client that has not connected; raise ``CannotDo`` for what is no address."""
    url, grpc = _parts(address.url, 443 if address.secure else 8080), ("", GRPC_PORT)
    if address.grpc:
        grpc = _parts(f"//{address.grpc}", GRPC_PORT)
    if url == (grpc[0] or url[0], grpc[1]):
        message = "VOUCH_WEAVIATE_URL and VOUCH_WEAVIATE_GRPC name the same port: HTTP and gRPC have one each"
        raise CannotDo(message)
    whole = Timeout(init=address.seconds, query=address.seconds, insert=address.seconds)
    return weaviate.use_async_with_custom(
        http_host=url[0],
        http_port=url[1],
        http_secure=address.secure,
        grpc_host=grpc[0] or url[0],
        grpc_port=grpc[1],
        grpc_secure=address.secure,
        auth_credentials=Auth.api_key(address.api_key) if address.api_key else None,
        additional_config=AdditionalConfig(timeout=whole),
        skip_init_checks=True,  # they would ask a package index for the client's newest version
    )


async def check_server(client: weaviate.WeaviateAsyncClient, address: Address) -> None:
    """Raise ``RetryLater`` while the server is not ready, ``CannotDo`` where it is none that Vouch can use."""
    async with bounded("answer", address.seconds):
        ready = await client.is_ready()
    if not ready:
        message = f"Weaviate at {address.url} is not ready: start it, or look at VOUCH_WEAVIATE_URL"
        raise RetryLater(message)
    async with bounded("say which version it is", address.seconds):
        version = str((await client.get_meta()).get("version", ""))
    if _version(version) < _version(OLDEST):
        message = f"Weaviate at {address.url} is version {version}: Vouch needs {OLDEST} or newer"
        raise CannotDo(message)


async def check_collections(
    client: weaviate.WeaviateAsyncClient, address: Address, embedder: str, *, reindexing: bool
) -> None:
    """Have the collection of an embedder's runs; raise ``CannotDo`` where the memory is not made for it.

    For *reindexing* other embedders' collections may be there: they are what it reads.
    """
    name, ours = name_for(embedder), description_for(embedder)
    async with bounded("list its collections", address.seconds):
        found = await client.collections.list_all(simple=True)
    if not reindexing:
        check_others(found, name, embedder)
    async with bounded("make its collections", address.seconds):
        if PROBE not in found:
            await _made(client, PROBE, ours)
        said = found[name].description if name in found else await _made(client, name, ours, of_runs=True)
    check_description(name, said, embedder)


async def _made(
    client: weaviate.WeaviateAsyncClient, name: str, description: str, *, of_runs: bool = False
) -> str | None:
    """Make a collection; where another replica was first, return what its own says of itself."""
    # A run has hundreds of vectors: each is compared, so that none is missed.
    flat = Configure.VectorIndex.flat(distance_metric=VectorDistances.COSINE)
    try:
        await client.collections.create(
            name,
            description=description,
            properties=properties() if of_runs else [],
            vector_config=[Configure.Vectors.self_provided(name=VECTOR, vector_index_config=flat)] if of_runs else None,
            multi_tenancy_config=Configure.multi_tenancy(enabled=of_runs, auto_tenant_creation=of_runs),
        )
    except UnexpectedStatusCodeError as error:
        if "already exists" not in str(error):
            raise
    return (await client.collections.use(name).config.get(simple=True)).description


async def check_writing(client: weaviate.WeaviateAsyncClient, address: Address) -> None:
    """Write one object; raise ``RetryLater`` while the server is away, or takes nothing."""
    async with bounded("answer", address.seconds):
        if not await client.is_ready():
            message = f"Weaviate at {address.url} is not ready; {KEPT}"
            raise RetryLater(message)
    async with bounded("take what it is given", address.seconds):
        result = await client.collections.use(PROBE).data.insert_many([DataObject({}, uuid=PROBE_ID)])
    if result.has_errors:
        raise refused(" ".join(error.message for error in result.errors.values()))


def _parts(url: str, port: int) -> tuple[str, int]:
    """Return host and port of an address; raise ``CannotDo`` where there are none."""
    try:
        found = urlsplit(url if "//" in url else f"//{url}")
        if found.username or found.password:
            message = "VOUCH_WEAVIATE_URL holds a name or password: Weaviate is let in by VOUCH_WEAVIATE_API_KEY alone"
            raise CannotDo(message)
        if found.hostname and found.scheme in ("", "http", "https"):
            return found.hostname, found.port or port
    except ValueError:
        pass
    message = (
        "VOUCH_WEAVIATE_URL is no address such as http://127.0.0.1:8080, or VOUCH_WEAVIATE_GRPC none as host:50051"
    )
    raise CannotDo(message)


def _version(text: str) -> tuple[int, ...]:
    """Return a version as numbers: ``1.39.0`` as 1, 39, 0."""
    return tuple(int(part) if part.isdecimal() else 0 for part in text.split("-", maxsplit=1)[0].split("."))
