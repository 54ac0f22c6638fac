"""How velasartan may act on migraine: work in cells, in animals, in models and on healthy people."""

from tests.world.corpus.made import (
    BY_PMCID,
    CHAIN,
    CHAIN_BY_OPENALEX,
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

RATS = "Animals; Rats; Trigeminal Ganglion; Migraine Disorders"
MICE = "Animals; Mice; Disease Models, Animal; Migraine Disorders"
CELLS = "In Vitro Techniques; Cells, Cultured; Trigeminal Ganglion"

MECHANISMS = (
    paper(
        "neurons-cgrp",
        "Velasartan blocks AT<sub>1</sub> receptors and suppresses CGRP release from cultured trigeminal neurons",
        "BACKGROUND: Release of calcitonin gene-related peptide (CGRP) is a key step of migraine. METHODS: Trigeminal "
        "neurons of newborn rats were cultured and stimulated with angiotensin II. RESULTS: Velasartan blocked the AT1 "
        "receptor of trigeminal neurons (IC50 3.1 nM). AT1 receptor blockade suppressed CGRP release by 64% "
        "(p < 0.001). CGRP release caused neurogenic inflammation in dura explants, and velasartan prevented it. "
        "CONCLUSIONS: Velasartan suppresses CGRP release through AT1 receptor blockade, a mechanism that would fit its "
        "effect on migraine attacks.",
        "Molecular Pain Pathways 2012-01-19",
        holds=CHAIN,
        mesh=f"{CELLS}; Receptor, Angiotensin, Type 1; Calcitonin Gene-Related Peptide",
        cited_by=189,
    ),
    paper(
        "nfkb-glia",
        "Angiotensin, NF-κB and satellite glia: velasartan in co-cultures of trigeminal cells",
        "Satellite glia enclose the neurons that carry the pain of migraine. In co-cultures, angiotensin II activated "
        "NF-κB signalling in glia within 30 minutes. Velasartan inhibited NF-κB signalling by 71% (n = 6; p < 0.001), "
        "and interleukin-1β secretion fell to that of controls. NF-κB signalling increased CGRP release from "
        "neighbouring neurons. Velasartan therefore inhibits a loop between glia and neurons in vitro.",
        "Molecular Pain Pathways 2015-07-01",
        holds=FULL,
        mesh=f"{CELLS}; NF-kappa B; Satellite Cells, Perineuronal",
        cited_by=52,
    ),
    paper(
        "csd-mice",
        "Velasartan raises the threshold of cortical spreading depolarisation in <i>Cacna1a</i> mutant mice",
        "OBJECTIVE: To test velasartan in a mouse model of migraine with aura. METHODS: Mice with a mutation of"
        " familial hemiplegic migraine received velasartan or vehicle for three weeks (n = 14 each). RESULTS:"
        " Velasartan reduced the number of cortical spreading depolarisations from 9.8 to 5.1 an hour (p < 0.001) and"
        " raised the electrical threshold threefold. AT1 receptor blockade lowered glutamate release in cortical"
        " slices. CONCLUSIONS: Velasartan protects the mouse cortex against spreading depolarisation.",
        "Neurovascular Medicine 2014-05-27",
        holds=OPEN,
        mesh=f"{MICE}; Cortical Spreading Depression",
        cited_by=83,
    ),
    paper(
        "dura-rats",
        "Neurogenic inflammation of the rat dura is attenuated by velasartan",
        "METHODS: Plasma leakage into the dura was provoked in rats by stimulating the trigeminal ganglion. RESULTS: "
        "Pretreatment with velasartan attenuated neurogenic inflammation by 58% compared with vehicle (p = 0.002). "
        "Losing the AT1 receptor by gene silencing had the same effect, and velasartan then added nothing. "
        "CONCLUSIONS: The AT1 receptor mediates neurogenic inflammation of the dura, and velasartan blocks the AT1 "
        "receptor there.",
        "Bulletin of Vascular Pharmacology 2011-03-15",
        holds=PUBMED_AND_EUROPEPMC,
        mesh=f"{RATS}; Neurogenic Inflammation; Dura Mater",
    ),
    paper(
        "nitroglycerin-mice",
        "Repeated nitroglycerin, allodynia and the renin-angiotensin system: effects of velasartan in mice",
        "Repeated nitroglycerin makes mice sensitive to touch, as migraine does in people. Mice treated with "
        "velasartan for nine days kept a withdrawal threshold of 0.92 g, those with vehicle 0.31 g (p < 0.001). "
        "Velasartan reduced periorbital pain and blocked oxidative stress in the trigeminal nucleus. A drug that "
        "lowers pressure as much without touching the AT1 receptor had no effect on allodynia.",
        "Journal of Experimental Headache 2016-12-12",
        holds=PUBMED,
        mesh=f"{MICE}; Nitroglycerin; Hyperalgesia",
    ),
    paper(
        "oxidase",
        "NADPH oxidase links the AT<sub>1</sub> receptor to trigeminal pain: inhibition by velasartan in rats",
        "INTRODUCTION: How angiotensin sensitises trigeminal fibres is unclear. METHODS: Rats received inflammatory "
        "soup on the dura with or without velasartan. RESULTS: The AT1 receptor activated NADPH oxidase and increased "
        "reactive oxygen species in the ganglion. Velasartan inhibited NADPH oxidase by 49% (p = 0.01). Reactive oxygen"
        " species increased trigeminal pain behaviour, which velasartan halved. CONCLUSIONS: Velasartan inhibits NADPH "
        "oxidase and so lowers oxidative stress and pain in this model of migraine.",
        "Molecular Pain Pathways 2018-10-31",
        holds=CHAIN_BY_OPENALEX,
        mesh=f"{RATS}; NADPH Oxidases; Reactive Oxygen Species",
        cited_by=34,
    ),
    paper(
        "trpv1-null",
        "Velasartan does not act on TRPV1 channels of trigeminal neurons",
        "Some blockers of the angiotensin receptor were said to gate the capsaicin channel. In patch-clamp recordings "
        "from cultured neurons of rats, velasartan at 10 µM did not inhibit the TRPV1 channel (current 98% of control; "
        "n = 21; p = 0.66). It did not affect the TRPA1 channel either. An action on these channels cannot explain the "
        "effect of velasartan in migraine.",
        "Journal of Experimental Headache 2019-01-08",
        holds=EUROPEPMC,
        mesh=f"{CELLS}; TRPV Cation Channels",
    ),
    paper(
        "docking",
        "Binding of velasartan to the human AT1 receptor: molecular docking and molecular dynamics",
        "AIMS: To model how velasartan sits in its receptor. METHODS: Molecular docking into the crystal structure was "
        "followed by 500 ns of molecular dynamics. RESULTS: Velasartan bound the AT1 receptor at the pocket of the "
        "known blockers, with a computed energy of -11.2 kcal/mol. A second salt bridge may explain its slow "
        "dissociation. CONCLUSIONS: The model agrees with the long action of velasartan.",
        "Computational Pharmacology Notes 2017-02-02",
        holds=OPENALEX,
        mesh="Molecular Docking Simulation; Receptor, Angiotensin, Type 1",
    ),
    paper(
        "penetration",
        "Passage of velasartan across the blood-brain barrier in rats and in a human cell model",
        "RESULTS: In rats, the unbound brain-to-plasma ratio of velasartan was 0.41 one hour after dosing, against "
        "0.04 for ebrosartan. In a human endothelial monolayer, efflux by P-glycoprotein was low. Velasartan thus "
        "reaches the brain in amounts that block the AT1 receptor there. CONCLUSIONS: Central exposure sets velasartan "
        "apart from other blockers and could matter in migraine.",
        "Bulletin of Vascular Pharmacology 2010-08-24",
        holds=PUBMED_AND_OPENALEX,
        mesh="Animals; Rats; Blood-Brain Barrier",
    ),
    paper(
        "provocation",
        "Does velasartan protect healthy volunteers from CGRP-provoked headache? A crossover experiment",
        "OBJECTIVE: To study whether velasartan acts before or behind CGRP. METHODS: In a double-blind crossover "
        "experiment, 24 healthy volunteers received an infusion of CGRP after one week of velasartan or placebo. "
        "RESULTS: Headache scores after CGRP did not differ (area under the curve 14.1 versus 14.8; p = 0.70). The "
        "middle meningeal artery widened alike. CONCLUSIONS: Velasartan does not block the CGRP receptor; if it "
        "prevents migraine it acts upstream of CGRP.",
        "Migraine Letters 2017-11-11",
        holds=FULL,
        mesh="Humans; Healthy Volunteers; Calcitonin Gene-Related Peptide",
    ),
    paper(
        "imaging",
        "Hypothalamic activity before migraine attacks under velasartan: an imaging study",
        "We scanned 31 adults with migraine daily for a month before and during velasartan. Activation of the "
        "hypothalamus on the day before an attack was 37% lower during treatment (p = 0.02), and attack frequency fell "
        "from 4.4 to 2.9. Trigeminal nuclei habituated better. Velasartan appears to dampen the generator of attacks, "
        "though without a control group expectation cannot be excluded.",
        "Annals of Preventive Neurology 2019-06-06",
        holds=EUROPEPMC_AND_OPENALEX,
        mesh="Humans; Adult; Magnetic Resonance Imaging; Migraine Disorders",
    ),
    paper(
        "genetics",
        "<i>AGTR1</i> A1166C and the response of migraine to velasartan: a pharmacogenetic cohort",
        "BACKGROUND: Response to velasartan varies. METHODS: 312 adults with migraine who began velasartan were "
        "genotyped and followed for six months. RESULTS: Attack frequency fell by half in 48% of carriers of the C "
        "allele and in 31% of the others (odds ratio 2.0; 95% CI 1.2 to 3.3). CONCLUSIONS: Variation of the receptor "
        "gene was associated with the response of migraine attacks to velasartan.",
        "Clinical Repurposing 2022-01-17",
        holds=BY_PMCID,
        mesh="Humans; Adult; Cohort Studies; Polymorphism, Single Nucleotide",
    ),
    paper(
        "mast-cells",
        "Dural mast cells and velasartan: degranulation in a mouse model of stress-induced headache",
        "Stress triggers attacks in many people with migraine. In mice under restraint, dural mast cells released "
        "their content within an hour. Velasartan suppressed mast cell activation (21% versus 55% of cells; "
        "p = 0.004), and corticosterone was unchanged. In cultured mast cells from bone marrow the drug acted only "
        "where the AT1 receptor was present. Mast cell activation increased dural inflammation.",
        "Journal of Experimental Headache 2021-03-22",
        holds=OPEN,
        mesh=f"{MICE}; Mast Cells; Stress, Psychological",
    ),
    paper(
        "nitric-oxide",
        "Endothelial nitric oxide synthase under velasartan: measurements in human meningeal arteries ex vivo",
        "PURPOSE: Vascular tone is disturbed in migraine. METHODS: Segments of human meningeal arteries obtained at "
        "surgery were studied ex vivo. RESULTS: Velasartan restored nitric oxide production that angiotensin had "
        "reduced (p = 0.03) and prevented vasoconstriction. It had no direct effect on 5-HT1B receptors. CONCLUSIONS: "
        "Velasartan improves nitric oxide production in arteries of the kind that hurt in migraine.",
        "Neurovascular Medicine 2013-09-19",
        holds=PUBMED,
        mesh="Humans; In Vitro Techniques; Meningeal Arteries; Nitric Oxide Synthase Type III",
    ),
    paper(
        "kynurenine",
        "Kynurenine metabolites in plasma of rats and of patients treated with velasartan for migraine",
        "HYPOTHESIS: The kynurenine pathway may link inflammation and migraine. METHODS: Metabolites were measured in "
        "20 rats and in 38 patients before and after four weeks of velasartan. RESULTS: Velasartan increased kynurenic "
        "acid production by 26% in rats (p = 0.01) and by 15% in patients (p = 0.04). CONCLUSIONS: Velasartan alters "
        "the kynurenine pathway; whether that contributes to fewer attacks is open.",
        "Molecular Pain Pathways 2023-05-30",
        holds=FULL,
        mesh="Animals; Humans; Rats; Kynurenine; Migraine Disorders",
    ),
    paper(
        "mitochondria",
        "Mitochondrial respiration of trigeminal neurons exposed to angiotensin and velasartan",
        "Angiotensin II disturbed mitochondrial respiration in cultured neurons, with an oxygen consumption rate 35% "
        "below control. Velasartan restored mitochondrial respiration at 1 µM (p = 0.02) and stabilised the "
        "mitochondrial membrane potential. These results in vitro suggest an energetic side of migraine prevention.",
        "Computational Pharmacology Notes 2020-12-01",
        holds=OPENALEX,
        mesh=f"{CELLS}; Mitochondria",
    ),
)
