"""The words by which a clause tells of a change, of what changed, and whether that is good or bad."""

import re

from shared.messages import Direction

CLAUSES = re.compile(
    r";|:\s|\s[-–—]\s|,?\s+(?:but|whereas|while|although|though|however|yet|despite|nevertheless)\b,?"
    r"|,\s+(?:and|with)\s+(?!\d)",
    re.IGNORECASE,
)

BAD = (
    r"mortality|deaths?|died|relapses?|relapsed|recurrences?|recurred|pain"
    r"|adverse (?:\w+ )?(?:events?|effects?|reactions?)|toxicit(?:y|ies)"
    r"|side[- ]effects?|infections?|symptoms?|severity|incidence|prevalence|risk|odds|hazard|bleeding|ha?emorrhages?"
    r"|hospitali[sz]ations?|admissions?|progression|parasita?emia|parasites?|malaria|illness(?:es)?|gametocytes?|hypnozoites?|ha?emolysis"
    r"|tumou?rs?|metastas[ie]s|proliferation|inflammation|oxidative stress|fibrosis|apoptotic loss|complications?"
    r"|failures?|fever|stroke|infarctions?|fractures?|falls|seizures?|exacerbations?|flares?|depressi(?:on|ve)"
    r"|anxiety|disability|diarrh\w+|dizziness|meth(?:a)?emoglobin\w*|an(?:a)?emia|impairment|declines?|ulcers?|nausea"
    r"|vomiting|headaches?|burden|load|lesions?|injur(?:y|ies)"
    r"|dysfunction|resistance|need for|requirement|viral|blood pressure|glucose|cholesterol|triglycerides|HbA1c"
    r"|weight gain|discontinuations?|withdrawals?|crises|crisis|episodes?|attacks?|disease|damage|loss|plaques?"
)
GOOD = (
    r"ha?emoglobin|survival|cured?|efficacy|effectiveness|responses?|remission|recovery|recovered|quality of life"
    r"|function|functioning|clearance|protection|protected|healing|improvement|cognition|memory|tolerability"
    r"|adherence|performance|capacity|sensitivity|scores? (?:of|on) (?:cognition|function)|viability|success"
    r"|recurrence[- ]free|relapse[- ]free|progression[- ]free|disease[- ]free|event[- ]free"
    r"|free(?:dom)? (?:of|from) \w+"
)
DOWN = (
    r"reduc(?:e[sd]?|ing|tions?)|decreas(?:e[sd]?|ing)|lower(?:s|ed|ing)?|fewer|less|shorter|prevent(?:s|ed|ing)?"
    r"|suppress(?:es|ed|ing|ion)?|attenuat(?:e[sd]?|ing|ion)|declin(?:ed|ing)|diminish(?:es|ed)|alleviat(?:e[sd]?|ing)"
    r"|ameliorat(?:e[sd]?|ing)|relie(?:ves?|ved|f)|abolish(?:es|ed)|smaller|halved|slow(?:s|ed|er|ing)|inhibit(?:s|ed)?"
    r"|eliminat(?:e[sd]?|ing)|eradicat(?:e[sd]?|ing)|kill(?:s|ed)|delay(?:s|ed)|mitigat(?:e[sd]?|ing)|limit(?:s|ed)"
    r"|clear(?:s|ed)|protect(?:s|ed|ion)? against|block(?:s|ed)|fell|dropped|worse survival"
)
UP = (
    r"increas(?:e[sd]?|ing)|higher|greater|more|longer|faster|elevat(?:e[sd]|ing)|rais(?:e[sd])|rose|prolong(?:s|ed|ing)"
    r"|enhanc(?:e[sd]?|ing)|promot(?:e[sd]?|ing)|accelerat(?:e[sd]?|ing)|doubled|restor(?:e[sd]?|ing)|caus(?:e[sd]?)"
    r"|induc(?:e[sd]?)|trigger(?:s|ed)?|aggravat(?:e[sd]?|ing)|exacerbated"
)
BENEFIT = (
    r"effective(?:ly|ness)?|efficacious|beneficial(?:ly)?|benefit(?:s|ed)?|improv(?:e[sd]?|ing|ements?)|superior|better"
    r"|favou?rable|favou?red|protective|protects? (?=\d)|protected (?=\d)"
    r"|successful(?:ly)?|ameliorated|curative|promising results|therapeutic efficacy"
)
HARM = (
    r"ineffectual|worse(?:n(?:s|ed|ing)?)?|(?<!non-)(?<!non)inferior|harm(?:s|ed|ful)?|deteriorat(?:e[sd]?|ion|ing)"
    r"|detrimental|deleterious|toxic|life-threatening|unsafe|stopped (?:early )?for (?:harm|safety)"
)
NONE = re.compile(
    r"\b(?:no|not|without)\s+(?:\w+[ -]){0,3}?(?:significant(?:ly)?\s+)?(?:\w+[ -]){0,2}?"
    r"(?:differen(?:t|ces?)|effects?|benefits?|associations?|associated|improvements?|correlations?|impact|influence"
    r"|advantage|changes?|reductions?|increases?|significant|superior(?:ity)?|effective|efficacious|differ)\b"
    r"|\b(?:did|do|does|was|were|is|are|could|has|have)\s*(?:not|n't)\s+(?:\w+\s+){0,3}?"
    rf"(?:differ|{DOWN}|{UP}|{BENEFIT}|{HARM}|affect(?:ed)?|alter(?:ed)?|influence[d]?|change[d]?|show"
    r"|demonstrate|reach|shown|demonstrated|established|proven|proved)\b"
    r"|\bno(?:t|n)?[- ]?(?:inferior|superior)\w*\b|\bdiffer(?:s|ed)? (?:very )?little\b"
    r"|\blittle (?:or no )?(?:differen\w+|effect|benefit)\b"
    r"|\bfail(?:s|ed|ure)? to\b|\b(?:similar|comparable|equivalent|identical"
    r"|unchanged|unaffected|non-?inferior(?:ity)?)\b"
    r"|\b(?:ineffective|lack of (?:\w+ )?(?:effect|efficacy|benefit)"
    r"|no (?:better|worse|more|less|higher|lower))\b"
    r"|\bneither\b.{1,60}?\bnor\b"
    r"|\bnon-?significant(?:ly)?\b|\bNS\b",
    re.IGNORECASE,
)
HEDGE = re.compile(
    r"\b(?:may|might|could|would|can|whether|if|(?<!membrane )(?<!action )potential(?:ly)?|possibl[ey]|perhaps"
    r"|hypothesi[sz]ed?|expected to|aim(?:s|ed)? to|likely|unlikely|suggest(?:s|ed|ing)?|appears?|seems?"
    r"|presumably|probabl[ey])\b",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"\b(?:may|might|could(?! not)|would|potential(?:ly)?|possibl[ey]|perhaps|hypothesi[sz]ed?|expected to"
    r"|to(?!\s+(?:an?|the|both)\b)(?!\s+be\b)|should|will|needs?|needed)\s+(?:\w+\s+){0,3}$|\bfor\s+(?:the\s+)?$|\b(?:whether|if)\b[^,;]*$",
    re.IGNORECASE,
)
"""A change that stands behind one of these is asked about or hoped for, not reported."""

_HARMS = r"(?:harms?|adverse|side[- ]effects?|safety|tolerab\w+|toxicit\w+)"
_ALIKE = r"(?:similar|comparable|acceptable|no more|not more|no differen\w+)"
HARMS_ALIKE = re.compile(
    rf"\b(?:{_ALIKE}\s+(?:[\w-]+\s+){{0,4}}?{_HARMS}|{_HARMS} (?:\w+ ){{0,4}}?(?:was|were) (?:\w+ )?{_ALIKE})[^,;]*",
    re.IGNORECASE,
)
"""That harms did not differ is a finding of its own: no effect of the treatment, and no denial of one."""

NO_HARMS = re.compile(rf"\bno (?:\w+[ -]){{0,2}}?(?:{_HARMS}|deaths?)[^,;]*", re.IGNORECASE)
"""That none was seen compares nothing."""

HARM_MEASURES = re.compile(
    rf"\b(?:{_HARMS}|tolerated|(?:meth)?ha?emoglobin\w*|ha?emoly\w+|ha?ematocrit|QT\w*|nausea|vomiting|diarrh\w+|dizziness"
    r"|headaches?|bleeding|discontinuations?|withdrawals?|an(?:a)?emia|methemoglobin\w*|complaints?"
    r"|repolari[sz]ation|retina\w*|systemic effects?)\b",
    re.IGNORECASE,
)
"""What is watched for safety's sake."""

MOVES = re.compile(r"(?:fell|dropped|rose|declin|doubled|halved)", re.IGNORECASE)
"""What changes by itself stands before these words, not behind them."""

EVENT = re.compile(r"(?:decreases?|reductions?|increases?)$", re.IGNORECASE)
"""As a noun right behind a measure of safety: something that happened to somebody."""

COMPARED = re.compile(r"\bthan\b|\bcompared (?:with|to)\b|\bversus\b|\bvs\b", re.IGNORECASE)
COMPARATOR = re.compile(
    r"\b(?:than|from|to|versus|vs\.?|compared (?:with|to)|against)\s+(?P<other>[^,;.()]{2,60})", re.IGNORECASE
)
ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
NAMED = re.compile(r"“[^“”]*”")
CERTAIN = re.compile(r"\bp\s?[<=]\s?0?[.·](?:0[0-4]|05\b)|\bsignificant", re.IGNORECASE)
SHARE = re.compile(r"(\d+(?:[.·]\d+)?)\s?%(?! (?:CI|confidence))([^%]*?)(?=\d[\d.·]*\s?%|$)")
CONTROL = re.compile(
    r"\b(?:placebo|controls?|untreated|usual care|standard care|vehicle|sham|alone|nothing|no drug"
    r"|no (?:\w+ )?(?:treatment|therapy))\b",
    re.IGNORECASE,
)
CHANGES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for name, pattern in (
        ("down", DOWN),
        ("up", UP),
        ("benefit", BENEFIT),
        ("harm", HARM),
    )
)
OUTCOME = re.compile(rf"\b(?:(?P<good>{GOOD})|(?P<bad>{BAD}))\b", re.IGNORECASE)
POINTS: dict[tuple[str, str], Direction] = {
    ("down", "bad"): "benefit",
    ("down", "good"): "harm",
    ("up", "bad"): "harm",
    ("up", "good"): "benefit",
}
LESS = re.compile(r"\bless\s+$", re.IGNORECASE)
"""Turns the judgement behind it round."""

OF_CONTROLS = re.compile(
    r"\b(?:in|with|on|after|for|among) (?:the |those on )?(?:placebo|controls?|untreated|sham)\b", re.IGNORECASE
)
"""What happened to those who were not treated, told beside what happened to those who were."""

NO_CHANGE = re.compile(r"\s+(?:than \d|(?:\w+\s+)?(?:dos(?:es?|ages?|ing)|concentrations?)\b)", re.IGNORECASE)
"""Behind ``higher`` or ``more``: an amount of the drug, or a figure, and no effect."""

PEOPLE_COMPARED = re.compile(
    r"\bbaseline (?:characteristics|demographics)\b"
    r"|\b(?:similar|comparable|balanced|(?:did not|no) differ\w*)\b[^;]* at baseline\b"
    r"|\b(?:than|as|versus|compared (?:with|to)) (?:in |among )?(?:men|women|males?|females?|boys|girls|adults|children"
    r"|infants|(?:older|younger) \w+)\b",
    re.IGNORECASE,
)
"""Kinds of people compared with each other, or groups before treatment, tell of no effect of it."""
