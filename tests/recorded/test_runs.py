"""Whole runs over real exports: every record read, every citation resolved, every quotation where it is said to be."""

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from shared import messages as m
from shared.errors import CannotDo
from shared.library import Shelf, read
from tests.recordings import recording
from tests.whole import Whole, files

TAFENOQUINE = "labelled/duplicates/dedupe_sweep_tafenoquine.xml.gz"
MEDLINE = "pubmed/medline_text/robotreviewer_dev.medline.txt.gz"
EFETCH = "pubmed/efetch"

ASKED = {
    TAFENOQUINE: "Is tafenoquine effective and safe for the radical cure of Plasmodium vivax malaria?",
    MEDLINE: "Which inhaled drugs improve asthma?",
    EFETCH: "Is budesonide-formoterol as needed effective in mild asthma?",
}
QUOTED = re.compile(r"“([^”]+)” (\[S\d+(?:, S\d+)*\])")
MARKED = re.compile(r"\[((?:S\d+)(?:, S\d+)*)\]")
FOOTNOTE = re.compile(r"\[\^(\d+)\]")

each_library = pytest.mark.parametrize("name", ASKED)


class Ended(NamedTuple):
    """A run that is over, with what its library says by work id, as the parsers gave it."""

    end: m.ResearchCompleted
    report: m.ResearchReport
    texts: dict[str, str]

    def text_of(self, source_id: str) -> str:
        """Return all that the records of a source say, its white space plain."""
        source = next(one for one in self.end.sources if one.source_id == source_id)
        return plain(" ".join(self.texts[work_id] for work_id in source.work_ids))

    def fields(self) -> Iterator[str]:
        """Yield every text of the report that cites or quotes."""
        report = self.report
        yield from (report.executive_summary, report.conclusion, *report.limitations)
        yield from (report.clinical_findings.content, report.mechanistic_findings.content)
        for row in report.candidate_details:
            yield from (row.harms, row.approval, *row.trials, *row.contraindications)

    def quotations(self) -> list[tuple[str, str]]:
        """Return each quotation with the source behind it."""
        found = (match for text in self.fields() for match in QUOTED.finditer(text))
        return [(match[1], source) for match in found for source in MARKED.findall(match[2])[0].split(", ")]


def plain(text: str) -> str:
    """Return *text* with single spaces."""
    return " ".join(text.split())


def paths(name: str) -> list[Path]:
    """Return the files of a recording: one, or all of a folder."""
    path = recording(name)
    return sorted(path.glob("*.xml")) if path.is_dir() else [path]


@cache
def run_over(name: str) -> Ended:
    """Ask the question of a recording, once for all tests."""
    return asyncio.run(_run_over(name))


async def _run_over(name: str) -> Ended:
    """Ask; then open the library once more for what it says."""
    library = files(*paths(name))
    run = Whole(library)
    end = await run.ask(ASKED[name], domain="general")
    assert end.report is not None
    by_hash = {file.sha256: library[file.name] for file in run.library}
    opened = await Shelf(lambda sha256: asyncio.sleep(0, by_hash[sha256])).open(run.library)
    texts = {one.work.work_id: f"{one.work.citation.title}. {one.text}" for one in opened.references}
    return Ended(end, end.report, texts)


def test_the_endnote_library_is_read_whole_and_cited() -> None:
    """179 records are in it; a report on fewer than ten works would be a selection nobody asked for."""
    ended = run_over(TAFENOQUINE)

    assert ended.report.study_flow.identified == 179
    assert len(ended.report.references) >= 10
    assert len(ended.report.footnotes) == ended.report.study_flow.cited == len(ended.report.references)
    assert ended.report.direction == "benefit"


def test_the_medline_library_is_read_whole_and_merged() -> None:
    """494 records are 463 works: each repeated record is the same work again."""
    ended = run_over(MEDLINE)

    flow = ended.report.study_flow
    assert (flow.identified, flow.merged) == (494, 31)
    assert len(ended.report.references) >= 10


def test_files_of_a_folder_that_are_no_library_are_named() -> None:
    """What could not be read must not look as if it had held nothing."""
    ended = run_over(EFETCH)

    unread = [one.reason for one in ended.end.searches if one.status == "failed"]
    assert any("biopython_efetch_schemas.xml" in reason for reason in unread)
    assert all(any(path.name in reason for path in paths(EFETCH)) for reason in unread)
    assert ended.report.study_flow.identified == sum(records_of(path) for path in paths(EFETCH)) > 30
    assert len(ended.report.references) >= 1


def records_of(path: Path) -> int:
    """Return how many references a file holds, none where it is no library."""
    try:
        return len(read(path.read_bytes(), path.name).references)
    except CannotDo:
        return 0


@each_library
def test_no_work_is_cited_twice(name: str) -> None:
    """Two footnotes on one trial would read as two trials."""
    cited = run_over(name).report.references

    names = [value.lower() for one in cited for kind, value in one.identifiers if value and kind != "url"]
    titles = [(re.sub(r"\W", "", one.citation.title.lower()), one.citation.date[:4]) for one in cited]
    assert len(names) == len(set(names))
    assert len(titles) == len(set(titles))
    assert len({one.source_id for one in cited}) == len(cited)


@each_library
def test_every_marker_and_every_footnote_resolves(name: str) -> None:
    """A number that leads nowhere is worse than none."""
    ended = run_over(name)
    page, _, notes = ended.end.markdown.partition("\n## Footnotes\n")

    defined = [int(number) for number in re.findall(r"^\[\^(\d+)\]: ", notes, re.MULTILINE)]
    known = {source.source_id for source in ended.end.sources}
    marked = {one for text in ended.fields() for group in MARKED.findall(text) for one in group.split(", ")}
    assert defined == list(range(1, len(ended.report.references) + 1))
    assert {int(number) for number in FOOTNOTE.findall(page)} == set(defined)
    assert marked
    assert marked <= known
    assert marked <= {note.source_id for note in ended.report.footnotes}


@each_library
def test_every_quotation_is_verbatim_in_its_source(name: str) -> None:
    """Checked against the records themselves, not by the code that made the quotation."""
    ended = run_over(name)

    astray = [
        (quotation, source)
        for quotation, source in ended.quotations()
        if plain(quotation).removesuffix("…").rstrip() not in ended.text_of(source)
    ]
    assert ended.quotations()
    assert astray == []


@each_library
def test_every_source_says_what_leans_on_it(name: str) -> None:
    """Usage is how another system finds what falls when a work is retracted."""
    ended = run_over(name)

    usage = {one.source_id: one for one in ended.end.usage}
    assert set(usage) == {source.source_id for source in ended.end.sources}
    assert all(one.first_seen_stage for one in usage.values())
    leaned_on = {source for claim in ended.report.claims for source in claim.source_ids}
    assert leaned_on
    assert all(usage[source].section_ids for source in leaned_on)
