"""Drug candidates, as far as the pieces read say it and no further (evidence.md, 9).

Nothing comes from memory: what no sentence says is said to be missing, never to be safe.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from shared import messages as m
from shared.appraisal.drugs import drugs_in, mentions, names_of
from shared.appraisal.terms import core
from shared.appraisal.topics import Topic
from shared.sentences import Sentence, sentences

from .quoting import quotations
from .safety import contraindications, harms
from .standing import SECONDARY, bearing, counts, human, listed, of_design, sources, studies, whole
from .weighing import direction, weighed

MOST_CANDIDATES = 5
ENOUGH_WORKS = 2
"""That count and name a drug in their title, for an open question to list it."""

_APPROVED = re.compile(
    r"\b(?:approv(?:ed|al)|licen[cs]ed|authori[sz]ed)\b.{0,80}\b(?:FDA|EMA|TGA|MHRA|Food and Drug|Medicines Agency"
    r"|Administration|Commission|USA|United States|Europe|Australia|Japan|by the|in (?:19|20)\d\d)\b"
    r"|\b(?:FDA|EMA|TGA|Food and Drug Administration|Medicines Agency|Therapeutic Goods)\b"
    r".{0,80}\b(?:approv\w+|licen[cs]ed)",
    re.IGNORECASE,
)
_STOPPED = re.compile(
    r"\b(?:trial|study|studies|enrol\w+|recruit\w+|arms?)\b[^.;]{0,60}\b(?:terminated|withdrawn|suspended|halted|discontinued"
    r"|stopped)\b|\b(?:terminated|stopped) (?:early|prematurely)\b|\bwhy stopped\b|\bstatus: (?:terminated|withdrawn)",
    re.IGNORECASE,
)
"""Of a trial, not of a treatment that some stopped taking."""

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
    answering = bearing(standing, topic)
    stopped, approving = tuple(_stops(about)), _approving(about, topic.names)
    return m.CandidateDetails(
        drug=drug,
        indication=_indication(standing, topic),
        best_human_evidence=_best_human(answering),
        best_preclinical_evidence=_best_preclinical(answering),
        direction=direction(weighed(standing, topic)),
        trials=quotations(stopped),
        harms=harms(standing, topic.names),
        contraindications=contraindications(standing, topic.names),
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


def _stops(pieces: Iterable[m.Evidence]) -> Iterator[tuple[m.Evidence, str]]:
    """Yield what trials and their records tell of stopping, with the reason behind it; completing is no success."""
    for piece in of_design(pieces, "randomised-trial", "controlled-trial", *_CLINICAL_PLANS):
        yield from ((piece, text) for text in _runs(piece.content))


def _runs(content: str) -> Iterator[str]:
    """Yield the sentences that tell of stopping, word for word; those that follow each other as one."""
    run: list[Sentence] = []
    for sentence in (*sentences(content), None):
        if sentence and _STOPPED.search(sentence.text):
            run.append(sentence)
        elif run:
            yield content[run[0].start : run[-1].end]
            run = []


def _approving(pieces: Iterable[m.Evidence], names: tuple[str, ...]) -> tuple[m.Evidence, ...]:
    """Return the pieces that state an approval of the drug."""
    people_first = sorted(pieces, key=lambda piece: piece.subject != "human")
    return tuple(
        piece
        for piece in people_first
        if any(_APPROVED.search(one.text) and mentions(one.text, names) for one in sentences(whole(piece)))
    )[:1]
