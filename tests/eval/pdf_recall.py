"""How well ``pdf_retrieval`` finds what people ask of their PDFs, and whether it says so when there is nothing.

``python -m tests.eval.pdf_recall`` needs the recordings. The questions were written before the index was tuned; what
was chosen by figures was chosen on other sets (SciFact, PubMedQA), and the latter's 500 questions stand here, too.
"""

import asyncio
import gzip
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.retrieval.pdfs import PDF_RETRIEVAL
from services.retrieval.retrieving import Observation
from services.retrieval.tools import Library
from shared import messages as m
from shared.embedding.wordllama import WordLlamaEmbedder
from shared.settings import SIMILARITY
from tests.builders import NOON
from tests.recordings import FOLDER

QUESTIONS = Path(__file__).parent / "pdf_questions.json"
PDFS = FOLDER / "pdfs" / "open_access"
ELSEWHERE = FOLDER / "labelled" / "pubmedqa" / "pqal_dev.json.gz"
THRESHOLDS = (0.3, 0.4, 0.45, 0.5, SIMILARITY, 0.6, 1.0)


@dataclass(frozen=True)
class Question:
    """A question, and where its answer stands."""

    question: str
    file: str
    pages: tuple[int, ...]
    few_words: bool = False
    """Whether it shares at most two content words with any of its pages."""

    def is_met(self, observation: Observation) -> bool:
        """Say whether one of the passages shown stands on a page that answers it."""
        places = (f"{self.file}, page {page}" for page in self.pages)
        lines = observation.text.splitlines()
        return any(line.partition("] ")[2].startswith((f"{place} ", f"{place},")) for place in places for line in lines)


def questions() -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """Return the questions with an answer, and those without."""
    said = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    answerable = (Question(**{**one, "pages": tuple(one["pages"])}) for one in said["answerable"])
    return tuple(answerable), tuple(said["unanswerable"])


class Asked:
    """The tool over the PDFs of the recordings."""

    def __init__(self, similarity: float = SIMILARITY, shared: "Asked | None" = None) -> None:
        data = {} if shared else {path: path.read_bytes() for path in sorted(PDFS.glob("*.pdf"))}
        self._by_hash: Mapping[str, bytes] = {hashlib.sha256(one).hexdigest(): one for one in data.values()}
        named = ((path.name, hashlib.sha256(one).hexdigest()) for path, one in data.items())
        self.files = shared.files if shared else tuple(m.LibraryFile(sha256=sha, name=name) for name, sha in named)
        self.library = shared.library if shared else Library(self._fetch, WordLlamaEmbedder())
        self._similarity = similarity

    async def _fetch(self, sha256: str) -> bytes:
        return self._by_hash[sha256]

    async def ask(self, question: str) -> Observation:
        """Return what the tool says."""
        given = {"run_id": "eval", "step": "retrieval", "expires_at": NOON, "question": question, "library": self.files}
        self.library._similarity = self._similarity
        tools = self.library.tools(m.RetrievalRequested.model_validate(given))
        return await next(tool for tool in tools if tool.name == PDF_RETRIEVAL).run(question)


@dataclass(frozen=True)
class Figures:
    """What was found at one threshold."""

    shown: int
    """Questions whose answer is among the five passages shown."""
    admitted: int
    """Of these, those for which the passages count as evidence."""
    shown_few: int
    admitted_few: int
    nothing: int
    """Unanswerable questions of which the tool says that nothing was found."""
    nothing_elsewhere: float
    """The same as a share of 500 questions on other topics."""


async def measured(similarity: float, shared: Asked, elsewhere: Sequence[str] = ()) -> Figures:
    """Return the figures at one threshold."""
    asked, (answerable, unanswerable) = Asked(similarity, shared), questions()
    seen = [(one, await asked.ask(one.question)) for one in answerable]
    met = [(one, seen_) for one, seen_ in seen if one.is_met(seen_)]
    found = [one for one, seen_ in met if seen_.evidence]
    others = [not (await asked.ask(question)).evidence for question in elsewhere]
    return Figures(
        shown=len(met),
        admitted=len(found),
        shown_few=sum(one.few_words for one, _ in met),
        admitted_few=sum(one.few_words for one in found),
        nothing=sum([not (await asked.ask(question)).evidence for question in unanswerable]),
        nothing_elsewhere=sum(others) / len(others) if others else 0.0,
    )


async def main() -> None:
    """Print the figures at several thresholds."""
    shared = Asked()
    elsewhere = [one["QUESTION"] for one in json.loads(gzip.decompress(ELSEWHERE.read_bytes())).values()]
    say("similarity   recall@5 shown   as evidence   of few words: shown, evidence   nothing said   500 off-topic")
    for similarity in THRESHOLDS:
        found = await measured(similarity, shared, elsewhere)
        say(
            f"{similarity:10.2f} {found.shown:11d} / 30 {found.admitted:10d} / 30 {found.shown_few:14d} / 10 "
            f"{found.admitted_few:7d} / 10 {found.nothing:15d} / 10 {found.nothing_elsewhere:15.1%}"
        )


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    asyncio.run(main())
