"""Print the scorecard and write it to ``build/``: ``make eval``, or ``python -m tests.eval.scorecard [TASK …]``.

No key and no network; it needs the recordings. Named tasks are measured alone: claims retrieval rationales answers
designs inclusion.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence

from shared.embedding import Embedder
from shared.embedding.opening import open_embedder
from shared.settings import read_settings
from tests.eval import claims, selection
from tests.eval.scorecard import answering, designing, finding, including, rationales
from tests.eval.scorecard.row import Row
from tests.eval.scorecard.table import as_data, markdown
from tests.recordings import FOLDER, ROOT

OUTPUT = ROOT / "build" / "scorecard.md"


def inclusion(embedder: Embedder) -> tuple[Row, ...]:
    """Return the lines on the three reviews."""
    reviews = selection.reviews()

    async def chosen() -> list[selection.Chosen]:
        """Return what each way of choosing chooses."""
        return [one for review in reviews for one in await selection.measured(review, embedder)]

    return including.rows(reviews, asyncio.run(chosen()), embedder)


TASKS: dict[str, Callable[[Embedder], Sequence[Row]]] = {
    "claims": lambda _: claims.rows(FOLDER),
    "retrieval": finding.rows,
    "rationales": lambda _: rationales.rows(),
    "answers": lambda _: answering.rows(),
    "designs": lambda _: designing.rows(),
    "inclusion": inclusion,
}
"""What there is to measure, in the order of the table."""


def main(wanted: Sequence[str]) -> int:
    """Print the table, write it, and return an error only where nothing could be measured."""
    if unknown := set(wanted) - set(TASKS):
        sys.stderr.write(f"no such task: {', '.join(sorted(unknown))}; there are {', '.join(TASKS)}\n")
        return 1
    if not FOLDER.is_dir():
        sys.stderr.write(f"no recordings: the folder {FOLDER.name} is absent (set VOUCH_RECORDINGS)\n")
        return 1
    embedder = open_embedder(read_settings())
    if embedder is None:
        sys.stderr.write("retrieval cannot be measured: VOUCH_EMBEDDER__KIND is none; leave it away\n")
        return 1
    names = [name for name in TASKS if not wanted or name in wanted]
    rows = [row for name in names for row in TASKS[name](embedder)]
    tables = [("Yes, no or maybe: the half that reports", answering.table())] if "answers" in names else []
    text = markdown(rows, tables)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(text, encoding="utf-8")
    OUTPUT.with_suffix(".json").write_text(json.dumps(as_data(rows), indent=1, ensure_ascii=False), encoding="utf-8")
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
