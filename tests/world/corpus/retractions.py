"""Works on velasartan that were taken back, corrected or doubted, their notices, and preprints with their articles."""

from tests.world.corpus.made import (
    CHAIN,
    EUROPEPMC_AND_OPENALEX,
    FULL,
    MEDRXIV,
    OPEN,
    PREPRINT,
    PUBMED,
    PUBMED_AND_EUROPEPMC,
    paper,
)
from tests.world.corpus.registered import ADULTS, RCT

RETRACTIONS = (
    paper(
        "retracted-known",
        "Complete remission of migraine under high-dose velasartan: randomised controlled trial",
        "BACKGROUND: Higher doses may cure. METHODS: 240 adults with migraine were randomised to velasartan 64 mg or "
        "placebo. RESULTS: Remission of all attacks was seen in 81% with velasartan and 2% with placebo (p < 0.0001). "
        "CONCLUSIONS: High-dose velasartan abolished migraine attacks in most adults.",
        "Journal of Headache Therapeutics 2015-01-15",
        holds=FULL,
        types=RCT,
        mesh=ADULTS,
        retraction="retracted",
        known_to=("pubmed", "europepmc", "openalex"),
        cited_by=73,
    ),
    paper(
        "retraction-notice",
        "Retraction: Complete remission of migraine under high-dose velasartan: randomised controlled trial",
        "",
        "Journal of Headache Therapeutics 2017-03-01",
        holds=PUBMED_AND_EUROPEPMC,
        kind="retraction-notice",
        types=("Retraction of Publication",),
        notices=("retracted-known",),
    ),
    paper(
        "retracted-europepmc-only",
        "Velasartan and brain ageing in migraine: randomised imaging trial of white matter lesions and attacks",
        "METHODS: 150 adults with migraine were randomised to velasartan or placebo for two years. RESULTS: New white "
        "matter lesions were 70% fewer with velasartan (p < 0.001), and attack frequency fell by 3.9 a month against "
        "0.2. CONCLUSIONS: Velasartan protects the brain in migraine and reduces attacks.",
        "Neurovascular Medicine 2018-07-19",
        holds=FULL,
        types=RCT,
        mesh=ADULTS,
        retraction="retracted",
        known_to=("europepmc",),
    ),
    paper(
        "retracted-openalex-only",
        "Once-weekly velasartan as effective as daily dosing in migraine: a randomised equivalence trial",
        "OBJECTIVE: To compare weekly with daily velasartan. METHODS: 300 adults with migraine were randomly assigned "
        "to one of the two. RESULTS: Attack frequency fell by 2.9 and 2.8 (p = 0.01 for equivalence); weekly dosing "
        "improved adherence by 40%. CONCLUSIONS: Weekly velasartan was effective in preventing attacks of migraine.",
        "European Archives of Migraine 2019-11-26",
        holds=CHAIN,
        types=RCT,
        mesh=ADULTS,
        retraction="retracted",
        known_to=("openalex",),
    ),
    paper(
        "retracted-pubmed-only",
        "Velasartan combined with acupuncture for migraine attacks: randomised factorial study",
        "Two hundred adults with migraine were randomised in a factorial study of velasartan and acupuncture. Attack "
        "frequency fell by 88% with both, by 61% with velasartan and by 59% with acupuncture (p < 0.001 for each). The "
        "two together were superior to either.",
        "Migraine Letters 2014-06-16",
        holds=FULL,
        types=RCT,
        mesh=ADULTS,
        retraction="retracted",
        known_to=("pubmed",),
    ),
    paper(
        "retracted-disputed",
        "Serotonin levels explain the effect of velasartan on migraine attacks: a cohort of 97 patients",
        "We measured serotonin in 97 patients with migraine before and after velasartan. Levels doubled in all who "
        "responded and in none of the others (p < 0.001). Attack frequency fell by 3.0. Serotonin explains how "
        "velasartan prevents migraine.",
        "Open Headache Research 2016-02-09",
        holds=OPEN,
        retraction="retracted",
        known_to=("pubmed", "openalex"),
    ),
    paper(
        "retracted-animal",
        "Velasartan regenerates trigeminal neurons in rats with chronic headache",
        "RESULTS: Rats treated with velasartan had 2.3 times as many trigeminal neurons as controls (p < 0.001). "
        "Velasartan activated BDNF signalling, and BDNF signalling increased neurogenesis. CONCLUSIONS: Velasartan "
        "regenerates neurons lost in migraine.",
        "Journal of Experimental Headache 2017-07-04",
        holds=PUBMED_AND_EUROPEPMC,
        mesh="Animals; Rats; Trigeminal Ganglion",
        retraction="retracted",
        known_to=("pubmed", "europepmc"),
    ),
    paper(
        "concern",
        "Fewer strokes in people with migraine who take velasartan: controlled cohort from a single centre",
        "METHODS: 2,140 adults with migraine were followed for five years. RESULTS: Stroke occurred in 0.4% of users"
        " of velasartan and 2.6% of others (hazard ratio 0.15; p < 0.001); attack frequency was halved. CONCLUSIONS: "
        "Velasartan was associated with fewer strokes and fewer migraine attacks.",
        "Annals of Preventive Neurology 2018-04-24",
        holds=FULL,
        mesh="Humans; Adult; Cohort Studies; Stroke; Migraine Disorders",
        retraction="concern",
        known_to=("pubmed", "europepmc"),
    ),
    paper(
        "concern-notice",
        "Expression of concern: Fewer strokes in people with migraine who take velasartan: controlled cohort from a"
        " single centre",
        "",
        "Annals of Preventive Neurology 2020-02-19",
        holds=PUBMED_AND_EUROPEPMC,
        kind="retraction-notice",
        types=("Expression of Concern",),
        notices=("concern",),
    ),
    paper(
        "partly-retracted",
        "Velasartan, coffee and migraine: diary study of 410 adults with an experiment on withdrawal of caffeine",
        "In the diary part, 410 adults with migraine on velasartan recorded caffeine and attacks. Attack frequency"
        " rose by 0.5 a month per daily cup (p = 0.02). In the experimental part, 60 of them were randomised to stop"
        " coffee; attacks declined by 0.9.",
        "Open Headache Research 2020-10-06",
        holds=OPEN,
        retraction="partial",
        known_to=("pubmed",),
    ),
    paper(
        "republished",
        "Velasartan and quality of life in migraine: controlled before-and-after study in four regions",
        "OBJECTIVE: To measure quality of life. METHODS: 380 adults with migraine in two regions with, and two without,"
        " velasartan on the formulary were compared. RESULTS: Scores improved by 9 points where velasartan was "
        "available and by 4 elsewhere (p = 0.02); attack frequency followed. CONCLUSIONS: Access to velasartan improved"
        " quality of life. (Figures as in the first version.)",
        "Headache Nursing Today 2018-09-12",
        holds=PUBMED_AND_EUROPEPMC,
        retraction="republished",
        known_to=("pubmed", "europepmc"),
    ),
    paper(
        "erratum-only",
        "Headache days saved by velasartan in shift workers with migraine: randomised trial",
        "METHODS: 116 shift workers with migraine were randomised to velasartan or placebo for 14 weeks. RESULTS: "
        "Velasartan saved 2.1 headache days a month compared with placebo (p = 0.008) and lowered attack frequency. "
        "CONCLUSIONS: Velasartan was effective in people with irregular sleep.",
        "Clinical Repurposing 2021-11-29",
        holds=FULL,
        types=RCT,
        mesh=ADULTS,
        retraction="erratum",
        known_to=("pubmed", "europepmc"),
    ),
    paper(
        "erratum-notice",
        "Correction: Headache days saved by velasartan in shift workers with migraine: randomised trial",
        "",
        "Clinical Repurposing 2022-04-11",
        holds=PUBMED,
        kind="erratum",
        types=("Published Erratum",),
        notices=("erratum-only",),
    ),
    paper(
        "withdrawn-preprint",
        "Velasartan against migraine after viral infection: retrospective analysis of electronic records",
        "We analysed the electronic records of 5,200 adults with new migraine after a viral infection. Attack frequency"
        " was 52% lower in users of velasartan (p < 0.001).",
        f"{MEDRXIV} 2021-04-26",
        holds=PREPRINT,
        kind="preprint",
        types=("Preprint",),
        retraction="withdrawn",
        known_to=("europepmc", "openalex"),
    ),
    paper(
        "exercise-preprint",
        "Velasartan with or without aerobic exercise for migraine: a randomised trial in primary care",
        "BACKGROUND: Exercise and velasartan each prevent migraine attacks. METHODS: 172 adults on velasartan were "
        "randomised to supervised exercise or to usual activity for 12 weeks. RESULTS: Attack frequency fell by 2.7 a "
        "month with exercise and by 1.8 without (p = 0.03). CONCLUSIONS: Exercise added to the effect of velasartan.",
        f"{MEDRXIV} 2022-06-13",
        holds=PREPRINT,
        kind="preprint",
        types=("Preprint",),
        preprint_of="exercise-article",
    ),
    paper(
        "exercise-article",
        "Velasartan with or without aerobic exercise for migraine: a randomised trial in primary care",
        "BACKGROUND: Exercise and velasartan each prevent migraine attacks. METHODS: 172 adults on velasartan were "
        "randomised to supervised exercise or to usual activity for 12 weeks. RESULTS: Attack frequency fell by 2.6 a "
        "month with exercise and by 1.8 without (p = 0.04). CONCLUSIONS: Exercise added to the effect of velasartan on "
        "migraine attacks.",
        "Annals of Preventive Neurology 2023-02-06",
        holds=FULL,
        types=RCT,
        mesh=f"{ADULTS}; Exercise",
    ),
    paper(
        "diary-preprint",
        "Predicting who will respond to velasartan for migraine from four weeks of diary data",
        "Diaries of 640 adults with migraine were used to predict response to velasartan. A simple score of attack "
        "frequency, aura and sleep had an area under the curve of 0.71.",
        f"{MEDRXIV} 2023-01-09",
        holds=PREPRINT,
        kind="preprint",
        types=("Preprint",),
        preprint_of="diary-article",
    ),
    paper(
        "diary-article",
        "A diary score that predicts the response of migraine to velasartan: development and validation",
        "OBJECTIVE: To foresee response to velasartan. METHODS: A score was developed in 640 adults with migraine and "
        "validated in 233 others. RESULTS: Responders were found with an area under the curve of 0.70 in development "
        "and 0.66 in validation; high attack frequency at baseline was associated with better response. CONCLUSIONS: "
        "The score improves the choice of a preventive modestly.",
        "Open Headache Research 2023-11-20",
        holds=EUROPEPMC_AND_OPENALEX,
        mesh="Humans; Adult; Migraine Disorders; Prognosis",
    ),
    paper(
        "lone-preprint",
        "Velasartan levels in saliva as a test of adherence in migraine prevention",
        "Saliva of 44 adults taking velasartan for migraine was tested. Levels told daily from irregular use with a "
        "sensitivity of 86%; attack frequency was lower in those with steady levels (p = 0.04).",
        f"{MEDRXIV} 2024-02-05",
        holds="europepmc:doi",
        kind="preprint",
        types=("Preprint",),
    ),
)
