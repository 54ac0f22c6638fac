"""Which way the evidence points, and where two sides contradict each other (evidence.md, 4).

No majority: where good studies disagree the answer is mixed. Two studies contradict only when what
they compare is comparable; otherwise the pair differs in something, and that is named.
"""

import re
from collections.abc import Iterable
from itertools import islice, product
from typing import NamedTuple

from shared import messages as m
from shared.appraisal.directions import direction_in, joined
from shared.appraisal.drugs import drugs_in
from shared.appraisal.results import direction_of, statements
from shared.appraisal.topics import Topic

from .standing import CONTROLLED, SECONDARY, human, relevant, strength, study

MOST_CONFLICTS = 8

_OUTCOMES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("death", r"\b(?:mortality|deaths?|died|surviv\w+)\b"),
        ("relapse", r"\b(?:relaps\w+|recurren\w+|recurred|radical cure)\b"),
        (
            "harms",
            r"\b(?:adverse|side[- ]effects?|toxicit\w+|ha?emolysis|ha?emoglobin|bleeding|safety|tolerab\w+|toxic)\b",
        ),
        ("pain", r"\bpain\w*\b"),
        ("function", r"\b(?:function\w*|disability|cognit\w+|memory|quality of life)\b"),
        ("infection", r"\b(?:infect\w+|parasit\w+|clearance|viral load)\b"),
        ("progression", r"\b(?:progress\w+|tumou?r|response|remission)\b"),
        ("events", r"\b(?:stroke|infarct\w+|cardiovascular|hospitali\w+|admissions?|seizures?|fractures?|falls)\b"),
        ("mood", r"\b(?:depress\w+|anxiety|mood)\b"),
        ("measure", r"\b(?:blood pressure|glucose|HbA1c|cholesterol|weight|biomarkers?|levels?)\b"),
    )
)
_POPULATIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("children", r"\b(?:child\w*|infants?|p(?:a)?ediatric|neonat\w+|adolescents?)\b"),
        ("pregnancy", r"\bpregnan\w+\b"),
        ("older people", r"\b(?:elderly|older (?:people|adults|patients))\b"),
        ("healthy people", r"\b(?:healthy|volunteers|soldiers|travell?ers)\b"),
        ("deficiency", r"\bdeficien\w+\b"),
    )
)
_UNTREATED = re.compile(r"\b(?:placebo|untreated|no treatment|usual care|standard care|vehicle|sham)\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:than|versus|vs\.?|compared (?:with|to)|against|over)\b(?P<rest>[^.;]{0,80})", re.IGNORECASE
)


class Setting(NamedTuple):
    """What a study compared, for two studies to be comparable."""

    population: frozenset[str]
    comparator: frozenset[str]
    outcome: frozenset[str]


class Weighed(NamedTuple):
    """A piece with the way it points and what it compared."""

    piece: m.Evidence
    direction: m.Direction
    setting: Setting


def weighed(evidence: Iterable[m.Evidence], topic: Topic) -> tuple[Weighed, ...]:
    """Return the pieces about people and on topic that count, each with its direction."""
    return tuple(_weighed(piece, topic) for piece in human(relevant(evidence, topic)))


def _weighed(piece: m.Evidence, topic: Topic) -> Weighed:
    """Return one piece with its direction and its setting."""
    way = pointing(piece, topic)
    return Weighed(piece, way, setting_of(piece, topic, way))


def pointing(piece: m.Evidence, topic: Topic) -> m.Direction:
    """Return which way a piece points: as its record says, else as its sentences about the topic's drug do."""
    if piece.direction != "unknown":
        return piece.direction
    return direction_of(piece.content, names=() if topic.is_open else topic.names)


def setting_of(piece: m.Evidence, topic: Topic, way: m.Direction) -> Setting:
    """Return population, comparator and outcome as the wording of a piece gives them.

    The outcomes are those of the sentences that point the piece's way, where one sentence alone does so.
    """
    said = [sentence.text for sentence, _ in statements(piece.content)]
    told = " ".join(said)
    pointing_there = " ".join(text for text in said if direction_in(text) == way) or told
    population = frozenset(name for name, words in _POPULATIONS if words.search(f"{piece.citation.title} {told}"))
    outcome = frozenset(name for name, words in _OUTCOMES if words.search(pointing_there))
    return Setting(population, _comparators(told, topic), outcome)


def _comparators(told: str, topic: Topic) -> frozenset[str]:
    """Return what the results are compared with: nothing active, or other drugs by name."""
    rests = [found["rest"] for found in _AGAINST.finditer(told)]
    others = {drug for rest in rests for drug in drugs_in(rest) if drug not in topic.drugs}
    return frozenset(others | ({"no treatment"} if _UNTREATED.search(told) else set()))


def direction(found: Iterable[Weighed]) -> m.Direction:
    """Return the direction of the whole, from the strongest designs that point anywhere.

    Benefit beside harm is mixed. No difference shown is a disagreement only with a study that compared the same and
    was no larger: a small null result does not deny what a large study showed, nor does one against an active drug.
    """
    best = _strongest(found)
    clear = _pointing(best, "benefit", "harm")
    if not clear:
        return joined(one.direction for one in best)
    disputes = (_denies(*pair) for pair in product(_pointing(best, "no-difference"), clear))
    return "mixed" if any(disputes) else joined(one.direction for one in clear)


def _denies(null: Weighed, clear: Weighed) -> bool:
    """Say whether a null result is on the same comparison as a clear one, and known to be at least as large."""
    size, other = null.piece.sample_size or 0, clear.piece.sample_size or 0
    return bool(size) and size >= other and not _differs(null, clear)


def _strongest(found: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Return the controlled studies and meta-analyses that point anywhere, else all that do."""
    known = tuple(one for one in found if one.direction != "unknown")
    return tuple(one for one in known if one.piece.design in {*CONTROLLED, "meta-analysis"}) or known


def _pointing(found: Iterable[Weighed], *wanted: m.Direction) -> tuple[Weighed, ...]:
    """Return those that point in one of the wanted directions."""
    return tuple(one for one in found if one.direction in wanted)


def conflicts(found: tuple[Weighed, ...]) -> tuple[m.Conflict, ...]:
    """Return the pairs of independent studies that point in opposite directions, with what they differ in.

    A benefit in one outcome and a harm in another are no disagreement.
    """
    pairs = product(_primary(found, "benefit"), _primary(found, "harm"))
    opposed = (pair for pair in pairs if study(pair[0].piece) != study(pair[1].piece) and not _speak_apart(*pair))
    return tuple(_conflict(n, *pair) for n, pair in enumerate(islice(opposed, MOST_CONFLICTS), start=1))


def _speak_apart(one: Weighed, other: Weighed) -> bool:
    """Say whether two studies are known to speak of different outcomes."""
    first, second = one.setting.outcome, other.setting.outcome
    return bool(first and second) and not first & second


def _primary(found: Iterable[Weighed], wanted: m.Direction) -> tuple[Weighed, ...]:
    """Return one work of each study that points that way, the strongest designs first."""
    by_study: dict[str, Weighed] = {}
    for one in sorted(_pointing(found, wanted), key=lambda one: strength(one.piece)):
        if one.piece.design not in SECONDARY:
            by_study.setdefault(study(one.piece), one)
    return tuple(by_study.values())


def _conflict(n: int, first: Weighed, second: Weighed) -> m.Conflict:
    """Return a pair as the contract writes it, the benefit first."""
    return m.Conflict(
        conflict_id=f"C{n}",
        description=_described(first, second),
        first_source_ids=(first.piece.source_id,),
        second_source_ids=(second.piece.source_id,),
        differs_in=_differs(first, second),
    )


def _described(first: Weighed, second: Weighed) -> str:
    """Return what two studies disagree about, as far as both say."""
    shared = [name for name, _ in _OUTCOMES if name in first.setting.outcome & second.setting.outcome]
    about = f" on {' and '.join(shared)}" if shared else ""
    return f"{first.piece.source_id} points to benefit and {second.piece.source_id} to harm{about}."


def _differs(one: Weighed, other: Weighed) -> str:
    """Return what keeps two studies from being compared, or nothing; what is not told is not comparable."""
    if one.setting.population != other.setting.population:
        return "population"
    if differing := _unlike("comparator", one.setting.comparator, other.setting.comparator):
        return differing
    return _unlike("outcome", one.setting.outcome, other.setting.outcome)


def _unlike(name: str, first: frozenset[str], second: frozenset[str]) -> str:
    """Return *name* where two studies share nothing of it, and whether both say what they had."""
    if first & second:
        return ""
    return name if first and second else f"{name} (not stated alike)"
