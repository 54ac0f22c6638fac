"""On whom or what a study was done: index terms first, words second; unknown is never human (evidence.md, 2). Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache

from shared import messages as m

from .phrases import Phrases, any_of

_PERSONS = re.compile(
    r"(?:aged(?:, 80 and over)?|adult|young adult|middle aged|child|child, preschool|infant|infant, newborn|adolescent|"
    r"pregnancy|pregnant women|patients|volunteers|inpatients|outpatients|major clinical study|"
    r"human experiment|normal human|healthy volunteers|school child|very elderly)"
)
"""Terms of people studied; sex is none of them, for cell lines and mice have one too."""

_LABORATORY = re.compile(
    r"(?:mice|mouse|rats?|rabbits?|dogs?|swine|guinea pigs?|cricetinae|mesocricetus|hamsters?|macaca.*|haplorhini|"
    r"callithrix|aotus.*|saimiri|gerbillinae|sheep|goats|cats|cattle|horses|chickens|chick embryo|zebrafish|"
    r"drosophila.*|caenorhabditis.*|xenopus.*|disease models, animal|mice, .*|rats, .*|animal experiment|"
    r"animal model|animal tissue|animal cell|rodentia|animals, .*|monkeys?|primates|poultry|pan troglodytes)"
)
_IN_VITRO = re.compile(
    r"(?:in vitro techniques|in vitro study|in vitro|cell line.*|cells, cultured|tumor cells, cultured|cell culture.*|"
    r"human cell|inhibitory concentration 50|microsomes, liver|hela cells|organoids|parasitic sensitivity tests|"
    r"microbial sensitivity tests|hep g2 cells|caco-2 cells)"
)
_IN_SILICO = re.compile(
    r"(?:computer simulation|molecular docking simulation|molecular dynamics simulation|models, theoretical|"
    r"models, biological|mathematical model.*|theoretical model|molecular docking|in silico)"
)

_PEOPLE = (
    r"(?:patients?|participants?|volunteers?|individuals|persons?|people|adults?|children|infants?|women|men|soldiers)"
)
_STUDIED = any_of(
    rf"\b\d[\d,]* (?:[\w'’-]+,? ){{0,4}}?{_PEOPLE}\b",
    rf"\b{_PEOPLE} (?:were|was|aged|received|underwent|took|completed|participated|reported)\b",
    rf"\b{_PEOPLE} (?:with|who) (?:[\w'’-]+ ){{1,8}}(?:were|was) (?:\w+ )?(?:randomi[sz]ed|randomly|assigned|allocated"
    r"|enrol+ed|recruited|treated|studied)\b",
    rf"\bhealthy (?:\w+ )?(?:subjects?|{_PEOPLE})",
    rf"\b(?:enrol+ed|recruited|randomi[sz]ed)\b[^.]{{0,40}}\b{_PEOPLE}\b",
    r"\binformed consent\b",
    r"\b\d{1,3}[- ]year[- ]old (?:\w+ )?(?:man|woman|boy|girl|male|female|patient)\b",
    r"\bphase (?:[1-4]|i{1,3}|iv)[ab]? (?:\w+ )?(?:trial|study)\b",
    r"\bfirst-(?:time-)?in-humans?\b",
)
"""Words that people were studied. Animal studies name patients in passing, hence the numbers and verbs."""

_CONCERNED = any_of(
    rf"\b(?:in|of|among|for|to|with) (?:[\w'’-]+ ){{0,3}}{_PEOPLE}\b",
    r"\b(?:cohort study|case[- ]control|case report)\b",
    rf"\b{_PEOPLE} (?:with|who)\b",
    r"\bclinical trials?\b",
)
"""Words that people are concerned; they tell only where nothing tells of animals, cells or models."""

_WORDS: tuple[tuple[m.Subject, Phrases], ...] = (
    (
        "animal",
        any_of(
            r"\b(?:mice|mouse|rats?|murine|rabbits?|hamsters?|guinea pigs?|rodents?|gerbils?|ferrets?|zebrafish)\b",
            r"\b(?:dogs?(?! bites?)|beagles?|canine|pigs|piglets?|porcine|ovine|sheep|lambs|calves)\b",
            r"\b(?:cows|heifers|steers|goats|horses|equine|broilers?|hens|chicks|feline)\b",
            r"\b(?:monkeys?|macaques?|rhesus|primates|wistar|sprague[- ]dawley)\b",
            r"\b(?:drosophila|c\. elegans|caenorhabditis|animal models?|animal stud(?:y|ies))\b",
        ),
    ),
    (
        "in-vitro",
        any_of(
            r"\b(?:in vitro(?! fertili)|ex vivo|cell lines?|cultured (?:\w+ )?cells|cell cultures?)\b",
            r"\bcultured (?:\w+ ){0,2}(?:(?:pro|a)mastigotes|parasites|neurons?|fibroblasts|macrophages)\b",
            r"\b(?:organoids?|microsom(?:es|al)|(?:pro|epi)mastigotes)\b",
            r"\b(?:mitochondrial membrane potential|oxygen consumption rate|DNA fragmentation|intracellular ATP)\b",
            r"\b(?:IC ?50|EC ?50|IC\(50\)|hek ?293\w*|hela|hepg2|primary (?:human )?\w+cytes)\b",
        ),
    ),
    (
        "in-silico",
        any_of(
            r"\b(?:in silico|molecular docking|docking (?:study|studies|score|simulations?)|molecular dynamics)\b",
            r"\b(?:virtual screening|mathematical model(?:l?ing)?|simulation model|agent-based|network pharmacology)\b",
        ),
    ),
)
"""Words of studies on anything but people."""

_WORDS_OF = dict(_WORDS)

_ANIMALS_TREATED = any_of(
    r"\b(?:mice|rats|rabbits|hamsters|guinea pigs|gerbils|ferrets|zebrafish|dogs|cats|pigs|piglets|sheep|lambs|calves"
    r"|cows|heifers|horses|goats|chicks|chickens|hens|monkeys|macaques|larvae)\b(?: \([^()]*\))?"
    r"(?: (?:with|of|from|after) [^.,;]{0,40}?)? (?:were|was) (?:\w+ ){0,2}?"
    r"(?:random\w*|given|treated|injected|fed|housed|dosed|exposed|assigned|allocated|allotted|sacrificed|killed"
    r"|inoculated)"
)
"""What is done to animals makes a study one of animals, though they are named but once."""

_INDEXED: tuple[tuple[m.Subject, re.Pattern[str]], ...] = (
    ("animal", _LABORATORY),
    ("in-vitro", _IN_VITRO),
    ("in-silico", _IN_SILICO),
)
"""Index terms of such studies."""

_FEWEST_MENTIONS = 2
"""Human studies name animals in passing too: once in the text is too little, in the title it is enough."""


def subject_of(mesh_terms: Iterable[str], title: str, text: str) -> m.Subject:
    """Return on whom or what a study was done; one on people and on animals is mixed."""
    return _subject(frozenset(term.lower().strip("* ") for term in mesh_terms), title, text)


@lru_cache(maxsize=8)
def _subject(terms: frozenset[str], title: str, text: str) -> m.Subject:
    """Return the subject; who asks for a work's design asks for it again."""
    return _by_terms(terms, title, text) or _by_words(title, text)


def _by_terms(terms: frozenset[str], title: str, text: str) -> m.Subject | None:
    """Return what the index terms tell, or nothing where they do not."""
    sorts: set[str] = set().union(*map(_sorts, terms))
    indexed: set[m.Subject] = {subject for subject, _ in _INDEXED if subject in sorts}
    if terms.isdisjoint({"humans", "human"}):
        return _first(indexed) or ("animal" if terms & {"animals", "animal"} else None)
    if "person" in sorts or _STUDIED.search(f"{title}. {text}"):
        return _with_people(indexed, title, text)
    return _first(indexed | _all_told(title, text)) or "human"


def _with_people(indexed: set[m.Subject], title: str, text: str) -> m.Subject:
    """Return whether work on people was on animals too: cattle is an index term of allergies as well."""
    return "mixed" if "animal" in indexed and _told("animal", title, text) else "human"


def _first(subjects: set[m.Subject]) -> m.Subject | None:
    """Return the one that says most about the work, or nothing."""
    return next((subject for subject, _ in _WORDS if subject in subjects), None)


@lru_cache(maxsize=1 << 13)
def _sorts(term: str) -> frozenset[str]:
    """Return what an index term stands for; works share most of theirs."""
    return frozenset(sort for sort, names in (("person", _PERSONS), *_INDEXED) if names.fullmatch(term))


def _told(subject: m.Subject, title: str, text: str) -> bool:
    """Say whether the words tell of *subject*, one other than people."""
    return _found(_WORDS_OF[subject], title, text)


def _all_told(title: str, text: str) -> set[m.Subject]:
    """Return what other than people the words tell of."""
    return {subject for subject in _WORDS_OF if _told(subject, title, text)}


def _found(words: Phrases, title: str, text: str) -> bool:
    """Say whether the title has such words, or the text more than in passing."""
    if words.search(title) or words.at_least(_FEWEST_MENTIONS, text):
        return True
    return words is _WORDS_OF["animal"] and _ANIMALS_TREATED.search(text) is not None


def _by_words(title: str, text: str) -> m.Subject:
    """Return what the words tell."""
    if _STUDIED.search(f"{title}. {text}"):
        return "mixed" if _told("animal", title, text) else "human"
    told = _all_told(title, text)
    if not told and _found(_CONCERNED, title, text):
        return "human"
    return _first(told) or "unknown"
