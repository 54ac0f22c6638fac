"""Which way a sentence points: benefit, harm, no difference shown, mixed, or unknown.

A clause is read for a change (reduced, higher …) and what changed (relapse, survival …), or for a
plain judgement (effective, toxic …). A negated change is *no difference shown*: it is never the
opposite. A change that only may happen is hedged and gives no direction.
"""

import re
from collections.abc import Iterable

from shared.messages import Direction

_CLAUSES = re.compile(
    r";|:\s|\s[-–—]\s|,?\s+(?:but|whereas|while|although|though|however|yet|despite|nevertheless)\b,?"
    r"|,\s+(?:and|with)\s+(?!\d)",
    re.IGNORECASE,
)

_BAD = (
    r"mortality|deaths?|died|relapses?|relapsed|recurrences?|recurred|pain"
    r"|adverse (?:\w+ )?(?:events?|effects?|reactions?)|toxicit(?:y|ies)"
    r"|side[- ]effects?|infections?|symptoms?|severity|incidence|prevalence|risk|odds|hazard|bleeding|ha?emorrhages?"
    r"|hospitali[sz]ations?|admissions?|progression|parasita?emia|parasite|gametocytes?|hypnozoites?|ha?emolysis"
    r"|tumou?rs?|metastas[ie]s|proliferation|inflammation|oxidative stress|fibrosis|apoptotic loss|complications?"
    r"|failures?|fever|stroke|infarctions?|fractures?|falls|seizures?|exacerbations?|flares?|depressi(?:on|ve)"
    r"|anxiety|disability|impairment|declines?|ulcers?|nausea|vomiting|headaches?|burden|load|lesions?|injur(?:y|ies)"
    r"|dysfunction|resistance|need for|requirement|viral|blood pressure|glucose|cholesterol|triglycerides|HbA1c"
    r"|weight gain|discontinuations?|withdrawals?|crises|crisis|episodes?|attacks?|disease|damage|loss|plaques?"
)
_GOOD = (
    r"ha?emoglobin|survival|cured?|efficacy|effectiveness|responses?|remission|recovery|recovered|quality of life"
    r"|function|functioning|clearance|protection|protected|healing|improvement|cognition|memory|tolerability"
    r"|adherence|performance|capacity|sensitivity|scores? (?:of|on) (?:cognition|function)|viability|success"
    r"|recurrence[- ]free|relapse[- ]free|progression[- ]free|disease[- ]free|event[- ]free"
    r"|free(?:dom)? (?:of|from) \w+"
)
_DOWN = (
    r"reduc(?:e[sd]?|ing|tions?)|decreas(?:e[sd]?|ing)|lower(?:s|ed|ing)?|fewer|less|shorter|prevent(?:s|ed|ing|ion)?"
    r"|suppress(?:es|ed|ing|ion)?|attenuat(?:e[sd]?|ing|ion)|declin(?:ed|ing)|diminish(?:es|ed)|alleviat(?:e[sd]?|ing)"
    r"|ameliorat(?:e[sd]?|ing)|relie(?:ves?|ved|f)|abolish(?:es|ed)|smaller|halved|slow(?:s|ed|er|ing)|inhibit(?:s|ed)?"
    r"|eliminat(?:e[sd]?|ing)|eradicat(?:e[sd]?|ing)|kill(?:s|ed)|delay(?:s|ed)|mitigat(?:e[sd]?|ing)|limit(?:s|ed)"
    r"|clear(?:s|ed)|protect(?:s|ed|ion)? against|block(?:s|ed)|fell|dropped|worse survival"
)
_UP = (
    r"increas(?:e[sd]?|ing)|higher|greater|more|longer|faster|elevat(?:e[sd]|ing)|rais(?:e[sd])|rose|prolong(?:s|ed|ing)"
    r"|enhanc(?:e[sd]?|ing)|promot(?:e[sd]?|ing)|accelerat(?:e[sd]?|ing)|doubled|restor(?:e[sd]?|ing)|caus(?:e[sd]?)"
    r"|induc(?:e[sd]?)|trigger(?:s|ed)?|aggravat(?:e[sd]?|ing)|exacerbated"
)
_BENEFIT = (
    r"effective(?:ly|ness)?|efficacious|beneficial(?:ly)?|benefit(?:s|ed)?|improv(?:e[sd]?|ing|ements?)|superior|better"
    r"|favou?rable|favou?red|protective|successful(?:ly)?|ameliorated|curative|promising results|therapeutic efficacy"
)
_HARM = (
    r"ineffectual|worse(?:n(?:s|ed|ing)?)?|(?<!non-)(?<!non)inferior|harm(?:s|ed|ful)?|deteriorat(?:e[sd]?|ion|ing)"
    r"|detrimental|deleterious|toxic|life-threatening|unsafe|stopped (?:early )?for (?:harm|safety)"
)
_NONE = re.compile(
    r"\b(?:no|not|without)\s+(?:\w+[ -]){0,3}?(?:significant(?:ly)?\s+)?(?:\w+[ -]){0,2}?"
    r"(?:differen(?:t|ces?)|effects?|benefits?|associations?|associated|improvements?|correlations?|impact|influence"
    r"|advantage|changes?|reductions?|increases?|significant|superior(?:ity)?|effective|efficacious|differ)\b"
    r"|\b(?:did|do|does|was|were|is|are|could|has|have)\s*(?:not|n't)\s+(?:\w+\s+){0,3}?"
    rf"(?:differ|{_DOWN}|{_UP}|{_BENEFIT}|{_HARM}|affect(?:ed)?|alter(?:ed)?|influence[d]?|change[d]?|show"
    r"|demonstrate|reach)\b"
    r"|\bfail(?:s|ed|ure)? to\b|\b(?:similar|comparable|equivalent|identical"
    r"|unchanged|unaffected|non-?inferior(?:ity)?)\b"
    r"|\b(?:ineffective|lack of (?:\w+ )?(?:effect|efficacy|benefit)"
    r"|no (?:better|worse|more|less|higher|lower))\b"
    r"|\bneither\b.{1,60}?\bnor\b"
    r"|\bnon-?significant(?:ly)?\b|\bNS\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:may|might|could|would|can|whether|if|(?<!membrane )(?<!action )potential(?:ly)?|possibl[ey]|perhaps"
    r"|hypothesi[sz]ed?|expected to|aim(?:s|ed)? to|likely|unlikely|suggest(?:s|ed|ing)?|appears?|seems?"
    r"|presumably|probabl[ey])\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:may|might|could|would|whether|if|potential(?:ly)?|possibl[ey]|perhaps|hypothesi[sz]ed?|expected to|to"
    r"|should|will|needs?|needed)\s+(?:\w+\s+){0,3}$",
    re.IGNORECASE,
)
"""A change that stands behind one of these is asked about or hoped for, not reported."""

_HARMS = r"(?:harms?|adverse|side[- ]effects?|safety|tolerab\w+|toxicit\w+)"
_ALIKE = r"(?:similar|comparable|acceptable|no more|not more|no differen\w+)"
_SAFETY_NULL = re.compile(
    rf"\b(?:no (?:\w+[ -]){{0,2}}?(?:{_HARMS}|deaths?)|{_ALIKE}\s+(?:[\w-]+\s+){{0,4}}?{_HARMS}"
    rf"|{_HARMS} (?:\w+ ){{0,4}}?(?:was|were) (?:\w+ )?{_ALIKE})[^,;]*",
    re.IGNORECASE,
)
"""That harms did not differ is no effect of the treatment; it is left out of the direction."""

_MOVES = re.compile(r"(?:fell|dropped|rose|declin|doubled|halved)", re.IGNORECASE)
"""What changes by itself stands before these words, not behind them."""

_COMPARED = re.compile(r"\bthan\b|\bcompared (?:with|to)\b|\bversus\b|\bvs\b", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_CERTAIN = re.compile(r"\bp\s?[<=]\s?0?[.·](?:0[0-4]|05\b)|\bsignificant", re.IGNORECASE)
_SHARE = re.compile(r"(\d+(?:[.·]\d+)?)\s?%(?! (?:CI|confidence))([^%]*?)(?=\d[\d.·]*\s?%|$)")
_CONTROL = re.compile(
    r"\b(?:placebo|controls?|untreated|no treatment|usual care|standard care|vehicle|sham)\b", re.IGNORECASE
)
_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for name, pattern in (
        ("down", _DOWN),
        ("up", _UP),
        ("benefit", _BENEFIT),
        ("harm", _HARM),
    )
)
_OUTCOME = re.compile(rf"\b(?:(?P<good>{_GOOD})|(?P<bad>{_BAD}))\b", re.IGNORECASE)
_POINTS: dict[tuple[str, str], Direction] = {
    ("down", "bad"): "benefit",
    ("down", "good"): "harm",
    ("up", "bad"): "harm",
    ("up", "good"): "benefit",
}


def is_hedged(text: str) -> bool:
    """Say whether *text* softens what it says: may, could, suggests, appears …."""
    return _HEDGE.search(text) is not None


def joined(directions: Iterable[Direction]) -> Direction:
    """Return the direction of several together: what disagrees is ``mixed``, never a majority."""
    known = {direction for direction in directions if direction != "unknown"}
    if not known:
        return "unknown"
    return known.pop() if len(known) == 1 else "mixed"


def direction_in(sentence: str) -> Direction:
    """Return which way one sentence points, clause by clause."""
    told = joined(_clause(clause) for clause in _CLAUSES.split(sentence) if clause and clause.strip())
    return _arms(sentence) if told == "unknown" else told


def _clause(clause: str) -> Direction:
    """Return the direction of one clause; a negated change is no difference shown."""
    clause = _SAFETY_NULL.sub(" ", clause)
    if (none := _NONE.search(clause)) and not _OPEN.search(clause[: none.start()]):
        return "no-difference"
    return joined(_points(clause))


def _arms(sentence: str) -> Direction:
    """Return which way two shares point when one is the control's and the difference is significant."""
    shares = _SHARE.findall(_ASIDE.sub("", sentence))
    outcome = _OUTCOME.search(sentence)
    if len(shares) != len(("treated", "control")) or not outcome or not _CERTAIN.search(sentence):
        return "unknown"
    rise = _rise(*shares)
    return _POINTS["up" if rise > 0 else "down", str(outcome.lastgroup)] if rise else "unknown"


def _rise(first: tuple[str, str], second: tuple[str, str]) -> float:
    """Return by how much the treated share exceeds the control's; 0 where neither or both are a control's."""
    one, other = (float(share.replace("·", ".")) for share, _ in (first, second))
    controls = (bool(_CONTROL.search(first[1])), bool(_CONTROL.search(second[1])))
    return {(True, False): other - one, (False, True): one - other}.get(controls, 0.0)


def _points(clause: str) -> Iterable[Direction]:
    """Yield the direction of each change and judgement the clause reports."""
    for name, words in _WORDS:
        for found in words.finditer(clause):
            if not _OPEN.search(clause[: found.start()]):
                yield _judged(name, clause, found)


def _judged(name: str, clause: str, found: re.Match[str]) -> Direction:
    """Return what one word of change or judgement means in its clause."""
    if name == "benefit":
        return "harm" if re.search(r"\bless\s+$", clause[: found.start()], re.IGNORECASE) else "benefit"
    if name == "harm":
        return "harm"
    outcome = _nearest_outcome(clause, found)
    return _POINTS[name, outcome] if outcome else "unknown"


def _nearest_outcome(clause: str, change: re.Match[str]) -> str:
    """Return whether the nearest outcome is ``good`` or ``bad``; what follows the change counts first."""
    before = [str(found.lastgroup) for found in _OUTCOME.finditer(clause, 0, change.start())]
    if before and _MOVES.match(change.group()):
        return before[-1]
    return _outcome_behind(clause, change) or next(reversed(before), "")


def _outcome_behind(clause: str, change: re.Match[str]) -> str:
    """Return the outcome behind a change, as long as no comparison stands between."""
    after, stop = _OUTCOME.search(clause, change.end()), _COMPARED.search(clause, change.end())
    reached = after and not (stop and stop.start() < after.start())
    return str(after.lastgroup) if after and reached else ""
