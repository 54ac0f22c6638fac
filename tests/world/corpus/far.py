"""Works on other drugs and other diseases, made from one line of facts each."""

from typing import NamedTuple

from tests.world.corpus import made
from tests.world.shapes import Paper


class _Facts(NamedTuple):
    """What one work is about, and what it found."""

    key: str
    drug: str
    disease: str
    outcome: str
    people: str
    treated: str
    control: str
    p: str
    place: str


_ROWS = """
psoriasis|tildrazumab|plaque psoriasis|skin clearance|412|61%|7%|< 0.001|Skin 2016-02
insomnia|lembrexant|chronic insomnia|time awake at night|291|38 min|61 min|0.004|Sleep Notes 2018-09
gastritis|pantoprazidole|erosive gastritis|healing at eight weeks|178|88%|41%|< 0.001|Gut Letters 2009-04
malaria|arterolaquine|uncomplicated malaria|parasite clearance|540|97%|95%|0.21|Tropical Trials 2013-11
glaucoma|bimatolol|open-angle glaucoma|eye pressure|133|17 mm Hg|20 mm Hg|0.002|Eye Reports 2011-07
epilepsy|brivagabalin|focal epilepsy|seizures a week|305|1.9|3.0|0.001|Seizure Notes 2017-05
osteoporosis|zolendronate|postmenopausal osteoporosis|vertebral fractures|1820|3.1%|7.4%|< 0.001|Bone Signals 2008-10
depression|vortioxeprim|major depression|depression scores|466|9.2|11.8|0.006|Mood Trials 2015-03
hepatitis|sofosvir|chronic hepatitis C|sustained viral response|388|94%|52%|< 0.001|Liver Works 2014-12
eczema|duplizumab|atopic dermatitis|itch|277|2.1|5.6|< 0.001|Skin 2019-06
copd|indacaterol-x|obstructive lung disease|exacerbations a year|911|0.8|1.1|0.01|Airways 2012-08
anaemia|roxadustine|renal anaemia|haemoglobin|202|10.9 g/dl|9.4 g/dl|< 0.001|Renal Outcomes 2018-01
obesity|semaglitide|obesity|body weight|733|-11.2%|-2.3%|< 0.001|Weight Research 2021-04
parkinson|safinapril|Parkinson disease|motor scores|349|-4.1|-2.2|0.03|Movement Letters 2016-09
tuberculosis|delamabactam|drug-resistant tuberculosis|sputum conversion|161|74%|49%|0.002|Tropical Trials 2017-10
rheumatoid|barizanib|rheumatoid arthritis|response of the joints|522|56%|33%|< 0.001|Joint and Crystal 2018-03
angina|ivabratadine|stable angina|angina attacks a week|247|1.8|2.6|0.02|Annals of Cardiac Trials 2007-02
sepsis|drotrexone|septic shock|death within 28 days|804|31%|32%|0.79|Critical Notes 2012-05
acne|clascoterone-v|acne vulgaris|lesion counts|368|-19|-11|< 0.001|Skin 2020-11
schizophrenia|lurapiprazole|schizophrenia|relapse|230|22%|41%|0.005|Mood Trials 2013-09
cystitis|fosfomycillin|recurrent cystitis|infections a year|144|1.2|2.9|< 0.001|Urology Works 2015-07
nausea|palonosetron-b|nausea after chemotherapy|complete response|395|71%|55%|0.001|Supportive Oncology 2010-06
myeloma|carfilzomide|multiple myeloma|progression|457|18 months|12 months|< 0.001|Blood Trials 2019-08
allergy|bilastatidine|seasonal rhinitis|nasal symptoms|318|3.2|4.9|0.001|Airways 2009-05
hypothyroid|levothyrotine|mild hypothyroidism|quality of life|212|61 points|60 points|0.64|Endocrine Notes 2017-12
sickle|crizanzumab|sickle cell disease|pain crises a year|198|1.6|3.0|0.01|Blood Trials 2017-02
fibrosis|nintedanine|pulmonary fibrosis|loss of vital capacity|513|115 ml|207 ml|< 0.001|Airways 2014-04
bipolar|lamotriline|bipolar disorder|time to relapse|175|200 days|93 days|0.03|Mood Trials 2004-10
"""
"""Key, drug, disease, outcome, people, result with the drug, result of the control, p, journal and month."""

_HOLDS = (made.FULL, made.PUBMED, made.OPENALEX, made.OPEN, made.EUROPEPMC, made.PUBMED_AND_EUROPEPMC, made.CHAIN)
_TITLES = (
    "{Drug} for {disease}: randomised trial of {outcome}",
    "Effect of {drug} on {outcome} in {disease}",
    "{Drug} compared with control in {people} people with {disease}",
    "Can {drug} change {outcome}? A controlled trial in {disease}",
)
_TEXTS = (
    (
        "METHODS: We randomised {people} people with {disease} to {drug} or control. RESULTS: The main outcome, "
        "{outcome}, was {treated} with {drug} and {control} with control (p {p}). CONCLUSIONS: The place of {drug} in "
        "{disease} has to be settled by longer trials."
    ),
    (
        "Treatment of {disease} leaves much to be desired. In a trial with {people} participants we measured "
        "{outcome}: it came to {treated} under {drug}, against {control} (p {p}). No unexpected harm was seen."
    ),
    (
        "OBJECTIVE: To see what {drug} does in {disease}. METHODS: Parallel groups, {people} participants, half a "
        "year. RESULTS: {Outcome} differed as follows: {treated} on {drug}, {control} on control (p {p})."
    ),
    (
        "Half of {people} patients with {disease} were allocated to {drug} at random. At the end {outcome} stood at "
        "{treated}, and at {control} in the others (p {p}). We discuss who may profit."
    ),
)


def _made(place: int, row: _Facts) -> Paper:
    """Return the paper a line stands for; neighbours differ in title, wording and where they are held."""
    words = {
        **{name: str(value) for name, value in row._asdict().items() if name not in {"key", "place"}},
        "p": row.p if row.p.startswith("<") else f"= {row.p}",
        "Drug": row.drug.capitalize(),
        "Outcome": row.outcome.capitalize(),
    }
    return made.paper(
        f"far-{row.key}",
        _TITLES[place % len(_TITLES)].format(**words),
        _TEXTS[(place // 2) % len(_TEXTS)].format(**words),
        f"{row.place}-{1 + place % 28:02d}",
        holds=_HOLDS[place % len(_HOLDS)],
        types=("Journal Article", "Randomized Controlled Trial"),
        mesh="Humans; Adult",
        on_topic=False,
    )


FAR = tuple(_made(place, _Facts(*row.split("|"))) for place, row in enumerate(_ROWS.strip().splitlines()))
