"""Which drug a question or a text is about, from how drugs are named and how questions are put.

International non-proprietary names end in common stems (WHO, "Stem Book"), so a name is known as a
drug without a list of drugs. Where no stem tells, the grammar of the question does.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

_STEMS = """
quine quin mab tinib anib enib inib onib nib ciclib rafenib statin pril prilat sartan olol alol azole oxacin mycin
micin cillin cycline penem vir vudine oxetine aline prazole tidine gliptin gliflozin glutide formin caine profen coxib
triptan setron zepam zolam barbital thiazide semide dipine afil lukast parin xaban gatran grel apine idone peridol
bactam dronate dronic steride sone solone onide terol tropium fibrate glitazone mustine platin rubicin taxel trexate
trexone trexed fungin bendazole nidazole ectin artemisinin artesunate artemether motine thiouracil limus imus cept
zumab ximab umab kinra tide parib lisib degib rasib clax domide afenib citabine ribine abine poside tecan cristine
blastine ombopag orexant pitant racetam gabalin gabapentin bazine pramine triptyline mantine stigmine adol orphine
orphan entanil buprenorphine naloxone sterone estradiol gestrel setrel relix relin pressin tocin calcet dapsone
zolamide sulfone tazone fenac oxicam salazine colchicine phylline curium curonium ketamine thromycin floxacin parvovec
sulide pyrine azepine methadone olone ifene oxifene rone mifene lamide lutamide
"""
_STEM = re.compile(rf"^[a-z]{{2,}}(?:{'|'.join(sorted(set(_STEMS.split()), key=len, reverse=True))})$")
_PREFIX = re.compile(r"^(?:cef|sulfa)[a-z]{4,}$")
_NO_DRUG = re.compile(
    r"(?:peptide|nucleotide|hormone|ase|sterol|inositide|[ln]ectin|prone|perone|quinone|azole ring|cytidine|ghrelin)$"
)
_NOT_DRUGS_WORDS = """
accept adiponectin adrenaline aldosterone alkaline androsterone angiotide concept corticosterone cortisone except
fibronectin histidine imidazole intercept midazole neurone noradrenaline oxytocin percept persone phosphatide precept
progesterone riptide somatostatin spectin sulfatase testosterone throne triazole vasopressin
"""
_NOT_DRUGS = frozenset(_NOT_DRUGS_WORDS.split())
_WORD = re.compile(r"\b[A-Za-z][A-Za-z]{4,}\b")

_ABSENT = re.compile(
    r"(?:resistance to|resistant to|sensitivity to|target of|absence of|lack of|without|withdrawal of|unlike"
    r"|instead of)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_TRAIT = re.compile(r"-(?:(?:in)?sensitive|resistan\w+|target\w*|naive)", re.IGNORECASE)
_HOW_GIVEN = r"(?:(?:the|use of|treatment with|(?:low|high|single)[- ]dose|oral|inhaled|intravenous|topical|daily)\s+)*"
_NAMED = rf"{_HOW_GIVEN}(?P<drug>(?:vitamin|compound|drug)\s+\w\d*\b|[A-Za-z][\w-]{{2,}})"
_ASKED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?:is|are|does|do|did|can|could|should|will|would|might|may|has|have)\s+{_NAMED}",
        rf"\b(?:effects?|efficacy|effectiveness|safety|role|use|benefits?|harms?|mechanism|action|risks?)\s+of\s+{_NAMED}",
        rf"^{_NAMED}\s+(?:for|in|as|against|versus|vs|and)\b",
        rf"\b(?:how|why|when)\s+(?:does|do|did|is|can|could|should)\s+{_NAMED}",
        rf"\b(?:about|by|with|does|do|can|could)\s+{_NAMED}",
    )
)
"""Where a question puts the drug it is about, the surest place first."""

_NOT_ASKED_WORDS = """
there it this that these those the any what which who how why when where patients people children adults women men
drug drugs medicine medicines treatment treatments therapy therapies existing approved evidence new old other
repurposed known combination early late long short low high dose oral effective safe use using exercise disease all
action some most many we one two mechanism mechanisms best first second effects effect studies clinical trials
"""
_NOT_ASKED = frozenset(_NOT_ASKED_WORDS.split())


def is_drug_name(word: str) -> bool:
    """Say whether *word* ends, or begins, as the names of drugs do."""
    lower = word.lower()
    return lower not in _NOT_DRUGS and not _NO_DRUG.search(lower) and bool(_STEM.match(lower) or _PREFIX.match(lower))


def drugs_in(text: str) -> tuple[str, ...]:
    """Return the drug names in *text*, in lower case, each once, in order."""
    return tuple(dict.fromkeys(word.lower() for word in _WORD.findall(text) if is_drug_name(word)))


def drugs_asked(question: str) -> tuple[str, ...]:
    """Return the drugs a question names: by their stems, else by where the question puts them."""
    if named := drugs_in(question):
        return named
    drug = next((name for name in _in_place(question.strip()) if name.lower() not in _NOT_ASKED), "")
    written = drug if drug.isupper() or " " in drug else drug.lower()
    return (written,) if drug else ()


def _in_place(question: str) -> Iterator[str]:
    """Yield the words that stand where a question puts its drug, the surest place first."""
    return (match["drug"] for asked in _ASKED for match in asked.finditer(question))


def most_named(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the drugs of several texts, the one that most texts name first."""
    counts = Counter(drug for text in texts for drug in drugs_in(text))
    return tuple(sorted(counts, key=lambda drug: (-counts[drug], drug)))


def names_of(drug: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return *drug* and what *texts* abbreviate it to, such as ``(TQ)`` behind its name."""
    short = re.compile(rf"\b{re.escape(drug)}s?\s*[(\[]\s*([A-Z][A-Z0-9]{{1,6}}(?:[- ]?\d+)?)\s*[)\],;]", re.IGNORECASE)
    found = (match for text in texts for match in short.findall(text))
    return tuple(dict.fromkeys((drug, *(name for name in found if name.isupper() or name[0].isupper()))))


def mentions(text: str, names: Iterable[str]) -> bool:
    """Say whether *text* has one of *names* as a word; abbreviations keep their capitals."""
    return any(_pattern(name).search(text) for name in names)


def is_agent(phrase: str, names: Iterable[str]) -> bool:
    """Say whether the drug itself is meant in *phrase*: not its absence, its target or resistance to it."""
    found = [match for name in names for match in _pattern(name).finditer(phrase)]
    return any(not _ABSENT.search(phrase[: one.start()]) and not _TRAIT.match(phrase[one.end() :]) for one in found)


def _pattern(name: str) -> re.Pattern[str]:
    """Return what finds *name* as a word, with a plural or a possessive."""
    return re.compile(rf"(?<![\w]){re.escape(name)}(?:['’]?s)?(?!\w)", 0 if name.isupper() else re.IGNORECASE)
