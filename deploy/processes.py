"""What runs on this machine: the command line of a process, for an id may have been given to another since."""

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
