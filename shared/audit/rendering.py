"""Render a report as Markdown: CommonMark with footnotes, no HTML, fit for a terminal and for GitHub.

The prose keeps its ``[S3]`` markers until the whole page stands; then the first marker met becomes
``[^1]``. So the numbers can never disagree with the order of reading.
"""

import re
from collections.abc import Iterable, Iterator

from shared import messages as m
from shared.audit.escaping import escaped, escaped_line
from shared.audit.footnotes import numbered
from shared.audit.parts import EVIDENCE_TABLE
from shared.audit.references import reference_text
from shared.audit.tables import (
    EVIDENCE_CAPTION,
    EVIDENCE_HEAD,
    STANDING_LINE,
    candidate_lines,
    checked_lines,
    count_rows,
    evidence_lines,
    flow_rows,
    hypothesis_rows,
    table,
)
from shared.audit.themes import theme_lines

COUNTED = (
    "Independent studies among the works this report was written from; the judge's counts are of the pieces judged."
)

_HEADING = re.compile(r"#{1,6}\s+")
_ITEM = re.compile(r"[-*+]\s+")


def to_markdown(report: m.ResearchReport) -> str:
    """Return the report as one Markdown page; every footnote it uses is defined below it."""
    page = numbered(body(report), report.footnotes)
    return "\n".join((page.rstrip(), *_sources(report))).rstrip() + "\n"


def body(report: m.ResearchReport) -> str:
    """Return the page without its list of sources, markers as ``[S3]``."""
    blocks = (
        f"# {escaped(' '.join(report.title.split()))}",
        *_section("Executive summary", prose(report.executive_summary)),
        f"**{STANDING_LINE}** {_maker(report.made_by)}",
        *_section("Research question", escaped_line(report.research_question)),
        *_section("Evidence base", COUNTED, table(("Kind of study", "Independent studies"), count_rows(report))),
        *_findings(report.clinical_findings),
        *_findings(report.mechanistic_findings),
        *_section("Findings by outcome", bullets(theme_lines(report))),
        *_section(EVIDENCE_TABLE, *_evidence(report)),
        *_hypotheses(report),
        *_candidates(report),
        *_section("Limitations", bullets(report.limitations)),
        *_section("Conclusion", prose(report.conclusion), _certainty(report.certainty_reasons)),
        *_section(report.methodology.title, prose(report.methodology.content)),
        *_section("Study flow", table(("Stage", "Works"), flow_rows(report.study_flow))),
        *_section("How far this was checked", bullets(checked_lines(report))),
    )
    return "\n\n".join(block for block in blocks if block) + "\n"


def _maker(made_by: str) -> str:
    """Return who wrote the page, in a sentence."""
    if made_by == "rules":
        return "Written by rules, without a language model: findings are quoted, not paraphrased."
    return f"Written by {escaped(made_by)}; methodology, counts and references by the program."


def _section(title: str, *blocks: str) -> Iterator[str]:
    """Yield a heading and its blocks; nothing where the blocks are empty."""
    if any(blocks):
        yield f"## {escaped(title)}"
        yield from blocks


def _findings(section: m.ReportSection) -> Iterator[str]:
    """Yield a section of findings; one that cites nothing says why."""
    note = f"*Source coverage: {escaped(section.coverage_note)}*" if section.coverage_note else ""
    return _section(section.title, prose(section.content), note)


def _evidence(report: m.ResearchReport) -> tuple[str, ...]:
    """Return the evidence table under its caption; nothing where no work was read."""
    return (EVIDENCE_CAPTION, table(EVIDENCE_HEAD, evidence_lines(report))) if report.evidence_table else ()


def _hypotheses(report: m.ResearchReport) -> Iterator[str]:
    """Yield the table of hypotheses, or that there are none."""
    head = ("Mechanism", "Status", "Studies for", "Studies against", "Made from")
    rows = table(head, hypothesis_rows(report)) if report.hypotheses_tested else ""
    return _section("Hypotheses tested", rows or "No hypothesis about a mechanism was proposed.")


def _certainty(reasons: tuple[str, ...]) -> str:
    """Return what makes the answer more and less certain; nothing where nobody said."""
    return f"What its certainty rests on:\n\n{bullets(reasons)}" if reasons else ""


def _candidates(report: m.ResearchReport) -> Iterator[str]:
    """Yield a block for each candidate."""
    detailed = {row.drug: row for row in report.candidate_details}
    blocks = []
    for drug in dict.fromkeys((*detailed, *report.drug_candidates)):
        row = detailed.get(drug)
        title = f"### {escaped(drug)}" + (f" for {escaped(row.indication)}" if row and row.indication else "")
        blocks.append(f"{title}\n\n{bullets(candidate_lines(row))}" if row else title)
    return _section("Drug candidates", *(blocks or ("No candidate was named by the assessment.",)))


def bullets(lines: Iterable[str]) -> str:
    """Return a list, one item a line."""
    return "\n".join(f"- {escaped_line(' '.join(line.split()))}" for line in lines)


def prose(text: str) -> str:
    """Return a text of paragraphs, ``### `` headings, ``- `` items and table rows as Markdown.

    Lines of different kinds are set apart by an empty one, or a reader would join them.
    """
    rendered: list[str] = []
    before = ""
    for line in text.splitlines():
        kind, shown = _line(line.strip())
        if kind != before or kind == "heading":
            rendered.append("")
        rendered.append(shown)
        before = kind
    return re.sub(r"\n{3,}", "\n\n", "\n".join(rendered)).strip("\n")


def _line(line: str) -> tuple[str, str]:
    """Return the kind of a line and how it is written."""
    if found := _HEADING.match(line):
        return "heading", f"### {escaped(line[found.end() :])}"
    if found := _ITEM.match(line):
        return "item", f"- {escaped_line(line[found.end() :])}"
    if line.startswith("|"):
        return "row", "|".join(map(escaped, line.split("|")))
    return ("text", escaped_line(line)) if line else ("", "")


def _sources(report: m.ResearchReport) -> Iterator[str]:
    """Yield the footnotes, or plain references where there are none, and what was read besides."""
    if report.footnotes:
        yield "\n## Footnotes\n"
        for one in report.footnotes:
            yield f"[^{one.number}]: {_linked(one.text)}"
    elif report.references:
        yield f"\n## References\n\n{_listed(report.references)}"
    if report.reviewed_not_cited:
        yield f"\n## Reviewed but not cited\n\n{_listed(report.reviewed_not_cited)}"
    if not (report.footnotes or report.references):
        yield "\n## References\n\nNothing is cited."


def _listed(references: Iterable[m.Reference]) -> str:
    """Return references as a list."""
    return "\n".join(f"- {_linked(reference_text(one))}" for one in references)


def _linked(text: str) -> str:
    """Return a reference escaped, except its address, which must stay whole to be followed."""
    pieces = re.split(r"(https?://\S+)", text)
    return "".join(piece if place % 2 else escaped(piece) for place, piece in enumerate(pieces))
