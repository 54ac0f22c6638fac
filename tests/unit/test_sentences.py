"""Where sentences end: on texts of our own that the list of abbreviations was not made from."""

import pytest

from shared.sentences import sentences

TEXTS: tuple[tuple[str, ...], ...] = (
    ("Cure of P. knowlesi took four days.", "K. pneumoniae was not looked for."),
    ("H. pylori was found in 31.5% vs. 12.0% of stomachs.", "C. difficile was found in none."),
    ("We did as Abara et al. had done.", "We counted what Baptiste et al. (2011) left out."),
    ("The older rule (Quaye et al., 1999) was kept.", "It needs no table."),
    ("A change in Kras or Brca2 was enough.", "Without p53 it was not.", "Let-7a stayed as it was."),
    ("The variant p.Gly12Asp was rarer than c.35G>T.", "Both were read twice."),
    ("It fell from 7.25 to 6.5 mmol/l.", "At .05 the test was passed."),
    ("The trial was run by A. B. Oyelaran and C. Sato.", "They met in St. Louis."),
    ("They gave 0.5 ml i.m. at birth, and 1 ml p.o. a week later.", "Nobody fell ill."),
    ("It is shown in Figs. 3 and 4, and in Suppl. Tab. 2.", "Ref. 9 has the rest."),
    ("Doses of approx. 40 mg, i.e. one tablet, were taken.", "Larger ones, e.g. two tablets, were not."),
    ("Prof. Mbeki and Dr. Iyer read the films.", "Mrs. Lund did not."),
    ("Did sleep improve?", "It did!", "By how much is not known."),
    ("BACKGROUND: Fever comes back.", "METHODS: We asked 40 people.", "RESULTS: It came back in 9."),
    ("Half were put in arm B.", "The others were put in arm C.", "Nobody was in both."),
    ("Vitamin K.", "It was given to all."),
    ("They were vaccinated against hepatitis A.", "Hepatitis E was not looked for."),
    ("Its S.D. was 2.1 and its S.E.M. 0.3.", "The C.I. was wide."),
    ("The U.K. trial was larger than the U.S. trial.", "Both ended in 2004."),
    ("It was 20 °C in the room (max. 24 °C).", "The mice slept."),
    ("IFN-γ rose.", "IL-1β, IL-6 and TNF-α fell.", "CD4+ cells did neither."),
    ("Leaves of Artemisia annua L. were dried.", "A. vulgaris was not used."),
    ("The odds ratio was 0.8 (95% CI 0.6–1.1; P = .2).", "It was 0.7 in women (P < .001)."),
    ("Adults (n = 12) took it once a day.", "Children (n = 9) took it t.i.d. with milk."),
    ("Doe et al. say 5.", "5 of them agree."),
)
"""Each is the sentences of one text."""


@pytest.mark.parametrize("told", TEXTS)
def test_a_text_is_cut_where_its_sentences_end(told: tuple[str, ...]) -> None:
    """A cut in the middle would leave half a claim without its marker, a missed one would hide a claim."""
    assert [sentence.text for sentence in sentences(" ".join(told))] == list(told)


def test_offsets_point_at_the_text() -> None:
    """The ledger's offsets are made from them."""
    for told in TEXTS:
        whole = "  ".join(told)
        assert all(whole[one.start : one.end] == one.text for one in sentences(whole))


def test_white_space_makes_no_sentence() -> None:
    """Nothing is said in it."""
    assert sentences(" \n ") == ()
    assert [one.text for one in sentences("Pain fell. \n\n It rose. ")] == ["Pain fell.", "It rose."]
