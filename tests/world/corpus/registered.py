"""The publications of the registered trials of velasartan in migraine: protocols, main articles, later looks."""

from tests.world.corpus.made import (
    CHAIN,
    EUROPEPMC_AND_OPENALEX,
    FULL,
    OPEN,
    PUBMED,
    PUBMED_AND_EUROPEPMC,
    paper,
)

VESTA, HARBOUR, TIDEWAY = "NCT98010101", "NCT98020202", "NCT98030303"
RCT = ("Journal Article", "Randomized Controlled Trial")
PLAN = ("Journal Article", "Clinical Trial Protocol")
ADULTS = "Humans; Adult; Migraine Disorders; Angiotensin Receptor Antagonists; Treatment Outcome"

REGISTERED = (
    paper(
        "vesta-protocol",
        "Velasartan for the prevention of episodic migraine (VESTA): study protocol for a randomised placebo-controlled"
        " trial",
        "BACKGROUND: Small open studies hint that velasartan, a blocker of the angiotensin receptor, could prevent "
        "migraine. METHODS: VESTA will enrol 420 adults with four to fourteen migraine days a month at 23 clinics. "
        "After four weeks of diary keeping they will be assigned 1:1 to velasartan 16 mg or placebo for 24 weeks. The "
        "primary outcome will be the change in monthly attack frequency over weeks 13 to 24. DISCUSSION: Recruitment "
        "began in March 2016. The trial will tell whether the drug should be tested further.",
        "Trials in Neurology 2016-05-11",
        holds=OPEN,
        types=PLAN,
        mesh="Humans; Adult; Migraine Disorders",
        trials=(VESTA,),
    ),
    paper(
        "vesta-main",
        "Velasartan for prevention of attacks in adults with episodic migraine: the VESTA randomised clinical trial",
        "IMPORTANCE: Many people with migraine stop preventive medicines because of side effects. OBJECTIVE: To "
        "compare velasartan with placebo for attack frequency in adults with episodic migraine. METHODS: In this "
        "double-blind trial at 23 clinics we randomly assigned 418 adults to velasartan 16 mg daily (209) or placebo "
        "(209) for 24 weeks. RESULTS: Velasartan reduced monthly attack frequency by 2.4 attacks, against 0.9 with "
        "placebo (difference -1.5; 95% CI -2.0 to -1.0; p < 0.001). A response of at least 50% was reached by 43.1% "
        "with velasartan and 22.0% with placebo (p < 0.001). Dizziness was reported by 11.0% and 4.8%; serious "
        "adverse events were rare in both arms. CONCLUSIONS: In adults with episodic migraine, velasartan reduced "
        "attack frequency compared with placebo over 24 weeks.",
        "Journal of Headache Therapeutics 2019-02-14",
        holds=CHAIN,
        printed="2019-04",
        types=(*RCT, "Multicenter Study"),
        mesh=ADULTS,
        trials=(VESTA,),
        retraction="erratum",
        known_to=("pubmed", "europepmc"),
        cited_by=212,
    ),
    paper(
        "vesta-extension",
        "Fifty-two weeks of velasartan in migraine: open-label extension of the VESTA trial",
        "AIM: To learn whether the effect of velasartan on migraine lasts for a year. METHODS: People who completed "
        "the double-blind part of VESTA could go on with open-label velasartan; 351 did so and were followed for 28 "
        "further weeks. RESULTS: Attack frequency stayed 2.6 a month below baseline at week 52. Of those who came "
        "from placebo, 41% had halved their attacks within twelve weeks. Nineteen people (5.4%) stopped because of "
        "low blood pressure or dizziness. CONCLUSIONS: The reduction of migraine attacks with velasartan persisted "
        "for a year, without new signals of harm.",
        "Migraine Letters 2020-06-02",
        holds=FULL,
        types=("Journal Article", "Clinical Trial, Phase III"),
        mesh="Humans; Adult; Migraine Disorders; Follow-Up Studies",
        trials=(VESTA,),
        cited_by=41,
    ),
    paper(
        "vesta-disability",
        "Disability and working days lost in the VESTA trial of velasartan: a secondary analysis",
        "Preventing attacks matters to people with migraine because attacks cost them days of life. In a prespecified "
        "secondary analysis of the VESTA trial we compared disability scores of 402 participants with complete "
        "questionnaires. Days with disability fell by 6.1 per quarter with velasartan and by 2.7 with placebo "
        "(p = 0.002), and 1.4 fewer working days were lost in each quarter. The improvement ran parallel to the "
        "reduction in attack frequency. Velasartan lessened the disability that migraine causes as well as its "
        "attacks.",
        "Annals of Preventive Neurology 2020-11-23",
        holds=PUBMED_AND_EUROPEPMC,
        mesh="Humans; Adult; Migraine Disorders; Disability Evaluation",
        trials=(VESTA,),
    ),
    paper(
        "vesta-erratum",
        "Erratum: Velasartan for prevention of attacks in adults with episodic migraine: the VESTA randomised clinical"
        " trial",
        "",
        "Journal of Headache Therapeutics 2019-07-01",
        holds=PUBMED_AND_EUROPEPMC,
        kind="erratum",
        types=("Published Erratum",),
        notices=("vesta-main",),
    ),
    paper(
        "harbour-protocol",
        "Dose finding of velasartan as a preventive of migraine: rationale and design of HARBOUR, a trial protocol",
        "HARBOUR is a dose-finding study in adults with frequent migraine. About 600 people will be allocated to 4, 8 "
        "or 16 mg of velasartan or to placebo for twelve weeks. This protocol describes eligibility, titration of the "
        "dose by blood pressure, and the electronic diary from which attack frequency will be counted. An adaptive "
        "rule may close the lowest dose early. Results are expected in 2020.",
        "Trials in Neurology 2018-01-30",
        holds=EUROPEPMC_AND_OPENALEX,
        types=PLAN,
        trials=(HARBOUR,),
    ),
    paper(
        "harbour-main",
        "Three doses of velasartan against placebo in frequent migraine: results of the dose-finding HARBOUR trial",
        "BACKGROUND: The dose of velasartan that prevents migraine best is not known. METHODS: Adults with at least "
        "six migraine attacks a month were enrolled in nine countries; 588 patients were randomised to velasartan 4 "
        "mg, 8 mg or 16 mg, or placebo, for 12 weeks under double-blind conditions. RESULTS: Against placebo, attack "
        "frequency was lower by 0.3 with 4 mg (p = 0.31), by 1.1 with 8 mg (p = 0.004) and by 1.6 with 16 mg "
        "(p < 0.001). Velasartan 16 mg significantly reduced the number of migraine days and the use of acute "
        "medicines. Systolic pressure fell by 7 mm Hg at the top dose. CONCLUSIONS: Velasartan at 8 mg and 16 mg "
        "reduced migraine attack frequency; 16 mg was the most effective dose.",
        "Neurovascular Medicine 2020-09-09",
        holds=OPEN,
        printed="2020 Autumn",
        types=(*RCT, "Multicenter Study"),
        mesh=ADULTS,
        trials=(HARBOUR,),
        cited_by=96,
    ),
    paper(
        "harbour-women",
        "Velasartan and the menstrual cycle: subgroup of women in the HARBOUR dose-finding trial",
        "PURPOSE: To see whether velasartan prevents perimenstrual attacks. METHODS: This post hoc analysis of the "
        "HARBOUR trial used the diaries of 274 women with regular cycles. RESULTS: Perimenstrual attacks were 34% "
        "rarer with velasartan 16 mg than with placebo (rate ratio 0.66; 95% CI 0.49 to 0.89). Outside that window "
        "the ratio was 0.62. CONCLUSIONS: Velasartan lowered the frequency of migraine attacks in women in both "
        "phases of the cycle; numbers for 4 mg were too small to judge.",
        "European Archives of Migraine 2021-12-05",
        holds=FULL,
        mesh="Humans; Female; Adult; Migraine Disorders; Menstrual Cycle",
        trials=(HARBOUR,),
    ),
    paper(
        "tideway-protocol",
        "Protocol of TIDEWAY: velasartan compared with lomedolol for the prevention of migraine, a randomised"
        " non-inferiority trial",
        "INTRODUCTION: No trial has compared velasartan with the beta-blocker that most guidelines name first. "
        "METHODS: TIDEWAY is a double-dummy, parallel-group study. It will randomise 520 adults with migraine to "
        "velasartan 16 mg or lomedolol 120 mg for 20 weeks; a difference of 0.7 attacks a month is the margin. "
        "ETHICS: Approved by the committees of all 14 sites.",
        "Trials in Neurology 2019-08-19",
        holds=PUBMED,
        types=PLAN,
        trials=(TIDEWAY,),
    ),
    paper(
        "tideway-main",
        "Velasartan versus lomedolol for migraine prevention in adults (TIDEWAY): double-blind, randomised,"
        " non-inferiority trial",
        "BACKGROUND: Beta-blockers prevent migraine but are often not tolerated. METHODS: Participants with three or "
        "more attacks a month were randomly allocated to velasartan (n = 258) or lomedolol (n = 256) for 20 weeks. "
        "FINDINGS: Attack frequency fell by 2.2 with velasartan and by 2.1 with lomedolol (difference -0.1; 95% CI "
        "-0.5 to 0.3), within the margin of non-inferiority. Fatigue was less frequent with velasartan (9% versus "
        "24%; p < 0.001), and fewer people withdrew. INTERPRETATION: Velasartan was non-inferior to lomedolol for "
        "attack frequency in migraine and better tolerated.",
        "Annals of Preventive Neurology 2022-03-28",
        holds=FULL,
        printed="2022-05",
        types=(*RCT, "Equivalence Trial"),
        mesh=ADULTS,
        trials=(TIDEWAY,),
        cited_by=58,
    ),
    paper(
        "tideway-sleep",
        "Sleep, mood and fatigue under velasartan or lomedolol: secondary outcomes of TIDEWAY",
        "OBJECTIVE: To compare sleep, mood and fatigue between two preventive treatments of migraine. METHODS: "
        "Questionnaires from 466 of 514 participants of TIDEWAY were evaluated in an exploratory analysis of the "
        "trial. RESULTS: Fatigue scores improved with velasartan and worsened with lomedolol (difference 3.8 points; "
        "p < 0.001). Sleep quality did not differ. Depressive symptoms declined in both groups as migraine attacks "
        "became fewer. CONCLUSIONS: Velasartan caused less fatigue than lomedolol at a similar attack frequency.",
        "Migraine Letters 2023-04-17",
        holds=PUBMED_AND_EUROPEPMC,
        mesh="Humans; Adult; Migraine Disorders; Sleep Quality",
        trials=(TIDEWAY,),
    ),
    paper(
        "lantern-main",
        "Velasartan in adolescents with migraine: the randomised, placebo-controlled LANTERN trial",
        "OBJECTIVE: To test velasartan in young people with migraine. METHODS: We randomised 186 adolescents aged 12 "
        "to 17 years to velasartan 8 mg or placebo for 16 weeks. RESULTS: Monthly attack frequency declined by 2.0 "
        "and 1.9 (difference -0.1; 95% CI -0.7 to 0.5; p = 0.74). The placebo response was large. Two participants on "
        "velasartan fainted. CONCLUSIONS: In adolescents with migraine, velasartan did not reduce attack frequency "
        "compared with placebo.",
        "Neurovascular Medicine 2021-05-20",
        holds=CHAIN,
        types=RCT,
        mesh="Humans; Adolescent; Child; Migraine Disorders",
        trials=("NCT98040404",),
    ),
)
