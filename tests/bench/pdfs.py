"""How fast PDFs are read, and at what cost: pdfium with our layout beside pypdf; it prints and decides nothing.

``python -m tests.bench.pdfs`` needs the recordings. Pages a second are of processor time, so that others on the machine
do not count; order is the share of the hand-made pairs of the recorded tests that come in the right order.
"""

import io
import logging
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pypdf

from shared.pdf import Workers
from shared.pdf.printed import printed
from shared.pdf.reading import document
from tests.recorded.test_recorded_pdfs import ORDER, PLACES
from tests.recordings import FOLDER

PDFS = FOLDER / "pdfs" / "open_access"
ALONE = """
import resource, sys
from pathlib import Path
from shared.pdf.printed import printed
from shared.pdf.reading import document
for name in sys.argv[1:]:
    document(printed(Path(name).read_bytes()), name)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
"""

Reader = Callable[[bytes], list[str]]


def by_vouch(data: bytes) -> list[str]:
    """Return the text of each page in reading order."""
    found = document(printed(data), "a.pdf")
    return [found.text[page.start : page.end] for page in found.pages]


def by_pdfium(data: bytes) -> list[str]:
    """Return the words of each page in the order of the file."""
    return [" ".join(word.text for word in sheet.words) for sheet in printed(data).sheets]


def by_pypdf(data: bytes) -> list[str]:
    """Return the text of each page as pypdf gives it."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data), strict=False).pages]


def measured(name: str, reader: Reader) -> None:
    """Print the figures of one reader."""
    paths = sorted(PDFS.glob("*.pdf"))
    begun = time.process_time()
    read = {path.name: [" ".join(page.split()) for page in reader(path.read_bytes())] for path in paths}
    seconds = time.process_time() - begun
    count = sum(map(len, read.values()))
    pages = sum(words in read[file][page - 1] for file, page, words in PLACES)
    pairs = [(read[file][page - 1], one, other) for file, rows in ORDER.items() for page, one, other in rows]
    right = sum(0 <= text.find(one) < text.find(other) for text, one, other in pairs)
    say(f"{name:24} {count / seconds:8.0f} pages/s {pages:4d} of {len(PLACES)} {right:6d} of {len(pairs)}")


def memory() -> float:
    """Return the most memory a process takes that reads all of them, in MB."""
    command = [sys.executable, "-c", ALONE, *map(str, sorted(PDFS.glob("*.pdf")))]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def whole(paths: list[Path]) -> float:
    """Return the pages a second of wall time, through the process that opens them."""
    workers = Workers(most=1)
    workers.read(paths[0].read_bytes(), paths[0].name)
    begun = time.perf_counter()
    count = sum(len(workers.read(path.read_bytes(), path.name).pages) for path in paths)
    seconds = time.perf_counter() - begun
    workers.close()
    return count / seconds


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Measure, and print."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it names every font that it cannot read whole
    say(f"{'reader':24} {'speed':>16} {'on its page':>11} {'in order':>12}")
    for name, reader in (("pdfium, words only", by_pdfium), ("pdfium with our layout", by_vouch), ("pypdf", by_pypdf)):
        measured(name, reader)
    say(f"through a worker, wall time: {whole(sorted(PDFS.glob('*.pdf'))):.0f} pages/s")
    say(f"memory of a process that reads all: {memory():.0f} MB; of this one: {_most():.0f} MB")


def _most() -> float:
    """Return the most memory this process has taken, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


if __name__ == "__main__":
    main()
