"""Another pair of eyes on a report: another Markdown parser, the report's JSON, and nothing of the project.

It reads the page and the ledger, counts everything again, and names each disagreement in a sentence. What it knows of
the format is what docs and schema promise to any reader of a report: ``[S3]`` in the JSON is a footnote on the page.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import mistune

Json = Mapping[str, Any]

MARKER = re.compile(r"\[(S\d+(?:, S\d+)*)\]")
EVIDENTIAL = ("Executive summary", "Clinical findings", "Mechanistic findings", "Conclusion")
"""Whose sentences are drawn from sources and must cite them."""
PRINTED = (*EVIDENTIAL, "Title", "Limitations", "Drug candidates", "Hypotheses tested")
"""Whose sentences stand on the page as they are in the ledger."""
STRENGTH = (
    "contradicted",
    "mismatch",
    "not-checked",
    "partly",
    "numbers-and-direction-match",
    "supported",
    "verbatim",
)
"""Verdicts, the weakest first."""


class Page(NamedTuple):
    """A Markdown page as the other parser sees it."""

    lines: tuple[str, ...]
    """Each heading, paragraph, item and cell, footnote marks in it as ``[^2]``."""
    marks: tuple[str, ...]
    """The numbers of the footnote marks in the order of reading."""
    defined: Mapping[str, str]
    """What stands under each number."""
    twice: tuple[str, ...]
    """Numbers that are defined more than once."""
    loose: tuple[str, ...]
    """What looks like a mark, but leads nowhere."""


def read(markdown: str) -> Page:
    """Return a page as mistune reads it."""
    tokens, state = mistune.create_markdown(renderer="ast", plugins=["footnotes", "table"]).parse(markdown)
    body = [one for one in tokens if isinstance(one, dict) and one["type"] != "footnotes"]
    lines = tuple(_lines(body))
    numbers = re.findall(r"^ {0,3}\[\^([^\]\s]+)\]:", markdown, re.MULTILINE)
    known = {name.lower(): " ".join(text.split()) for name, text in state.env.get("ref_footnotes", {}).items()}
    marks = tuple(mark for line in lines for mark in re.findall(r"\0\[\^([^\]]+)\]", line))
    loose = re.findall(r"(?<!\\)\[\^([^\]\s]+)\](?!:)", markdown)
    return Page(
        lines=tuple(line.replace("\0", "") for line in lines),
        marks=marks,
        defined=known,
        twice=tuple(name for name, count in Counter(numbers).items() if count > 1),
        loose=tuple(one for one in loose if one.lower() not in known),
    )


def _lines(tokens: Iterable[Json]) -> Iterator[str]:
    """Yield the text of each block that holds words itself."""
    for token in tokens:
        children = token.get("children", ())
        if token["type"] in {"paragraph", "block_text", "heading", "table_cell"}:
            yield " ".join("".join(_words(children)).split(" "))
        elif children:
            yield from _lines(children)


def _words(tokens: Iterable[Json]) -> Iterator[str]:
    """Yield the words of a block; a mark that leads somewhere begins with a sign that no text has."""
    for token in tokens:
        if token["type"] == "footnote_ref":
            yield f"\0[^{token['raw']}]"
        elif token["type"] in {"softbreak", "linebreak"}:
            yield " "
        elif "children" in token:
            yield from _words(token["children"])
        else:
            yield token.get("raw", "")


def disagreements(report: Json, markdown: str) -> list[str]:
    """Return in sentences where page, ledger, sources and counts of a report do not agree; nothing in a sound one."""
    page = read(markdown)
    return [
        *_of_footnotes(report, page),
        *_of_markers(report, page),
        *_of_sentences(report, page),
        *_of_passages(report),
        *_of_quotations(report),
        *_of_verdicts(report),
        *_of_counts(report),
        *_of_references(report),
    ]


def _of_footnotes(report: Json, page: Page) -> Iterator[str]:
    """Yield where marks, definitions, footnotes and references are not the same works in the same order."""
    numbers = [str(one["number"]) for one in report["footnotes"]]
    if list(dict.fromkeys(page.marks)) != numbers:
        met = list(dict.fromkeys(page.marks))
        yield f"the page's footnotes are {met} in the order of reading, the JSON's {numbers}"
    if sorted(page.defined, key=_order) != sorted(numbers, key=_order):
        yield f"the page defines {sorted(page.defined, key=_order)}, the JSON has {numbers}"
    yield from (f"[^{one}] is defined twice" for one in page.twice)
    yield from (f"[^{one}] leads nowhere" for one in page.loose)
    listed = [one["source_id"] for one in report["references"]]
    if listed != [one["source_id"] for one in report["footnotes"]]:
        yield f"the references are {listed}, not the works of the footnotes"
    for one in report["footnotes"]:
        if f"({one['source_id']}" not in page.defined.get(str(one["number"]), ""):
            yield f"[^{one['number']}] does not name {one['source_id']}"


def _order(number: str) -> tuple[int, str]:
    """Return by what numbers of footnotes are sorted."""
    return (int(number) if number.isdigit() else 0, number)


def _of_markers(report: Json, page: Page) -> Iterator[str]:
    """Yield where the page does not show each marker of the prose, as often as it stands there."""
    prose = [
        report["title"],
        report["executive_summary"],
        report["clinical_findings"]["content"],
        report["mechanistic_findings"]["content"],
        report["conclusion"],
        *report["limitations"],
    ]
    wanted = Counter(one for text in prose for one in _ids(text))
    shown = Counter(page.marks)
    number_of = {one["source_id"]: str(one["number"]) for one in report["footnotes"]}
    for source_id, count in wanted.items():
        if source_id not in number_of:
            yield f"{source_id} is cited, but has no footnote"
        elif shown[number_of[source_id]] < count:
            yield f"{source_id} is cited {count} times, but [^{number_of[source_id]}] stands less often"
    for section in ("clinical_findings", "mechanistic_findings"):
        cited = list(dict.fromkeys(_ids(report[section]["content"])))
        if cited != list(report[section]["citations"]):
            yield f"{section} cites {cited}, but lists {report[section]['citations']}"


def _ids(text: str) -> list[str]:
    """Return the sources in the markers of a text, each as often as it stands there."""
    return [one for found in MARKER.findall(text) for one in found.split(", ")]


def _of_sentences(report: Json, page: Page) -> Iterator[str]:
    """Yield the ledger's sentences that the page does not show with footnotes of the same works."""
    number_of = {one["source_id"]: str(one["number"]) for one in report["footnotes"]}
    whole = _plain(" ".join(page.lines))
    for claim in report["claims"]:
        if claim["section"] not in PRINTED:
            continue
        ids = list(dict.fromkeys(_ids(claim["sentence"])))
        if ids and sorted(ids) != sorted(claim["source_ids"]):
            yield f"the ledger has {claim['source_ids']} for a sentence that cites {ids}: {claim['sentence'][:80]}"
        shown = MARKER.sub(lambda found: _as_marks(found[1], number_of), claim["sentence"])
        if not all(_plain(part) in whole for part in _parts(shown)):
            yield f"the page does not show a sentence of the ledger with its footnotes: {shown[:120]}"


def _as_marks(ids: str, number_of: Mapping[str, str]) -> str:
    """Return a marker as the footnotes that it became."""
    return "".join(f"[^{number_of.get(one, '?')}]" for one in ids.split(", "))


def _parts(sentence: str) -> list[str]:
    """Return what of a sentence stands in one block: a row of a table has a block for each cell."""
    return sentence.strip("|").split("|") if sentence.strip().startswith("|") else [sentence.lstrip("# ")]


def _plain(text: str) -> str:
    """Return the letters, digits and marks of a text: spaces, stars and quotes are a renderer's own business."""
    kept = re.sub(r"\[\^(\w+|\?)\]", r"«\1»", unicodedata.normalize("NFKC", text))
    return "".join(sign for sign in kept if sign.isalnum() or sign in "«»%")


def _of_passages(report: Json) -> Iterator[str]:
    """Yield the passages, wherever in the JSON, that are not what the evidence has at their offsets."""
    pieces: dict[str, list[Json]] = {}
    for piece in report["evidence"]:
        pieces.setdefault(piece["source_id"], []).append(piece)
    for passage in _passages({name: value for name, value in report.items() if name != "evidence"}):
        if not any(_stands(passage, piece) for piece in pieces.get(passage["source_id"], ())):
            place, said = passage["locator"], passage["quotation"][:80]
            yield f"{passage['source_id']} does not read so from {place['start']} to {place['end']}: {said}"


def _passages(value: object) -> Iterator[Json]:
    """Yield every passage in a JSON value."""
    if isinstance(value, dict):
        if {"source_id", "quotation", "locator"} <= value.keys():
            yield value
        for inner in value.values():
            yield from _passages(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _passages(inner)


def _stands(passage: Json, piece: Json) -> bool:
    """Say whether a piece of evidence has the passage's words at its offsets, which are those of the whole work."""
    base = piece["locator"]["start"]
    start, end = passage["locator"]["start"] - base, passage["locator"]["end"] - base
    return 0 <= start < end and str(piece["content"][start:end]) == passage["quotation"]


def _of_quotations(report: Json) -> Iterator[str]:
    """Yield the sentences called verbatim whose quotations stand in none of their sources."""
    texts: dict[str, str] = {}
    for piece in report["evidence"]:
        texts[piece["source_id"]] = texts.get(piece["source_id"], "") + " \n " + piece["content"]
    for claim in report["claims"]:
        quoted = [one for one in re.findall(r"“([^“”]+)”", claim["sentence"]) if len(one.split()) > 2]
        whole = " ".join(_spaced(texts.get(one, "")) for one in claim["source_ids"])
        if claim["verdict"] == "verbatim" and not all(_spaced(one) in whole for one in quoted):
            yield f"called verbatim, but it stands in no source: {claim['sentence'][:120]}"


def _spaced(text: str) -> str:
    """Return a text in one Unicode form with one space between words."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _of_verdicts(report: Json) -> Iterator[str]:
    """Yield the sentences for which something else shows than their checks allow."""
    for claim in report["claims"]:
        of_checks = [one["verdict"] for one in claim["checks"]]
        where = claim["sentence"][:80]
        if claim["verdict"] != "not-checked" and claim["verdict"] not in of_checks:
            yield f"{claim['verdict']} shows, but no checker says so: {where}"
        if claim["verdict"] in {"mismatch", "contradicted", "not-checked"} and not claim["reason"]:
            yield f"{claim['verdict']} shows without a reason: {where}"
        settled = [one for one in of_checks if one != "not-checked"]
        if settled and claim["section"] != "Drug candidates" and claim["verdict"] != "not-checked":
            weakest = min(settled, key=STRENGTH.index)
            if STRENGTH.index(claim["verdict"]) > STRENGTH.index(weakest):
                yield f"{claim['verdict']} shows, though a check says {weakest}: {where}"
        if {one["source_id"] for one in claim["checks"]} != set(claim["source_ids"]):
            yield f"not each of {claim['source_ids']} was checked: {where}"


def _of_counts(report: Json) -> Iterator[str]:
    """Yield the numbers of the audit that are not those of the ledger, the prose and the references."""
    claims, audit = report["claims"], report["audit"]
    evidential = [one for one in claims if one["section"] in EVIDENTIAL]
    cited = [one for one in evidential if MARKER.search(one["sentence"])]
    counted = {
        "markers": sum(len(MARKER.findall(text)) for text in _written(report)),
        "claims": len(claims),
        "claims_checked": sum(one["verdict"] != "not-checked" for one in claims),
        "evidence_sentences": len(evidential),
        "cited_sentences": len(cited),
        "disagreements": sum(bool(one["disagreement"]) for one in claims),
    }
    yield from (
        f"the audit counts {audit[name]} {name}, there are {count}"
        for name, count in counted.items()
        if audit[name] != count
    )
    coverage = len(cited) / len(evidential) if evidential else 1.0
    if abs(audit["citation_coverage"] - coverage) > 1e-9:
        yield f"the coverage is {coverage}, the audit says {audit['citation_coverage']}"
    if report["study_flow"]["cited"] != len(report["footnotes"]):
        yield f"the flow says {report['study_flow']['cited']} works are cited, there are {len(report['footnotes'])}"


def _written(report: Json) -> Iterator[str]:
    """Yield the texts in which the audit counts markers: prose, the cells of candidates, rows of the evidence table."""
    yield from (report["title"], report["executive_summary"], report["conclusion"], *report["limitations"])
    yield from (report["clinical_findings"]["content"], report["mechanistic_findings"]["content"])
    yield from (one["mechanism"] for one in report["hypotheses_tested"])
    for row in report["candidate_details"]:
        yield from (row[name] for name in ("best_human_evidence", "best_preclinical_evidence", "harms", "approval"))
        yield from (*row["trials"], *row["contraindications"])
    yield from (claim["sentence"] for claim in report["claims"] if claim["section"] == "Evidence table")


def _of_references(report: Json) -> Iterator[str]:
    """Yield the works that stand twice, and what the audit says of them that is not so."""
    named: dict[tuple[str, str], str] = {}
    pairs = set()
    for one in report["references"]:
        for name in ("doi", "pmid", "pmcid"):
            value = one["identifiers"][name].lower().removeprefix("https://doi.org/")
            first = named.setdefault((name, value), one["source_id"]) if value else one["source_id"]
            if first != one["source_id"]:
                pairs.add(f"{first} = {one['source_id']}")
    if pairs != set(report["audit"]["duplicates"]):
        yield f"one work under two numbers: {sorted(pairs)}, the audit says {report['audit']['duplicates']}"
    if report["audit"]["orphans"]:
        yield f"listed and never cited: {report['audit']['orphans']}"
    both = {one["source_id"] for one in report["references"]} & {
        one["source_id"] for one in report["reviewed_not_cited"]
    }
    yield from (f"{one} is listed as cited and as not cited" for one in sorted(both))
    retracted = {one["source_id"] for one in report["references"] if one["retraction"]["status"] == "retracted"}
    missing: Sequence[str] = sorted(retracted - set(report["audit"]["retracted_cited"]))
    yield from (f"{one} is retracted and cited, and the audit does not say so" for one in missing)
