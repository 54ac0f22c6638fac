"""The things a mechanism is made of: noun phrases beside a verb, and what kind of thing each is.

Without a parser a phrase is what stands between a verb and the next word that cannot belong to it.
"""

import re
from typing import Literal

TermKind = Literal["target", "pathway", "effect"]

MOST_WORDS = 7
"""A longer phrase is a clause that was cut wrongly."""

_STOP_AFTER = re.compile(
    r"[,;:()\[\]]|(?<!\b[A-Z])\.(?:\s|$)|\s[-–—]\s|\b(?:it|they|we|this|in|with|via|through|by|thereby|thus|hence|which|that|who|whose|leading|resulting|at|on|from|to|for"
    r"|when|after|before|during|among|compared|than|as|but|while|whereas|although|because|since|if|under|within|into"
    r"|without|is|are|was|were|be|been|has|have|had|can|could|may|might|will|would|did|does|do|and|or|both|more|suggesting"
    r"|independent|dependent on|following|between|upon|using|including|such|even|only|showing|indicating|per|a dose)\b",
    re.IGNORECASE,
)
_CLAUSE_BEFORE = re.compile(
    r"[,;:()\[\]]|(?<!\b[A-Z])\.\s|\s[-–—]\s|\b(?:that|which|who|but|while|whereas|although|because|since|when|if|whether|how|where"
    r"|thereby|thus|hence|and(?= (?:it|this|these|the|then|thereby|is|was|are|were|can|may|also)\b))\b",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"\b(?:it|they|we|is|are|was|were|be|been|has|have|had|can|could|may|might|must|will|would|should|did|does|do|to|also|not|never"
    r"|cannot|failed|fails|neither|nor|appears?|seems?|shown|found|able|both|then|[a-z]+ly)\b",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:\d+|the|an?|its|their|his|her|this|these|those|our|both|all|several|some|many|other|various|such|any|each"
    r"|direct(?:ly)?|selective(?:ly)?|potent(?:ly)?|strong(?:ly)?|marked(?:ly)?|rapid(?:ly)?|overall|significant(?:ly)?"
    r"|dose-dependent(?:ly)?|of|and|or|that|further|subsequent|consequent|increased|decreased|reduced|impaired|enhanced|new"
    r"|novel|multiple|different|certain|treatment with|exposure to|administration of|activity of|levels? of|low|high"
    r"|expression of|activation of|inhibition of|phosphorylation of|effects? of|action of|function of)\s+)+",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:\s+(?:alone|also|directly|further|significantly|independently|respectively|however|therefore|activity|levels?"
    r"|itself|themselves|both|there|therefore|better|worse|again|of|the|a|an|all|its|their))+$",
    re.IGNORECASE,
)
_MOLECULE = re.compile(
    r"\b[A-Z][A-Z0-9]+(?:[-/][A-Zα-ωa-z0-9]+)*\b|\b[a-z]{1,2}[A-Z][A-Za-z0-9]*\b|\b[A-Z][a-z]+[-]?\d+\b|[α-ω]|\b\w+ases?\b"
    r"|\b(?:\w*receptors?|\w*channels?|\w*transporters?|enzymes?|\w*proteins?|factors?|cytokines?|chemokines?|interleukins?|interferons?"
    r"|pumps?|ribosomes?|ribosomal|microtubules?|tubulin|actin|mitochondri\w+|lysosom\w+|membranes?|complex(?:es)?"
    r"|genes?|antigens?|ligands?|isoforms?|subunits?|integrins?|cytochromes?|ha?em(?:atin)?|hypnozoites?|schizonts?"
    r"|gametocytes?|merozoites?|trophozoites?|cells?|macrophages?|platelets?|neurons?|microglia|T-cells|histones?"
    r"|folate|glutathione|dopamine|serotonin|insulin|glucagon|cortisol|prostaglandins?|cell wall)\b",
)
_NOT_MOLECULES_WORDS = """
CI HR OR RR SD SE USA UK WHO FDA EMA RCT RCTS AE AES SAE SAES ITT BMI ICU II III IV VI AND THE FOR MG KG PK PD
"""
_NOT_MOLECULES = frozenset(_NOT_MOLECULES_WORDS.split())
_PROCESS = re.compile(
    r"\b(?:\w*pathways?|signall?ing|cascades?|ax[ei]s|\w*synthesis|\w*metabolism|\w*phosphorylation|autophagy|mitophagy"
    r"|apoptosis|apoptotic|necrosis|ferroptosis|pyroptosis"
    r"|(?:oxidative|nitrosative|endoplasmic|cellular) stress|redox"
    r"|glycolysis|respiration|respiratory chain|electron transport|transport|\w*polymeri[sz]ation|transcription"
    r"|translation|expression|release|production|generation|secretion|uptake|reuptake|oxidation|peroxidation|degradation|ubiquitination|accumulation"
    r"|reactive oxygen species|ROS|depolari[sz]ation|potential|permeability|replication|influx|efflux|homeostasis"
    r"|neurotransmission|turnover|recycling|\w*genesis|lipolysis|fibrinolysis|cell cycle|differentiation|activation"
    r"|inhibition|dysfunction|methylation|acetylation|function|consumption|flux|cleavage|assembly|trafficking)\b",
    re.IGNORECASE,
)
_OUTCOME = re.compile(
    r"\b(?:growth|relapses?|recurrences?|pain|survival|deaths?|mortality|inflammation|ha?emolysis|an(?:a)?emia|tumou?rs?|cancers?"
    r"|proliferation|infections?|parasita?emia|symptoms?|disease|injury|damage|fibrosis|hypertension|obesity|memory"
    r"|cognition|cognitive|depression|anxiety|seizures?|bleeding|thrombosis|fever|cure|clearance|progression|remission"
    r"|(?:lung|pulmonary|respiratory|airway|renal|kidney|cardiac|heart|ventricular|liver|cognitive|physical|social|sexual"
    r"|visual|motor|bowel|bladder|thyroid) function(?:ing)?"
    r"|invasion|metastasis|weight|glucose|cholesterol|blood pressure|malaria|viability|toxicity|(?:decline|loss)(?! of)"
    r"|neurodegeneration|plaques?|lifespan|healing|transmission|methemoglobin\w*|methaemoglobin\w*)\b",
    re.IGNORECASE,
)
_EMPTY_WORDS = """
it they them this these those that which we he she there results data study studies findings treatment patients
participants subjects group groups effect effects activity use need evidence drug drugs compound compounds agent
agents dose doses level levels who both one two three trial trials people outcome outcomes mechanism mechanisms action
role changes change authors number numbers rate rates risk risks
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())


def phrase_after(text: str) -> str:
    """Return the noun phrase *text* opens with."""
    opened = _LEADING.sub("", text.lstrip())
    stop = _STOP_AFTER.search(opened)
    return tidy(opened[: stop.start()] if stop else opened)


def clause_before(text: str) -> str:
    """Return the part of *text* that belongs to the clause its end stands in."""
    cuts = list(_CLAUSE_BEFORE.finditer(text))
    return text[cuts[-1].end() :] if cuts else text


def phrase_before(text: str) -> str:
    """Return the noun phrase that is the subject of a verb standing at the end of *text*."""
    clause = clause_before(text).strip()
    opened = _LEADING.sub("", clause)
    stop = _AUXILIARY.search(opened)
    return tidy(opened[: stop.start()] if stop else opened)


def tidy(phrase: str) -> str:
    """Return *phrase* without articles and adverbs at its ends; empty where nothing names a thing."""
    words = _TRAILING.sub("", _LEADING.sub("", phrase.strip(" \t\n.,;:'\"-–—"))).split()
    named = [word for word in words if word.lower() not in _EMPTY and re.search(r"[A-Za-zα-ω]{2}", word)]
    return " ".join(words) if named and len(words) <= MOST_WORDS else ""


def in_brackets(term: str, sentence: str) -> tuple[str, ...]:
    """Return what *sentence* calls *term* in brackets behind it, if anything."""
    found = re.search(rf"{re.escape(term)}\s*\(([^()]+)\)", sentence)
    return (tidy(found[1]),) if found and tidy(found[1]) else ()


def is_target(term: str) -> bool:
    """Say whether *term* names something a drug can act on: a molecule, an organelle, a kind of cell."""
    return any(found.group() not in _NOT_MOLECULES for found in _MOLECULE.finditer(term))


def is_pathway(term: str) -> bool:
    """Say whether *term* names a process inside a cell, and of what."""
    return _PROCESS.search(term) is not None and (bool(core(term)) or len(term.split()) > 1)


def is_effect(term: str) -> bool:
    """Say whether *term* names something that happens to an organism or a disease."""
    return _OUTCOME.search(term) is not None


def core(term: str) -> frozenset[str]:
    """Return the words by which two mentions of one thing are known to be the same."""
    words = re.findall(r"[\w-]+", _LIKENESS.sub("", term.lower()))
    return frozenset(stem(word) for word in words if word not in _COMMON and len(word) > 1)


def stem(word: str) -> str:
    """Return *word* as far as its spelling and ending do not vary: no plural, no ``ae``, eight letters."""
    plural = len(word) > len("gas") and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    short = re.sub("ae|oe", "e", word[:-1] if plural else word)
    return short[:LETTERS_THAT_TELL] if short.isalpha() else short


_LIKENESS = re.compile(r"-(?:like|type|mediated|induced|dependent|associated|related)\b")
"""Apoptosis-like death is told by its apoptosis."""

LETTERS_THAT_TELL = 8
"""Mitochondria and mitochondrial agree so far; phosphodiesterase and phosphorylation do not."""

_COMMON_WORDS = """
the a an of and or in to with by for its their pathway pathways signaling signalling cascade axis activity activation
inhibition inhibitor expression level levels function receptor receptors protein proteins cell cells process
production release synthesis phosphorylation stress complex cellular plasma human membrane system death growth
"""
_COMMON = frozenset(_COMMON_WORDS.split())


def same_thing(first: str, second: str) -> bool:
    """Say whether two phrases name one thing: their telling words agree as far as the shorter goes."""
    one, other = core(first), core(second)
    if not one or not other:
        return bool(first) and first.lower() == second.lower()
    return one <= other or other <= one
