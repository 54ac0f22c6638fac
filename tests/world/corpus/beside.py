"""Works on velasartan in other diseases: a report may lean on them for approval or harms, they answer nothing."""

from tests.world.corpus.made import FULL, OPENALEX, PUBMED, PUBMED_AND_EUROPEPMC, paper

BESIDE = (
    paper(
        "hypertension-trial",
        "Velasartan 8 and 16 mg in mild hypertension: double-blind comparison with amlofenipine",
        "METHODS: 702 adults with mild hypertension were randomised to velasartan or amlofenipine for 12 weeks."
        " RESULTS: Systolic pressure was lowered by 13.2 and 13.9 mm Hg; ankle swelling was rarer with velasartan (2%"
        " versus 11%). CONCLUSIONS: The two drugs lowered blood pressure alike.",
        "Bulletin of Vascular Pharmacology 2001-05-07",
        holds=PUBMED,
        types=("Journal Article", "Randomized Controlled Trial"),
        mesh="Humans; Adult; Hypertension",
    ),
    paper(
        "heart-failure",
        "Velasartan in heart failure with reduced ejection fraction: mortality in a randomised trial",
        "METHODS: 2,910 patients with heart failure were randomised to velasartan 32 mg or placebo. RESULTS: After 33 "
        "months 24% and 27% had died (hazard ratio 0.88; 95% CI 0.77 to 1.00). Kidney function worsened more often with"
        " velasartan. CONCLUSIONS: A reduction of mortality was not shown.",
        "Annals of Cardiac Trials 2005-03-21",
        holds=FULL,
        types=("Journal Article", "Randomized Controlled Trial"),
        mesh="Humans; Aged; Heart Failure",
    ),
    paper(
        "kidney",
        "Albuminuria under velasartan in type 2 diabetes: observational cohort",
        "A cohort of 911 adults with diabetes and albuminuria was followed for three years on velasartan. Albuminuria "
        "fell by 30%, and 4% reached kidney failure. Potassium was the main reason for stopping.",
        "Renal Outcomes 2010-10-11",
        holds=PUBMED_AND_EUROPEPMC,
        mesh="Humans; Adult; Diabetic Nephropathies; Cohort Studies",
    ),
    paper(
        "synthesis",
        "A shorter synthesis of velasartan through a biaryl coupling",
        "Velasartan was obtained in five steps and 41% yield by a palladium-catalysed coupling in water. The route "
        "avoids the azide that earlier ones need.",
        "Process Chemistry Reports 2012-12-12",
        holds=OPENALEX,
    ),
)
