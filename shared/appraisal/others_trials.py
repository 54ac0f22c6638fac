"""Words about chance that tell of others' trials, of plans, samples and things, or of no chance at all. Pure."""

from .phrases import any_of

_RANDOM = r"random(?:i[sz]\w*|ly|)"
_FURTHER = (
    "further|future|larger?|more|additional|prior|previous|earlier|published|recent|ongoing|planned|available|several"
    "|many|definitive|hypothetical|target"
)
_CONTROLLED = r"\b(?:randomi[sz]ed|placebo[- ]controlled|blind(?:ed)?)\b"
_TRIALS = r"(?:trials|studies|rcts|experiments|comparisons)"
COUNT = r"(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?)"
"""A number, as digits or as a word."""

OTHERS = any_of(
    r"\b(?:non|un|quasi|pseudo)[- ]?randomi[sz]\w*",
    rf"\b(?:not|without|never|neither|lack of|no|nobody was|cannot be|refus\w+|declin\w+"
    rf"|absence of) (?:\w+ ){{0,2}}{_RANDOM}\b"
    r"(?: (?:assigned|allocated|order|trials?))?",
    rf"\b{_RANDOM}[^.;]{{0,40}}\b(?:was|were|is|are) (?:not|hardly|rarely|never) (?:\w+ )?(?:feasible|possible|done"
    rf"|ethical)",
    r"\bmendelian[- ]randomi[sz]\w*",
    r"\b(?:alleles?|genotypes|genetic variants?) (?:is|are|was|were) (?:\w+ )?random\w*",
    r"\brandom\w* (?:(?:allocation|assignment) )?(?:of |at )(?:alleles?|meiosis|conception)",
    r"\brandomi[sz]ed response\b",
    r"\brandom(?:ly)? (?:[\w-]+ )?(?:sampl\w+|select\w+|chosen|drawn|pick\w+|effects?|survey\w*|ordered|generated"
    r"|dial\w+|partition\w+|forests?|mutagen\w+|intercepts?|slopes?)",
    r"\brandom(?:ly)? (?:split|divided|assigned|allocated)\b[^.;]{0,30}\b(?:training|testing|test|validation"
    r"|derivation|folds?)\b",
    r"\bassigned at random to [^.;]{0,20}\b(?:training|testing|test|validation|derivation|folds?)\b",
    r"\b(?:select|chos|tak|contact|pick|draw|sampl|extract|shuffl|identif)\w*[^.;]{0,20} (?:at random\b|(?:by|in|with"
    r"|using) (?:a )?random\b(?! (?:allocation|assignment)))",
    r"\b(?:readers?|raters?|observers?|examiners?|assessors?|microscopists?|operators?|\w+ologists?|slides|films"
    r"|vials)\b[^.;]{0,60}\bin (?:a )?random(?:i[sz]ed)?\b"
    r" (?:order|sequence)",
    r"\ba random \d",
    r"\brandom(?:ly)? (?:assigned|allocated|given|assignment of|allocation of) (?:to )?(?:an?|the|their|each|this)? ?"
    r"(?:\w+ ){0,2}dates?\b",
    r"\brandom (?:order|sequence) (?:of (?:tasks|items|questions|stimuli)|to (?:\w+ ){0,2}(?:readers?|raters?"
    r"|\w+ologists?))",
    r"\b(?:as|effectively|practically) (?:good as )?random\b",
    r"\bas (?:a )?randomi[sz]\w+ (?:trial )?would",
    rf"\b(?:{_FURTHER})\b[^.;]{{0,60}}{_CONTROLLED}[^.;]{{0,60}}\b(?:trials?|stud(?:y|ies))",
    rf"{_CONTROLLED}[^.;]{{0,60}}\b(?:trials?|stud(?:y|ies))\b[^.;]{{0,40}}"
    r"\b(?:needed|warranted|required|should be|must be|will be|are awaited|would be|necessary|can tell|could tell)\b",
    rf"\b(?:only|calls? for|called for|calling for|need for"
    rf"|await\w*) (?:an? )?[^.;]{{0,20}}{_CONTROLLED}[^.;]{{0,60}}\btrials?",
    r"\b(?:mimic|emulat|resembl|simulat|nature's|virtual"
    r"|imitat)\w*\b[^.;]{0,40}\brandom\w*(?: (?:[\w-]+ ){0,3}trials?)?",
    rf"\b(?:in|from|of|no|by|the|these|that|with|for)\b[^.;,]{{0,30}}"
    rf"\b(?:randomi[sz]ed|placebo[- ]controlled|double[- ]blind)[^.;]{{0,60}}\b{_TRIALS}\b",
    rf"\b{COUNT} (?:[\w-]+[ ,]+){{0,4}}trials\b[^.;]{{0,30}}\brandomi[sz]ed\b",
    rf"^\W*{_CONTROLLED}[^.;]{{0,30}}\b{_TRIALS}\b",
    r"\b(?:ways?|methods?|schemes?|forms?) of randomi[sz]\w*",
    rf"\bhad (?:been )?(?:\w+ )?{_RANDOM}\b",
    rf"\b(?:{COUNT}|all|most|each|eligible|registered|included|these|those|other|of) (?:[\w-]+[ ,]+){{0,4}}?{_TRIALS}\b"
    rf"[^.;]{{0,40}}\b(?:{_RANDOM}|double-blind|placebo[- ]controlled)\b",
    r"\ban? (?:[\w-]+[ ,]+){0,3}?(?:randomi[sz]ed|double-blind|placebo[- ]controlled)[^.;]{0,60}?\b(?:trial"
    r"|study)\b[^.;]{0,40}"
    r"\b(?:is|was|has been|had been|had|has) (?:now |then )?(?:planned|begun|started|proposed|called for|justified"
    r"|under way)",
    r"\b(?:after|during|before|in) the (?:initial |first |preceding |earlier )?(?:randomi[sz]ed"
    r"|double-blind)[^.;]{0,20} (?:phase|period|part)",
    r"\brandom(?:ly)? (?:inherited|permut\w+|shuffl\w+|missing|error|walk|variation|noise|digits?|numbers? (?:tables?"
    r"|generators?))",
    r"\b(?:one|an?|1) (?:patient|participant|volunteer|man|woman|boy|girl|child)\b[^.;]{0,60}\b(?:randomi[sz]ed"
    r"|blind)\w*"
    r"[^.;]{0,30}\btrial",
    r"\b(?:offered|took part in|received [^.;]{0,20} in|invited to|withdr\w+ from|had completed|completing"
    r"|during) an? [^.;]{0,40}\btrial",
    r"\b(?:teeth|(?:pre)?molars|incisors|enamel|vials|sera|photographs|wells|files|plates|plots|explants|specimens"
    r"|samples|slides|films|images|larvae|discs|implants|crowns"
    r"|cultures|records|letters|cards|articles|papers|mice|rats|rabbits|hamsters|monkeys|macaques|piglets|pigs|lambs"
    r"|sheep"
    r"|goats|calves|cows|heifers|steers|horses|chicks|hens|birds|dogs|cats|animals|fish|mutants)\b"
    rf"(?: \([^()]*\))?(?: (?:with|of|from|after) [^.,;]{{0,60}}?)? (?:were|was) (?:\w+ ){{0,2}}?{_RANDOM}\b",
)
"""Words about randomness that say nothing of how people were allocated in this work."""

ANOTHER_TRIAL = any_of(
    r"\b(?<!results of )(?<!findings of )(?<!report of )(?<!outcomes of )(?:of|from|to|before|than|by|until|for|about) "
    r"(?:an?|the|another|one|that|whose) (?:[\w-]+[ ,]+){0,4}?(?:randomi[sz]ed|double[- ]blind"
    r"|placebo[- ]controlled)[^.;]{0,60}?"
    r"\b(?:trial|study|experiment)\b",
    r"\b(?:patients|participants|adults|women|men|children|people|those|subjects) (?:enrolled|included"
    r"|randomi[sz]ed) in the (?:[\w-]+[ ,]+){0,4}?(?:randomi[sz]ed|double[- ]blind"
    r"|placebo[- ]controlled)[^.;]{0,60}?\b(?:trial|study)\b",
)
"""In a text, a trial that people came from or that something was part of; titles call their own trial so."""
