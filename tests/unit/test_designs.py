"""How a study was done, on whom and on how many: types and index terms first, words second."""

import pytest

from shared import messages as m
from shared.appraisal.designs import design_of, sample_size_of, subject_of

TRIAL = "Eighty adults were randomly assigned to the drug or to placebo and followed for six months."


@pytest.mark.parametrize(
    ("types", "design"),
    [
        (("Journal Article", "Randomized Controlled Trial"), "randomised-trial"),
        (("Clinical Trial", "Controlled Clinical Trial"), "controlled-trial"),
        (("Journal Article", "Meta-Analysis", "Systematic Review"), "meta-analysis"),
        (("Systematic Review",), "systematic-review"),
        (("Practice Guideline",), "guideline"),
        (("Clinical Trial Protocol",), "protocol"),
        (("Case Reports",), "case-report"),
        (("Editorial",), "editorial"),
        (("Comment", "Letter"), "editorial"),
        (("Letter", "Randomized Controlled Trial"), "randomised-trial"),
        (("Journal Article", "Review"), "review"),
        (("Clinical Trial, Phase I",), "cohort"),
        (("Published Erratum",), "unknown"),
        (("Journal Article",), "unknown"),
    ],
)
def test_publication_types_decide_first(types: tuple[str, ...], design: m.Design) -> None:
    """PubMed's indexers read the whole paper."""
    assert design_of(types, (), "Tafenoquine and vivax malaria", "") == design


@pytest.mark.parametrize(
    ("terms", "design"),
    [
        (("Humans", "Case-Control Studies", "Prospective Studies"), "case-control"),
        (("Humans", "Cross-Sectional Studies"), "cross-sectional"),
        (("Humans", "Retrospective Studies"), "cohort"),
    ],
)
def test_index_terms_tell_an_observational_design(terms: tuple[str, ...], design: m.Design) -> None:
    """They stand where no publication type exists."""
    assert design_of(("Journal Article",), terms, "Tafenoquine and vivax malaria", "") == design


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Tafenoquine against placebo", TRIAL),
        ("A randomised, double-blind trial of tafenoquine", ""),
        ("Tafenoquine in adults", "In this double-blind, placebo-controlled study 40 men took one dose."),
        ("Tafenoquine in adults", "Patients were randomized 2:1. A planned meta-analysis pooled both trials."),
        ("A randomised trial of tafenoquine", "A randomised trial of tafenoquine."),
        (
            "Tafenoquine in adults",
            "We enrolled 90 adults, who were randomly allocated to it or none. Data of a parent study were not used.",
        ),
        (
            "Tafenoquine against relapse: a randomised controlled trial",
            "Adults were randomised to it or to placebo. An earlier systematic review had found fewer relapses.",
        ),
    ],
)
def test_words_tell_a_randomised_trial(title: str, text: str) -> None:
    """Most records of a person's library have no publication type."""
    assert design_of((), (), title, text) == "randomised-trial"


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Tafenoquine in adults: study protocol for a randomised trial", TRIAL),
        ("Tafenoquine: a systematic review of randomised trials", "We included trials that were randomised."),
        ("Tafenoquine in adults: a post hoc analysis", TRIAL),
        ("Pooled analysis of three randomised trials of tafenoquine", TRIAL),
        ("Body mass and malaria: a Mendelian randomisation study", "Mendelian randomization was used."),
        ("Malaria in one district", "Households were randomly sampled, and 400 adults gave blood."),
        ("Malaria in one district", "No treatment was given. Further randomised controlled trials are needed."),
        (
            "What a cure of malaria costs",
            "Using patient-level data from DALE, in which patients were randomised to it or placebo, we costed it.",
        ),
        ("Relapse and age", "Each of 900 adults was randomly assigned an index date, and the cohort was followed."),
        (
            "Who takes the tablets",
            "Patients enrolled in the DALE randomized trial were followed; we saw who took them.",
        ),
        ("Age and cure", "We used individual data of adults who had been randomly assigned to the drug or placebo."),
        ("Malaria: secondary analysis of a randomised trial", "Adults were randomised to the drug or to placebo."),
        ("Tafenoquine in mice", "Forty mice were randomly assigned to the drug or to a vehicle; mice were weighed."),
        ("Primaquine in practice", "In a non-randomised comparison 60 adults chose their treatment."),
        ("Drugs for malaria", "We review what recent randomised trials have shown of these drugs."),
        (
            "Enzymes and relapse",
            "In a retrospective pharmacogenetic analysis of the randomised phase 2b trial, 198 patients were typed.",
        ),
    ],
)
def test_words_about_randomness_are_not_a_randomised_trial(title: str, text: str) -> None:
    """Protocols, reviews, second looks, samples, animals and plans are none."""
    assert design_of((), (), title, text) != "randomised-trial"


@pytest.mark.parametrize(
    ("title", "text", "design"),
    [
        ("Tafenoquine in adults", "Adults will be randomised to the drug or to placebo.", "protocol"),
        ("Tafenoquine in adults: rationale and design", "", "protocol"),
        ("An enzyme of the parasite", "We propose that it will be recruited to the membrane.", "unknown"),
        ("Guidelines for malaria", "They rest on randomised, placebo-controlled evidence.", "guideline"),
        ("A randomised trial of guidelines for malaria", "Forty wards were randomised.", "randomised-trial"),
        ("A trial in malaria: a commentary", "It randomised 900 adults.", "editorial"),
    ],
)
def test_what_is_planned_or_advised_is_told_from_what_was_tried(title: str, text: str, design: m.Design) -> None:
    """Plans and advice name trials; laboratories propose and recruit, too, and advice may be tried itself."""
    assert design_of((), (), title, text) == design


@pytest.mark.parametrize(
    ("title", "text", "design"),
    [
        ("Relapse of malaria: a nested case-control study", "", "case-control"),
        ("Relapse of malaria", "In a retrospective cohort 300 adults were followed.", "cohort"),
        ("Relapse of malaria", "We did a cross-sectional survey of 500 adults.", "cross-sectional"),
        ("Relapse of malaria: a case report", "", "case-report"),
        ("Relapse of malaria", "We searched MEDLINE and Embase for studies.", "systematic-review"),
        ("Guidelines for the treatment of malaria", "", "guideline"),
        ("Tafenoquine for vivax malaria", "This is the protocol for a review of its effects.", "protocol"),
        ("Editorial: the cure of malaria", "", "editorial"),
        ("Relapse of malaria", "", "unknown"),
        ("Tafenoquine in adults: an integrated safety analysis", "Five trials were put together.", "review"),
        ("A step forward", "In this perspective, we discuss plausible mechanisms.", "review"),
        ("Genes and relapse", "An exploratory pharmacogenetic analysis of 438 patients was done.", "cohort"),
    ],
)
def test_words_tell_other_designs(title: str, text: str, design: m.Design) -> None:
    """The last resort, and it may end in not knowing."""
    assert design_of((), (), title, text) == design


def test_an_index_term_alone_makes_no_trial_of_a_text_without_a_comparison() -> None:
    """Embase's indexers give the term to case series, too; the abstract shows it."""
    terms = ("randomized controlled trial", "human")

    told = [
        design_of((), terms, "Tafenoquine after failure", text) for text in ("", "Of 27 patients, one relapsed.", TRIAL)
    ]

    assert told == ["randomised-trial", "unknown", "randomised-trial"]


def test_a_title_that_names_a_protocol_corrects_the_type() -> None:
    """Protocols were indexed as trials before they had a type of their own."""
    types = ("Journal Article", "Randomized Controlled Trial")

    assert design_of(types, (), "Tafenoquine in adults: a study protocol", "") == "protocol"


@pytest.mark.parametrize(
    ("terms", "text", "subject"),
    [
        (("Humans", "Adult", "Female"), "", "human"),
        (("Animals", "Humans", "Adult", "Plasmodium vivax"), "", "human"),
        (("Animals", "Mice"), "", "animal"),
        (("Animals", "Humans", "Mice", "Cell Line"), "", "animal"),
        (("Humans", "Cell Line"), "", "in-vitro"),
        (("Humans", "Female", "Cell Line, Tumor"), "", "in-vitro"),
        (("Humans", "Molecular Docking Simulation"), "", "in-silico"),
        (("Humans", "Adult", "Mice"), "Mice were given the drug; mice and 20 patients were compared.", "mixed"),
        (("Humans", "Adult", "Dogs"), "Allergy was measured in 60 adults.", "human"),
        (("Leishmania", "Apoptosis"), "The parasites died.", "unknown"),
    ],
)
def test_index_terms_tell_whom_a_study_was_done_on(terms: tuple[str, ...], text: str, subject: m.Subject) -> None:
    """Parasites are animals to the indexers, and cells are human."""
    assert subject_of(terms, "Tafenoquine and its effects", text) == subject


@pytest.mark.parametrize(
    ("title", "text", "subject"),
    [
        ("Tafenoquine in adults", "Eighty patients were enrolled.", "human"),
        ("Tafenoquine", "Patients with vivax malaria were randomised to it or to placebo.", "human"),
        ("Tafenoquine in healthy volunteers", "", "human"),
        ("Tafenoquine in mice", "A cure for patients with malaria may follow.", "animal"),
        ("A target of tafenoquine", "In vitro, the IC50 was low. This may help patients with malaria.", "in-vitro"),
        ("Molecular docking of tafenoquine", "", "in-silico"),
        ("A target of tafenoquine", "Rats were dosed, then rats and 12 patients were compared.", "mixed"),
        ("A target of tafenoquine", "The enzyme was inhibited.", "unknown"),
        ("A target of tafenoquine", "It was studied in vitro, in cultured Leishmania promastigotes.", "in-vitro"),
        ("A target of tafenoquine", "Mice were given the drug, as are patients with malaria.", "animal"),
        ("Allergy at home", "Sixty adults with allergy to dogs were enrolled.", "human"),
        ("", "", "unknown"),
    ],
)
def test_words_tell_whom_a_study_was_done_on(title: str, text: str, subject: m.Subject) -> None:
    """Hope for patients makes no study human; unknown is never human."""
    assert subject_of((), title, text) == subject


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("A total of 522 patients were randomly assigned; 260 patients received the drug.", 522),
        ("We enrolled 1,205 healthy adults.", 1205),
        ("One hundred and twenty-four women took part.", 124),
        ("WR 238605 was given to 48 men in single doses.", 48),
        ("Of 2000 patients screened, 150 patients were randomised.", 150),
        ("The dose was 300 mg for patients with malaria in 2019.", None),
        ("Relapse fell by 70% in patients.", None),
        ("In 2018 patients were treated in three hospitals.", None),
        ("Three trials involving adult patients were pooled.", None),
        ("Of 2000 volunteers screened, many had fever.", None),
        ("Fever was seen in 4 patients after the drug.", None),
        ("Visits by 3 public health nurses helped 791 participants.", 791),
        ("A total of 34 newly diagnosed type 1 diabetic patients were included.", 34),
        ("Cure was seen in 4 of 166 patients on velotinib and 1 of 85 on imatinib.", 251),
        ("In the pooled analysis 426 patients were treated. Cure: 4 of 166 with placebo and 1 of 85 controls.", 251),
        ("To a pacemaker 1474 patients were assigned.", 1474),
        ("We saw that 60 patients were assigned to velotinib and 40 to placebo.", 100),
        ("Healthy volunteers (52 in each of five groups) took the drug.", 260),
        ("Adults took part, in five cohorts of 24.", 120),
        ("One took it once a day (76 men, 11 women), the other twice (73 men, 13 women).", 173),
        ("Two arms were given placebo (n = 121) or velotinib (n = 119).", 240),
        ("", None),
        (f"We included {'9' * 5000} patients (n={'9' * 5000}).", None),
    ],
)
def test_the_size_of_a_study_is_the_surest_number_of_people(text: str, size: int | None) -> None:
    """How many were randomised comes before how many were looked at."""
    assert sample_size_of(text) == size
