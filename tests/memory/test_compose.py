"""What docker-compose.yml starts, started here as plain processes: its own commands, variables, files and checks.

Only names and folders of containers are replaced by those of this machine. No container is run.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.server import binary
from deploy.weaviate.ports import free_ports
from shared.errors import RetryLater
from tests.composing import SECRETS, Block, composed, variables
from tests.conftest import provisioned
from tests.recordings import ROOT
from tests.weaviate import needed

KEY = "a-key-of-this-test"
MOST_SECONDS = 60.0
POLL_SECONDS = 0.1


@dataclass
class Machine:
    """Stands in for Docker: gives a block its files and folders, and runs its commands."""

    blocks: dict[str, Block]
    folder: Path
    replaced: dict[str, str]
    """What a container calls a thing, and what it is called here."""
    started: list[asyncio.subprocess.Process] = field(default_factory=list)
    """In order, those that have ended among them."""

    def here(self, text: str) -> str:
        """Return a command or a variable with the names of this machine."""
        for there, own in self.replaced.items():
            text = text.replace(there, own)
        return text

    def environment(self, name: str) -> dict[str, str]:
        """Return the variables of a block, and nothing of ours but where programs are."""
        own = {key: self.here(value) for key, value in variables(self.blocks[name]).items()}
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder)} | own

    async def start(self, name: str, *command: str, **more: str) -> asyncio.subprocess.Process:
        """Run a command in a block's place; what it says goes into a file."""
        with (self.folder / f"{name}.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, env=self.environment(name) | more, stdout=log, stderr=log
            )
        self.started.append(process)
        return process

    async def kill(self) -> None:
        """Kill what is left, the newest first."""
        for process in reversed(self.started):
            if process.returncode is None:
                process.kill()
            await process.wait()

    def command(self, name: str) -> list[str]:
        """Return the command of a block of ours."""
        return [sys.executable, *self.blocks[name]["command"][1:]]

    def check(self, name: str) -> list[str]:
        """Return the command by which Docker would ask whether a block of ours is well."""
        return [sys.executable, *self.blocks[name]["healthcheck"]["test"][2:]]

    def log(self, name: str) -> str:
        """Return what a block has said."""
        return (self.folder / f"{name}.log").read_text()


@pytest.fixture
async def machine(tmp_path: Path) -> AsyncIterator[Machine]:
    """Read the file, and write every secret that it wants, the optional ones empty; kill what a test leaves."""
    file = composed()
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    for name in file["secrets"]:
        (secrets / name).write_text(f"{KEY}\n" if name == "weaviate_api_key" else "")
    replaced = {SECRETS: f"{secrets}/", "/var/lib/": f"{tmp_path}/"}
    machine = Machine(dict(file["services"]), tmp_path, replaced)
    yield machine
    await machine.kill()


async def healthy(url: str) -> None:
    """Wait until the address of a health check answers with success, as ``wget`` would have it."""
    async with httpx.AsyncClient(trust_env=False, timeout=2) as client:
        for _ in range(int(MOST_SECONDS / POLL_SECONDS)):
            try:
                if (await client.get(url)).is_success:
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(POLL_SECONDS)
    message = f"{url} did not answer"
    raise RetryLater(message)


@pytest.fixture
async def nats(machine: Machine) -> Machine:
    """Run NATS by its command and its file, on ports that are free, until its health check is content."""
    block = machine.blocks["nats"]
    ports = free_ports()
    conf = ROOT / "deploy" / "compose" / "nats.conf"
    machine.replaced |= {"nats://nats:4222": f"nats://127.0.0.1:{ports.http}", "/etc/vouch/nats.conf": str(conf)}
    command = [machine.here(word) for word in block["command"]]
    on_loopback = ("-a", "127.0.0.1", "-p", str(ports.http), "-m", str(ports.grpc))
    await machine.start("nats", str(binary()), *command, *on_loopback)
    await healthy(f"http://127.0.0.1:{ports.grpc}{urlsplit(block['healthcheck']['test'][-1]).path}")
    return machine


@pytest.fixture
async def weaviate(machine: Machine) -> str:
    """Run Weaviate by its command, with the key from its file, and return where; its ports are free ones."""
    block, ports, server = machine.blocks["weaviate"], free_ports(), needed()
    own = {"/bin/weaviate": str(server), "0.0.0.0": "127.0.0.1", "--port 8080": f"--port {ports.http}"}  # noqa: S104
    machine.replaced |= own | {"http://weaviate:8080": f"http://127.0.0.1:{ports.http}"}
    machine.replaced |= {"weaviate:50051": f"127.0.0.1:{ports.grpc}", "50051": str(ports.grpc)}
    names = ("RAFT_PORT", "RAFT_INTERNAL_RPC_PORT", "CLUSTER_GOSSIP_BIND_PORT", "CLUSTER_DATA_BIND_PORT")
    others = {name: str(port) for name, port in zip(names, ports.all[2:], strict=True)}
    shell = [*block["entrypoint"], *(machine.here(word) for word in block["command"])]
    await machine.start("weaviate", *shell, **others)
    url = f"http://127.0.0.1:{ports.http}"
    await healthy(url + urlsplit(block["healthcheck"]["test"][-1]).path)
    return url


async def ended(machine: Machine, name: str, command: list[str], **more: str) -> int:
    """Run a command in a block's place to its end; return its exit code."""
    return await left(await machine.start(name, *command, **more))


async def reindexed(machine: Machine) -> int:
    """Do what docs/deploying.md says after a change of embedder: there the command's lock is in another folder."""
    command = [sys.executable, "-m", "services.cli", "memory", "reindex"]
    return await ended(machine, "coordinator", command, VOUCH_DATA_DIR=str(machine.folder / "elsewhere"))


async def left(process: asyncio.subprocess.Process) -> int:
    """Wait for a process that is to leave; return its exit code."""
    return await asyncio.wait_for(process.wait(), MOST_SECONDS)


async def ready(machine: Machine, name: str, process: asyncio.subprocess.Process) -> None:
    """Wait until a service says that it listens."""
    for _ in range(int(MOST_SECONDS / POLL_SECONDS)):
        if '"ready"' in machine.log(name) or process.returncode is not None:
            break
        await asyncio.sleep(POLL_SECONDS)
    assert process.returncode is None, machine.log(name)
    assert '"ready"' in machine.log(name), machine.log(name)


async def test_a_service_becomes_healthy_and_stops_in_good_order(nats: Machine) -> None:
    """The whole way of one: nothing to listen to yet, streams, start, check, SIGTERM. A check must be able to fail."""
    before = await ended(nats, "judge", nats.check("judge"))
    made = await ended(nats, "provision", nats.command("provision"))
    service = await nats.start("judge", *nats.command("judge"))

    await ready(nats, "judge", service)
    checked = await ended(nats, "judge", nats.check("judge"))
    service.terminate()

    assert (before, made, checked, await left(service)) == (1, 0, 0, 0)
    assert "made stream REQUESTS" in nats.log("provision")
    assert "run `python -m deploy.provision`" in nats.log("judge")
    assert "judge is healthy" in nats.log("judge")


async def test_the_coordinator_keeps_its_memory_in_weaviate(nats: Machine, weaviate: str) -> None:
    """It has the key from the same file as the server, which lets in nobody without it."""
    await provisioned(nats.environment("coordinator")["VOUCH_NATS_URL"])
    service = await nats.start("coordinator", *nats.command("coordinator"))

    await ready(nats, "coordinator", service)
    async with httpx.AsyncClient(base_url=weaviate, trust_env=False) as client:
        stranger = await client.get("/v1/schema")
        known = await client.get("/v1/schema", headers={"Authorization": f"Bearer {KEY}"})
    service.terminate()

    assert (stranger.status_code, await left(service)) == (401, 0)
    assert known.json()["classes"]
    assert await reindexed(nats) == 0, nats.log("coordinator")
    assert "0 pieces of evidence" in nats.log("coordinator")


async def test_weaviate_does_not_start_without_a_key(machine: Machine) -> None:
    """An empty key would be one that everybody knows."""
    block = machine.blocks["weaviate"]
    (machine.folder / "secrets" / "weaviate_api_key").write_text("")

    shell = [*block["entrypoint"], *(machine.here(word) for word in block["command"])]

    assert await ended(machine, "weaviate", shell) != 0
    assert "secrets/weaviate_api_key is empty" in machine.log("weaviate")
