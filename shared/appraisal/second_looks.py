"""The words of works that review, plan, recount or look again at trials, and are none themselves. Pure."""

from .others_trials import COUNT
from .phrases import any_of

_TEXT_REVIEWS = (
    r"\bsystematic(?:ally)? (?:literature )?(?:review|search)",
    r"\bsearch(?:ed|es)?\b[^.]{0,60}\b(?:databases?|medline|pubmed|embase|literature)\b",
    r"\bsearch strategy\b",
    r"\bselection criteria\b",
    r"\b(?:literature|narrative) review\b",
    r"\b(?:trials|studies) (?:were|was) (?:pooled|eligible|identified|sought|included|reviewed)\b",
    rf"\bfrom {COUNT} (?:[\w-]+[ ,]+){{0,4}}trials\b",
    r"\bin \w+ trials (?:were|was) (?:obtained|collected|combined|pooled)",
    r"\brandomi[sz]ed in \w+ trials\b",
    rf"^\W*(?:[\w-]+[:.] +)?{COUNT} (?:[\w-]+[ ,]+){{0,4}}(?:trials|studies|comparisons)\b",
    r"\b(?:eligible|included) (?:trials|studies)\b",
    r"\b(?:trials|studies|reports|articles)\b[^.;]{0,60}\bmet (?:our|the|all)\b",
    r"\bthis (?:article|paper|review) (?:reviews?|discusses|summari[sz]es|describes|weighs|considers)",
    r"\bis reviewed\b",
)

_SECOND = (
    r"(?:post[- ]?hoc|ad[- ]?hoc|secondary|exploratory|pooled|integrated|retrospective|pharmacogenetic|mediation"
    r"|sub-?(?:group|set))"
)
_ANALYSED = (
    r"of (?:data|\d+|two|three|four|five|six|pooled|patients (?:from|in)|(?:the|an?) (?:[\w-]+,? ){0,4}(?:trial|study))"
)
_KIND = r"(?:(?!(?:of|from|in|on|within|for|non|quasi|pseudo)\b)[\w-]+,? ){0,5}?"
"""What may stand before the word in a title: no other work between."""
SECOND_TITLE = any_of(
    r"\bsystematic(?:ally)? (?:literature )?(?:review|search)",
    r"\b(?:literature|narrative) review\b",
    rf"\b{_SECOND} (?:\w+ ){{0,3}}(?:analys[ie]s|evaluation)",
    r"\bpost[- ]?hoc\b",
    r"\bretrospective\b",
    r"\breview\b",
    r"\bmeta[- ]?analy[sz]\w+",
    r"\b(?:evidence|data|lessons|results) from (?:[\w-]+[ ,]+){0,4}(?:trials|studies)\b",
    r"\bindirect comparison\b",
    r"\bbaseline (?:characteristics|data)\b",
    r"\bnested in\b",
    r"\bopen[- ](?:label )?extension\b",
    r"\bsynthesis of\b",
    r"\bat (?:entry|baseline)\W*$",
    r"\binstrumental variables?\b",
    r"\bfeasibility of (?:an?|the) (?:future|planned|large)\b",
    r"\bmodel(?:ling|s)? (?:study )?(?:based|built) on\b",
)
REVIEWING_TEXT = any_of(*_TEXT_REVIEWS)
"""A work that reviews what others found, unless its title says that it is a trial: trials name reviews, too."""
TRIAL_TITLE = any_of(
    rf"[:.(–—-] *(?:an? |the )?{_KIND}randomi[sz]ed(?:,? [\w-]+){{0,6}} trial\W*$",
    rf"^\W*an? {_KIND}randomi[sz]ed(?:,? [\w-]+){{0,6}} trial (?:of|to|comparing|in|with)\b",
)
"""Titles that call their own work a randomised trial."""
SECOND_TEXT = any_of(
    rf"\b(?:this|our|was an?|this (?:is|was) an?|performed an?|conducted an?"
    rf"|data for this) {_SECOND} (?:\w+ ){{0,2}}analys[ie]s",
    r"\bin an? (?:post[- ]?hoc|ad[- ]?hoc|secondary|exploratory|pooled|integrated"
    r"|pharmacogenetic) (?:\w+ ){0,2}analys[ie]s of",
    rf"\b{_SECOND} (?:\w+ ){{0,2}}analys[ie]s {_ANALYSED}",
    r"\bin an? (?:post[- ]?hoc|pooled|retrospective) analys[ie]s",
    r"\bdata (?:of|from|on) [^.;]{0,60}\b(?:took part|participated|enrolled|participants) (?:in"
    r"|of) an? [^.;]{0,40}\btrial",
    r"\bdata from an? (?:completed|previous|earlier|published|finished) [^.;]{0,40}\btrial",
    r"\b(?:control|placebo) arm of an? [^.;]{0,30}\btrial\b",
    r"\bfollowed as (?:a|one) (?:single )?cohort\b",
    r"\bmarkov model\b",
    r"\bparent (?:trial|study)\b(?![^.;]{0,30}\bnot\b)",
    r"\b(?:using|used|from|analy[sz]ed|of) (?:the )?(?:individual(?:[- ](?:patient|participant))?"
    r"|(?:patient|participant)[- ]level) data (?:from|of|on|in)\b",
    r"\bwe (?:talked to|interviewed) (?:\d+ )?\w+ (?:who|after|about)\b",
)
"""A work that looks again at what others, or its authors before, found."""

META_ANALYSIS = any_of(r"\bmeta[- ]?analy[sz]\w+")
ALLOCATED = any_of(r"\b(?:we|were|was) (?:\w+ )?randomly (?:assigned|allocated)", r"\b(?:we|were|was) randomi[sz]ed")
"""A trial may name a meta-analysis that was planned with it."""
WE_ALLOCATED = any_of(
    r"\bwe (?:\w+ly |then |therefore |thus |also )?(?:randomi[sz]ed (?:\w+ )?(?:\d|patients|adults|women|men|children"
    r"|infants)"
    r"|randomly (?:assigned|allocated|divided))",
    r"\bwe (?:enrol+ed|recruited) [^.;]{0,60}(?:who were|and|then) (?:then )?random(?:ly|i[sz]ed)\b",
)
"""Who says so did a trial, whatever reviews are named beside."""

NO_TRIAL_TITLE = any_of(
    r"\b(?:study|trial) protocol\b",
    r"\bprotocol (?:for|of) an?\b",
    r"[:.(] *protocol\W*$",
    r"\bmendelian\b",
    r"\bcase[- ](?:crossover|reports?)\b",
    r"\b(?:propensity|quasi-experiment\w*|natural experiment|target trial|non-?randomi[sz]ed)\b",
    r"\b(?:interview|qualitative|focus[- ]group) stud(?:y|ies)\b",
    r"\bprocess evaluation\b",
    r"\bsurvey of\b",
    r"^\W*(?:correction|erratum|corrigendum|retraction(?: note| notice)?|expression of concern|letter|(?:in )?reply"
    r"|response|comment"
    r"|authors?['’]? (?:reply|response))\b(?: to| on)?:",
    r"^\W*(?:erratum|comment|reply) (?:to|on)\b",
    r"\bcommentary\W*$",
    r"\brandomi[sz]ation\?",
)
"""Titles of what is no trial, however much its text tells of one."""
NO_TRIAL_TEXT = any_of(
    r"\bmendelian[- ]randomi[sz]\w*",
    r"\bvariants? [^.;]{0,40}\b(?:as|mimicked) (?:an? )?(?:instruments?|randomi[sz]ed)",
    r"\bwe (?:read|assessed|reviewed) \d+ reports of\b",
    r"\b(?:an?|this) \d{1,3}[- ]year[- ]old (?:\w+ )?(?:man|woman|boy|girl|male|female|patient)\b",
)
