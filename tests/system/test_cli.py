"""The command line as a person uses it: real processes, a real server, the sample library."""

import asyncio
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nats
import pytest

from deploy.server import LocalServer, start
from services.cli.calling import calling
from services.cli.feeding import Notice, Told
from services.cli.resolving import footnotes
from shared import messages as m
from tests.builders import NOON
from tests.outside import OFF
from tests.recordings import ROOT

QUESTION = "Is tafenoquine effective and safe for the radical cure of Plasmodium vivax malaria?"
SAMPLE = ROOT / "shared" / "library" / "sample" / "tafenoquine.ris"
SECONDS = 60.0
"""Well above what anything here takes; who waits longer waits in vain."""


@dataclass
class Typed:
    """A command that goes on, and the lines it writes to standard error."""

    process: subprocess.Popen[str]
    seen: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the lines as they come, or a full pipe would stop the command."""
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def end(self) -> int:
        """Wait for its end and return its exit code."""
        code = self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        if self.process.stderr:
            self.process.stderr.close()
        return code

    def until(self, wanted: Callable[[str], bool]) -> str:
        """Return the next line that is wanted; raise ``queue.Empty`` when none comes."""
        while True:
            line = self._lines.get(timeout=SECONDS)
            self.seen.append(line)
            if wanted(line):
                return line

    def _read(self) -> None:
        """Put each line in the queue."""
        for line in self.process.stderr or ():
            self._lines.put(line.rstrip())


def environment(data: Path) -> dict[str, str]:
    """Return the environment of a command whose data are its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VOUCH_")}
    return {**kept, **OFF, "VOUCH_DATA_DIR": str(data)}


def begin(data: Path, *arguments: str) -> Typed:
    """Start a command."""
    command = [sys.executable, "-m", "services.cli", *arguments]
    pipe = subprocess.PIPE
    return Typed(
        subprocess.Popen(command, cwd=ROOT, env=environment(data), stdout=subprocess.DEVNULL, stderr=pipe, text=True)
    )


def vouch(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = [sys.executable, "-m", "services.cli", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(data), capture_output=True, text=True, timeout=SECONDS, check=False
    )


def children(data: Path) -> dict[str, int]:
    """Return the process ids that ``vouch up`` remembers."""
    found: dict[str, int] = json.loads((data / "up.json").read_text())["children"]
    return found


def alive(pid: int) -> bool:
    """Say whether there is a process of this id."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@dataclass(frozen=True)
class Up:
    """A running ``vouch up``."""

    typed: Typed
    data: Path


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """Start everything once; in the end SIGTERM must stop everything, with nothing left behind."""
    data = tmp_path_factory.mktemp("up")
    typed = begin(data, "up")
    typed.until(lambda line: line.startswith("ready in"))
    started = children(data)
    try:
        yield Up(typed, data)
        started = children(data)
    finally:
        typed.process.terminate()
        code = typed.end()
    left = [pid for pid in started.values() if alive(pid)]
    assert (code, left, (data / "up.json").exists()) == (0, [], False)


def test_a_question_without_a_server_becomes_a_checked_report(tmp_path: Path) -> None:
    """The promise to somebody with nothing but Python: one command, and JSON alone on standard output."""
    output = tmp_path / "report.json"

    ended = vouch(
        tmp_path / "data",
        "ask",
        QUESTION,
        "--library",
        str(SAMPLE),
        "--domain",
        "general",
        "--json",
        "--output",
        str(output),
    )

    assert ended.returncode == 0, ended.stderr
    end = json.loads(ended.stdout)
    assert (end["status"], json.loads(output.read_text())) == ("complete", end)
    notes = footnotes(end["markdown"])
    assert notes.resolve, str(notes)
    assert len(notes.used) >= 10
    assert "search       Searching library" in ended.stderr
    assert not (tmp_path / "data" / "up.json").exists()


def test_a_library_nobody_can_read_ends_the_run_with_the_reason(up: Up, tmp_path: Path) -> None:
    """It looks like text, so that only the search agent can tell."""
    words = tmp_path / "words.txt"
    words.write_text("hello, there are no records in here\n")

    ended = vouch(up.data, "ask", QUESTION, "--library", str(words))

    assert ended.returncode == 4
    assert "words.txt is in none of the formats Vouch reads: export the references as" in ended.stderr


def test_a_run_is_watched_listed_and_read_again(up: Up) -> None:
    """Its events are kept and numbered; a second look shows the same."""
    asked = vouch(up.data, "ask", QUESTION, "--library", str(SAMPLE), "--run-id", "kept", "--domain", "general")
    watched = vouch(up.data, "watch", "kept")
    report = vouch(up.data, "report", "kept")

    assert (asked.returncode, watched.returncode, report.returncode) == (0, 0, 0)
    assert report.stdout == asked.stdout
    assert "| S | Note | Title | Year | Design | Identifiers | Cited in |" in report.stdout
    assert watched.stderr.splitlines()[0].endswith(f"coordinator  Started: {QUESTION}")
    assert "kept\t" in vouch(up.data, "runs").stdout
    sources = json.loads(vouch(up.data, "sources", "kept", "--json").stdout)
    cited = next(one for one in sources["works"] if one["cited_in"])
    assert cited["found_by"][0].startswith("library: ")
    assert f"reference\t{cited['source_id']}\t" in vouch(up.data, "show", "kept", cited["source_id"]).stdout
    page = vouch(up.data, "report", "kept", "--format", "html", "--style", "apa").stdout
    assert page.startswith("<!doctype html>")
    assert 'id="note-1"' in page
    assert vouch(up.data, "cancel", "kept").stderr == "vouch: run kept has already ended as complete\n"


def test_a_run_id_belongs_to_its_question(up: Up) -> None:
    """The first run's report must not pass for the answer to another question; asking the same changes nothing."""
    first = vouch(up.data, "ask", QUESTION, "--run-id", "mine")
    again = vouch(up.data, "ask", QUESTION, "--run-id", "mine")
    other = vouch(up.data, "ask", "Does something else help people?", "--run-id", "mine")

    assert (first.returncode, again.returncode, other.returncode) == (4, 4, 6)
    assert "vouch: run mine asks something else: choose another --run-id" in other.stderr


def test_a_limit_above_the_ceiling_is_rejected_in_the_words_of_the_command_line(up: Up) -> None:
    """The operator's ceiling is known to the coordinator alone."""
    ended = vouch(up.data, "ask", QUESTION, "--library", str(SAMPLE), "--rounds", "50")

    assert ended.returncode == 6
    assert "vouch: --rounds is 50; at most 10 is allowed here" in ended.stderr


def test_ctrl_c_cancels_the_run(up: Up) -> None:
    """The run would go on unseen otherwise, and spend."""
    typed = begin(up.data, "ask", QUESTION, "--library", str(SAMPLE), "--run-id", "stopped")
    typed.until(lambda line: "Started" in line)

    typed.process.send_signal(signal.SIGINT)

    typed.until(lambda line: "cancelling the run" in line)
    typed.until(lambda line: "Ended as cancelled" in line)
    assert typed.end() == 5


def test_a_second_up_says_which_one_runs(up: Up) -> None:
    """Two servers on one folder would ruin it."""
    second = vouch(up.data, "up")

    assert second.returncode == 1
    assert f"vouch: `vouch up` is running: process {up.typed.process.pid}, nats://127.0.0.1:" in second.stderr


def test_a_killed_service_is_started_again_and_the_doctor_agrees(up: Up) -> None:
    """Said out loud, and remembered under its new process id."""
    killed = children(up.data)["judge"]

    os.kill(killed, signal.SIGKILL)

    up.typed.until(lambda line: line == "judge        left with code -9; starting it again in 0.5 s")
    up.typed.until(lambda line: line.startswith("judge") and line.endswith("ready"))
    assert children(up.data)["judge"] != killed
    doctor = vouch(up.data, "doctor")
    assert doctor.returncode == 0, doctor.stdout
    assert "✓ judge is healthy and listens" in doctor.stdout
    assert "· PubMed is switched off: VOUCH_PUBMED__ENABLED=true asks it" in doctor.stdout


async def test_a_dead_letter_is_listed_shown_and_dropped(up: Up) -> None:
    """Nothing that came in is lost, and a person decides what becomes of it."""
    client = await nats.connect(json.loads((up.data / "up.json").read_text())["url"])
    await client.jetstream().publish("research.requested", b"no json")
    await client.close()
    up.typed.until(lambda line: "dead letter" in line)

    listed = vouch(up.data, "deadletters", "list").stdout.splitlines()[1].split("\t")

    assert listed[2:4] == ["coordinator-requests", "research.requested"]
    assert "no json" in vouch(up.data, "deadletters", "show", listed[0]).stdout
    assert vouch(up.data, "deadletters", "drop", listed[0]).returncode == 0
    assert vouch(up.data, "deadletters", "list").stderr == "no dead letters\n"


def make_event(seq: int) -> m.AgentEvent:
    """Return an event of the run that is followed."""
    data = m.ProgressData(found=seq)
    return m.AgentEvent(
        run_id="r1", seq=seq, type="progress", agent="search", message=f"number {seq}", data=data, at=NOON
    )


async def said(url: str, seq: int) -> None:
    """Publish an event as the coordinator would."""
    client = await nats.connect(url)
    event = make_event(seq)
    await client.jetstream().publish(event.destination, event.model_dump_json().encode())
    await client.close()


async def test_a_run_is_followed_through_a_restart_of_the_server(server: LocalServer) -> None:
    """Nothing is missed and nothing is shown twice, though the server forgets who was listening."""
    heard: list[int | str] = []
    await said(server.url, 1)
    async with asyncio.timeout(SECONDS), calling((server.url,)) as caller, caller.follow("r1") as feed:
        heard.append(numbered(await feed.next()))
        await server.kill()
        heard.append(numbered(await feed.next()))
        again = await start(server.folder, server.port)
        try:
            await said(server.url, 2)
            heard += [numbered(await feed.next()), numbered(await feed.next())]
        finally:
            await again.kill()

    assert heard == [1, "lost the server; waiting for it", "the server is back", 2]


def numbered(told: Told) -> int | str:
    """Return the number of an event, or what a notice says."""
    match told:
        case m.AgentEvent():
            return told.seq
        case Notice():
            return told.text
        case _:
            return type(told).__name__
