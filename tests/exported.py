"""Ended runs to export: a report by rules, one by a scripted model, and one whose every text is hostile."""

from services.report.claude import ClaudeWriter
from services.report.rules import RuleWriter
from services.report.writing import write
from shared import messages as m
from tests.builders import NOON, RUN, at, make_section
from tests.reporting import LARGE_TRIAL, MICE, QUESTION, SMALL_TRIAL, full_order, make_reference
from tests.unit.claude_fakes import make_json
from tests.unit.llm_fakes import AMPLE, Scripted, make_reply, thinking_of

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> </q></p></main> {{ 7*7 }} {% raw %} "
    "\\input{/etc/passwd} \\end{document} $x^2$ 50% of {braces} #let a = 1; #pagebreak() *stars* _lines_ `ticks` "
    "@ref <label> ]]> &amp; &#x41; \"straight\" 'single' “curly” | pipe | [^9] [S1](http://x.example) "
    '\u202eright to left\u202c שלום مرحبا 漢字 🧬👩‍⚕️ e\u0301 \x00\x07\x1b[31m \ufffe\uffff \u2028 <span class="nocase">'
)
"""What every format has of its own: tags, commands of TeX and Typst, templates, controls, what is no character."""

DRAFT = f"""# Velomirine against relapse of marsh fever

## Executive summary
Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].

## Clinical findings
- Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].
- Author2 and Other 2002 found relapse in 77% with velomirine at 6 months [S2].
- Author2 and Other 2002 reports: “{SMALL_TRIAL}” [S1, S2].

## Mechanistic findings
- Author5 and Other 2005, in mice: “{MICE}” [S5].

## Conclusion
Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1].

## Limitations
- Only the passages that were shown were read.
"""
"""One of its sentences is wrong, and stays so."""


async def by_rules() -> m.ResearchCompleted:
    """Return a run whose report the rules wrote."""
    return ended((await write(full_order(), RuleWriter())).report)


async def by_model() -> m.ResearchCompleted:
    """Return a run whose report a scripted model wrote, one sentence of it marked."""
    order = full_order(allowance=AMPLE)
    opinion = make_json(verdicts=[])
    model = Scripted(*(make_reply(DRAFT), opinion, make_reply(DRAFT), opinion, opinion, opinion))
    done = await write(order, ClaudeWriter(thinking_of("report", model), order))
    return ended(done.report)


def ended(report: m.ResearchReport | None, **fields: object) -> m.ResearchCompleted:
    """Return the end of a run with this report."""
    given: dict[str, object] = {
        "run_id": RUN,
        "question": QUESTION,
        "status": "complete",
        "stopped_by": "sufficient",
        "reason": "The evidence is sufficient by the rule of the domain.",
        "report": report,
        "started_at": NOON,
        "ended_at": at(60),
    }
    return m.ResearchCompleted.model_validate(given | fields)


def hostile_reference(number: int, **fields: object) -> m.Reference:
    """Return a work whose record is as hostile as a record can be."""
    citation = m.Citation(
        source="web",
        title=(HOSTILE * 8)[:2000],
        url="javascript:alert(1)",
        date="2019-02",
        authors=(HOSTILE, f"{HOSTILE}, {HOSTILE}", "World {and} Health #Organization", "Doe, Jane, Jr"),
        journal=HOSTILE,
        volume="{",
        issue="}",
        pages="1–9\nER  - \nTY  - JOUR",
    )
    known = m.Identifiers(doi="10.1000/a{b}#%<c>&d", pmid="1</a>", url='https://x.example/"onmouseover="x')
    return make_reference(number, citation=citation, identifiers=known, **fields)


def hostile_report() -> m.ResearchReport:
    """Return a report that repeats what hostile records said, in every place that holds text."""
    passage = m.SourcePassage(source_id="S1", quotation=HOSTILE * 40, locator=m.Locator(section=HOSTILE, page=3, end=9))
    sentence = f"A trial reports: “{HOSTILE.replace(chr(0x2028), '')}” [S1]."  # a line would end there
    check = m.SourceCheck(source_id="S1", verdict="mismatch", verdict_by=HOSTILE, reason=HOSTILE, passages=(passage,))
    claim = m.Claim(
        sentence=sentence,
        section="Clinical findings",
        source_ids=("S1",),
        passages=(passage,),
        verdict="mismatch",
        verdict_by="rules",
        reason=HOSTILE,
        checks=(check, check.model_copy(update={"verdict_by": "rules", "verdict": "verbatim"})),
        disagreement=HOSTILE,
    )
    retracted = m.Retraction(status="retracted", checked_in="pubmed", checked_at=NOON)
    row = m.EvidenceRow(source_id="S1", design="randomised-trial", subject_studied="human", direction="benefit")
    return m.ResearchReport(
        title=HOSTILE,
        executive_summary=("It is early. " * 9) + HOSTILE[:100],
        research_question=HOSTILE,
        methodology=make_section("Methodology", f"### {HOSTILE}\n\n- {HOSTILE}\n- {HOSTILE}"),
        hypotheses_tested=(m.TestedHypothesis(mechanism=HOSTILE),),
        mechanistic_findings=m.ReportSection(title=HOSTILE, content="", coverage_note=HOSTILE),
        clinical_findings=make_section("Clinical findings", f"{sentence} It goes on [S2]."),
        drug_candidates=(HOSTILE,),
        limitations=(HOSTILE,),
        conclusion=HOSTILE,
        references=(hostile_reference(1), hostile_reference(2, retraction=retracted, kind="preprint")),
        confidence_score=0.5,
        footnotes=tuple(m.Footnote(number=n, source_id=f"S{n}", text=f"{HOSTILE} (S{n})") for n in (1, 2)),
        reviewed_not_cited=(hostile_reference(3, kind="abstract"),),
        evidence_table=(row, row.model_copy(update={"source_id": "S2", "direction": "harm", "design": "cohort"})),
        claims=(claim,),
        made_by=HOSTILE,
    )
