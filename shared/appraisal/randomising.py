"""Whether a work reports a randomised trial of its own, by its words alone. Pure.

What is said of others' trials, of trials still to be done and of random samples is taken out before looking; a
second look at a trial (post hoc, pooled, an extension's follow-up) is not the trial.
"""

from .phrases import any_of

_FURTHER = (
    "further|future|larger?|more|additional|prior|previous|earlier|published|recent|ongoing|planned|available|several"
    "|many"
)
_CONTROLLED = r"\b(?:randomi[sz]ed|placebo[- ]controlled|blind(?:ed)?)\b"
_OTHERS = any_of(
    r"\b(?:non|un|quasi|pseudo)[- ]?randomi[sz]\w*",
    r"\b(?:not|without|never|neither|lack of|no) (?:\w+ )?randomi[sz]\w*",
    r"\bmendelian[- ]randomi[sz]\w*",
    r"\brandomi[sz]ed response\b",
    r"\brandom(?:ly)? (?:sampl\w+|select\w+|chosen|drawn|pick\w+|effects?|survey\w*|ordered|generated)",
    rf"\b(?:{_FURTHER})\b[^.;]{{0,60}}{_CONTROLLED}[^.;]{{0,60}}\b(?:trials?|stud(?:y|ies))",
    rf"{_CONTROLLED}[^.;]{{0,60}}\b(?:trials?|stud(?:y|ies))\b[^.;]{{0,40}}"
    r"\b(?:needed|warranted|required|should be|must be|will be|are awaited|would be|necessary)\b",
    r"\b(?:in|from|of|no|by|the|these|that|with|for)\b[^.;,]{0,30}"
    r"\b(?:randomi[sz]ed|placebo[- ]controlled|double[- ]blind)[^.;]{0,60}\b(?:trials|studies|rcts)\b",
)
"""Words about randomness that say nothing of how this work was done."""

_OWN = any_of(
    r"\brandomi[sz]\w*",
    r"\brandomly\b",
    r"\bat random\b",
    r"\brandom (?:assignment|allocation|order|sequence)",
    r"\b(?:double|triple)[- ]?(?:blind|mask)\w*",
    r"\bplacebo[- ]controlled\b",
    r"\bdouble[- ]dummy\b",
    r"\bsingle[- ]?(?:blind|mask)\w*",
    r"\bcross[- ]?over (?:study|trial|design|fashion|manner)",
    r"\b(?:or|versus|vs\.?|and) (?:matching |a |oral )?placebo\b",
)
"""How this work's own allocation is reported; blinded comparisons without the word are randomised all but always."""

_REVIEWED = (
    r"\bsystematic(?:ally)? (?:literature )?(?:review|search)",
    r"\bsearch strategy\b",
    r"\bthis is (?:the|a) protocol\b",
    r"\bselection criteria\b",
    r"\b(?:literature|narrative) review\b",
    r"\b(?:trials|studies) (?:were|was) pooled\b",
    r"\bthis (?:article|paper|review) (?:reviews|discusses|summari[sz]es|describes)",
    r"\bis reviewed\b",
)
_SECOND = r"(?:post[- ]?hoc|secondary|exploratory|pooled|integrated|retrospective|pharmacogenetic|sub-?(?:group|set))"
_SECOND_TITLE = any_of(
    *_REVIEWED,
    rf"\b{_SECOND} (?:\w+ ){{0,3}}analys[ie]s",
    r"\bpost[- ]?hoc\b",
    r"\bretrospective\b",
    r"\breview\b",
    r"\bmeta[- ]?analy[sz]\w+",
)
_ANALYSED = (
    r"of (?:data|\d+|two|three|four|five|six|pooled|patients (?:from|in)|(?:the|a) (?:\w+ ){0,4}(?:trial|study))"
)
_SECOND_TEXT = any_of(
    *_REVIEWED,
    rf"\b(?:this|our|was an?|performed an?|conducted an?|data for this) {_SECOND} (?:\w+ ){{0,2}}analys[ie]s",
    rf"\bin an? {_SECOND} (?:\w+ ){{0,2}}analys[ie]s of",
    rf"\b{_SECOND} (?:\w+ ){{0,2}}analys[ie]s {_ANALYSED}",
    r"\bin an? (?:post[- ]?hoc|pooled|retrospective) analys[ie]s",
)
"""A work that looks again at what others, or its authors before, found."""

_META_ANALYSIS = any_of(r"\bmeta[- ]?analy[sz]\w+")
_ALLOCATED = any_of(r"\b(?:we|were|was) (?:\w+ )?randomly (?:assigned|allocated)", r"\b(?:we|were|was) randomi[sz]ed")
"""A trial may name a meta-analysis that was planned with it."""

_PROTOCOL = any_of(r"\b(?:study|trial) protocol\b", r"\bprotocol (?:for|of) an?\b", r"[:.(] *protocol\W*$")


def is_randomised(title: str, text: str) -> bool:
    """Say whether the words report a randomised trial done by this work's authors."""
    if _PROTOCOL.search(title) or second_look(title, text):
        return False
    return bool(_OWN.search(_OTHERS.sub(" ", title)) or _OWN.search(_OTHERS.sub(" ", text)))


def second_look(title: str, text: str) -> bool:
    """Say whether a work analyses or reviews again what was found before."""
    if _SECOND_TITLE.search(title) or _SECOND_TEXT.search(text):
        return True
    return bool(_META_ANALYSIS.search(text)) and not _ALLOCATED.search(text)
