"""How well the memories find what answers a question: ``make retrieval``, or ``python -m tests.eval.retrieval``.

SciFact by words, by meaning and by both, on each memory; PubMedQA's questions to their own contexts; what is chosen
of three drug reviews. It needs the recordings, and measures the embedder that the settings name. What the default must
keep to is checked at the end; ``docs/decisions/0018`` says what follows from the figures.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from shared.embedding import Embedder
from shared.embedding.opening import open_embedder
from shared.memory.weaviate.server import Address
from shared.ranking import WORDS_WEIGHT
from shared.settings import read_settings
from tests.eval import selection
from tests.eval.measuring import Interval, reciprocal_rank
from tests.eval.on_weaviate import on_weaviate
from tests.eval.pubmedqa import PubMedQA, pubmedqa
from tests.eval.rankings import Legs, Measured, best, both, embedded, measured
from tests.eval.scifact import SciFact, scifact
from tests.recordings import ROOT
from tests.weaviate import ABSENT, shared_server, where

OUTPUT = ROOT / "build" / "retrieval.md"
GOAL = 0.70
"""nDCG@10 on SciFact that the default must reach."""

KNOWN = "BM25 0.670 (BEIR) and 0.682, MiniLM 0.649, BM25 + MiniLM 0.718, wordllama 0.515, BM25 + wordllama 0.681"
"""nDCG@10 of others on the same claims; from the recordings' README."""

WAYS = ("words", "meaning", "both")
SHIPPED, PLAIN = "MMR, places kept (shipped)", "relevance alone"

AllLegs = tuple[list[Legs], list[Legs]]
"""Of SciFact, and of PubMedQA."""


async def legs(data: SciFact, asked: PubMedQA, embedder: Embedder) -> Mapping[str, AllLegs]:
    """Return both kinds of relevance on each memory that can be had."""
    claims = [claim.text for claim in data.claims]
    found = {
        "embedded": (
            embedded(data.texts, claims, embedder),
            embedded(asked.contexts, asked.questions, embedder),
        )
    }
    if where() is None and not os.environ.get("CI"):
        return found
    with tempfile.TemporaryDirectory() as folder, shared_server(Path(folder)) as server:
        address = Address(server.url, server.grpc, server.api_key, seconds=60.0)
        found["Weaviate"] = (
            await on_weaviate(data.texts, claims, embedder, address, "eval-scifact"),
            await on_weaviate(asked.contexts, asked.questions, embedder, address, "eval-pubmedqa"),
        )
    return found


def scifact_lines(found: Mapping[str, Measured], choosing: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Iterator[str]:
    """Yield the table of SciFact."""
    yield f"## SciFact: 809 claims, 5,183 abstracts, {WORDS_WEIGHT:g} of words\n"
    yield f"Known: {KNOWN}.\n"
    yield "| memory | by | nDCG@10 | of the choosing half | of the reporting half | recall@100 |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for memory, one in found.items():
        for way, did in one.figures.items():
            halves = f"{did.ndcg[choosing].mean():.3f} | {did.ndcg[~choosing].mean():.3f}"
            yield f"| {memory} | {way} | {did.ndcg.mean():.3f} | {halves} | {did.recall.mean():.3f} |"
    yield "\nGain of both over words alone, nDCG@10, with 95 % of 10,000 paired resamples:\n"
    for memory, one in found.items():
        told = "; ".join(f"{name} {_interval(gain)}" for name, gain in one.gains.items())
        yield f"- {memory}: {told}; the choosing half speaks for {one.choice:g} of words"


def _interval(one: Interval) -> str:
    """Return an interval as a person reads it."""
    return f"{one.mean:+.4f} ({one.low:+.4f} to {one.high:+.4f})"


def pubmedqa_lines(found: Mapping[str, Sequence[Legs]]) -> Iterator[str]:
    """Yield the table of PubMedQA: the context of a question has its own position."""
    yield "\n## PubMedQA: 500 questions, each to its own context among 500\n"
    yield "| memory | by | accuracy@1 | MRR@10 |"
    yield "| --- | --- | --- | --- |"
    for memory, its in found.items():
        scores = {
            "words": [one.words for one in its],
            "meaning": [one.meaning for one in its],
            "both": [both(one) for one in its],
        }
        for way in WAYS:
            ranked = [best(one, 10) for one in scores[way]]
            first = float(np.mean([one[:1] == [at] for at, one in enumerate(ranked)]))
            reciprocal = float(np.mean([reciprocal_rank(one, at) for at, one in enumerate(ranked)]))
            yield f"| {memory} | {way} | {first:.3f} | {reciprocal:.3f} |"


def selection_lines(chosen: Sequence[selection.Chosen]) -> Iterator[str]:
    """Yield the table of the three reviews."""
    yield "\n## Selection: studies that the review included, among those chosen\n"
    yield "| places | way | " + " | ".join(selection.TOPICS) + " | together |"
    yield "| --- | --- | " + "--- | " * (len(selection.TOPICS) + 1)
    for (places, way), its in by_way(chosen).items():
        each = " | ".join(f"{one.included} / {one.of} ({one.share:.0%})" for one in its)
        together = f"{sum(one.included for one in its)} / {sum(one.of for one in its)}"
        yield f"| {places} | {way} | {each} | {together} |"


def by_way(chosen: Sequence[selection.Chosen]) -> Mapping[tuple[int, str], list[selection.Chosen]]:
    """Return the reviews of each number of places and way of choosing."""
    ordered = sorted(chosen, key=lambda one: one.places)
    ways = dict.fromkeys((one.places, one.way) for one in ordered)
    return {key: [one for one in ordered if (one.places, one.way) == key] for key in ways}


def broken(found: Mapping[str, Measured], chosen: Sequence[selection.Chosen]) -> Iterator[str]:
    """Yield what the figures do not keep to."""
    for memory, one in found.items():
        mean = {way: float(did.ndcg.mean()) for way, did in one.figures.items()}
        if mean["both"] < GOAL:
            yield f"{memory}: nDCG@10 {mean['both']:.3f} is below {GOAL:.2f}"
        if mean["both"] < max(mean["words"], mean["meaning"]):
            yield f"{memory}: both together are worse than the better one alone"
        for name, gain in one.gains.items():
            if not gain.is_gain:
                yield f"{memory}, {name}: the gain over words alone may be chance, {_interval(gain)}"
    yield from worse_than_plain(chosen)


def worse_than_plain(chosen: Sequence[selection.Chosen]) -> Iterator[str]:
    """Yield the numbers of places in which what ships finds less than relevance alone, over all reviews together."""
    ways = by_way(chosen)
    for places in selection.PLACES:
        ours, plain = (sum(one.included for one in ways[places, way]) for way in (SHIPPED, PLAIN))
        if ours < plain:
            yield f"selection of {places}: {ours} included studies, relevance alone finds {plain}"


async def main() -> int:
    """Print the tables, write them to a file, and return how many rules they break."""
    embedder = open_embedder(read_settings())
    if embedder is None:
        sys.stderr.write("there is nothing to compare words with: VOUCH_EMBEDDER__KIND is none\n")
        return 1
    data, asked = scifact(), pubmedqa()
    every = await legs(data, asked, embedder)
    found = {memory: measured(of_claims, data) for memory, (of_claims, _) in every.items()}
    chosen = [one for review in selection.reviews() for one in await selection.measured(review, embedder)]
    problems = list(broken(found, chosen))
    lines = [
        f"# Retrieval, with {embedder.name}\n",
        *([] if "Weaviate" in every else [f"Weaviate was not measured: {ABSENT}.\n"]),
        *scifact_lines(found, data.choosing),
        *pubmedqa_lines({memory: of_questions for memory, (_, of_questions) in every.items()}),
        *selection_lines(chosen),
        *("\n## Rules that these figures break\n", *(f"- {one}" for one in problems)) * bool(problems),
    ]
    text = "\n".join(lines) + "\n"
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    return len(problems)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
