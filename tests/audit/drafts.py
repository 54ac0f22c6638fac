"""Fifty drafts as bad as writers make them, each by what is bad about it. All are about the works of ``full_order``."""

from collections.abc import Mapping

from services.report.drafting import Draft
from tests.reporting import COHORT, LARGE_TRIAL, MICE, SMALL_TRIAL

SUMMARY = f"Author1 and Other 2001 reports of a randomised trial in people: “{LARGE_TRIAL}” [S1]."
SOUND = f"- Author1 and Other 2001 reports: “{LARGE_TRIAL}” [S1]."


def _draft(clinical: str = SOUND, **fields: str) -> Draft:
    """Return a draft that is sound but for what is given."""
    given = {
        "title": "Velomirine for marsh fever",
        "executive_summary": SUMMARY,
        "mechanistic_findings": f"- Author5 and Other 2005, in mice: “{MICE}” [S5].",
        "conclusion": SOUND.removeprefix("- "),
    }
    limitations = (fields.pop("limitation"),) if "limitation" in fields else ()
    return Draft(clinical_findings=clinical, limitations=limitations, made_by="script", **(given | fields))


_LINES: Mapping[str, str] = {
    "no marker at all": "Velomirine helped most people. Relapse was rarer with it than without it.",
    "a marker glued to a word": "Relapse was rarer with velomirine[S1]and no difference was seen elsewhere[S2].",
    "a marker before its sentence": "[S1] Relapse was rarer with velomirine. [S2] Another trial saw no difference.",
    "markers in a row": "Relapse was rarer with velomirine [S1][S2] [S3],[S4].",
    "a range": "Four works speak of velomirine against relapse [S1-S4].",
    "a range with a long dash": "Four works speak of velomirine against relapse [S1–S4].",
    "a range in words": "Four works speak of velomirine against relapse [S1 to S4].",
    "a range that runs backwards": "Four works speak of velomirine against relapse [S4-S1].",
    "a range beyond the registry": "All works speak of velomirine against relapse [S1-S40].",
    "a range of a million": "All works speak of velomirine against relapse [S1-S1000000].",
    "a nested list": (
        "- Trials:\n  - the large one found fewer relapses [S1]\n  - the small one found no difference [S2]"
    ),
    "a numbered list": "1. The large trial found fewer relapses [S1].\n2) The small trial found no difference [S2].",
    "a marker in a code block": "```\nvelomirine <- 12 [S1]\n```\nRelapse was rarer in the large trial [S1].",
    "a marker in code within a line": "The value `rate [S99]` is a name. Relapse was rarer in the large trial [S1].",
    "an indented code block": "    relapse = 12 [S2]\n\nRelapse was rarer in the large trial [S1].",
    "a table of results": (
        "| Trial | Relapse |\n| --- | --- |\n| large | 12% and 31% [S1] |\n| small | no difference [S2] |"
    ),
    "a table without markers": "| Trial | Relapse |\n| --- | --- |\n| large | 12% and 31% |\n| small | no difference |",
    "a table with an unknown source": "| Trial | Relapse |\n|---|---|\n| large | 12% [S1, S77] |",
    "a table with broken rows": "| Trial | Relapse\n| --- | --- |\n large | 12% [S1] |\n| small | none | twice | [S2]",
    "a marker in a heading": "### Trials in people [S1]\n\nRelapse was rarer in the large trial [S1].",
    "a heading that claims": "### Velomirine cut relapse by more than half [S1]\n\nSo the large trial says [S1].",
    "letters for a number": "Relapse was rarer in the large trial [Sx]. Another one agrees [S?].",
    "a letter behind the number": "Relapse was rarer in the large trial [S1a] and not in the small one [S2b].",
    "the number zero": "Relapse was rarer in the large trial [S0].",
    "the number 999": "Relapse was rarer in the large trial [S999].",
    "a number with zeros before it": "Relapse was rarer in the large trial [S01] and not in the small one [S002].",
    "a number of fifty digits": f"Relapse was rarer in the large trial [S{'9' * 50}].",
    "small letters": "Relapse was rarer in the large trial [s1] and not in the small one [s2, s3].",
    "another bracket": "Relapse was rarer in the large trial 【S1】 and not in the small one (S2).",
    "eight sources": "Eight works speak of velomirine against relapse [S1, S2, S3, S4, S5, S6, S8, S9].",
    "a retracted work": "A further trial found fewer relapses with velomirine [S7].",
    "a work of which nothing was read": "A tenth work found fewer relapses with velomirine [S10].",
    "the opposite of the passage": (
        "Velomirine raised relapse compared with placebo in the large trial (31% and 12%) [S1]."
    ),
    "a quotation with one word changed": f"The trial says: “{LARGE_TRIAL.replace('12%', '21%')}” [S1].",
    "a quotation of another work": f"The trial says: “{SMALL_TRIAL}” [S1].",
    "a quotation that never closes": "The trial says: “Relapse within 6 months occurred in 12% with velomirine [S1].",
    "numbers in words": "Relapse occurred in twelve per cent with velomirine and in thirty-one per cent without [S1].",
    "percentages of percentages": "Relapse fell by 61% of the 31% that were expected, which is 40% of all of 12% [S1].",
    "odds told as risk": "The risk of relapse with velomirine was 0.98 of that with placebo [S2].",
    "a claim on people from mice": "Velomirine inhibits the enzyme KRT5 in patients and cuts relapse by 60% [S5].",
    "proven and safe": "Velomirine is proven, safe and effective [S1].",
    "another language": "Der Wirkstoff senkte die Zahl der Rückfälle deutlich gegenüber dem Scheinmedikament [S1].",
    "HTML": "Relapse was <b>rarer</b> in the large trial <sup>[S1]</sup>.<br><script>alert(1)</script><!-- no more -->",
    "an invented DOI": "Relapse was rarer in the large trial [S1] (doi:10.9999/made.up.17).",
    "a DOI cut short": "Relapse was rarer in the large trial [S1] (doi:10.1000/v).",
    "an invented study by name and year": "Relapse was rarer, as Madeup et al. (2021) show in a wider trial [S1].",
    "an invented web page": "Relapse was rarer in the large trial, see https://cures.example/velomirine [S1].",
    "plain numbers as in journals": "Relapse was rarer in the large trial [1] and not in the small one [2, 3].",
    "footnotes of its own": (
        "Relapse was rarer in the large trial[^1].\n\n[^1]: Madeup A. A trial that never was. 2021."
    ),
    "a reference list of its own": (
        "Relapse was rarer in the large trial [S1].\n\n## References\n\n1. Madeup A. A trial that never was. 2021."
    ),
    "references edited by hand": (
        "Relapse was rarer in the large trial [S1].\n\nSources:\n[S1] Madeup A. A trial that never was. J Ague 2001.\n"
        "[S2] Velomirine, work 2. 10.1000/v2"
    ),
    "prose below its reference list": (
        "Relapse was rarer [S1].\n\n### References\n- Madeup A. 2021.\n\nNo one else has tried this drug in people yet."
    ),
    "a marker split by a line": "Relapse was rarer in the large trial [S1,\nS2] than with placebo.",
    "nothing but markers": "[S1] [S2]\n\n[S3]",
    "links that hide a source": "Relapse was rarer in [the large trial](https://cures.example/a) and [here][S1].",
    "a cohort told as a cause": f"Velomirine causes haemolysis. {COHORT} [S3]",
    "one sentence of a thousand words": f"Relapse was rarer {'and rarer ' * 500}in the large trial [S1].",
    "emphasis around a marker": "Relapse was **rarer [S1]** and *no different [S2]* in the _small_ trial ~~[S3]~~.",
    "abbreviations and decimals": (
        "Velomirine vs. placebo (approx. 0.5 mg/kg i.v., cf. P. vivax) cut relapse by 1.5 times [S1]."
    ),
    "an unknown and a known source together": "Relapse was rarer in the large trial [S1, S44, S2].",
    "only white space": " \n\t\n ",
}

_ELSEWHERE: Mapping[str, Draft] = {
    "a title that cites": _draft(title="Velomirine cures marsh fever [S1][S99]"),
    "a title of many lines": _draft(title="Velomirine\n\n## References\n\nMadeup A. 2021"),
    "a summary far too long": _draft(
        executive_summary=" ".join(f"Reason {n} to try it is that fewer relapsed [S{n % 4 + 1}]." for n in range(30))
    ),
    "a summary that says one thing twelve times": _draft(executive_summary=f"{SUMMARY} " * 12),
    "a summary far too short": _draft(executive_summary="It works [S1]."),
    "a summary without a marker": _draft(executive_summary="The drug did well in the large trial among people. " * 3),
    "a conclusion stronger than the results": _draft(conclusion="Everyone with marsh fever must take velomirine [S1]."),
    "a limitation that cites nobody": _draft(limitation="Only English was read [S98], says doi:10.9999/nobody."),
    "a mechanism from a web page": _draft(mechanistic_findings="Velomirine cures 99% of marsh fever [S9]."),
    "two works with one title": _draft("Velomirine, work 1 [S1] and Velomirine, work 1 [S2] agree on relapse."),
}

BAD: Mapping[str, Draft] = {**{name: _draft(text) for name, text in _LINES.items()}, **_ELSEWHERE}
"""Every bad draft by its name."""

WRONG: Mapping[str, str] = {
    "no marker at all": r"no source given: Velomirine helped most people",
    "a range beyond the registry": r"S40 names no registered source",
    "a range of a million": r"S1000000 names no registered source",
    "a marker in a code block": r"S1 stands in code, where it cites nothing",
    "a marker in code within a line": r"S99 stands in code, where it cites nothing",
    "a table without markers": r"no source given: \| large",
    "a table with an unknown source": r"S77 names no registered source",
    "letters for a number": r"Sx names no registered source",
    "a letter behind the number": r"S1a names no registered source",
    "the number zero": r"S0 names no registered source",
    "the number 999": r"S999 names no registered source",
    "a number of fifty digits": r"S9{50} names no registered source",
    "eight sources": r"species lost: S5 is animal work",
    "a retracted work": r"S7 is retracted and supports nothing",
    "the opposite of the passage": r"unverified: .*Velomirine raised relapse",
    "a quotation with one word changed": r"a quotation is not in S1",
    "a quotation of another work": r"a quotation is not in S1",
    "percentages of percentages": r"the number 61% is not in S1",
    "odds told as risk": r"unverified: .*The risk of relapse",
    "a claim on people from mice": r"species lost: S5 is animal work",
    "proven and safe": r"“proven” without population and comparator",
    "an invented DOI": r"10\.9999/made\.up\.17 is not in the registry",
    "a DOI cut short": r"10\.1000/v is not in the registry",
    "an invented study by name and year": r"Madeup et al\. \(2021\) is not in the registry",
    "an invented web page": r"cures\.example/velomirine is not in the registry",
    "plain numbers as in journals": r"\(2, 3\) is not in the registry",
    "footnotes of its own": r"\(\^1\) is not in the registry",
    "a reference list of its own": r"Madeup A\. A trial that never was\. 2021\. is not in the registry",
    "references edited by hand": r"Madeup A\. A trial that never was\. J Ague 2001\. is not in the registry",
    "prose below its reference list": r"no source given: No one else has tried",
    "links that hide a source": r"cures\.example/a is not in the registry",
    "a cohort told as a cause": r"no source given: Velomirine causes haemolysis",
    "an unknown and a known source together": r"S44 names no registered source",
    "a title that cites": r"Title: S99 names no registered source",
    "a title of many lines": r"Title: Madeup A\. 2021 is not in the registry",
    "a summary far too long": r"Executive summary: cut at its greatest length",
    "a summary without a marker": r"Executive summary: no source given",
    "a limitation that cites nobody": r"Limitations: S98 names no registered source",
    "a mechanism from a web page": r"“cures” without population and comparator",
}
"""What the report must say of a draft, by its name."""

REWRITTEN = (
    "a marker glued to a word",
    "markers in a row",
    "a range",
    "a range with a long dash",
    "a range in words",
    "a number with zeros before it",
    "small letters",
    "another bracket",
    "a marker split by a line",
)
"""Drafts whose markers are only written otherwise."""
