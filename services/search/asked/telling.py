"""Which of the words that somebody asks with tell most of what is asked. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from shared.appraisal.drugs import is_drug_name
from shared.library.words import GENERAL, GRAMMAR

from .spelling import singular

NAME, DISEASE, OTHER, QUALIFIER, COMMON = range(5)
"""What a word is, the most telling first: a drug or gene, a disease, any other, one that qualifies, research's own."""

_DISEASE_WORDS = """
acne aids allergy alzheimer angina anorexia anxiety arrhythmia asthma autism bleeding bronchitis bulimia cancer
cataract cholera colic constipation convulsion copd covid crohn deafness death delirium dementia dengue depression
dermatitis diabetes diarrhea diarrhoea eczema embolism emphysema endometriosis epilepsy fever fibrosis flu fracture
glaucoma gonorrhea gonorrhoea gout haemorrhage headache hemorrhage hepatitis herpes hiv huntington hypertension
hypotension infarction infertility influenza insomnia ischaemia ischemia jaundice leprosy leukaemia leukemia lupus
lymphoma malaria measles melanoma menopause migraine miscarriage mumps narcolepsy nausea neoplasm obesity osteoporosis
overweight pain palsy pancreatitis parkinson plague pneumonia preeclampsia prematurity psoriasis psychosis rabies rash
raynaud relapse rosacea scabies schizophrenia scurvy seizure sepsis shock smoking spasm stroke suicide syphilis
tetanus thrombosis tinnitus tuberculosis tumor tumour typhoid ulcer urticaria vertigo vomiting wart wound
"""
_DISEASES = frozenset(_DISEASE_WORDS.split())
_DISEASE_END = re.compile(
    r"(?:itis|itides|[ioya]sis|oses|[ao]?emi[ac]s?|omas?|pathy|pathies|pathic|algia|uria|penia|plegia|trophy|lepsy"
    r"|phrenia|phobia|mania|rrho?ea|rrhagia|ectasia|stenosis|megaly|dynia|paresis|plasia|eclampsia|cytosis|phagia|pnea|pnoea)$"
)
_NO_DISEASE = re.compile(
    r"(?:synthesis|analysis|genesis|diagnosis|hypothesis|prognosis|therap\w*|ptosis|genom\w*|academia)$"
)

_QUALIFIER_WORDS = """
accelerate acute addon adjunct adjunctive adjuvant administered administration admission advanced alleviate antagonist
attack attacks biological blood body brain burden care cell cells cerebral chronic circumvent combination community
complicated concentration congenital controls daily deficit delay dependence dependent dosage elective emergency
episode episodes essential excess exposed extended fatal female fixed frequently genetic gestational heart hepatic
hospital hospitalisation hospitalised hospitalization hospitalized hour hours idiopathic inhibitor inhibitors
injection intake intensity interact interaction intermittent intractable intravenous kidney latent lessen liver local
localised localized lung male maternal maximal maximum metabolic minute minutes monotherapy nocturnal nonspecific
occurring ongoing onset oral paediatric paralysis patient-reported pediatric peripheral persistent placebo plasma plus
postoperative preoperative prescribed presence preventive progression progressive prophylactic prophylaxis pulmonary
rapidly receptor recurrence recurrent refractory relief relieve relieves relieving remission renal resistant scale
sensitive serum sexual shorter side slow slower slows specific stable subcutaneous supplement supplementation
supplements surgery surgical survival susceptibility systemic takers taking tissue tolerability tolerated topical
transient trigger triggers uncomplicated untreated urinary vascular voluntary
"""
_QUALIFIERS = frozenset(_QUALIFIER_WORDS.split())
"""Words that many questions share; beside a drug or a disease they narrow, alone they say little."""

_CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).+")
_UNIT = r"(?:h|hrs?|d|g|[kmuµ]g|mcg|m?l|[cm]m|iu|x|st|nd|rd|th|s|min|y|yrs?)"
_MEASURE = re.compile(rf"[\d.,]+{_UNIT}?|[km]g|ml|µg|mcg|iu|hrs?|yrs?", re.IGNORECASE)
_LEAST_CAPITALS = 2
_LEAST_SHOUTED = 3
_OPERATORS = frozenset({"AND", "OR", "NOT"})


@dataclass(frozen=True)
class Word:
    """A word or quoted phrase as it was asked, and what it is."""

    text: str
    sort: int
    quoted: bool = False
    others: tuple[str, ...] = ()
    """What meets it as well: ``ibuprofen`` in "aspirin or ibuprofen"."""


def sort_of(word: str, drugs: Collection[str] = ()) -> int:
    """Return what *word* is; *drugs* are words that the question puts where a drug stands."""
    lower, base = word.lower(), singular(word.lower())
    if _is_common(lower) and not _is_name(word):
        return COMMON
    if is_drug_name(base):
        return NAME
    if not _DISEASES.isdisjoint({lower, base, lower.partition("-")[0]}) or _is_disease(lower):
        return DISEASE
    if not _QUALIFIERS.isdisjoint({lower, base}):
        return QUALIFIER
    return NAME if lower in drugs or base in drugs or is_code(word) else OTHER


def _is_common(lower: str) -> bool:
    """Say whether a word belongs to research as such; ``12-week`` and ``low-dose`` do, too."""
    return all(part in GENERAL or part in GRAMMAR or is_measure(part) for part in lower.split("-"))


def is_measure(word: str) -> bool:
    """Say whether *word* is a mere figure, with or without its unit."""
    return _MEASURE.fullmatch(word) is not None


def _is_disease(lower: str) -> bool:
    """Say whether a word ends as the names of diseases do."""
    return _DISEASE_END.search(lower) is not None and _NO_DISEASE.search(lower) is None


def is_code(word: str) -> bool:
    """Say whether *word* is a name made of capitals and figures, as genes and new drugs have, or of other letters."""
    capitals = sum(character.isupper() for character in word)
    foreign = any(character.isalpha() and not _is_latin(character) for character in word)
    return capitals >= _LEAST_CAPITALS or _CODE.fullmatch(word) is not None or foreign


def _is_latin(character: str) -> bool:
    """Say whether a letter belongs to a European alphabet of Latin letters, accents and all."""
    return character < "\u0250" or "\u1e00" <= character < "\u1f00"


def is_shouted(text: str) -> bool:
    """Say whether *text* is a sentence in capitals, where those tell nothing; a few names and operators are none."""
    words = text.lower().split()
    return text.isupper() and any(word in GRAMMAR and word.upper() not in _OPERATORS for word in words)


def is_grammar(word: str) -> bool:
    """Say whether *word* only holds a sentence together; in capitals it is a name (ALL, WHO)."""
    return word.lower() in GRAMMAR and (word in _OPERATORS or not _is_name(word))


def _is_name(word: str) -> bool:
    """Say whether a word of grammar is written as an abbreviation is."""
    return word.isupper() and len(word) >= _LEAST_SHOUTED


def ordered(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return the words, the most telling first: one drug or gene, one disease, then the rest by what they are.

    So the two that are never left out are what was given and what for, where both are named.
    """
    ranked = sorted(words, key=lambda word: word.sort)
    first = [word for word in ranked if word.sort == NAME][:1] + [word for word in ranked if word.sort == DISEASE][:1]
    return (*first, *(word for word in ranked if word not in first))
