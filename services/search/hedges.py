"""Words by which a query asks for a study design: they narrow, the records decide (``shared.library.keeps``). Pure.

A design stands here where nearly all works of it hold one of its words; cohorts and reviews are told in too many ways
to be asked for, and are common enough to be found without. A test measures it.
"""

from shared import messages as m

TYPES: dict[m.Design, tuple[str, ...]] = {
    "meta-analysis": ("Meta-Analysis",),
    "systematic-review": ("Systematic Review",),
    "randomised-trial": ("Randomized Controlled Trial", "Equivalence Trial"),
    "controlled-trial": ("Controlled Clinical Trial",),
    "case-report": ("Case Reports",),
    "guideline": ("Practice Guideline", "Guideline"),
    "protocol": ("Clinical Trial Protocol",),
}
"""Publication types that mean a design."""

WORDS: dict[m.Design, tuple[str, ...]] = {
    "meta-analysis": ("meta-analysis", "meta-analyses", "metaanalysis", "meta-analytic", "pooled", "summary"),
    "systematic-review": (
        "systematic",
        "systematically",
        "scoping",
        "umbrella",
        "MEDLINE",
        "PubMed",
        "search strategy",
    ),
    "randomised-trial": (
        *("randomized", "randomised", "randomly", "random", "randomization", "randomisation"),
        *("placebo", "blind", "blinded", "masked", "crossover", "cross-over"),
    ),
    "controlled-trial": ("controlled", "control", "placebo", "group", "groups", "compared", "nonrandomized", "versus"),
    "case-control": ("case-control", "controls", "control"),
    "cross-sectional": ("cross-sectional", "survey", "prevalence"),
    "case-report": ("case", "cases", "year-old", "we report", "we describe"),
    "guideline": ("guideline", "guidelines", "guidance", "consensus", "recommendations"),
    "protocol": ("protocol",),
}
"""Words in title or abstract of which a work of a design holds one."""


def hedge(designs: tuple[m.Design, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the publication types and the words to ask for; both empty where one of the designs has no words."""
    if not WORDS.keys() >= set(designs):
        return (), ()
    types = dict.fromkeys(name for one in designs for name in TYPES.get(one, ()))
    words = dict.fromkeys(word for one in designs for word in WORDS[one])
    return tuple(types), tuple(words)
