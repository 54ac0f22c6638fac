"""The words that change what a sentence says: directions, denials, doubt, measures, species. Pure data and look-ups."""

import functools
from collections.abc import Iterator
from typing import Literal

Kind = Literal[
    "number",
    "denial",
    "way",
    "measure",
    "drug",
    "name",
    "species",
    "people",
    "doubt",
    "cause",
    "association",
    "significance",
    "trend",
    "stage",
    "word",
    "small",
]
"""What a word does: ``way`` points somewhere, ``small`` only joins others, ``name`` is that of a gene or a molecule."""

_PHRASES: tuple[tuple[Kind, str, str], ...] = (
    ("measure", "odds", r"(?i:odds ratios?|odds)|a?ORs?"),
    ("measure", "risk ratio", r"(?i:relative risks?|risk ratios?)|a?RRs?"),
    ("measure", "hazard ratio", r"(?i:hazards? ratios?|hazards?)|a?HRs?"),
    ("measure", "rate ratio", r"(?i:(?:incidence )?rate ratios?)|IRRs?"),
    ("measure", "standard deviation", r"(?i:standard deviations?)|SDs?"),
    ("measure", "standard error", r"(?i:standard errors?)|SEMs?|SE"),
    ("association", "association", r"(?i:associat\w+ with|correlat\w+ with|linked (?:to|with)|related (?:to|with))"),
    ("denial", "not", r"(?i:(?:failed|fails|failing|failure|unable|inability) to|lack(?:ed|s|ing)? of|no longer)"),
    ("denial", "not", r"(?i:absence of|remain(?:ed|s|ing)? (?:stable|constant))"),
    ("cause", "cause", r"(?i:(?:leads?|led|leading) to|result(?:s|ed|ing)? in|thanks to)"),
    ("trend", "trend", r"(?i:tend(?:ed|s|ing)? (?:to|towards?)|trend(?:ed|s|ing)?(?: towards?| to)?)"),
    ("trend", "trend", r"(?i:approach\w*(?: statistical)? significance|borderline|numerical(?:ly)?)"),
    ("small", "versus", r"(?i:compared (?:with|to)|(?:in|by) comparison (?:with|to)|versus|vs\.?|relative to)"),
    ("word", "adverse", r"(?i:adverse (?:events?|effects?|reactions?)|side[- ]effects?)"),
)
"""What phrases do, their one spelling, and how they are written: abbreviations in capitals only."""

_SINGLE: dict[Kind, str] = {
    "denial": """
not = no not never cannot without none neither nobody nothing n't didn't wasn't weren't isn't doesn't similar
comparable equivalent identical unchanged unaffected unaltered insignificant insignificantly nonsignificant
nonsignificantly non-significant non-significantly ineffective unable lacked lacking deficient deficiency
deficiencies absent
""",
    "doubt": """
may = may might could possibly perhaps probably presumably apparently suggest suggests suggested suggesting
suggestive appear appears appeared seem seems seemed potential potentially likely unlikely possible hypothesise
hypothesize hypothesised hypothesized speculate speculated
""",
    "association": """
association = association associations associated associate correlate correlated correlates correlation correlations
linked
""",
    "cause": """
cause = cause causes caused causing causal causally cures cured cure
""",
    "significance": """
significant = significant significantly significance
""",
    "trend": """
trend = marginally
""",
    "measure": """
absolute = absolute
relative = relative relatively
mean = mean means average averaged
median = median medians
sensitivity = sensitivity sensitivities
specificity = specificity specificities
incidence = incidence incidences
prevalence = prevalence prevalences
risk = risk risks
""",
    "people": """
men = men male males man
women = women female females woman
boys = boys boy
girls = girls girl
children = children child paediatric pediatric
adults = adults adult
adolescents = adolescents adolescent teenagers teenager
infants = infants infant newborns newborn neonates neonate babies
the elderly = elderly older
the young = younger young
smokers = smokers smoker
non-smokers = non-smokers nonsmokers never-smokers
inpatients = inpatients inpatient hospitalised hospitalized
outpatients = outpatients outpatient
""",
    "species": """
people = human humans patient patients participant participants people persons volunteers individuals
mice = mice mouse murine
rats = rat rats
rabbits = rabbit rabbits
dogs = dog dogs canine beagle beagles
pigs = pig pigs porcine swine piglets piglet minipigs
sheep = sheep ovine lamb lambs ewes
hamsters = hamster hamsters
monkeys = monkey monkeys macaque macaques rhesus baboon baboons primates primate marmosets
ferrets = ferret ferrets
zebrafish = zebrafish
fruit flies = drosophila
cattle = cattle bovine cows cow calves
horses = horse horses equine
cats = cat cats feline
chickens = chicken chickens chicks chick avian
goats = goat goats
gerbils = gerbil gerbils
mosquitoes = mosquito mosquitoes anopheles
""",
    "drug": """
placebo = placebo placebos
sham = sham
""",
    "stage": """
before = before prior pre-treatment pretreatment baseline
after = after following post-treatment posttreatment
first = first initial initially
second = second
third = third
last = last final finally end
""",
    "way": """
amount up = increase increased increases increasing increasingly raise raised raises raising rise rises rose risen
rising elevate elevated elevates elevating elevation elevations enhance enhanced enhances enhancing enhancement
higher high highest greater greatest large larger largest more most longer long longest faster stronger upregulate
upregulated upregulates upregulation up-regulated up-regulation up-regulates gain gained gains grew grow grown
growing doubled doubles tripled expanded expansion accelerate accelerated accelerates acceleration promote promoted
promotes promoting stimulate stimulated stimulates stimulation activate activated activates activation prolong
prolonged prolongs prolongation above exceeded exceeds exceed augment augmented augments upper maximum maximal
multiplied extended heavier positive positively commoner deeper steeper induce induced induces inducing induction
trigger triggered triggers provoke provoked potentiate potentiated potentiates potentiation agonist agonists
amount down = decrease decreased decreases decreasing reduce reduced reduces reducing reduction reductions lower
lowered lowers lowering low lowest decline declined declines declining fall fell fallen falls falling drop dropped
drops dropping diminish diminished diminishes fewer fewest less least smaller smallest small shorter short shortest
slower weaker suppress suppressed suppresses suppressing suppression attenuate attenuated attenuates attenuation
inhibit inhibited inhibits inhibiting inhibition block blocked blocks blocking blockade abolish abolished abolishes
abolition downregulate downregulated downregulates downregulation down-regulated down-regulation down-regulates loss
lost losses shortened shortens slowed slows below halved halves prevent prevented prevents preventing prevention
deplete depleted depletion rare rarer rarely lighter minimum minimal negative negatively inverse inversely
infrequent infrequently antagonist antagonists antagonised antagonized alleviated alleviates mitigated mitigates
eliminate eliminated eliminates reversed decelerated impede impeded shrank shrunk
worth better = better best improve improved improves improving improvement improvements superior superiority benefit
benefits beneficial benefited effective effectively effectiveness efficacious efficacy favourable favorable
favourably favorably good successful successfully success ameliorate ameliorated ameliorates amelioration protective
protects protected safe well-tolerated adequate responders
worth worse = worse worst worsen worsened worsens worsening worsenings deteriorate deteriorated deteriorates
deterioration inferior inferiority harm harms harmful harmed detrimental deleterious unfavourable unfavorable poor
poorer poorly unsuccessful failure failures impair impaired impairs impairment impairments aggravate aggravated
aggravates exacerbate exacerbated exacerbates exacerbation exacerbations toxic unsafe inadequate non-responders
nonresponders
difference differs = differ differs differed different difference differences differently
""",
}
"""Of each kind, one spelling and the words that mean it; a line without a sign goes on with the one before."""
_SMALL_WORDS = """
a an the of in on at to for from with by and or nor but as than that which who whose whom this these those it its their
there is are was were be been being has have had having do does did will would should can into over under between among
during per each both all also when while whereas where after before we our they he she his her if then so such other
only about within via through upon up out both respectively however therefore thus hence here i.e e.g approximately
similarly likewise comparably nearly around almost roughly additionally moreover furthermore overall one
"""
_NAMED_DRUGS_WORDS = """
acetaminophen aciclovir acyclovir adenosine albuterol alcohol amantadine amiodarone anastrozole artesunate aspirin
atropine azathioprine bicalutamide bleomycin bupivacaine bupropion busulfan caffeine calcitonin calcium cannabidiol
cannabis captopril carbamazepine carboplatin chlorpromazine ciclosporin cimetidine clonidine clozapine codeine
cortisol creatine cyclosporine dexamethasone diclofenac digitoxin digoxin diltiazem dopamine doxycycline epinephrine
ergotamine estradiol estriol estrogen ethanol fentanyl fluconazole folate fulvestrant furosemide glucagon
haloperidol heparin hydralazine hydrocodone hydrocortisone hydroxyurea ibuprofen insulin interferon iron lamotrigine
leptin letrozole levetiracetam levodopa levothyroxine lidocaine lithium magnesium melatonin mesalamine mesalazine
metformin mifepristone misoprostol morphine naproxen nicotine nitroglycerin oestradiol oestrogen omeprazole
oxaliplatin oxycodone paracetamol penicillin phenobarbital phenytoin praziquantel progesterone propofol propranolol
quinidine raloxifene ranitidine rapamycin ribavirin salbutamol spironolactone sumatriptan tamoxifen testosterone
thalidomide thyroxine tramadol ursodiol valproate venlafaxine verapamil vitamin warfarin zinc
"""
_NAMED_DRUGS = frozenset(_NAMED_DRUGS_WORDS.split())

PHRASE = "|".join(f"(?P<p{place}>{pattern})" for place, (_, _, pattern) in enumerate(_PHRASES))
"""Finds any phrase; its group says which."""


def phrase_named(place: int) -> tuple[Kind, str]:
    """Return what the phrase of group ``p{place}`` does, and its one spelling."""
    return _PHRASES[place][:2]


@functools.cache
def _known() -> dict[str, tuple[Kind, str]]:
    """Return every single word that is known, with what it does."""
    small: dict[str, tuple[Kind, str]] = {word: ("small", word) for word in _SMALL_WORDS.split()}
    return small | {word: (kind, key) for kind, lines in _SINGLE.items() for key, word in _each(lines)}


def _each(lines: str) -> Iterator[tuple[str, str]]:
    """Yield each word of a table with its one spelling."""
    key = ""
    for line in lines.strip().splitlines():
        start, sign, rest = line.partition(" = ")
        key = start if sign else key
        yield from ((key, word) for word in (rest if sign else line).split())


def known(word: str) -> tuple[Kind, str] | None:
    """Return what a word in lower case does, and its one spelling; nothing for a word like any other."""
    return _known().get(word)


def is_named_drug(word: str) -> bool:
    """Say whether a word is a drug whose name has no stem that tells."""
    return word in _NAMED_DRUGS


_OPPOSITES = {
    "amount up": "amount down",
    "amount down": "amount up",
    "worth better": "worth worse",
    "worth worse": "worth better",
}


def are_opposite(one: str, other: str) -> bool:
    """Say whether two ways are each other's opposite."""
    return _OPPOSITES.get(one) == other
