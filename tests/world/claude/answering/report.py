"""The report agent's turns: ask for the bibliography, then write, each sentence with its marker."""

from collections.abc import Iterable, Mapping
from itertools import zip_longest

from tests.world.claude.reading import BIBLIOGRAPHY
from tests.world.claude.shapes import Answer, Asked, Source, said, use_of, using

from .judge import direction_of
from .words import mechanisms, results_of

CLINICAL, MECHANISTIC, CONCLUSION = "## Clinical findings", "## Mechanistic findings", "## Conclusion"
MOST_FINDINGS = 12
ENOUGH_SUMMARY, MOST_SUMMARY = 200, 480
"""Characters of the summary."""
NOTHING = (
    "No work that was shown reports a result on this question. That nothing was found does not show that there is no "
    "effect, nor that there is one."
)

DESIGNS: Mapping[str, str] = {
    "meta-analysis": "meta-analysis",
    "systematic-review": "systematic review",
    "randomised-trial": "randomised trial",
    "controlled-trial": "controlled trial",
    "cohort": "cohort study",
    "case-control": "case–control study",
    "cross-sectional": "cross-sectional study",
    "review": "review",
    "guideline": "guideline",
}
SUBJECTS: Mapping[str, str] = {
    "human": "in humans",
    "animal": "in animals",
    "in-vitro": "in vitro",
    "in-silico": "in silico",
}
NUMBERED = frozenset({"randomised-trial", "controlled-trial", "cohort", "meta-analysis"})
"""Designs whose number of participants is told."""


def turn(asked: Asked) -> Answer:
    """Return the next turn."""
    tool = asked.tool(BIBLIOGRAPHY)
    if tool and not asked.problems and not any(use.name == tool.name for use in asked.uses):
        return using(use_of(tool.name, {tool.argument: "all"}))
    return said(draft(asked))


def draft(asked: Asked) -> str:
    """Return the report as Markdown, in which everything that was drawn from a source is quoted and cited."""
    people = [one for one in asked.usable if one.subject == "human"]
    clinical = [quoted(one, told[0]) for one in people if (told := results_of(one, asked.question))]
    mechanistic = _mechanistic(asked)
    parts = (
        f"# {asked.question or 'What the sources say'}",
        "## Executive summary",
        _summary(people or list(asked.usable), asked.question) or NOTHING,
        CLINICAL,
        _items(clinical[:MOST_FINDINGS]),
        MECHANISTIC,
        _items(mechanistic[:MOST_FINDINGS]),
        CONCLUSION,
        _conclusion(people, asked.question) or " ".join(mechanistic[:1]) or NOTHING,
        "## Limitations",
        _items(_limitations(asked)),
    )
    return "\n\n".join(filter(None, parts))


def quoted(source: Source, sentence: str) -> str:
    """Return the sentence that quotes one of a source's."""
    return f"{_described(source)} reports: “{sentence.rstrip('.')}” [{source.id}]."


def _described(source: Source) -> str:
    """Return which kind of work a source is: ``A randomised trial in humans (n = 240)``."""
    design = DESIGNS.get(source.design, "work")
    named = f"{'An' if design[0] in 'aeiou' else 'A'} {design} {SUBJECTS.get(source.subject, '')}".strip()
    return f"{named} (n = {source.participants})" if source.participants and source.design in NUMBERED else named


def _items(sentences: Iterable[str]) -> str:
    """Return sentences as a list."""
    return "\n".join(f"- {one}" for one in sentences)


def _summary(sources: Iterable[Source], question: str) -> str:
    """Return quotations that are long enough together and not too long, the strongest designs first."""
    ranked = sorted(sources, key=lambda one: [*DESIGNS, one.design].index(one.design))
    said = [[quoted(one, told) for told in results_of(one, question)] for one in ranked]
    summary = ""
    for quote in (quote for alternatives in zip_longest(*said, fillvalue="") for quote in alternatives):
        if len(summary) < ENOUGH_SUMMARY and len(summary) + len(quote) < MOST_SUMMARY:
            summary = f"{summary} {quote}".strip()
    return summary


def _mechanistic(asked: Asked) -> list[str]:
    """Return what was seen elsewhere than in people: what acts on what, else the results."""
    elsewhere = [one for one in asked.usable if one.subject in {"animal", "in-vitro", "in-silico", "mixed"}]
    told = (
        (one, [act.sentence for act in mechanisms([one], asked.question)] or results_of(one, asked.question))
        for one in elsewhere
    )
    return [quoted(one, sentences[0]) for one, sentences in told if sentences]


def _conclusion(people: Iterable[Source], question: str) -> str:
    """Return one quotation for each direction in which people's results point; a review has none of its own."""
    by_direction: dict[str, str] = {}
    for source in (one for one in people if one.design != "review"):
        for sentence in results_of(source, question)[:1]:
            by_direction.setdefault(direction_of(sentence), quoted(source, sentence))
    return " ".join(list(by_direction.values())[:3])


def _limitations(asked: Asked) -> list[str]:
    """Return what weakens the report."""
    told = ["Only the passages that were shown were read.", "The risk of bias of the works was not assessed."]
    retracted = sum(bool(one.retraction) for one in asked.sources)
    return [*told, *(["Retracted works were left out."] if retracted else [])]
