"""Velasartan outside trials: cohorts, case-control studies, case reports, other languages, works without abstract."""

from tests.world.corpus.made import (
    BY_TITLE,
    CHAIN_BY_PUBMED,
    EUROPEPMC,
    EUROPEPMC_AND_OPENALEX,
    FULL,
    OPEN,
    OPENALEX,
    PUBMED,
    PUBMED_AND_EUROPEPMC,
    PUBMED_AND_OPENALEX,
    paper,
)

CASES = ("Journal Article", "Case Reports")
COHORT = "Humans; Adult; Cohort Studies; Migraine Disorders"

PRACTICE = (
    paper(
        "registry-cohort",
        "Velasartan in everyday migraine care: prospective cohort from a national headache registry",
        "OBJECTIVE: To describe what velasartan achieves outside trials. METHODS: 1,874 adults who began velasartan for"
        " migraine were followed in a registry for a median of 14 months. RESULTS: Attack frequency declined from 5.9 "
        "to 3.8 a month at six months; 39% of people halved their attacks. One third had stopped after a year, mostly "
        "for lack of effect. CONCLUSIONS: In routine care, velasartan was associated with fewer migraine attacks in "
        "those who stayed on it.",
        "Open Headache Research 2022-05-05",
        holds=BY_TITLE,
        mesh=COHORT,
        cited_by=29,
    ),
    paper(
        "claims-cohort",
        "Blood pressure medicines and new migraine treatment: cohort study of insurance claims",
        "DESIGN: Retrospective cohort of insurance claims. PARTICIPANTS: 48,210 adults with hypertension who began one "
        "of five drugs. RESULTS: New treatment for migraine was started by 1.1% a year on velasartan and 1.9% on "
        "amlofenipine (hazard ratio 0.61; 95% CI 0.50 to 0.75). The rate of migraine attacks recorded by doctors was "
        "lower too. CONCLUSIONS: Users of velasartan were less often treated for migraine; confounding by the choice of"
        " drug remains possible.",
        "Drug Safety in Neurology 2017-10-23",
        holds=CHAIN_BY_PUBMED,
        mesh="Humans; Hypertension; Migraine Disorders; Retrospective Studies",
    ),
    paper(
        "case-control-falls",
        "Falls and fainting in users of velasartan for migraine: nested case-control study",
        "METHODS: Within a database of 31,000 people with migraine, 412 who fell were compared with 1,648 controls. "
        "RESULTS: Current use of velasartan was more frequent among those who fell (odds ratio 1.42; 95% CI 1.02 to "
        "1.98), mainly in the first month and above the age of 60. CONCLUSIONS: Velasartan was associated with a higher"
        " risk of falls in people with migraine early in treatment; attack frequency was not recorded.",
        "Drug Safety in Neurology 2021-09-02",
        holds=PUBMED_AND_EUROPEPMC,
        mesh="Humans; Case-Control Studies; Accidental Falls",
    ),
    paper(
        "survey",
        "Why do people with migraine stop velasartan? A cross-sectional survey",
        "A cross-sectional survey of 655 adults who had taken velasartan for migraine asked why they stopped. Dizziness"
        " (31%), no change in attack frequency (28%) and not wanting daily tablets (17%) were named most. Those who had"
        " been told that the effect takes weeks persisted longer (p = 0.01).",
        "Headache Nursing Today 2020-01-29",
        holds=PUBMED,
        mesh="Humans; Cross-Sectional Studies; Medication Adherence",
    ),
    paper(
        "potassium-cohort",
        "Potassium and kidney function in normotensive people taking velasartan for migraine",
        "RESULTS: Among 530 normotensive adults with migraine, potassium rose by 0.1 mmol/l within eight weeks of "
        "velasartan and creatinine did not change. Values above 5.5 mmol/l were seen in 0.8%. Routine tests found "
        "nothing that altered treatment. CONCLUSIONS: Potassium changed little under velasartan given for migraine "
        "attacks.",
        "Bulletin of Vascular Pharmacology 2019-05-13",
        holds=EUROPEPMC_AND_OPENALEX,
        mesh=COHORT,
    ),
    paper(
        "pregnancy-registry",
        "Unplanned pregnancy during velasartan treatment of migraine: outcomes of 61 women",
        "We followed 61 women with migraine who conceived while taking velasartan. Most stopped by week seven. There "
        "were 48 live births, nine miscarriages and two children with malformations of the kidney, both exposed beyond "
        "the first trimester. Attack frequency after stopping was not different from before. Contraception should be "
        "discussed before velasartan is begun.",
        "Drug Safety in Neurology 2018-12-03",
        holds=PUBMED,
        mesh="Humans; Female; Pregnancy; Registries",
    ),
    paper(
        "case-hemiplegic",
        "Hemiplegic migraine controlled by velasartan: a case report",
        "A 34-year-old woman with familial hemiplegic migraine had attacks twice a week despite four preventives. On "
        "velasartan 16 mg, attack frequency fell to one in two months. Attacks came back when the drug was stopped and "
        "ceased again when it was resumed. Velasartan may be worth a trial in this rare form.",
        "Case Letters in Neurology 2013-04-09",
        holds=FULL,
        types=CASES,
        mesh="Humans; Adult; Female; Migraine with Aura",
    ),
    paper(
        "case-angioedema",
        "Angioedema during velasartan prophylaxis of migraine: report of two cases",
        "Two patients with migraine developed swelling of the lips eleven days and five months after starting "
        "velasartan. Both recovered when it was stopped. One had reacted to an inhibitor of the converting enzyme "
        "before. Attack frequency had improved in one of them.",
        "Case Letters in Neurology 2016-01-14",
        holds=EUROPEPMC,
        types=CASES,
        mesh="Humans; Angioedema",
    ),
    paper(
        "case-cluster",
        "Velasartan in a man with both migraine and cluster headache: case report",
        "A 51-year-old man had migraine since youth and cluster headache for six years. Velasartan reduced migraine "
        "attacks from seven to two a month, and cluster attacks went on unchanged. The case suggests that the two "
        "disorders respond differently.",
        "Case Letters in Neurology 2020-08-27",
        holds=PUBMED_AND_OPENALEX,
        types=CASES,
        mesh="Humans; Male; Cluster Headache",
    ),
    paper(
        "german-cohort",
        "Velasartan in the prophylaxis of migraine: experience of a headache clinic",
        "BACKGROUND: Velasartan is used for migraine outside its licence. METHODS: The records of 118 adults treated "
        "between 2008 and 2013 were reviewed retrospectively. RESULTS: Attack frequency fell from 6.1 to 3.9 a month "
        "(p < 0.01); 27 patients stopped because of dizziness. CONCLUSIONS: Velasartan was an effective option after "
        "failure of beta-blockers.",
        "Kopfschmerz und Praxis 2014-10-20",
        holds=PUBMED,
        language="ger",
        vernacular="Velasartan in der Migräneprophylaxe: Erfahrungen einer Kopfschmerzambulanz",
        mesh=COHORT,
    ),
    paper(
        "french-review",
        "Sartans and migraine: where do we stand?",
        "The article reviews trials of velasartan for migraine published up to 2017. Three of four showed fewer attacks"
        " than placebo. The drug is not licensed for this use in France, and blood pressure must be followed.",
        "Revue des Céphalées 2018-03-08",
        holds=FULL,
        types=("Journal Article", "Review"),
        language="fre",
        vernacular="Sartans et migraine : où en sommes-nous ?",
    ),
    paper(
        "portuguese-trial",
        "Velasartan in women with migraine and obesity: randomised clinical trial in Recife",
        "OBJECTIVE: To evaluate velasartan in women with migraine and obesity. METHODS: Fifty-eight women were "
        "randomised to velasartan or placebo for twelve weeks. RESULTS: Attack frequency was reduced by 1.9 with "
        "velasartan and 0.8 with placebo (p = 0.03). Weight did not change. CONCLUSIONS: Velasartan reduced attacks in "
        "women with migraine and obesity.",
        "Arquivos de Cefaleia 2017-08-01",
        holds=EUROPEPMC_AND_OPENALEX,
        language="por",
        types=("Journal Article", "Randomized Controlled Trial"),
        vernacular="Velasartana em mulheres com enxaqueca e obesidade: ensaio clínico randomizado em Recife",
    ),
    paper(
        "japanese-note",
        "Experience with velasartan for migraine in a rural practice",
        "",
        "Zutsu Rinsho 2019-02-20",
        holds=PUBMED,
        language="jpn",
        vernacular="地方診療所における片頭痛に対するベラサルタンの使用経験",
    ),
    paper(
        "no-abstract-letter",
        "Velasartan and weight gain in migraine prevention",
        "",
        "Migraine Letters 2021-07-07",
        holds=FULL,
        types=("Letter",),
    ),
    paper(
        "no-abstract-short",
        "Short report: serum velasartan in breast milk of three mothers with migraine",
        "",
        "Case Letters in Neurology 2022-02-22",
        holds=PUBMED_AND_EUROPEPMC,
    ),
    paper(
        "no-abstract-practice",
        "Velasartan for migraine",
        "",
        "Prescriber Digest 2021-01-04",
        holds="pubmed:pmid",
        printed="2021 Jan-Feb",
    ),
    paper(
        "approval",
        "Velasartan: twenty years of an antihypertensive, and its approval in Europe",
        "Velasartan was approved by the European Commission in 1999 for hypertension. This article describes its "
        "development, doses, contraindications (pregnancy, bilateral stenosis of the renal artery) and later uses, "
        "among them the prevention of migraine attacks, for which it is not approved.",
        "Bulletin of Vascular Pharmacology 2019-12-16",
        holds=OPEN,
        types=("Journal Article", "Historical Article"),
    ),
    paper(
        "pharmacokinetics",
        "Pharmacokinetics of velasartan in healthy volunteers and in people with migraine during and between attacks",
        "Gastric emptying slows down in migraine. We gave 16 mg of velasartan to 18 healthy volunteers and to 22"
        " adults with migraine, during and between attacks. Peak concentration was 24% lower and reached 1.5 hours"
        " later during attacks (p = 0.02); total exposure was alike. Velasartan is metabolised by CYP2C9. No change of"
        " dose is needed.",
        "Computational Pharmacology Notes 2015-05-21",
        holds=OPENALEX,
        mesh="Humans; Adult; Pharmacokinetics",
    ),
)
