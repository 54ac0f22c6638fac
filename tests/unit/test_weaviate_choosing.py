"""Which Weaviate is used, how it is run, and what is said of it."""

import sys
from pathlib import Path

import pytest

from deploy.weaviate.docker import daemon
from deploy.weaviate.finding import Here, choose, without_key
from deploy.weaviate.launching import of_container, of_program
from deploy.weaviate.local import last_words, own_key, start
from deploy.weaviate.ports import Ports, free_ports, keep_ports, ports_of
from services.cli.places import Places, chosen, places
from services.cli.storing import memory
from shared.errors import CannotDo
from shared.settings import Settings

DATA = Path("/data")
ALL = Here(docker="28.1", program=True, go=True)

DOCKER = """#!@PYTHON@
import http.server, os, pathlib, signal, sys
told = sys.argv[1:]
with pathlib.Path("@CALLS@").open("a") as calls:
    calls.write(" ".join(told[:3]) + "\\n")
if told[0] != "run":
    sys.exit(1)
host, port, _ = told[told.index("--publish") + 1].split(":")

class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if os.environ["AUTHENTICATION_APIKEY_ALLOWED_KEYS"] == "secret" else 500)
        self.end_headers()

signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
http.server.HTTPServer((host, int(port)), Ready).serve_forever()
"""


@pytest.mark.parametrize(
    ("url", "here", "words", "way"),
    [
        ("http://w:8080", ALL, "Weaviate at http://w:8080 (VOUCH_WEAVIATE_URL)", None),
        (
            "",
            ALL,
            "Weaviate in Docker 28.1 (semitechnologies/weaviate:1.39.0), its data in /data/weaviate",
            "container",
        ),
        ("", Here(program=True), "Weaviate 1.39.0 built from source, its data in /data/weaviate", "program"),
        ("", Here(go=True), "Weaviate 1.39.0 built from source, its data in /data/weaviate", "program"),
    ],
    ids=["named", "Docker", "built", "to be built"],
)
def test_the_first_that_can_be_had_is_used(url: str, here: Here, words: str, way: str | None) -> None:
    """A person must know where the evidence is; so the order is fixed, and what was chosen is said."""
    found = choose(url, DATA, here)

    assert (found.words, found.way) == (words, way)
    assert found.to_build == (here == Here(go=True))


def test_where_there_is_none_it_is_said_how_to_get_one() -> None:
    """Each of the ways would do."""
    with pytest.raises(CannotDo, match=r"VOUCH_WEAVIATE_URL.*Docker.*Go 1.26.*VOUCH_MEMORY=embedded"):
        choose("", DATA, Here())


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("nats://me:secret@host:4222", "nats://host:4222"),
        ("secret@host:4222", "host:4222"),
        ("http://host/a@b", "http://host/a@b"),
    ],
)
def test_an_address_is_shown_without_what_lets_one_in(url: str, shown: str) -> None:
    """It stands on screens, and in a file that others can read."""
    assert without_key(url) == shown


def test_a_program_listens_on_this_machine_and_knows_only_who_has_the_key() -> None:
    """Its gRPC answers on every network, whatever it is told; nobody may read a stranger's laptop there."""
    launch = of_program(Path("/bin/weaviate-server"), DATA, Ports(http=20_000), "secret")

    assert launch.command[1:] == ("--host", "127.0.0.1", "--port", "20000", "--scheme", "http")
    told = {name: launch.environment[name] for name in sorted(launch.environment) if "PORT" in name or "AUTH" in name}
    assert told.pop("CLUSTER_BASIC_AUTH_PASSWORD")
    assert told == {
        "AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED": "false",
        "AUTHENTICATION_APIKEY_ALLOWED_KEYS": "secret",
        "AUTHENTICATION_APIKEY_ENABLED": "true",
        "AUTHENTICATION_APIKEY_USERS": "vouch",
        "CLUSTER_BASIC_AUTH_USERNAME": "vouch",
        "CLUSTER_DATA_BIND_PORT": "20005",
        "CLUSTER_GOSSIP_BIND_PORT": "20004",
        "GRPC_PORT": "20001",
        "RAFT_INTERNAL_RPC_PORT": "20003",
        "RAFT_PORT": "20002",
    }


def test_a_container_is_reached_from_this_machine_alone_and_its_key_is_in_no_list_of_processes() -> None:
    """Everybody on a machine can read the arguments of every process."""
    launch = of_container("docker", DATA, Ports(http=20_000), "secret")
    words = " ".join(launch.command)

    assert "--publish 127.0.0.1:20000:8080 --publish 127.0.0.1:20001:50051" in words
    assert "--volume /data/data:/var/lib/weaviate --volume /data/backups:/var/lib/backups" in words
    assert "--env AUTHENTICATION_APIKEY_ALLOWED_KEYS" in words
    assert "secret" not in words
    assert launch.environment["AUTHENTICATION_APIKEY_ALLOWED_KEYS"] == "secret"
    assert launch.before[:3] == ("docker", "rm", "--force")


async def test_a_container_is_cleared_away_started_and_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon is nothing that every machine has: here a program in its place does what ``docker run`` does."""
    fake, calls = tmp_path / "docker", tmp_path / "calls"
    fake.write_text(DOCKER.replace("@PYTHON@", sys.executable).replace("@CALLS@", str(calls)))
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    running = await start(tmp_path / "w", api_key="secret", way="container")
    await running.stop()

    assert [line.split()[0] for line in calls.read_text().splitlines()] == ["rm", "run"]
    assert running.process.returncode == 0
    assert ports_of(tmp_path / "w") == running.ports


@pytest.mark.parametrize(("script", "version"), [("echo 28.1", "28.1"), ("echo Cannot connect >&2; exit 1", "")])
def test_a_daemon_is_one_that_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, version: str
) -> None:
    """The command alone is on many machines where nothing runs."""
    (tmp_path / "docker").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert daemon() == version


def test_a_server_comes_back_at_its_ports_unless_another_has_them(tmp_path: Path) -> None:
    """Commands in other terminals know the address."""
    ports = free_ports()
    keep_ports(tmp_path, ports)
    again = ports_of(tmp_path)
    (tmp_path / "ports.json").write_text("{")
    other = ports_of(tmp_path)

    assert again == ports
    assert list(other.all) == list(range(other.http, other.http + 6))


def test_the_key_of_a_server_stays_and_is_its_owners(tmp_path: Path) -> None:
    """After a restart the services have the old one."""
    key = own_key(tmp_path / "new")

    assert own_key(tmp_path / "new") == key
    assert len(key) == 32
    assert (tmp_path / "new" / "key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ('{"level":"error","msg":"listen","error":"in use"}\n{"level":"info","msg":"bye"}\n', "listen: in use"),
        ('{"level":"info","msg":"bye"}\n', "bye"),
        ("panic: no disk\n", "panic: no disk"),
        ("", "it said nothing"),
        ("7\n", "7"),
    ],
)
def test_a_log_is_told_in_its_gravest_words(tmp_path: Path, log: str, words: str) -> None:
    """Nobody reads thousands of lines of JSON to learn that a port was taken."""
    (tmp_path / "log").write_text(log)

    assert last_words(tmp_path / "log") == words


def test_a_person_chooses_the_memory_and_is_told_where_everything_is() -> None:
    """What is said is what is used."""
    settings = Settings(data_dir=DATA, nats_url="nats://me:pw@a,nats://b", weaviate_url="http://w:8080")
    usual = places(Settings(data_dir=DATA), DATA)

    assert usual == Places((), None, "the file /data/memory.sqlite3")
    assert usual.words == ("messages: a NATS server of its own", "memory: the file /data/memory.sqlite3")
    assert places(settings, DATA).words == (
        "messages: NATS at nats://a, nats://b (VOUCH_NATS_URL)",
        "memory: Weaviate at http://w:8080 (VOUCH_WEAVIATE_URL)",
    )
    assert places(chosen(settings, "embedded"), DATA).weaviate is None


async def test_the_doctor_says_where_the_memory_is(tmp_path: Path) -> None:
    """A wrong address is found before a question waits for it."""
    usual = await memory(Settings(data_dir=tmp_path))
    wrong = await memory(Settings(data_dir=tmp_path, weaviate_url="ftp://w"))

    assert (usual.well, usual.what) == (None, f"the research memory is a file, {tmp_path / 'memory.sqlite3'}")
    assert wrong.well is False
    assert wrong.what.startswith("the research memory at ftp://w cannot be used: VOUCH_WEAVIATE_URL is no address")
