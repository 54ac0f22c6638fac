"""Turn ``[S7]`` into ``[^1]``: numbers follow the order in which a reader meets the sources.

A source keeps its number wherever it is cited again. The map stands in the report, so that every
footnote leads back to the registry.
"""

from collections.abc import Mapping

from shared import messages as m
from shared.audit.markers import cited, replaced
from shared.audit.references import reference_text


def footnotes_for(body: str, references: Mapping[str, m.Reference], notes: Mapping[str, str]) -> tuple[m.Footnote, ...]:
    """Return the footnotes of *body* in order; a marker of no known reference gets none.

    *notes* says for a source what stands beside its reference, such as how much of it was read.
    """
    met = (source_id for source_id in cited(body) if source_id in references)
    return tuple(
        m.Footnote(
            number=number,
            source_id=source_id,
            text=reference_text(references[source_id], notes.get(source_id, "")),
        )
        for number, source_id in enumerate(met, start=1)
    )


def numbered(body: str, footnotes: tuple[m.Footnote, ...]) -> str:
    """Return *body* with each marker as footnotes: ``[S3, S4]`` becomes ``[^1][^2]``."""
    numbers = {one.source_id: one.number for one in footnotes}
    return replaced(body, lambda ids: "".join(f"[^{numbers[one]}]" if one in numbers else f"({one})" for one in ids))
