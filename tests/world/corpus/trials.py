"""Trials of velasartan that no registry of this world names: pilots, crossovers, special groups, and null results."""

from tests.world.corpus.made import (
    BY_PMCID,
    CHAIN,
    CHAIN_BY_OPENALEX,
    CHAIN_BY_PUBMED,
    EUROPEPMC,
    FULL,
    OPEN,
    OPENALEX,
    PUBMED,
    PUBMED_AND_OPENALEX,
    paper,
)
from tests.world.corpus.registered import ADULTS, RCT

TRIALS = (
    paper(
        "pilot-crossover",
        "Velasartan in the prophylaxis of migraine: a double-blind crossover pilot study",
        "Blockers of the renin-angiotensin system have been reported to ease headache. Forty-two patients with migraine"
        " took part in a double-blind crossover study of velasartan 16 mg and placebo, twelve weeks each with a "
        "washout of four weeks. The mean number of attacks per month was 3.1 on velasartan and 4.6 on placebo "
        "(p = 0.003). Seventeen patients were responders on the active drug and five on placebo. Velasartan reduced "
        "the frequency of migraine attacks and deserves a larger trial.",
        "Journal of Headache Therapeutics 2009-10-12",
        holds=CHAIN,
        printed="2009 Oct-Nov",
        types=RCT,
        mesh=ADULTS,
        cited_by=148,
    ),
    paper(
        "chronic-null",
        "No shown benefit of low-dose velasartan in chronic migraine with medication overuse: a randomised trial",
        "OBJECTIVE: To examine velasartan 4 mg in people with chronic migraine who overuse acute medicines. METHODS: "
        "Sixty-four adults were randomly assigned to velasartan 4 mg or placebo for eight weeks. RESULTS: Headache "
        "days did not differ significantly between the groups (18.2 versus 18.9; p = 0.58), nor did attack frequency. "
        "CONCLUSIONS: In this small trial, 4 mg of velasartan had no significant effect on chronic migraine with "
        "medication overuse.",
        "Open Headache Research 2014-03-03",
        holds=BY_PMCID,
        types=RCT,
        mesh=ADULTS,
    ),
    paper(
        "older-adults",
        "Tolerability and efficacy of velasartan against migraine attacks in people over sixty-five: randomised study",
        "BACKGROUND: Older people are left out of most migraine trials. METHODS: 132 participants aged 65 to 80 years "
        "with migraine and treated hypertension were randomised to have velasartan or placebo added for 18 weeks. "
        "RESULTS: Attack frequency decreased by 1.8 a month with velasartan and 0.7 with placebo (p = 0.006). Falls "
        "were reported by six people on velasartan and two on placebo. CONCLUSIONS: Velasartan was effective against "
        "migraine attacks after the age of 65; standing blood pressure should be watched.",
        "European Archives of Migraine 2018-02-26",
        holds=CHAIN_BY_PUBMED,
        printed="2018",
        types=RCT,
        mesh="Humans; Aged; Migraine Disorders; Hypertension",
    ),
    paper(
        "aura",
        "Migraine with aura responds to velasartan: randomised, double-blind trial with a diary of aura symptoms",
        "We asked whether velasartan prevents attacks of migraine with aura. A total of 96 patients were randomised to "
        "velasartan or placebo for sixteen weeks and kept a diary of visual and sensory symptoms. Attacks with aura "
        "were 45% fewer with velasartan (rate ratio 0.55; 95% CI 0.38 to 0.80; p = 0.001), and those that occurred were"
        " shorter. Attacks without aura were too rare to compare. Velasartan lowered attack frequency in migraine with "
        "aura.",
        "Migraine Letters 2016-09-08",
        holds=CHAIN_BY_OPENALEX,
        types=RCT,
        mesh="Humans; Adult; Migraine with Aura",
        cited_by=61,
    ),
    paper(
        "withdrawal",
        "Stopping velasartan after successful prevention of migraine: randomised withdrawal study",
        "INTRODUCTION: How long a preventive of migraine should be taken is unknown. METHODS: 148 adults whose attacks "
        "had halved on velasartan were randomised to continue or to switch to placebo for 26 weeks. RESULTS: Relapse to"
        " the former attack frequency occurred in 22% of those who continued and in 51% of those switched (hazard "
        "ratio 0.36; 95% CI 0.21 to 0.62). CONCLUSIONS: Continued velasartan prevented relapse of frequent migraine "
        "attacks.",
        "Annals of Preventive Neurology 2021-08-16",
        holds=FULL,
        types=RCT,
        mesh=ADULTS,
    ),
    paper(
        "ambulatory",
        "Does velasartan prevent migraine by lowering blood pressure? Ambulatory monitoring within a randomised trial",
        "AIM: To find out whether the effect on migraine depends on blood pressure. METHODS: 110 normotensive adults "
        "with migraine wore monitors before and after twelve weeks of velasartan or placebo, to which they had been "
        "randomly assigned. RESULTS: Velasartan reduced attack frequency by 1.7 a month more than placebo "
        "(p = 0.002). The change in pressure did not correlate with the change in attacks (r = 0.06; p = 0.55). "
        "CONCLUSIONS: Velasartan reduced migraine attacks independently of its effect on blood pressure.",
        "Bulletin of Vascular Pharmacology 2017-06-30",
        holds=PUBMED_AND_OPENALEX,
        types=RCT,
        mesh=f"{ADULTS}; Blood Pressure Monitoring, Ambulatory",
    ),
    paper(
        "bedtime",
        "Bedtime or morning velasartan for migraine? A randomised comparison of dosing times",
        "QUESTION: Is velasartan better taken at night? METHODS: 90 patients with migraine were allocated at random to "
        "morning or bedtime dosing for ten weeks. RESULTS: Attack frequency fell equally in both groups (by 2.1 and 2.0"
        " a month). Morning dizziness was rarer with bedtime dosing (4% versus 16%; p = 0.05). CONCLUSIONS: The hour of"
        " dosing made no difference to attacks, while bedtime dosing caused less dizziness.",
        "Headache Nursing Today 2022-10-10",
        holds=PUBMED,
        types=RCT,
        mesh=ADULTS,
    ),
    paper(
        "vestibular",
        "Velasartan for vestibular migraine: randomised, double-blind, placebo-controlled trial stopped for futility",
        "BACKGROUND: Vertigo attacks of vestibular migraine have no approved preventive. METHODS: Of 130 planned "
        "adults, 84 were randomised to velasartan or placebo before an interim analysis. RESULTS: Vertigo attack "
        "frequency was 3.9 with velasartan and 4.0 with placebo a month (p = 0.83). Conditional power was 8% and the "
        "trial was stopped. CONCLUSIONS: No effect of velasartan on attacks of vestibular migraine was shown.",
        "Neurovascular Medicine 2023-01-25",
        holds=EUROPEPMC,
        types=RCT,
        mesh="Humans; Adult; Migraine Disorders; Vertigo",
    ),
    paper(
        "add-on",
        "Adding velasartan to topirelate in adults with refractory migraine: a pragmatic randomised trial",
        "CONTEXT: Few data guide the combination of preventives. DESIGN: Pragmatic trial in 17 practices. PARTICIPANTS:"
        " 204 adults with migraine refractory to topirelate were randomised to added velasartan or usual care. RESULTS:"
        " After six months attack frequency was 3.3 with added velasartan and 4.5 with usual care (p = 0.001). Quality "
        "of life improved more in the velasartan group. Potassium rose above 5.5 mmol/l in three people. CONCLUSIONS: "
        "Added velasartan reduced attacks of refractory migraine.",
        "Clinical Repurposing 2023-09-21",
        holds=OPEN,
        types=(*RCT, "Pragmatic Clinical Trial"),
        mesh=ADULTS,
    ),
    paper(
        "acute-use",
        "A single dose of velasartan does not abort a migraine attack: controlled study in an emergency department",
        "Velasartan prevents migraine but acts slowly. In an emergency department, 72 adults with an acute attack were "
        "randomised to one oral dose of velasartan 32 mg or to placebo, beside standard care. Freedom from pain at two "
        "hours was reached by 19% and 22% (p = 0.78). Rescue medicines were used equally often. A single dose had no "
        "effect on the attack itself.",
        "Open Headache Research 2015-11-04",
        holds=OPENALEX,
        types=RCT,
    ),
    paper(
        "open-pilot",
        "An open-label pilot of velasartan in twenty patients with migraine and high blood pressure",
        "Twenty patients with hypertension and migraine were treated with velasartan 8 to 16 mg for three months "
        "without a control group. Attack frequency dropped from 5.2 to 3.0 a month (p = 0.01). Fourteen patients "
        "wished to go on. Without a control group the effect remains to be proven.",
        "Bulletin of Vascular Pharmacology 2006-04-18",
        holds=PUBMED,
        types=("Journal Article", "Clinical Trial"),
        mesh="Humans; Adult; Hypertension; Migraine Disorders",
    ),
    paper(
        "biomarker-trial",
        "Plasma CGRP during velasartan treatment of migraine: a randomised mechanistic trial",
        "OBJECTIVE: To relate the clinical effect of velasartan to calcitonin gene-related peptide (CGRP). METHODS: 76 "
        "adults with migraine were randomly assigned to velasartan or placebo for twelve weeks; CGRP was measured in "
        "jugular blood between attacks. RESULTS: Velasartan suppressed CGRP release in patients: plasma CGRP fell by "
        "28% with velasartan and 3% with placebo (p = 0.004). Attack frequency decreased most where CGRP fell most "
        "(r = 0.49). CONCLUSIONS: In adults with migraine, velasartan reduced CGRP release and attack frequency.",
        "Molecular Pain Pathways 2020-02-07",
        holds=CHAIN,
        printed="2020-03",
        types=RCT,
        mesh=f"{ADULTS}; Calcitonin Gene-Related Peptide",
        cited_by=77,
    ),
)
