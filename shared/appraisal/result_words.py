"""The words that give away what a sentence of an abstract does: labels first, wording second."""

import re
from typing import Literal

SentenceRole = Literal["result", "conclusion", "aim", "background", "method", "others"]
"""``others`` is a statement about other people's work."""

LABELS: dict[SentenceRole, str] = {
    "result": (
        r"(?:main |key |principal |primary |clinical )?(?:results?|findings|outcomes)"
        r"(?: and (?:discussion|limitations?))?|evidence synthesis|data synthesis|observations?"
        r"|case (?:report|presentation|summary)s?"
    ),
    "conclusion": (
        r"(?:authors['’]? )?conclusions?(?: and (?:relevance|recommendations?|implications))?|interpretation|discussion"
        r"|significance|clinical (?:significance|relevance|implications)|implications|take[- ]home message|summary"
    ),
    "aim": r"(?:study )?(?:aims?|objectives?|purpose|goals?|hypothes[ie]s|(?:research )?questions?)(?: of the study)?",
    "background": (
        r"(?:scientific |clinical )?(?:background|introduction|context|rationale|importance)"
        r"(?: and (?:aims?|objectives?|purpose))?|funding|trial registration|registration|keywords?|ethics"
    ),
    "method": (
        r"(?:materials? and |patients? and |subjects? and |study )?methods?(?: and (?:materials?|results|findings))?"
        r"|methodology|(?:study |trial )?designs?(?: and (?:setting|methods))?|settings?(?: and participants)?"
        r"|patients|participants|subjects|interventions?|exposures?|measurements?(?: and main results)?|data sources?"
        r"|main (?:outcome measures?|outcomes and measures)|outcome measures?|study (?:selection|appraisal|population)"
        r"|data (?:extraction|collection|analysis)|search (?:strategy|methods)|selection criteria"
        r"|eligibility criteria|statistical analysis|animals|experimental approach"
    ),
}
RESULTS_AFTER_ALL = re.compile(r"methods? and (?:results|findings)|measurements? and main results", re.IGNORECASE)
"""One label for both: wording tells the sentences apart."""

ANY_LABEL = "|".join(f"(?P<{role}>{pattern})" for role, pattern in LABELS.items())
LABEL_NAME = re.compile(rf"(?:{ANY_LABEL})", re.IGNORECASE)
LABEL = re.compile(rf"(?:{ANY_LABEL})\s*(?::|[-–—]\s|\n|\.\s+(?=[A-Z]))\s*", re.IGNORECASE)
BARE_LABEL = re.compile(
    r"(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|AIMS?|PURPOSE|METHODS?|RESULTS?|FINDINGS|CONCLUSIONS?"
    r"|Background|Objectives?|Methods?|Results?|Findings|Conclusions?)\s+(?=[A-Z0-9][\w-]*\s+\S)"
)
"""A label whose colon was lost when the abstract was copied: ``Results We found …``."""


def _rule(*alternatives: str) -> re.Pattern[str]:
    """Compile alternatives that begin at a word, whatever their case."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})", re.IGNORECASE)


AIM = _rule(
    r"(?:aim|objective|purpose|goal)s?\b[^.]{0,60}\b(?:was|were|is|are)\b",
    r"(?:we|study|trial|review|analysis|paper|article|report)\s+(?:\w+\s+)?(?:aim(?:s|ed)?|sought|intend(?:s|ed)?)\b",
    r"(?:was|were|is|are)\s+(?:designed|planned|undertaken|conducted|performed|carried out)\s+(?:in order )?to\b",
    r"we\s+(?:here\s+)?(?:hypothesi[sz]ed?|wished|set out|asked whether|(?:investigate|examine|evaluate|review)\b)",
    r"(?:this|the present|our)\s+(?:\w+\s+)?(?:study|trial|review|article|paper|report|analysis)\s+(?:\w+\s+)?"
    r"(?:evaluate[sd]?|assesse?[sd]?|investigate[sd]?|examine[sd]?|explore[sd]?|compare[sd]?|describe[sd]?"
    r"|summari[sz]e[sd]?|review(?:s|ed)?|discusse[sd]|focus(?:es|ed)?|present(?:s|ed)?|determine[sd]?)\b",
    r"here,? we (?:\w+\s+)?(?:report|describe|present|review|summari[sz]e|discuss|compare)\b",
    r"(?:will|is|are) (?:be )?(?:reviewed|discussed|summari[sz]ed) (?:here|in this)",
)
AIM_OPENING = re.compile(
    r"(?:\w+,? )?(?:in order )?to (?:determine|assess|evaluate|investigate|examine|compare|explore|describe|test|review"
    r"|study|estimate|establish|identify|quantify|summari[sz]e|characteri[sz]e|elucidate|demonstrate|clarify|report)\b"
    r"|whether\b.{5,200}\b(?:was|were) (?:explored|tested|studied|examined|investigated|asked|assessed|measured)\b",
    re.IGNORECASE,
)
OTHERS = _rule(
    r"(?:previous|prior|earlier|past|other|recent|several|numerous|many)\s+(?:\w+\s+){0,2}"
    r"(?:studies|reports?|work|research|authors|investigators|trials|investigations|data|evidence|findings)\b"
    r"(?:\s+\w+){0,4}\s+(?:ha(?:s|ve)|show(?:ed|s|n)?|found|suggest(?:ed|s)?|report(?:ed|s)?|demonstrat\w+|indicat\w+)",
    r"(?:has|have) (?:previously |already |also |recently |long )?been "
    r"(?:shown|reported|suggested|demonstrated|described|found|proposed|associated|linked|implicated|documented)\b",
    r"(?:it is|are|is) (?:well[- ])?known (?:to|that|as)\b",
    r"(?:we|our group) (?:have )?previously\b",
    r"others (?:have )?(?:found|shown|reported)\b",
    r"\w+ et al\b",
)
METHOD = _rule(
    r"we (?:\w+ )?(?:searched|enrolled|recruited|randomi[sz]ed|randomly|conducted|performed|used|measured|collected"
    r"|included|assigned|analy[sz]ed|reviewed|calculated|screened|did an?|undertook|carried out|assessed|evaluated"
    r"|investigated|examined|studied|compared|tested|treated|determined|estimated|pooled|extracted|obtained)\b",
    r"(?:was|were) (?:\w+ )?(?:searched|enrolled|recruited|randomi[sz]ed|randomly|allocated|assigned|collected"
    r"|analy[sz]ed|administered|calculated|assessed|evaluated|examined|measured|determined|extracted|monitored"
    r"|investigated|compared|conducted|performed|tested|screened|followed|given|defined|estimated|quantified|used"
    r"|treated|obtained|divided|eligible|studied|exposed|incubated|injected|inoculated|pooled|reviewed|included)\b",
    r"(?:primary|secondary|main|co-primary)\s+(?:\w+\s+){0,3}(?:outcome|end[- ]?point|measure)s?\s+"
    r"(?:was|were|is|are|included)\b",
    r"(?:inclusion|exclusion|eligibility) criteria\b",
    r"(?:patients|participants|volunteers|subjects|adults|men|women|children|people|soldiers|members|personnel)"
    r"(?: (?!who\b|that\b)[\w-]+){0,6} (?:received|took)\b",
    r"(?:registered|registration)\b.{0,40}(?:NCT|ISRCTN|EudraCT|clinicaltrials)",
    r"(?:double|single)[- ]blind(?:ed)?\b",
)
DEFINES = _rule(r"(?:was|were) (?:taken to (?:show|mean|indicate)|defined as|pre-?specified)\b")
"""What a figure was to mean, whatever figures stand beside it."""

SCENE = _rule(
    r"(?:is|are) (?:being|currently|now|under|undergoing|in) (?:\w+ ){0,2}(?:develop\w+|investigat\w+|evaluat\w+"
    r"|clinical (?:trials?|development))",
    r"(?:is|are|remains?) (?:an?|the|one of the) (?:\w+ ){0,3}(?:cause|burden|threat|problem|challenge)s?\b",
)
"""What sets the scene whatever else its words are."""

BACKGROUND = _rule(
    r"(?:is|are|remains?) (?:an? |the )?(?:\w+ ){0,2}(?:challenge|problem|burden|cause of|threat|obstacle|unknown"
    r"|unclear|uncertain|controversial|poorly|not (?:well |fully |completely )?(?:understood|known|established))",
    r"(?:little|less|not much|nothing) is known\b",
    r"there (?:is|are) (?:an? )?(?:\w+ )?(?:need|lack|paucity|limited|few data|growing|increasing)\b",
    r"(?:data|evidence|information|studies) (?:\w+ ){0,4}(?:is|are) (?:limited|lacking|scarce|sparse|needed)\b",
    r"ha(?:s|ve) (?:not )?been (?:used|developed|recommended|approved|licensed|introduced|proposed|considered)\b",
    r"(?:raises?|raised) the question\b",
    r"(?:worldwide|globally|annually|each year|every year)\b",
)
CONCLUSION = _rule(
    r"(?:in (?:conclusion|summary)|to conclude|overall,|taken together|altogether|collectively|we conclude|thus,|hence,"
    r"|therefore,|concluding)",
    r"(?:these|our|the present|the current|this|the) (?:\w+ ){0,2}(?:results|findings|data|study|trial|observations"
    r"|evidence|review|analysis|meta-analysis) (?:\w+ )?(?:suggest|indicate|support|demonstrate|confirm|show|provide"
    r"|highlight|reveal|imply|underscore)s?\b",
    r"(?:further|additional|larger|future|more) (?:\w+ ){0,3}(?:studies|trials|research|work|investigations?)\b",
    r"(?:should|must) (?:not )?be\b",
    r"(?:appears?|seems?) to be\b",
    r"(?:may|might|could) (?:be|represent|provide|offer|have|serve)\b",
    r"we (?:suggest|recommend|propose)\b",
)
RESULT = _rule(
    r"we (?:\w+ )?(?:found|observed|show(?:ed|n)?|identified|demonstrate[d]?|detected|report(?:ed)?|saw|noted)\b",
    r"(?:significant(?:ly)?|statistically|p\s?[<=>≤]|95\s?%|\bCI\b|hazard ratio|odds ratio|risk ratio|relative risk)",
    r"(?:was|were|had|have|has) (?:\w+ ){0,2}(?:higher|lower|greater|fewer|less|more|similar|comparable|reduced"
    r"|increased|decreased|improved|associated|observed|found|detected|seen|reported|achieved|effective|well[- ]"
    r"tolerated|superior|inferior|non-?inferior|longer|shorter|better|worse|slower|faster|smaller|larger|rarer|elevated|noted|recorded|correlated)\b",
    r"(?:did|do|does) not\b",
    r"(?:reduced|decreased|increased|improved|inhibited|prevented|induced|suppressed|enhanced|lowered|abolished"
    r"|attenuated|resulted in|led to|caused|occurred|developed|relapsed|recurred|cured|showed|revealed|demonstrated"
    r"|exhibited|remained|survived|died|protected|blocked|activated|killed|cleared|failed|produced|differed"
    r"|drove|bound|modulated|disrupted|stimulated|triggered|promoted|impaired|eliminated|slowed|shortened|prolonged"
    r"|extended|restored|raised|rose|fell|declined|eased|halved|doubled)\b",
    r"no (?:\w+ ){0,3}(?:difference|effect|benefit|association|adverse|deaths?|relapses?|change|evidence)",
)
STATED = _rule(
    r"(?:inhibits?|blocks?|activates?|reduces?|increases?|improves?|prevents?|induces?|targets?|binds?|causes?"
    r"|suppresses|disrupts?|modulates?|acts?|leads? to|results? in|is (?:metaboli[sz]ed|associated|effective"
    r"|contraindicated|mediated|converted)|are (?:associated|effective|mediated))\b"
)
"""What an unlabelled abstract, often a review's, asserts in the present tense."""

FIGURE = re.compile(
    r"\d\s?%|\b\d+\s?/\s?\d+\b|\bn\s?=\s?\d|\b[pP]\s?[<=>≤≥]\s?0?[.·]\d|\b(?:CI|HR|OR|RR)\b[^.]{0,12}\d"
)
ASKING = re.compile(r"\?\s*$")
OTHERS_FIRST = re.compile(
    r"(?:previous|prior|earlier|past|other|several) (?:\w+ )?(?:studies|trials|reports)\b", re.IGNORECASE
)
