"""Automatic term mapping: which MeSH heading the words of a query stand for."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from .words import joined, stem, words

LONGEST = 6
"""Words that are tried together."""

_ENTRY_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "Post-Acute COVID-19 Syndrome": "long covid|post covid syndrome|post covid condition|long haul covid",
        "COVID-19": "covid|sars cov 2 infection|coronavirus disease 2019",
        "Myocardial Infarction": "heart attack|cardiac infarction",
        "Neoplasms": "cancer|tumor|tumour|malignancy",
        "Stroke": "cerebrovascular accident|brain attack",
        "Hypertension": "high blood pressure",
        "Diabetes Mellitus, Type 2": "type 2 diabetes|t2dm|niddm|adult onset diabetes",
        "Diabetes Mellitus": "diabetes",
        "Alzheimer Disease": "alzheimer dementia|alzheimers disease",
        "Parkinson Disease": "parkinsons disease|paralysis agitans",
        "Migraine Disorders": "migraine|migraine headache",
        "Depressive Disorder, Major": "major depression|major depressive disorder",
        "Depressive Disorder": "depression",
        "Fatigue Syndrome, Chronic": "chronic fatigue syndrome|myalgic encephalomyelitis",
        "Fibromyalgia": "fibrositis|fibromyalgia syndrome",
        "Erectile Dysfunction": "impotence",
        "Erectile Dysfunction, Female": "female erectile dysfunction",
        "Sexual Dysfunction, Physiological": "female sexual dysfunction|sexual dysfunction",
        "Hypoactive Sexual Desire Disorder": "hsdd|low libido|low sexual desire",
        "Arthritis, Rheumatoid": "rheumatoid arthritis",
        "Colitis, Ulcerative": "ulcerative colitis",
        "Lupus Erythematosus, Systemic": "lupus|sle",
        "Polycystic Ovary Syndrome": "pcos|stein leventhal syndrome",
        "Pulmonary Disease, Chronic Obstructive": "copd|chronic obstructive pulmonary disease",
        "Heart Failure": "cardiac failure|congestive heart failure",
        "Aspirin": "acetylsalicylic acid",
        "Acetaminophen": "paracetamol",
        "Ascorbic Acid": "vitamin c",
        "Cholecalciferol": "vitamin d3",
        "Vitamin D": "calciferol",
        "Anti-Inflammatory Agents, Non-Steroidal": "nsaid|nsaids",
        "Hydroxymethylglutaryl-CoA Reductase Inhibitors": "statin|statins",
        "Hormone Replacement Therapy": "hrt|menopausal hormone therapy",
        "Hot Flashes": "hot flush|hot flushes|vasomotor symptoms",
        "Randomized Controlled Trials as Topic": "randomised controlled trials as topic",
        "Exercise": "physical activity",
        "Humans": "human",
        "Animals": "animal",
        "Mice": "mouse",
        "Rats": "rat",
        "Child": "children",
        "Adolescent": "teenager|adolescence",
        "Aged": "elderly",
        "Adult": "adults",
        "Female": "females",
        "Male": "males",
        "Pregnancy": "gestation",
    }
)
"""Some entry terms of MeSH; a heading that no paper has is mapped to all the same, and finds nothing."""


class Thesaurus:
    """The headings by every wording that leads to them."""

    def __init__(self, known: Iterable[str]) -> None:
        self._by_wording: dict[str, str] = {}
        for heading in known:
            for wording in (heading, " ".join(reversed(heading.split(",")))):
                self._by_wording.setdefault(_key(words(wording)), joined(heading))
        for heading, terms in _ENTRY_TERMS.items():
            for wording in (heading, *terms.split("|")):
                self._by_wording[_key(words(wording))] = joined(heading)

    def heading(self, spoken: Sequence[str]) -> str:
        """Return the heading that exactly these words stand for, or nothing."""
        return self._by_wording.get(_key(spoken), "")

    def split(self, spoken: Sequence[str]) -> list[tuple[tuple[str, ...], str]]:
        """Return the words in runs, the longest that have a heading first; others stand alone."""
        runs: list[tuple[tuple[str, ...], str]] = []
        place = 0
        while place < len(spoken):
            length = next((n for n in range(LONGEST, 1, -1) if self._fits(spoken[place : place + n], n)), 1)
            run = tuple(spoken[place : place + length])
            runs.append((run, self.heading(run)))
            place += length
        return runs

    def _fits(self, run: Sequence[str], length: int) -> bool:
        """Say whether *run* has this length and a heading."""
        return len(run) == length and bool(self.heading(run))


def _key(spoken: Sequence[str]) -> str:
    """Return a wording as it is looked up: without the endings of plurals."""
    return " ".join(stem(word) for word in spoken)
