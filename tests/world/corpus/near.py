"""Near misses: other drugs for migraine, names that look alike, works that share one word with the question."""

from tests.world.corpus.made import (
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

RCT = ("Journal Article", "Randomized Controlled Trial")

NEAR = (
    paper(
        "lomedolol-migraine",
        "Lomedolol for the prevention of migraine attacks in adults: randomised placebo-controlled trial",
        "METHODS: 340 adults with migraine were randomised to lomedolol 120 mg or placebo for 16 weeks. RESULTS:"
        " Attack frequency was reduced by 2.0 a month with lomedolol and 1.0 with placebo (p < 0.001). Fatigue occurred"
        " in 21%. CONCLUSIONS: Lomedolol reduced attack frequency in adults with migraine.",
        "Journal of Headache Therapeutics 2008-01-21",
        types=RCT,
        mesh="Humans; Adult; Migraine Disorders",
        on_topic=False,
    ),
    paper(
        "topirelate-chronic",
        "Topirelate in chronic migraine: attack frequency and cognition in a double-blind study",
        "We randomised 226 adults with chronic migraine to topirelate or placebo. Headache days fell by 5.1 and 3.0 "
        "(p = 0.004). Word finding was impaired in 14% of those on topirelate. The benefit must be weighed against "
        "slowed thinking.",
        "Neurovascular Medicine 2011-06-06",
        holds=OPEN,
        types=RCT,
        on_topic=False,
    ),
    paper(
        "antibody-migraine",
        "Frenelizumab in episodic migraine: attack frequency over six months of monthly injections",
        "RESULTS: Among 667 adults, frenelizumab lowered attack frequency by 3.3 a month against 1.7 with placebo "
        "(p < 0.001). Pain where the injection was given was the commonest complaint. CONCLUSIONS: The antibody "
        "prevented attacks of episodic migraine.",
        "Annals of Preventive Neurology 2018-10-10",
        types=RCT,
        on_topic=False,
    ),
    paper(
        "ebrosartan-migraine",
        "Ebrosartan as a preventive of migraine: uncontrolled series of sixty patients",
        "Sixty patients with migraine took ebrosartan 80 mg for four months. Attack frequency went from 5.0 to 4.1 a "
        "month. The change may be due to expectation. A controlled trial of ebrosartan has not been done.",
        "European Archives of Migraine 2012-02-13",
        holds=PUBMED,
        on_topic=False,
    ),
    paper(
        "velasentan",
        "Velasentan in pulmonary arterial hypertension: randomised trial of exercise capacity",
        "METHODS: 182 adults with pulmonary arterial hypertension received velasentan, an endothelin antagonist, or "
        "placebo. RESULTS: Walking distance increased by 41 m (p = 0.003). CONCLUSIONS: Velasentan improved exercise "
        "capacity.",
        "Pulmonary Circulation Trials 2016-03-18",
        types=RCT,
        on_topic=False,
    ),
    paper(
        "velastatin",
        "Velastatin and low-density lipoprotein in familial hypercholesterolaemia",
        "Velastatin 20 mg lowered low-density lipoprotein by 44% in 96 adults with familial hypercholesterolaemia "
        "(p < 0.001). Muscle pain was reported by five of them.",
        "Lipid Letters 2003-11-17",
        holds=PUBMED_AND_OPENALEX,
        types=RCT,
        on_topic=False,
    ),
    paper(
        "panic-attacks",
        "Frequency of panic attacks in adults under sertranopram: a dose-response study",
        "METHODS: 260 adults with panic disorder were randomised to three doses of sertranopram or placebo. RESULTS: "
        "Attack frequency fell by 3.1 a week at the top dose against 1.4 with placebo (p = 0.002). CONCLUSIONS: "
        "Sertranopram reduced the frequency of panic attacks.",
        "Anxiety Research Quarterly 2014-08-11",
        types=RCT,
        on_topic=False,
    ),
    paper(
        "asthma-attacks",
        "Inhaled budelutide and the frequency of asthma attacks in adults",
        "In 488 adults with asthma, inhaled budelutide reduced the frequency of attacks by 38% compared with a reliever"
        " alone (rate ratio 0.62; 95% CI 0.47 to 0.82). Hoarseness was commoner.",
        "Airways 2015-10-26",
        holds=FULL,
        types=RCT,
        on_topic=False,
    ),
    paper(
        "gout-attacks",
        "Reducing attack frequency in adults with gout: febuxanol against allopurine",
        "Adults with gout (n = 310) were allocated to febuxanol or allopurine. Attack frequency in the second year was "
        "0.6 and 0.9 (p = 0.02). Liver enzymes rose in nine people on febuxanol.",
        "Joint and Crystal 2017-04-24",
        holds=EUROPEPMC_AND_OPENALEX,
        types=RCT,
        on_topic=False,
    ),
    paper(
        "cyber-attacks",
        "Attack frequency estimation in hospital networks with sparse logs",
        "We estimate how often hospital networks are attacked when logs are incomplete. A Bayesian model recovered the "
        "frequency of attacks within 9% in simulations.",
        "Secure Health Systems 2021-02-15",
        holds=OPENALEX,
        on_topic=False,
    ),
    paper(
        "migraine-genes",
        "Genome-wide association study of migraine in 59,000 people",
        "We found 38 loci associated with migraine at genome-wide significance. Genes expressed in arteries were "
        "enriched. None of the loci was near a gene for an angiotensin receptor.",
        "Genes and Headache 2016-07-25",
        holds=OPEN,
        on_topic=False,
    ),
    paper(
        "migraine-burden",
        "The burden of migraine in working adults: a population survey in six countries",
        "In a survey of 21,400 working adults, 14% met the criteria of migraine. The median attack frequency was 1.5 a "
        "month. Two thirds had never taken a preventive drug.",
        "Headache Nursing Today 2019-03-25",
        holds=PUBMED_AND_EUROPEPMC,
        on_topic=False,
    ),
    paper(
        "migraine-yoga",
        "Yoga for migraine in adults: randomised trial of attack frequency",
        "METHODS: 114 adults with migraine were randomised to yoga or education. RESULTS: Attack frequency declined by "
        "1.6 with yoga and 0.7 with education (p = 0.01). CONCLUSIONS: Yoga reduced the frequency of migraine attacks.",
        "Open Headache Research 2018-05-14",
        types=RCT,
        on_topic=False,
    ),
    paper(
        "migraine-stimulation",
        "Vagus nerve stimulation against migraine attacks: sham-controlled trial",
        "Of 243 adults with migraine, those with stimulation had 0.4 fewer attacks a month than those with sham "
        "(p = 0.09). The device was well tolerated.",
        "Neurovascular Medicine 2019-12-09",
        types=RCT,
        retraction="retracted",
        known_to=("pubmed", "europepmc", "openalex"),
        on_topic=False,
    ),
    paper(
        "excluded-users",
        "Magnesium for migraine in adults: trial that excluded users of velasartan",
        "METHODS: 88 adults with migraine, none of whom took velasartan or another preventive, were randomised to "
        "magnesium or placebo. RESULTS: Magnesium did not change attack frequency (2.9 versus 3.0; p = 0.81). "
        "CONCLUSIONS: No effect of magnesium was shown.",
        "Migraine Letters 2013-06-17",
        holds=EUROPEPMC,
        types=RCT,
        on_topic=False,
    ),
    paper(
        "sartan-class",
        "Prices of sartans in eleven countries",
        "The price of a month of treatment with ebrosartan, olmetartan and others varied twentyfold between eleven "
        "countries. Generic competition explained most of it.",
        "Health Economics of Neurology 2016-11-07",
        holds=OPENALEX,
        on_topic=False,
    ),
    paper(
        "angiotensin-kidney",
        "Angiotensin II type 1 receptors in podocytes of diabetic rats",
        "Angiotensin II increased TRPC6 expression in podocytes of diabetic rats (p = 0.01), and silencing of the AT1 "
        "receptor prevented it. Albuminuria followed the expression of TRPC6.",
        "Renal Outcomes 2015-02-23",
        holds=PUBMED,
        mesh="Animals; Rats; Diabetic Nephropathies",
        on_topic=False,
    ),
    paper(
        "cgrp-bone",
        "CGRP release and the healing of fractures in mice",
        "Mice without CGRP healed fractures more slowly (callus volume 61% of wild type; p = 0.004). Local delivery of "
        "the peptide restored healing.",
        "Bone Signals 2020-01-13",
        holds=OPEN,
        mesh="Animals; Mice; Fracture Healing; Calcitonin Gene-Related Peptide",
        on_topic=False,
    ),
)
