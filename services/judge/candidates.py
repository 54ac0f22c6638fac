"""Drug candidates, as far as the pieces read say it and no further (evidence.md, 9).

Nothing comes from memory: what no sentence says is said to be missing, never to be safe.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from shared import messages as m
from shared.drugs import drugs_in, mentions, names_of
from shared.results import statements
from shared.sentences import sentences, truncate_at_sentence
from shared.terms import core

from .standing import SECONDARY, Topic, counts, human, listed, of_design, sources, studies, whole
from .weighing import direction, weighed

MOST_CANDIDATES = 5
MOST_SENTENCES = 3
MOST_CHARACTERS = 300
ENOUGH_WORKS = 2
"""That count and name a drug in their title, for an open question to list it."""

_HARMS = re.compile(
    r"\b(?:adverse|side[- ]effects?|toxicit\w+|ha?emolysis|ha?emoglobin|bleeding|hypoglyc\w+|nausea|vomiting|diarrh\w+"
    r"|dizziness|headaches?|rash|hepatotoxic\w*|neuropath\w+|arrhythmia|QT|deaths?|discontinu\w+|withdr[ae]w\w*"
    r"|well[- ]tolerated|tolerability|anaemia|anemia|infections? (?:was|were) more)\b",
    re.IGNORECASE,
)
_CONTRAINDICATED = re.compile(
    r"\b(?:contra-?indicat\w+|(?:should|must) not (?:be )?(?:given|used|taken|receive)"
    r"|not (?:be )?recommended (?:in|for)|not advised|cannot (?:be given|take|receive)|avoid(?:ed)? in)\b",
    re.IGNORECASE,
)
_APPROVED = re.compile(
    r"\b(?:approv(?:ed|al)|licen[cs]ed|authori[sz]ed)\b.{0,80}\b(?:FDA|EMA|TGA|MHRA|Food and Drug|Medicines Agency"
    r"|Administration|Commission|USA|United States|Europe|Australia|Japan|by the|in (?:19|20)\d\d)\b"
    r"|\b(?:FDA|EMA|TGA|Food and Drug Administration|Medicines Agency|Therapeutic Goods)\b"
    r".{0,80}\b(?:approv\w+|licen[cs]ed)",
    re.IGNORECASE,
)
_STOPPED = re.compile(
    r"\b(?:terminated|withdrawn before|suspended|halted|discontinued"
    r"|stopped (?:early|prematurely|because|after|for))\b",
    re.IGNORECASE,
)
_CLINICAL_PLANS: frozenset[m.Design] = frozenset({"registry-entry", "protocol"})


def candidates(evidence: Iterable[m.Evidence], topic: Topic) -> tuple[str, ...]:
    """Return the drugs asked about that something counts for."""
    texts = " ".join(whole(piece) for piece in evidence if counts(piece))
    return tuple(drug for drug in topic.drugs if mentions(texts, (drug,)))


def also_named(evidence: Iterable[m.Evidence]) -> tuple[str, ...]:
    """Return the drugs in the titles of several works that count: the answer to a question that names none."""
    titles = (frozenset(drugs_in(piece.citation.title)) for piece in evidence if counts(piece))
    often = Counter(drug for title in titles for drug in title)
    several = (drug for drug, works in often.items() if works >= ENOUGH_WORKS)
    return tuple(sorted(several, key=lambda drug: (-often[drug], drug))[:MOST_CANDIDATES])


def details(drug: str, asked: Topic, evidence: Iterable[m.Evidence]) -> m.CandidateDetails:
    """Return the row of one candidate; every entry is a quotation with its source, or says what is missing."""
    pieces = tuple(evidence)
    topic = Topic((drug,), names_of(drug, map(whole, pieces)), asked.words, asked.condition)
    about = _about(pieces, topic)
    standing = tuple(piece for piece in about if counts(piece))
    stopped, approving = tuple(_stops(about)), _approving(about, topic.names)
    return m.CandidateDetails(
        drug=drug,
        indication=_indication(standing, topic),
        best_human_evidence=_best_human(standing),
        best_preclinical_evidence=_best_preclinical(standing),
        direction=direction(weighed(standing, topic)),
        trials=_quotations(stopped),
        harms=" ".join(quoted(standing, topic.names, _HARMS)) or "no safety data among the sources read",
        contraindications=quoted(standing, topic.names, _CONTRAINDICATED),
        approval=next((f"as stated in [{piece.source_id}]" for piece in approving), "approval not checked"),
        source_ids=sources((*standing, *(piece for piece, _ in stopped), *approving)),
    )


def _about(pieces: Iterable[m.Evidence], topic: Topic) -> tuple[m.Evidence, ...]:
    """Return the pieces that name the drug and are not retracted; plans and opinions may still tell of it."""
    return tuple(piece for piece in pieces if mentions(whole(piece), topic.names) and not piece.retraction.bars)


def _indication(pieces: tuple[m.Evidence, ...], topic: Topic) -> str:
    """Return the condition asked about where a piece about people has all its words."""
    named = any(topic.words <= core(whole(piece)) for piece in human(pieces))
    return " ".join(topic.condition) if named else ""


def _best_human(pieces: tuple[m.Evidence, ...]) -> str:
    """Return the strongest kind of evidence in people, with its sources."""
    people = human(pieces)
    for design, noun in (
        ("meta-analysis", "meta-analysis"),
        ("randomised-trial", "randomised trial"),
        ("controlled-trial", "controlled trial"),
        ("cohort", "cohort study"),
        ("case-control", "case-control study"),
        ("cross-sectional", "cross-sectional study"),
        ("case-report", "case report"),
        ("systematic-review", "systematic review"),
    ):
        if found := tuple(piece for piece in people if piece.design == design):
            return f"{noun}: {listed(found)} ({_of_them(found)})"
    return f"other reports on people: {listed(people)}" if people else "none among the sources read"


def _of_them(found: tuple[m.Evidence, ...]) -> str:
    """Return how many studies or reviews there are."""
    n = len(studies(found))
    noun = "publication" if found[0].design in SECONDARY else "independent study"
    return f"{n} {noun}" if n == 1 else f"{n} {noun.replace('study', 'studie')}s"


def _best_preclinical(pieces: tuple[m.Evidence, ...]) -> str:
    """Return the strongest kind of evidence outside people, with its sources."""
    for subject, noun in (("animal", "animal studies"), ("in-vitro", "in vitro studies"), ("in-silico", "models")):
        if found := tuple(piece for piece in pieces if piece.subject == subject):
            return f"{noun}: {listed(found)}"
    return "none among the sources read"


def quoted(pieces: Iterable[m.Evidence], names: tuple[str, ...], words: re.Pattern[str]) -> tuple[str, ...]:
    """Return sentences that report a finding, name the drug and have one of *words*, quoted with their source."""
    people_first = sorted(pieces, key=lambda piece: piece.subject != "human")
    said = ((piece, sentence.text) for piece in people_first for sentence, _ in statements(piece.content))
    return _quotations((piece, text) for piece, text in said if words.search(text) and mentions(text, names))


def _quotations(said: Iterable[tuple[m.Evidence, str]]) -> tuple[str, ...]:
    """Return a few sentences in quotation marks, each with its source."""
    marked = (f"“{truncate_at_sentence(text.strip(), MOST_CHARACTERS)}” [{piece.source_id}]" for piece, text in said)
    return tuple(dict.fromkeys(marked))[:MOST_SENTENCES]


def _stops(pieces: Iterable[m.Evidence]) -> Iterator[tuple[m.Evidence, str]]:
    """Yield the sentences of trials and their records that tell of stopping, and why; completing is no success."""
    for piece in of_design(pieces, "randomised-trial", "controlled-trial", *_CLINICAL_PLANS):
        yield from ((piece, sentence.text) for sentence in sentences(piece.content) if _STOPPED.search(sentence.text))


def _approving(pieces: Iterable[m.Evidence], names: tuple[str, ...]) -> tuple[m.Evidence, ...]:
    """Return the pieces that state an approval of the drug."""
    return tuple(
        piece
        for piece in pieces
        if any(_APPROVED.search(one.text) and mentions(one.text, names) for one in sentences(whole(piece)))
    )[:1]
