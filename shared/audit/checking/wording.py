"""What words of a report may need beside them (evidence.md, 2, 7 and 8).

Each check reads the writer's own words, never a quotation, and returns the reason it fails or
nothing.
"""

import re

from shared import messages as m


def _words(pattern: str) -> re.Pattern[str]:
    """Compile whole words, whatever their case."""
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


_CLAIMING = _words(r"proven|proves?|safe|safely|effective|effectively|efficacious|cures?")
_EXCUSED = re.compile(
    r"\b(?:(?:not|no|never|neither|nor|without|cannot|\w+n['’]t)(?: [^\s,;:.]+){0,4}"
    r"|(?:whether|if|how)(?: [^\s,;:.]+){0,8}"
    r"|(?:not?|little|insufficient)(?: [^\s,;:.]+){0,3} (?:evidence|proof|data|known|shown|clear|established)"
    r"(?: [^\s,;:.]+){0,8})[ -]$",
    re.IGNORECASE,
)
"""What stands right before a promise and makes it none: a denial a few words before, an open question."""
_POPULATION = _words(
    r"patients?|adults?|child(?:ren)?|infants?|women|men|people|persons?|participants?|volunteers?|humans?|travellers?"
    r"|soldiers?|troops|subjects|mice|rats?|monkeys?|macaques?|animals?|cells?|in vitro|pregnan\w+|elderly|adolescents?"
)
_COMPARATOR = _words(
    r"than|versus|vs|compared (?:with|to)|placebo|relative to|control(?:s| group| arm)?|standard (?:care|treatment)"
)
_SPECIES: dict[str, re.Pattern[str]] = {
    "animal": _words(
        r"animals?|mice|mouse|murine|rats?|rodents?|rabbits?|dogs?|canine|pigs?|porcine|sheep|hamsters?|guinea pigs?"
        r"|monkeys?|macaques?|rhesus|primates?|zebrafish|flies|drosophila|nematodes?|elegans|chicks?|ferrets?|cats?"
        r"|mosquito(?:es)?|preclinical|cattle|bovine|goats?|horses?|avian|birds?"
    ),
    "in-vitro": _words(
        r"in vitro|ex vivo|cell lines?|cultures?|cultured|assays?|isolates?|microsomes?|hepatocytes?|organoids?"
        r"|laboratory|preclinical|non-human"
    ),
    "in-silico": _words(
        r"in silico|simulat\w+|modell?(?:ed|ing)|docking|computational|computed|computer|non-human"
        r"|(?:mathematical|statistical|molecular|network|pharmacokinetic|machine[- ]learning) models?"
    ),
}
_SUBJECT_OR_TARGET: dict[str, re.Pattern[str]] = {
    "animal": _words(r"in (?:\w+ ){0,2}worms?"),
    "in-vitro": _words(r"(?:in|on) (?:[\w-]+ ){0,3}(?:cells?|tissues?|parasites?)"),
    "in-silico": _words(r"models?|predict(?:s|ed|ion|ions)"),
}
"""Words that may as well name what a drug is aimed at in people, and say less where people are named."""
_PEOPLE = _words(
    r"patients|adults|children|infants|women|men|people|persons|participants|volunteers|travellers|soldiers"
)
_CAUSAL = _words(
    r"causes?|caused|causing|leads? to|led to|results? in|resulted in|prevents?|prevented|because of|due to|thanks to"
    r"|reduces?|increases?|improves?|protects?|cures?"
)
_OBSERVATIONAL = frozenset({"cohort", "case-control", "cross-sectional", "case-report"})
_MEASURES = {
    "odds": _words(r"odds"),
    "risk": _words(r"risks?"),
    "hazard": _words(r"hazards?"),
    "rate": _words(r"rate ratio|incidence rate"),
}
_WORK = r"(?:papers?|articles?|publications?|preprints?|manuscripts?)"
_RETRACTED = _words(
    r"retract(?:ed|ions?|s)"
    rf"|{_WORK}(?: (?:was|were|is|are|has|have|had|been|being|since|later|then|now))* (?:withdrawn|removed)"
    rf"|(?:withdrawal|removal) of (?:the |this |that |its |their )?(?:\w+ )?{_WORK}"
    rf"|(?:withdrawn|removed) by (?:the |its |their )?(?:journal|publisher|editors?|authors?)"
)
"""A drug is withdrawn and a parasite removed as well: neither says that a work was."""
_SUBGROUP = _words(r"subgroups?|sub-groups?|subsets?|post[- ]hoc")

SPECIES_WORDS = _words(
    "|".join(
        pattern.pattern.removeprefix(r"\b(?:").removesuffix(r")\b")
        for pattern in (*_SPECIES.values(), *_SUBJECT_OR_TARGET.values())
    )
)
"""Any word that says a finding is not from people."""


def overclaims(own_words: str) -> str:
    """Return why a sentence promises too much, or nothing.

    "Proven", "safe" and "effective" need to say in whom and beside what.
    """
    promises = _CLAIMING.finditer(own_words)
    found = next((one for one in promises if not _EXCUSED.search(own_words[: one.start()])), None)
    if not found:
        return ""
    if _POPULATION.search(own_words) and _COMPARATOR.search(own_words):
        return ""
    return f"“{found.group().lower()}” without population and comparator"


def loses_species(words: str, subject: m.Subject, opening: str = "") -> bool:
    """Say whether *words* rest on work that was not done on people and do not say so; nor does their *opening*.

    Where people are named, only a word that cannot be meant of their cells or parasites says so.
    """
    needed = _SPECIES.get(subject)
    if needed is None or needed.search(words):
        return False
    if _PEOPLE.search(words):
        return True
    told = f"{opening} {words}"
    return not (needed.search(told) or _SUBJECT_OR_TARGET[subject].search(told))


def claims_cause(own_words: str, design: m.Design) -> bool:
    """Say whether causal words rest on a design that shows association only."""
    return design in _OBSERVATIONAL and _CAUSAL.search(own_words) is not None


def swaps_measure(own_words: str, passage: str) -> str:
    """Return how the report names another measure than its passage, or nothing: odds is not risk."""
    said = {name for name, words in _MEASURES.items() if words.search(own_words)}
    there = {name for name, words in _MEASURES.items() if words.search(passage)}
    if not said or not there or said & there:
        return ""
    return f"{min(there)} reported as {min(said)}"


def says_retracted(sentence: str) -> bool:
    """Say whether a sentence tells its reader that a work was retracted."""
    return _RETRACTED.search(sentence) is not None


def drops_subgroup(own_words: str, passage: str) -> bool:
    """Say whether a finding in a subgroup is told as if it held for all."""
    return _SUBGROUP.search(passage) is not None and not _SUBGROUP.search(own_words)
