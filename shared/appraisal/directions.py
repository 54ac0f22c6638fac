"""Which way a sentence points: benefit, harm, no difference shown, mixed, or unknown.

A clause is read for a change (reduced, higher …) and what changed (relapse, survival …), or for a
plain judgement (effective, toxic …). A negated change is *no difference shown*, as is a failure to show
non-inferiority: neither is ever the opposite. A change that only may happen is hedged and gives no direction.
"""

from collections.abc import Iterable, Iterator
from re import Match
from typing import NamedTuple

from shared.appraisal.direction_words import (
    ASIDE,
    CERTAIN,
    CHANGES,
    CLAUSES,
    COMPARATOR,
    COMPARED,
    CONTROL,
    EVENT,
    HARM_MEASURES,
    HARMS_ALIKE,
    HEDGE,
    LESS,
    MOVES,
    NAMED,
    NO_CHANGE,
    NO_HARMS,
    NONE,
    OF_CONTROLS,
    OPEN,
    OUTCOME,
    PEOPLE_COMPARED,
    POINTS,
    SHARE,
)
from shared.appraisal.drugs import drugs_in
from shared.messages import Direction


class Reading(NamedTuple):
    """Which way one clause points, and what kind of "no difference" it tells of."""

    direction: Direction
    of_harms: bool = False
    """Harms were alike: that neither makes nor denies an effect."""
    of_actives: bool = False
    """No difference from another drug: that does not deny an effect over none."""


def is_hedged(text: str) -> bool:
    """Say whether *text* softens what it says: may, could, suggests, appears …."""
    return HEDGE.search(text) is not None


def joined(directions: Iterable[Direction]) -> Direction:
    """Return the direction of several together: what disagrees is ``mixed``, never a majority."""
    known = {direction for direction in directions if direction != "unknown"}
    if not known:
        return "unknown"
    return known.pop() if len(known) == 1 else "mixed"


def together(readings: Iterable[Reading]) -> Direction:
    """Return the direction of several clauses: a "no difference" beside an effect counts only where it denies it."""
    telling = _telling(readings)
    if any(reading.direction != "no-difference" for reading in telling):
        telling = [reading for reading in telling if not reading.of_actives]
    return joined(reading.direction for reading in telling)


def _telling(readings: Iterable[Reading]) -> list[Reading]:
    """Return the readings that tell a direction; those of harms only where no other does."""
    known = [reading for reading in readings if reading.direction != "unknown"]
    return [reading for reading in known if not reading.of_harms] or known


def direction_in(sentence: str) -> Direction:
    """Return which way one sentence points, clause by clause."""
    return together(readings_in(sentence))


def readings_in(sentence: str) -> tuple[Reading, ...]:
    """Return what the clauses of a sentence tell; where none tells, what two shares of its arms do.

    What an outcome or an arm is called (“Reduction in pain”) tells nothing: names stand in typographic quotes.
    """
    sentence = NAMED.sub(" ", sentence)
    told = tuple(
        reading for clause in _treated(sentence) for reading in _clause(clause) if reading.direction != "unknown"
    )
    return told or (Reading(_arms(sentence)),)


def _treated(sentence: str) -> list[str]:
    """Return the clauses of a sentence; those on the untreated alone only where there are no others."""
    clauses = [clause for clause in CLAUSES.split(sentence) if clause and clause.strip()]
    return [clause for clause in clauses if not _is_of_controls(clause)] or clauses


def _is_of_controls(clause: str) -> bool:
    """Say whether a clause tells what became of the untreated, and compares them with nobody."""
    return bool(OF_CONTROLS.search(clause)) and not COMPARED.search(clause)


def _clause(clause: str) -> Iterator[Reading]:
    """Yield what one clause tells; a negated change is no difference shown."""
    if PEOPLE_COMPARED.search(clause):
        return
    if HARMS_ALIKE.search(clause):
        yield Reading("no-difference", of_harms=True)
    clause = NO_HARMS.sub(" ", HARMS_ALIKE.sub(" ", clause))
    if (none := NONE.search(clause)) and not OPEN.search(clause[: none.start()]):
        yield Reading("no-difference", _is_of_harms(clause, none), _is_of_actives(clause))
    else:
        yield Reading(joined(_points(clause)))


def _is_of_harms(clause: str, none: Match[str]) -> bool:
    """Say whether what did not differ is watched for safety's sake: the last outcome before, else the next."""
    outcomes = sorted({*OUTCOME.finditer(clause), *HARM_MEASURES.finditer(clause)}, key=Match.start)
    before = [found for found in outcomes if found.end() <= none.start()]
    nearest = before[-1:] or outcomes[:1]
    return any(HARM_MEASURES.search(found.group()) for found in nearest)


def _is_of_actives(clause: str) -> bool:
    """Say whether a clause compares drugs with each other, not with placebo or with nothing."""
    if CONTROL.search(clause):
        return False
    named = len(drugs_in(clause)) > 1 or any(drugs_in(found["other"]) for found in COMPARATOR.finditer(clause))
    return named or "inferior" in clause.lower()


def _arms(sentence: str) -> Direction:
    """Return which way two shares point when one is the control's and the difference is significant."""
    shares = SHARE.findall(ASIDE.sub("", sentence))
    outcome = OUTCOME.search(sentence)
    if len(shares) != len(("treated", "control")) or not outcome or not CERTAIN.search(sentence):
        return "unknown"
    rise = _rise(*shares)
    return POINTS["up" if rise > 0 else "down", str(outcome.lastgroup)] if rise else "unknown"


def _rise(first: tuple[str, str], second: tuple[str, str]) -> float:
    """Return by how much the treated share exceeds the control's; 0 where neither or both are a control's."""
    one, other = (float(share.replace("·", ".")) for share, _ in (first, second))
    controls = (bool(CONTROL.search(first[1])), bool(CONTROL.search(second[1])))
    return {(True, False): other - one, (False, True): one - other}.get(controls, 0.0)


def _points(clause: str) -> Iterator[Direction]:
    """Yield the direction of each change and judgement the clause reports."""
    for name, words in CHANGES:
        for found in words.finditer(clause):
            if not OPEN.search(clause[: found.start()]) and not NO_CHANGE.match(clause, found.end()):
                yield _judged(name, clause, found)


def _judged(name: str, clause: str, found: Match[str]) -> Direction:
    """Return what one word of change or judgement means in its clause."""
    if name == "benefit":
        return "harm" if LESS.search(clause[: found.start()]) else "benefit"
    if name == "harm":
        return "harm"
    if _is_a_course(clause, found):
        return "unknown"
    outcome = _nearest_outcome(clause, found)
    return POINTS[name, outcome] if outcome else "unknown"


def _is_a_course(clause: str, change: Match[str]) -> bool:
    """Say whether a measure of safety only went up or down by itself, compared with nothing."""
    if COMPARED.search(clause) or CERTAIN.search(clause) or CONTROL.search(clause):
        return False
    measures = list(HARM_MEASURES.finditer(clause, 0, change.start()))
    beside = bool(measures) and not clause[measures[-1].end() : change.start()].strip()
    return bool(measures and MOVES.match(change.group())) or (beside and bool(EVENT.match(change.group())))


def _nearest_outcome(clause: str, change: Match[str]) -> str:
    """Return whether the nearest outcome is ``good`` or ``bad``; what follows the change counts first."""
    before = [str(found.lastgroup) for found in OUTCOME.finditer(clause, 0, change.start())]
    if before and MOVES.match(change.group()):
        return before[-1]
    return _outcome_behind(clause, change) or next(reversed(before), "")


def _outcome_behind(clause: str, change: Match[str]) -> str:
    """Return the outcome behind a change, as long as no comparison stands between."""
    after, stop = OUTCOME.search(clause, change.end()), COMPARED.search(clause, change.end())
    reached = after and not (stop and stop.start() < after.start())
    return str(after.lastgroup) if after and reached else ""
