"""Words that narrow a search to a study design leave hardly a work of that design out."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator

from services.search.hedges import TYPES, WORDS
from shared import messages as m
from shared.appraisal.designs import design_of
from shared.library import read
from tests.recordings import recording

LIBRARIES = (
    "pubmed/medline_text/robotreviewer_dev.medline.txt.gz",
    "labelled/duplicates/dedupe_sweep_tafenoquine.xml.gz",
    "pubmed/efetch_split/nlm_sample2019_dev.xml",
)


def works() -> Iterator[tuple[m.Design, frozenset[str], str]]:
    """Yield the design, the publication types and the words of every recorded record."""
    for name in LIBRARIES:
        path = recording(name)
        for one in read(path.read_bytes(), path.name).references:
            types = frozenset(map(str.lower, one.work.publication_types))
            yield one.work.design, types, spaced(f"{one.work.citation.title} {one.text}")
    for line in gzip.decompress(recording("labelled/scifact/corpus.jsonl.gz").read_bytes()).splitlines()[::6]:
        found = json.loads(line)
        text = " ".join(found["abstract"])
        yield design_of((), (), found["title"], text), frozenset(), spaced(f"{found['title']} {text}")


def spaced(text: str) -> str:
    """Return the words of a text, each between spaces."""
    return f" {' '.join(re.findall(r'[a-z0-9]+', text.lower()))} "


def shares() -> dict[m.Design, tuple[int, float]]:
    """Return how many works there are of each design, and the share that a search under its hedge may find."""
    all_of, found = Counter[m.Design](), Counter[m.Design]()
    for design, types, text in works():
        typed = any(one.lower() in types for one in TYPES.get(design, ()))
        all_of[design] += 1
        found[design] += typed or any(spaced(word) in text for word in WORDS.get(design, ()))
    return {design: (count, found[design] / count) for design, count in all_of.items()}


def test_hardly_a_work_of_a_design_lacks_all_words_of_its_hedge() -> None:
    """What the search leaves out, no filter can keep; 0.99 to 1.0 measured, of 16 to 542 works, on all of SciFact."""
    found = shares()

    hedged = {design: of for design, of in found.items() if design in WORDS}
    whole = sum(count for count, _ in hedged.values())
    assert whole >= 450
    assert sum(count * share for count, share in hedged.values()) / whole >= 0.98
    assert {design: share for design, (_, share) in hedged.items() if share < 0.9} == {}
