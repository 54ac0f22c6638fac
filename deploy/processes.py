"""Processes on this machine: their command lines, for an id may have been given to another since, and their ends."""

import asyncio
import signal
import subprocess
from pathlib import Path


def command_of(pid: int) -> str:
    """Return the command line of a process; nothing where there is none, or it has ended."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0")
        return words.replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        look = ["/bin/ps", "-ww", "-p", str(pid), "-o", "command="]  # where there is no /proc
        return subprocess.run(look, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 -- no input


async def stopped(process: asyncio.subprocess.Process) -> None:
    """Stop a process in good order."""
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
        await process.wait()


async def killed(process: asyncio.subprocess.Process) -> bool:
    """Stop a process as a crash would; say whether it ran."""
    if process.returncode is not None:
        return False
    process.kill()
    await process.wait()
    return True
