"""Words that do not tell what a question is about, and how the others are spelt on either side of the Atlantic."""

_GRAMMAR = """
about above across after again against all almost alone along already also although always am among an and another
any appear appears are as at be became because become been before being below between both but by can cannot could
did do does doing done down due during each either else even ever every few for from further get give given had has
have having he her here him his how however if in into is it its itself just less let like many may me might more
most much must my near never no none nor not now of off often on once one only or other others our out over own per
perhaps rather same say second see seem seems several shall she should since so some soon still such take taken than
that the their them then there these they third this those though three through thus to together too toward towards
two under until up upon us very via was we well were what when where whether which while who whole whom whose why
will with within without would yet you your
"""
_GENERAL = """
able account accurate achieve act acting action activity actual addition additional adequate adult adults affect
affected affects age aged agent agents aim aims alternative analyses analysis anyone apparent applied apply approach
appropriate area article articles ask assess assessed assessment associate associated association associations
attempt author authors available average avoid bad base based basic basis beneficial benefit benefits best better
big body broad case cases cause caused causes certain chance change changed changes child children choice choose
class clear clinic clinical clinically cohort combine combined common commonly comparable comparative compare
compared comparing comparison complete complication complications concern conclude condition conditions conduct
confirm consider considered consistent contribute control controlled correct correctly correlate cost costs course
crucial cure cured cures curing current currently daily data day days decision decrease decreased decreases define
degree demonstrate depend design detect determine develop developed development differ difference differences
different difficult direct discuss disease diseases disorder disorders distinct dose doses drug drugs duration early
easy effect effective effectively effectiveness effects efficacy efficient efficiently elderly employ enhance enough
evaluate evaluated evaluation event events evidence examine example exist expect experience experiences explain
explains exposure extent fact factor factors fail failure false favourable feasibility feasible feature figure find
finding findings first follow following form found frequency frequent frequently full function future gain general
generally goal good great greater group groups grow guide harm harmful harms health healthy help helpful helps high
higher highly hope hospital human humans idea ideal identify impact implication implications important improve
improved improvement improves improving incidence include increase increased increases increasing independent
indicate individual individuals infant infants infect infected infection infections influence influences inform
information initial initially instead intervention interventions investigate investigation involve issue issues kid
kids kind know knowledge known lack large last late lead leads level levels life likelihood likely limit limited
line link linked list literature little local long look low lower main major make makes man manage management mean
means measure measured measurement measures mechanism mechanisms medical medication medications medicine medicines
men method methods mild model models moderate modify month months morbidity mortality multiple natural necessary
need needed needs new next normal number numbers observe observed obtain occur occurrence offer old older open
option options order outcome outcomes overall participant participants particular patient patients people perform
performance period person persons place play point poor population populations position positive possible possibly
potential practice predict predicted predictor predictors prefer present prevalence prevent prevented preventing
prevention prevents previous primary problem problems procedure process produce profile prognosis prognostic program
programme progress promising promote proper property protect prove proven provide public purpose quality quantity
question questions random randomised randomized range rapid rate rates ratio real really reason reasonable receive
recent recommend recommended record recover recovery reduce reduced reduces reducing reduction relate related
relation relationship relative relevance relevant reliable remain report reported reports require required research
respond response responses responsible result results reveal review reviews right rise risk risks role routine
routinely safe safely safety sample science scientific score secondary serious serve set setting severe severity
short show shown shows side significance significant significantly similar simple single site size small someone
special specific stage standard start state status step strategy strong studied studies study subject subjects
substantial success successful suffer suggest suitable superior support sure symptom symptoms syndrome system target
term test tested testing tests therapeutic therapies therapy thing think time times today tool total treat treated
treating treatment treatments treats trend trial trials true try type types typical understand understanding uniform
unit use used useful usefulness user uses using usual usually valid validity valuable value values variable various
verify versus view volunteer volunteers vs way ways week weeks woman women work working works world worse worsen
worth year years young younger
"""
GRAMMAR = frozenset(_GRAMMAR.split())
"""Sharing one of these says nothing."""

GENERAL = frozenset(_GENERAL.split())
"""Words of research as such: every field asks what is safe, effective or associated with a higher risk."""

_SPELLINGS = (
    ("haem", "hem"),
    ("aemi", "emi"),
    ("oedem", "edem"),
    ("oestr", "estr"),
    ("oesoph", "esoph"),
    ("paed", "ped"),
    ("gynaec", "gynec"),
    ("orrhoea", "orrhea"),
    ("foet", "fet"),
    ("tumour", "tumor"),
    ("isation", "ization"),
    ("sulph", "sulf"),
)
"""British, American."""


def spellings(word: str) -> tuple[str, ...]:
    """Return *word* as it is, and as it is spelt elsewhere."""
    british, american = word, word
    for here, there in _SPELLINGS:
        british = british if here in british else british.replace(there, here)
        american = american.replace(here, there)
    return tuple(dict.fromkeys((word, american, british)))
