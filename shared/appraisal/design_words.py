"""The words by which titles, abstracts and index terms tell how a study was done. Pure."""

import re

from shared import messages as m

from .phrases import Phrases, any_of

Patterns = tuple[tuple[m.Design, Phrases], ...]
Names = tuple[tuple[m.Design, frozenset[str]], ...]

TYPES: Names = (
    ("registry-entry", frozenset({"trial registry record", "registry entry", "registry-entry"})),
    ("protocol", frozenset({"clinical trial protocol", "study protocol", "protocol"})),
    ("meta-analysis", frozenset({"meta-analysis", "network meta-analysis"})),
    ("systematic-review", frozenset({"systematic review", "scoping review", "cochrane review"})),
    ("guideline", frozenset({"guideline", "practice guideline", "consensus statement"})),
    ("guideline", frozenset({"consensus development conference", "consensus development conference, nih"})),
    (
        "randomised-trial",
        frozenset({"randomized controlled trial", "randomised controlled trial", "equivalence trial"}),
    ),
    ("controlled-trial", frozenset({"controlled clinical trial"})),
    ("case-report", frozenset({"case reports", "case report"})),
)
"""What a publication type says by itself, the most telling first."""

CLINICAL_TRIAL = re.compile(r"(?:adaptive |pragmatic )?clinical trial(?:, phase [iv]+)?")
OPINIONS = frozenset(
    {"editorial", "comment", "commentary", "news", "note", "newspaper article", "interview", "lecture"}
)
LETTERS = frozenset({"letter", "letters"})
NOTICES = frozenset({"published erratum", "erratum", "retraction of publication", "correction", "corrigendum"})
REVIEWS = frozenset({"review", "short survey", "chapter", "book chapter"})

TERMS: Names = (
    ("case-control", frozenset({"case-control studies", "case control study"})),
    ("cross-sectional", frozenset({"cross-sectional studies", "cross-sectional study"})),
    ("cohort", frozenset({"cohort studies", "cohort analysis", "registries"})),
    ("cohort", frozenset({"prospective studies", "prospective study", "retrospective studies", "retrospective study"})),
    ("cohort", frozenset({"follow-up studies", "follow up", "longitudinal studies", "longitudinal study"})),
)
"""Index terms that name an observational design, the most particular first."""

TITLES: Patterns = (
    (
        "protocol",
        any_of(
            r"\b(?:study|trial|review) protocol\b",
            r"\bprotocol (?:for|of) an?\b",
            r"[:.(-] *protocol\W*$",
            r"^\W*protocol:",
            r"\b(?:rationale|methods|objectives),? and (?:study )?design\b",
            r"\bdesign(?:,| and) (?:rationale|methods|objectives)\b",
            r"\baims and (?:methods|design)\b",
            r"\bongoing (?:[\w-]+ )?trials\b",
            r"\bpreparing for an? [^:]{0,40}(?:trial|comparison)\b",
            r"\b(?:design|plan) of an? [^:]{0,60}\btrial\b",
            r"\b(?:statistical )?analysis plan\b",
            r"\btowards an? [^:]{0,40}\btrial\b",
        ),
    ),
    (
        "meta-analysis",
        any_of(
            r"\bmeta[- ]?analy[sz]",
            r"\b(?:summary|overview) of .*\b(?:trials|studies)\b",
        ),
    ),
    ("systematic-review", any_of(r"\b(?:systematic|scoping|umbrella|cochrane) (?:\w+ )?review\b")),
    (
        "guideline",
        any_of(
            r"\b(?:practice|treatment|evidence-based|consensus) guidelines?\b",
            r"\b(?:guidelines?|guidance) (?:for|on)\b",
            r"\b(?:consensus|position) (?:statement|paper)\b",
            r"\brecommendations (?:of|from|for|by)\b",
        ),
    ),
    ("case-report", any_of(r"\bcase (?:reports?|series|study)\b", r"\ba case of\b", r"\breport of \w+ cases?\b")),
    ("case-control", any_of(r"\bcase[- ]control(?:led)?\b")),
    ("cross-sectional", any_of(r"\bcross[- ]sectional\b")),
    (
        "review",
        any_of(
            r"\b(?:narrative|literature|critical|mini)[- ]?review\b",
            r"\ba review\b",
            r"[:.] *(?:\w+ )?(?:review|overview|update)\W*$",
            r"\b(?:pooled|integrated) (?:[\w-]+ ){0,3}analys[ie]s\b",
        ),
    ),
    (
        "editorial",
        any_of(
            r"^\W*(?:editorial|commentary|viewpoint|perspective|opinion|letter|comment|reply)\b[:.]",
            r"\b(?:commentary|editorial|viewpoint)\W*$",
        ),
    ),
)
"""What a title says by itself."""

TEXTS: Patterns = (
    (
        "protocol",
        any_of(
            r"\bthis is (?:the|a) protocol\b",
            r"\bthis (?:study )?protocol (?:describes|outlines|presents)\b",
            r"\b(?:will|shall|(?:are|is) to|would) (?:then |first )?be (?:randomi[sz]ed|randomly (?:assigned"
            r"|allocated)|enrol+ed)\b",
            r"\b(?:patients|participants|adults|women|men|children|people|volunteers|infants)\b[^.;]{0,40}"
            r"\b(?:will be|are to be) (?:recruited|allocated|assigned|followed)\b",
            r"\bwill (?:enrol+|randomi[sz]e|be allocated)\b",
            r"\brecruitment (?:starts|will start|is to start|has just started|is under way)\b",
            r"\bmethods and analysis:",
            r"\bwe (?:propose|plan) [^.;]{0,60}\b(?:trial|randomi[sz]\w*)\b",
            r"\bthis (?:paper|article) describes the (?:design|protocol)\b",
            r"\b(?:trial|study|we)\b[^.;]{0,40}\b(?:is|are) (?:now )?(?:randomi[sz]ing|recruiting (?:\w+ )?(?:patients"
            r"|adults|women|children))\b",
        ),
    ),
    (
        "meta-analysis",
        any_of(
            r"\b(?:we|this|a|our) [^.]{0,60}\bmeta-?analys[ie]s\b",
            r"\bmeta-?analys[ie]s (?:was|were) \w+",
            r"\b(?:trials|studies) were pooled\b",
        ),
    ),
    (
        "systematic-review",
        any_of(
            r"\bsystematic(?:ally)? (?:literature )?(?:review|search)",
            r"\bsearch strategy\b.*\bselection criteria\b",
            r"\b(?:medline|pubmed|embase)\b[^.]{0,80}\bsearch(?:ed)?\b",
            r"\bsearch(?:ed)?\b[^.]{0,80}\b(?:medline|pubmed|embase)\b",
        ),
    ),
    ("case-control", any_of(r"\bcase[- ]control(?:led)?\b", r"\bcases and (?:\w+ )?controls were\b")),
    ("cross-sectional", any_of(r"\bcross[- ]sectional\b", r"\bprevalence (?:survey|study)\b")),
    (
        "cohort",
        any_of(
            r"\bcohort\b",
            r"\b(?:retrospective|prospective|longitudinal|observational|registry)(?:ly)? (?:\w+ ){0,3}"
            r"(?:study|studied|analysis|evaluation|followed|review(?:ed)?|data)\b",
            r"\b(?:retro|pro)spectively\b",
            r"\b(?:consecutive|followed|follow-up of) (?:\w+ ){0,2}(?:patients|subjects|children|adults|cases)\b",
            r"\b(?:were|was) followed (?:up|for)\b",
            r"\b(?:post[- ]?hoc|secondary|exploratory|retrospective|pharmacogenetic) (?:[\w-]+ ){0,2}analys[ie]s\b",
            r"\bgenome-wide association study\b",
        ),
    ),
    (
        "case-report",
        any_of(
            r"\bwe (?:report|describe|present) (?:an?|the|two|three|our) (?:\w+ ){0,3}(?:case|patient)",
            r"\b\d{1,3}[- ]year[- ]old (?:\w+ )?(?:man|woman|boy|girl|male|female|patient)\b",
        ),
    ),
    (
        "review",
        any_of(
            r"\bthis (?:article|paper|review) (?:\w+ )?(?:reviews?|discusses|summari[sz]es|describes|considers)",
            r"\bwe (?:here )?review\b",
            r"\b(?:in )?this (?:perspective|chapter|review|article|paper),? (?:we )?(?:also )?"
            r"(?:discuss|review|highlight|summari[sz]e|consider)",
            r"\b(?:is|are) reviewed\b",
        ),
    ),
)
"""What an abstract says, the most particular first."""

CONTROLLED = any_of(
    r"\b(?:non|quasi|pseudo)[- ]?randomi[sz]ed (?:\w+[ ,-]+){0,3}(?:trial|study)\b",
    r"(?<!randomized )(?<!randomised )\bcontrolled (?:clinical )?trial\b",
)
COMPARED = any_of(
    r"\b(?:control|comparison|placebo|untreated) (?:group|arm|condition|patients|subjects)",
    r"\b(?:assigned|allocated) (?:\w+ ){0,3}to\b",
    r"\b(?:or|versus|vs\.?|and) placebo\b",
)
"""A comparison group; too weak a word where nothing else says that it was a trial."""
COMPARES = any_of(
    r"\b(?:random\w*|blind\w*|placebo|versus|vs|compar\w+|controls?|controlled|groups?|arms?|assigned|allocated"
    r"|regimens)\b"
)
"""Any sign of a comparison at all."""
