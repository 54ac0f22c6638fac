"""The sample library that ships with the project."""

from importlib.resources import as_file, files
from pathlib import Path


def sample_files() -> tuple[Path, ...]:
    """Return its reference files."""
    with as_file(files("shared") / "library" / "sample") as folder:
        return tuple(sorted(path for path in folder.iterdir() if path.suffix in (".nbib", ".ris")))
