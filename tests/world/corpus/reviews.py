"""Works on other works: meta-analyses, reviews, guidelines, editorials, letters, a chapter, congress abstracts."""

from tests.world.corpus.made import (
    CHAIN,
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

REVIEW = ("Journal Article", "Review")
POOLED = ("Journal Article", "Meta-Analysis", "Systematic Review")

REVIEWS = (
    paper(
        "meta-2021",
        "Velasartan for preventing migraine in adults: systematic review and meta-analysis of randomised trials",
        "BACKGROUND: Trials of velasartan in migraine have given different sizes of effect. METHODS: We searched "
        "MEDLINE, Embase and CENTRAL to March 2021 for randomised trials in adults and pooled them with random effects."
        " RESULTS: Seven trials with 1,466 participants were included. Velasartan reduced attack frequency compared "
        "with placebo by 1.4 attacks a month (95% CI -1.8 to -1.0; I2 38%). Responders were more frequent (risk ratio "
        "1.81; 95% CI 1.50 to 2.19). Dizziness was the commonest adverse event. CONCLUSIONS: There is moderate evidence"
        " that velasartan reduces migraine attacks in adults with episodic migraine; data on chronic migraine are few.",
        "Annals of Preventive Neurology 2021-10-18",
        holds=CHAIN,
        printed="2022-01",
        types=POOLED,
        mesh="Humans; Adult; Migraine Disorders; Randomized Controlled Trials as Topic",
        cited_by=104,
    ),
    paper(
        "network-meta",
        "Preventive drugs for episodic migraine ranked: a network meta-analysis including velasartan",
        "AIM: To rank the oral preventives of migraine. METHODS: Network meta-analysis of 61 trials and 14,212 "
        "participants, with a frequentist model. RESULTS: Against placebo, velasartan lowered attack frequency by 1.3 "
        "a month (95% CI 0.8 to 1.8), lomedolol by 1.2 and topirelate by 1.5. Velasartan had the fewest withdrawals of "
        "all. CONCLUSIONS: Velasartan is among the three most effective oral preventives, and the best tolerated.",
        "Open Headache Research 2023-02-28",
        holds=OPEN,
        types=("Journal Article", "Network Meta-Analysis"),
        mesh="Humans; Migraine Disorders; Network Meta-Analysis",
        cited_by=37,
    ),
    paper(
        "systematic-ras",
        "Drugs acting on the renin-angiotensin system in migraine: a systematic review of human studies",
        "OBJECTIVES: To collect all human studies of these drugs in migraine. METHODS: Systematic search of four "
        "databases without limits of language; risk of bias was judged in duplicate. RESULTS: Of 27 studies, 11 were "
        "of velasartan. Nine of them reported fewer migraine attacks; two small ones found no difference. Studies of "
        "ebrosartan were uncontrolled. CONCLUSIONS: Among these drugs velasartan is the one whose effect on attack "
        "frequency is best supported.",
        "European Archives of Migraine 2019-09-30",
        holds=FULL,
        types=(*REVIEW, "Systematic Review"),
        mesh="Humans; Migraine Disorders; Renin-Angiotensin System",
    ),
    paper(
        "scoping-older",
        "Migraine prevention after sixty: a scoping review with a look at velasartan",
        "This scoping review maps what is known about preventing migraine in later life. Thirty-three reports were "
        "charted. Evidence for velasartan in this group comes from one randomised trial and two cohorts, which all "
        "report fewer attacks. Interactions with other antihypertensives were described in five reports. Little is "
        "known about people over eighty.",
        "Headache Nursing Today 2022-06-15",
        holds=PUBMED,
        types=(*REVIEW, "Scoping Review"),
    ),
    paper(
        "mechanism-review",
        "From vessel to neuron: how angiotensin blockade may prevent migraine",
        "Why should a medicine for blood pressure prevent migraine? This review discusses three ideas. Velasartan "
        "blocks the AT1 receptor on trigeminal neurons; AT1 receptor signalling increases CGRP release, and CGRP "
        "release drives neurogenic inflammation. Velasartan also inhibits NF-κB signalling in glia and lowers "
        "oxidative stress. Which of these counts in people with migraine attacks is not settled, since biomarker "
        "studies are few.",
        "Molecular Pain Pathways 2021-01-12",
        holds=PUBMED_AND_EUROPEPMC,
        types=REVIEW,
        mesh="Humans; Animals; Migraine Disorders; Receptor, Angiotensin, Type 1",
        cited_by=45,
    ),
    paper(
        "repurposing-review",
        "Old drugs for headache: a narrative review of repurposing, from beta-blockers to velasartan",
        "Many preventives of migraine were first made for something else. We review how they were found, and what "
        "their stories teach. Velasartan was noticed when patients treated for hypertension reported fewer attacks; "
        "controlled trials followed after six years. Cheap drugs find few sponsors. Registries of such observations "
        "would help.",
        "Clinical Repurposing 2020-04-03",
        holds=EUROPEPMC_AND_OPENALEX,
        types=REVIEW,
    ),
    paper(
        "guideline-2022",
        "Drug treatment to prevent migraine in adults: practice guideline of the Society for Headache Medicine",
        "This guideline updates the advice of 2015. Velasartan 16 mg is recommended as a first choice for adults with "
        "episodic migraine, beside lomedolol and topirelate (strong recommendation, moderate certainty), because it "
        "reduced attack frequency in four of five trials against placebo. It must not be used in pregnancy. For "
        "chronic migraine no recommendation is made.",
        "Journal of Headache Therapeutics 2022-11-14",
        holds=FULL,
        group="Society for Headache Medicine Guideline Panel",
        types=("Journal Article", "Practice Guideline"),
        mesh="Humans; Adult; Migraine Disorders; Practice Guidelines as Topic",
        cited_by=66,
    ),
    paper(
        "guideline-pregnancy",
        "Migraine before, during and after pregnancy: guidance for clinicians",
        "Women with migraine who plan a pregnancy should stop velasartan and other blockers of the angiotensin system "
        "beforehand, since these drugs harm the fetus. Attack frequency usually falls after the first trimester. "
        "Alternatives are discussed by trimester.",
        "European Archives of Migraine 2020-07-20",
        holds=PUBMED,
        types=("Journal Article", "Guideline"),
        mesh="Humans; Female; Pregnancy; Migraine Disorders",
    ),
    paper(
        "editorial-vesta",
        "Velasartan for migraine: an old drug learns a new trick",
        "",
        "Journal of Headache Therapeutics 2019-04-02",
        holds=PUBMED_AND_EUROPEPMC,
        kind="comment",
        types=("Editorial", "Comment"),
        notices=("vesta-main",),
    ),
    paper(
        "letter-blinding",
        "Was the blinding of the velasartan migraine trial kept?",
        "The fall in blood pressure may have told participants which arm they were in. We ask the authors of VESTA to "
        "report what participants guessed.",
        "Journal of Headache Therapeutics 2019-08-30",
        holds=PUBMED,
        kind="comment",
        types=("Letter", "Comment"),
        notices=("vesta-main",),
    ),
    paper(
        "letter-reply",
        "Was the blinding of the velasartan migraine trial kept? Reply of the investigators",
        "",
        "Journal of Headache Therapeutics 2019-08-30",
        holds=PUBMED,
        kind="comment",
        types=("Letter", "Comment"),
        notices=("letter-blinding",),
    ),
    paper(
        "chapter",
        "Angiotensin receptor blockers in headache medicine",
        "This chapter introduces the use of angiotensin receptor blockers in headache. It covers velasartan and "
        "ebrosartan, their doses in migraine, interactions, and what to tell people about dizziness and pregnancy.",
        "Handbook of Headache Pharmacology 2018-06-01",
        holds="pubmed:pmid openalex:doi",
        kind="book",
        types=("Book Chapter", "Review"),
    ),
    paper(
        "congress-harbour",
        "Dose response of velasartan in frequent migraine (HARBOUR): congress abstract",
        "Of 588 randomised adults, those on 16 mg of velasartan had 1.6 fewer attacks a month than those on placebo. "
        "Full results will be presented at the meeting.",
        "European Archives of Migraine Supplement 2020-05-15",
        holds=EUROPEPMC,
        types=("Congress", "Meeting Abstract"),
        trials=("NCT98020202",),
    ),
    paper(
        "congress-switch",
        "Switching from ebrosartan to velasartan in forty people with migraine: poster",
        "Forty adults with migraine who had not responded to ebrosartan were switched to velasartan. Attack frequency "
        "declined from 6.0 to 4.2 a month after twelve weeks (p = 0.03).",
        "European Archives of Migraine Supplement 2021-06-18",
        holds=OPENALEX,
        types=("Congress", "Meeting Abstract"),
    ),
    paper(
        "cost",
        "What does a migraine attack avoided cost? Economic model of velasartan in primary care",
        "OBJECTIVE: To estimate the cost of each migraine attack avoided. METHODS: A simulation model followed 10,000 "
        "virtual adults for two years. RESULTS: Velasartan avoided 29 attacks per person at 1.9 euros each and was "
        "dominant over no prevention in 88% of runs. CONCLUSIONS: Velasartan is likely to be good value.",
        "Health Economics of Neurology 2023-03-13",
        holds=PUBMED_AND_OPENALEX,
        mesh="Humans; Cost-Benefit Analysis; Migraine Disorders",
    ),
    paper(
        "pooled-safety",
        "Adverse events of velasartan in migraine trials: pooled analysis of individual data",
        "METHODS: Individual data of 1,192 participants from VESTA, HARBOUR and LANTERN were pooled. RESULTS: Dizziness"
        " occurred in 10.2% with velasartan and 4.9% with placebo, fainting in 1.0% and 0.3%. Serious adverse events "
        "were similar. Kidney function did not change. CONCLUSIONS: Velasartan for migraine doubled the risk of "
        "dizziness and had no excess of serious harm at any attack frequency.",
        "Drug Safety in Neurology 2022-08-08",
        holds=OPEN,
        mesh="Humans; Migraine Disorders; Drug-Related Side Effects and Adverse Reactions",
        trials=("NCT98010101", "NCT98020202", "NCT98040404"),
    ),
)
