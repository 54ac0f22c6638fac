"""Whether a Docker daemon answers here."""

import shutil
import subprocess

MOST_SECONDS = 5.0
"""A daemon on this machine answers within a tenth of one."""


def daemon() -> str:
    """Return the version of the daemon that answers, or nothing."""
    docker = shutil.which("docker")
    if docker is None:
        return ""
    command = (docker, "version", "--format", "{{.Server.Version}}")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)  # noqa: S603 -- our own
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return "" if done.returncode else done.stdout.strip()
