"""Sentences with one word changed: direction, negation, drug, species, measure, cause, significance."""

import random
import re

_PAIRS = """
increase decrease|increases decreases|increased decreased|increasing decreasing|reduction increase|reductions increases
reduced increased|reduces increases|reduce increase|reducing increasing|higher lower|highest lowest|greater smaller
more less|less more|fewer more|better worse|worse better|improved worsened|improves worsens|improve worsen
improvement worsening|improvements worsenings|longer shorter|shorter longer|faster slower|slower faster|rose fell
fell rose|superior inferior|inferior superior|elevated lowered|lowered raised|lower higher|larger smaller|smaller larger
stronger weaker|weaker stronger|enhanced suppressed|suppressed enhanced|inhibited stimulated|inhibits stimulates
stimulated inhibited|promotes inhibits|promoted inhibited|prevented caused|prevents causes|decline rise|declined rose
beneficial harmful|positively negatively|negatively positively|effective ineffective|early late
"""
_TURNS: dict[str, str] = {}
for _pair in re.split(r"[|\n]", _PAIRS.strip()):
    _TURNS[_pair.split()[0]] = _pair.split()[1]
    _TURNS.setdefault(_pair.split()[1], _pair.split()[0])
for _odd in ("early", "late", "caused", "causes", "ineffective", "harmful", "raised", "rise"):
    _TURNS.pop(_odd, None)
_TURNING = re.compile(
    rf"\b(?:{'|'.join(sorted(_TURNS, key=len, reverse=True))})\b(?![- ](?:limb|extremit|back|than \d"
    rf"|or equal))",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"\b(?:no|not|nor|neither|never|without|cannot|none|nothing|lack|lacked|fail\w*|absence|unlikely|unaffected|hardly"
    r"|rarely|few|unable|non-?significant\w*|insignificant\w*)\b",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"(?<!who )(?<!that )(?<!which )(?<!what )(?<!there )\b(was|were|is|are|has been|have been|had been)\b"
    r" (?=(?:also |significantly |statistically |generally |well |more |most |less |the |a |an |only )?"
    r"(?:associated|increased|decreased|reduced|higher|lower|greater|effective|superior|observed|found|seen|reported"
    r"|similar|comparable|tolerated|improved|significant|related|correlated|noted|detected|better|worse|longer|shorter"
    r"|required|achieved|maintained|inhibited|prevented|able|responsible|independent|dependent|predictive|common"
    r"|frequent|safe|beneficial|useful|expressed|elevated|present|strong|different|sufficient|necessary|essential)\b)"
)
_SHOWED = re.compile(
    r"(?<!who )(?<!that )(?<!and )(?<!or )(?<!was )(?<!were )(?<!is )(?<!are )(?<!be )(?<!been )(?<!ly )"
    r"(?<!of )(?<!with )"
    r"(?<!the )(?<!by )(?<!in )(?<!a )(?<!an )(?<!to )(?<!for )(?<!had )(?<!has )(?<!have )(?<!not )(?<!"
    r", )\b(showed|increased|decreased|reduced|improved|prevented|inhibited|differed|demonstrated|provided"
    r"|produced|had|experienced|resulted|led|caused|induced|occurred|relieved)\b(?= (?:a |an |the |in "
    r"|significant|significantly|more |fewer |greater |higher |lower |better |from |by |to |at ))"
)
_BARE = {
    "showed": "show",
    "increased": "increase",
    "decreased": "decrease",
    "reduced": "reduce",
    "improved": "improve",
    "prevented": "prevent",
    "inhibited": "inhibit",
    "differed": "differ",
    "demonstrated": "demonstrate",
    "provided": "provide",
    "produced": "produce",
    "had": "have",
    "experienced": "experience",
    "resulted": "result",
    "led": "lead",
    "caused": "cause",
    "induced": "induce",
    "occurred": "occur",
    "relieved": "relieve",
}
_REMOVING: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), other)
    for pattern, other in (
        (r"\b(was|were|is|are|has|have|had) not (?=\w)(?!only|been)", r"\1 "),
        (r"\bdid not differ\b", "differed"),
        (r"\bdo not differ\b", "differ"),
        (r"\bdoes not differ\b", "differs"),
        (
            (
                r"\bdid not (?=(?:significantly )?(?:affect|increase|decrease|reduce|improve|alter|change|influence"
                r"|prevent)\b)"
            ),
            "did ",
        ),
        (r"\bdoes not (?=(?:affect|increase|decrease|reduce|improve|alter|change|influence|prevent)\b)", "does "),
        (r"\bdo not (?=(?:affect|increase|decrease|reduce|improve|alter|change|influence|prevent|support)\b)", "do "),
        (r"\bcannot\b", "can"),
        (
            (
                r"\b([Tt]here (?:was|is)) no (?=(?:significant|difference|effect|association|change|increase"
                r"|improvement))"
            ),
            r"\1 a ",
        ),
        (
            (
                r"\b([Tt]here (?:were|are)) no (?=(?:significant|differences|effects|changes|serious|statistically"
                r"|clinically))"
            ),
            r"\1 ",
        ),
        (r"\b([Tt]here (?:was|is)) no evidence\b", r"\1 evidence"),
        (
            (
                r"\b[Nn]o (?=(?:significant|statistically significant|clinically \w+) (?:differences|changes|effects"
                r"|interactions))"
            ),
            "",
        ),
        (r"\bhad no (?=(?:significant |measurable )?(?:effect|influence|impact)\b)", "had an "),
    )
)

DRUGS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split())
    for line in """
sumatriptan rizatriptan zolmitriptan naratriptan eletriptan almotriptan frovatriptan
ibuprofen naproxen diclofenac celecoxib rofecoxib indomethacin ketoprofen piroxicam meloxicam etoricoxib valdecoxib
estradiol raloxifene tibolone tamoxifen alendronate risedronate calcitonin
simvastatin atorvastatin pravastatin lovastatin rosuvastatin fluvastatin
fluoxetine paroxetine sertraline citalopram venlafaxine amitriptyline imipramine
chloroquine primaquine tafenoquine mefloquine artesunate hydroxychloroquine quinine
metoprolol atenolol propranolol carvedilol bisoprolol enalapril captopril lisinopril ramipril losartan valsartan
metformin glibenclamide gliclazide rosiglitazone pioglitazone
risperidone olanzapine haloperidol clozapine quetiapine
carbamazepine lamotrigine topiramate gabapentin phenytoin valproate
paclitaxel docetaxel cisplatin carboplatin doxorubicin cyclophosphamide methotrexate fluorouracil gemcitabine
aspirin clopidogrel warfarin heparin enoxaparin dalteparin
prednisone prednisolone dexamethasone methylprednisolone budesonide fluticasone beclomethasone
salmeterol formoterol salbutamol terbutaline albuterol montelukast
morphine fentanyl oxycodone tramadol codeine acetaminophen paracetamol ketamine
omeprazole lansoprazole ranitidine misoprostol
amoxicillin azithromycin ciprofloxacin doxycycline erythromycin vancomycin clarithromycin
zidovudine lamivudine nevirapine indinavir ritonavir
""".strip().splitlines()
)
_SAME = ({"acetaminophen", "paracetamol"}, {"albuterol", "salbutamol"}, {"prednisone", "prednisolone"})
_SPECIES = {
    "patients": ("rats", "mice"),
    "women": ("rats", "mice"),
    "men": ("rats", "mice"),
    "children": ("rabbits", "mice"),
    "adults": ("rabbits", "rats"),
    "participants": ("rats", "dogs"),
    "humans": ("rats", "monkeys"),
    "human": ("murine", "canine"),
    "mice": ("rats", "patients"),
    "rats": ("mice", "patients"),
    "mouse": ("rat", "human"),
    "rat": ("mouse", "human"),
    "murine": ("human", "canine"),
    "rabbits": ("rats", "patients"),
    "dogs": ("rats", "women"),
}
_SAME_SPECIES = {"murine": "mice|mouse", "mice": "murine|mouse", "mouse": "murine|mice", "rats": "rat", "rat": "rats"}
_MEASURES = {"odds ratio": "OR", "hazard ratio": "HR", "relative risk": "RR", "risk ratio": "RR"}
_SHORT = r"(?=s?\b(?:[]), ]|,? ?[=:(]? ?\d))"
_RELATIVE: tuple[tuple[str, str], ...] = (
    (r"\babsolute(?= (?:risk )?(?:reduction|increase|difference|decrease|benefit))", "relative"),
    (r"\brelative(?= (?:risk )?(?:reduction|increase|decrease))", "absolute"),
    (
        (
            r"(?<=\d)% (?=(?:reduction|decrease|increase|lower|higher|decline)\b[^.%]{0,60}\b(?:risk|odds"
            r"|incidence|hazard|mortality|volume|dose|levels?|concentrations?|weight|size|expression)\b)"
        ),
        " percentage point ",
    ),
    (r"(?<=\d)% (?=(?:more|less) likely\b)", " percentage points "),
    (
        (
            r"(?<=\d)% (?=(?:lower|higher|greater) (?:\w+ )?(?:risk|odds|incidence|hazard|mortality|prevalence"
            r"|likelihood)\b)"
        ),
        " percentage points ",
    ),
    (
        (r"(?<=\d)%(?= (?:relative |overall |significant )?(?:reduction|decrease|increase) (?:in|of))"),
        " percentage point",
    ),
    (
        (
            r"(\b(?:risk|odds|incidence|hazard|mortality|volumes?|concentrations?|levels?|production|expression"
            r"|activity|weight|density|frequency|progression|secretion)\b[^.%\d]{0,70}\bby (?:about "
            r"|approximately |nearly )?\d+(?:\.\d+)?)%"
        ),
        r"\1 percentage points",
    ),
    (
        (
            r"(\b(?:reduced|decreased|increased|lowered)\b[^.%\d]{0,50}\b(?:risk|odds|incidence|hazard|mortality"
            r"|levels?|activity|concentrations?)\b[^.%\d]{0,30}\bby \d+(?:\.\d+)?)%"
        ),
        r"\1 percentage points",
    ),
    (
        (
            r"(?<=\d)%(?= (?:reduction|decrease|increase|decline) in (?:the )?(?:\w+ )?(?:risk|odds|incidence"
            r"|hazard|mortality|volume|levels?|weight|size))"
        ),
        " percentage point",
    ),
)
_CAUSES: tuple[tuple[str, str], ...] = (
    (r"\b(?:was|were) (?:significantly |strongly |independently )?associated with\b", "caused"),
    (r"\bis (?:significantly |strongly |independently )?associated with\b", "causes"),
    (r"\bare (?:significantly |strongly |independently )?associated with\b", "cause"),
    (r"\b(?:was|were) (?:significantly |strongly |positively )?correlated with\b", "led to"),
    (r"\b(?:is|are) (?:significantly |strongly |positively )?correlated with\b", "lead to"),
    (r"\bcorrelated (?:significantly |positively |strongly )?with\b", "was the cause of"),
    (r"\ban association (?:between|of) ([\w -]{3,40}?) (?:and|with)\b", r"a causal effect of \1 on"),
)
_TRENDS: tuple[tuple[str, str], ...] = (
    (r"\b(?:a|an) (?:\w+ )?trends? (?:towards?|to|for) (?:an? )?", "a significant "),
    (r"\btrends? (?:towards?|to|for) (?:an? )?", "significant "),
    (r"\btended to be (?:more |)(?=\w)", "were significantly "),
    (r"\btended to have ", "had significantly "),
    (r"\btended to (increase|decrease|improve|reduce|rise)\b", r"did significantly \1"),
    (r"\b[Nn]on-?significant(ly)?\b", r"significant\1"),
    (r"\b(?:marginally|borderline) significant\b", "highly significant"),
    (r"\bborderline significance\b", "high significance"),
    (r"\bapproached (?:statistical )?significance\b", "reached significance"),
)


def changed_direction(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with one word of change turned round, where it is not denied and not said both ways."""
    found = [
        one
        for one in _TURNING.finditer(sentence)
        if not _NEGATIVE.search(sentence[max(0, one.start() - 45) : one.start()])
    ]
    said = sentence.lower()
    lone = [one for one in found if not re.search(rf"\b{_TURNS[one.group().lower()]}\b", said)]
    lone = [one for one in lone if not re.match(r" (?:than )?(?:\d|or )", sentence[one.end() :])]
    if not lone:
        return None
    one = chance.choice(lone)
    other = _cased(_TURNS[one.group().lower()], one.group())
    if other.lower() == "less" and re.match(r" \w{3,}s\b", sentence[one.end() :]):
        other = _cased("fewer", other)
    return _article(sentence[: one.start()], other) + other + sentence[one.end() :]


def denied(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with a "not" put in, where nothing in it is denied or may be."""
    if _NEGATIVE.search(sentence) or re.search(r"\b(?:may|might|could|whether|if)\b", sentence):
        return None
    if places := list(_AUXILIARY.finditer(sentence)):
        one = chance.choice(places)
        first = one[1].split()[0]
        return f"{sentence[: one.start()]}{first} not{sentence[one.start() + len(first) :]}"
    if places := list(_SHOWED.finditer(sentence)):
        one = places[0]
        return f"{sentence[: one.start()]}did not {_BARE[one[1]]}{sentence[one.end() :]}"
    return None


def affirmed(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* without its one denial."""
    if len(_NEGATIVE.findall(sentence)) != 1:
        return None
    changed = [pattern.sub(other, sentence, count=1) for pattern, other in _REMOVING if pattern.search(sentence)]
    return _sentence_case(chance.choice(changed)) if changed else None


def changed_drug(sentence: str, abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with a drug exchanged for another of its class that the abstract never names."""
    said, all_said = sentence.lower(), abstract.lower()
    named = [(drug, row) for row in DRUGS for drug in row if re.search(rf"\b{drug}\b", said)]
    if not named:
        return None
    drug, row = chance.choice(named)
    same = next((group for group in _SAME if drug in group), {drug})
    others = [other for other in row if other not in all_said and other not in same]
    return _replace_all(sentence, drug, chance.choice(others)) if others else None


def changed_species(sentence: str, abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* told of another species, one that the abstract never names."""
    named = [word for word in _SPECIES if re.search(rf"\b{word}\b", sentence)]
    if not named:
        return None
    word = chance.choice(named)
    others = [one for one in _SPECIES[word] if not re.search(rf"\b{one}\b", abstract, re.IGNORECASE)]
    changed = _replace_all(sentence, word, chance.choice(others)) if others else None
    same = _SAME_SPECIES.get(word)
    return None if changed is None or (same and re.search(rf"\b(?:{same})\b", changed)) else changed


def changed_measure(sentence: str, abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with another measure of effect, where it names just one."""
    named = {
        short for long, short in _MEASURES.items() if re.search(rf"\b{long}|\b{short}{_SHORT}", sentence, re.IGNORECASE)
    }
    others = [long for long in ("odds ratio", "hazard ratio", "relative risk") if long not in abstract.lower()]
    fitting = [
        long for long in others if _MEASURES[long] not in named and not re.search(rf"\b{_MEASURES[long]}\b", abstract)
    ]
    if len(named) != 1 or not fitting:
        return None
    (short,), other = named, chance.choice(fitting)
    changed = re.sub(rf"\b{short}{_SHORT}", _MEASURES[other], sentence)
    long = "|".join(name for name, abbreviated in _MEASURES.items() if abbreviated == short)
    return re.sub(rf"\b(?:{long})\b(?=s?\b)|\b(?:{long})(?=s\b)", other, changed, flags=re.IGNORECASE)


def relative_for_absolute(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with a relative change told as an absolute one, or the other way round."""
    if sentence.count("%") > 3 or re.search(
        r"A1C|HbA|h[ae]+moglobin|FEV|from \d+(?:\.\d+)?% to", sentence, re.IGNORECASE
    ):
        return None
    return _one_of(_RELATIVE, sentence, chance)


def caused(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with a cause in the place of an association."""
    return None if _NEGATIVE.search(sentence) else _one_of(_CAUSES, sentence, chance)


def significant(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with a trend told as a significant finding."""
    return _one_of(_TRENDS, sentence, chance)


def _one_of(rules: tuple[tuple[str, str], ...], sentence: str, chance: random.Random) -> str | None:
    """Return *sentence* after the first rule that fits, or nothing."""
    del chance
    return next(
        (re.sub(pattern, other, sentence, count=1) for pattern, other in rules if re.search(pattern, sentence)), None
    )


def _replace_all(sentence: str, word: str, other: str) -> str:
    """Return *sentence* with every mention of a word exchanged."""
    return re.sub(rf"\b{word}\b", lambda one: _cased(other, one.group()), sentence, flags=re.IGNORECASE)


def _cased(other: str, said: str) -> str:
    """Return a word with a capital where the other had one."""
    return other.capitalize() if said[0].isupper() else other


def _article(before: str, word: str) -> str:
    """Return what stands before a word with the article that fits it."""
    found = re.search(r"\b([Aa])n? $", before)
    if not found:
        return before
    return f"{before[: found.start()]}{found[1]}{'n' if word[0] in 'aeiouAEIOU' else ''} "


def _sentence_case(sentence: str) -> str:
    """Return *sentence* with a capital at its beginning, and an article that fits."""
    sentence = re.sub(r"\ba (?=[aeiou])", "an ", sentence)
    return sentence[0].upper() + sentence[1:]
