"""The words by which a work tells how its own people were allocated, or only looked at. Pure."""

from .phrases import any_of

_TREATED = (
    r"(?:receiv|took|taken|given|treat|condition|session|dos|drug|placebo|cross|intervention|visit|meal|diet|drank|ate"
    r"|exercis"
    r"|program|regimen|administ|therap|inject|infus)"
)
_PUT = r"(?:assign|allocat|allot|divid|receiv|plac|put|distribut|group|entered|enter)"
ALLOTTED = any_of(
    r"\brandomi[sz](?:ed?|es|ing)\b",
    r"\b(?:after|at|following|since|before|by|until|post) randomi[sz]ation\b",
    r"\brandomi[sz]ation (?:was|were|to|of (?:patients|participants|subjects|women|children)|schedule|code|list"
    r"|ratio)\b",
    r"\brandomly\b",
    rf"{_PUT}\w*[^.;]{{0,40}}\bat random\b",
    rf"\bat random\b[^.;]{{0,40}}\b{_PUT}",
    r"\brandom (?:assignment|allocation)",
    rf"{_PUT}[^.;]{{0,60}}\brandom (?:numbers?|lists?|sequences?|codes?)",
    rf"\b{_TREATED}[^.;]{{0,80}}\brandom(?:i[sz]ed)? (?:order|sequence)",
    rf"\brandom(?:i[sz]ed)? (?:order|sequence)[^.;]{{0,80}}{_TREATED}",
)
"""How this work's own allocation is reported."""

BLINDED = any_of(
    r"\b(?:double|triple)[- ]?(?:blind|mask)\w*(?=[^.;]{0,80}\b(?:trials?|stud(?:y|ies)|comparison|investigation"
    r"|fashion"
    r"|manner|design|conditions?|crossover|cross-over|placebo|dummy|protocol|evaluation|treatment|therapy|basis|method"
    r"|phase"
    r"|period|assessment)\b)",
    r"\bplacebo[- ]controlled\b",
    r"\bdouble[- ]dummy\b",
    r"\bsingle[- ]?(?:blind|mask)\w*",
    r"(?<!case)(?<!case.)\bcross[- ]?over (?:study|trial|design|fashion|manner)",
    r"\b(?:or|versus|vs\.?|and) (?:matching |a |oral )?placebo\b",
)
"""Blinded comparisons without the word are randomised all but always."""

PEOPLE = any_of(
    r"(?:patient|participant|subject|volunteer|child|infant|neonat|newborn|toddler|adolescen|adult|elder|teenager"
    r"|youth)",
    r"\b(?:wo)?m[ae]n\b",
    r"\bplacebo",
    r"\b(?:girls?|boys?|males?|females?|people|persons?|human|individuals?|respondents?|members|residents?|twins?"
    r"|couples)\b",
    r"\b(?:mothers?|fathers?|parents?|famil(?:y|ies)|households?|carers?|caregivers?|students?|pupils?|trainees?"
    r"|teachers?)\b",
    r"\b(?:smokers?|drinkers?|users?|workers?|employees|athletes?|players?|runners?|cyclists|swimmers|dancers|soldiers?"
    r"|veterans|recruits|drivers|pilots|donors?|recipients?|carriers|survivors?|victims?|sufferers?|travell?ers?)\b",
    r"\b(?:nurses?|physicians?|doctors?|surgeons|residents|midwives|dentists|practitioners|therapists|pharmac(?:y|ies"
    r"|ists?))\b",
    r"\b(?:practices?|hospitals?|clinics?|wards?|schools?|villages?|communit(?:y|ies)|homes?|cent(?:er|re)s?)\b",
    r"\b(?:pregnan\w+|birth|labou?r|eyes?|knees?|limbs?|ears?|cases?|aged?|years old)\b",
)
"""Signs that people were studied: what is done to hives, labels or teeth names none of them."""

OBSERVED = any_of(
    r"\bcase[- ](?:control|crossover|cross-over)",
    r"\bcross[- ]sectional\b",
    r"\b(?:cases?|patients|carriers|probands) (?:and|with|versus|vs\.?) (?:\w+ ){0,2}(?:controls|relatives|siblings"
    r"|non-?carriers)\b",
    r"\bthis essay\b",
)
"""Comparisons of kinds of people: blinding alone makes no trial of them."""
