"""Answer, basis and main limitation in a few sentences, as the rules write them (evidence.md, 8). Pure."""

from shared import messages as m
from shared.audit.attributing import DESIGN_NAMES, design_of
from shared.audit.markers import marker_of, without_markers
from shared.audit.shelf import content_words

from .counting import studies_of
from .grouping import Groups
from .quoting import passages_on, quotation
from .readings import NULLS, READINGS, by_telling, direction_of_answer, pointing_words, reading_of, told_of
from .standing import opening

LONGEST_TITLE = 160
LONGEST_IN_CONCLUSION = 600
"""Characters of one quotation with its attribution."""
NO_VERDICT = "Counts of works are no verdict: how large, how good and how alike they are is not in them."
MOST_MARKED = 4
"""Sources named behind the summary's answer; the findings name all."""


def title_of(question: str, groups: Groups) -> str:
    """Return a title that names the question and promises no answer."""
    asked = " ".join(question.split())
    short = asked if len(asked) <= LONGEST_TITLE else asked[: LONGEST_TITLE - 1].rsplit(maxsplit=1)[0] + "…"
    return f"{'Evidence report' if groups.usable else 'No evidence found'}: {short}"


def answer(order: m.ReportRequested, groups: Groups) -> str:
    """Return which way the evidence points, without a verdict on the question."""
    if not groups.human and not groups.human_secondary:
        what = "on this question " if groups.beside else ""
        return f"No human study {what}with a result was read; {_elsewhere(groups)}."
    direction = direction_of_answer(order, groups)
    pointing = [one for one in (*groups.human, *groups.human_secondary) if reading_of(one) == direction]
    marker = marker_of(one.source_id for one in pointing[:MOST_MARKED])
    told = f"The human evidence read {READINGS[direction]} {marker}".rstrip()
    return f"{told}{_other_side(groups, direction)}."


def _other_side(groups: Groups, direction: m.Direction) -> str:
    """Return which human studies point elsewhere: a null result is never left to the small print."""
    if direction in {"mixed", "unknown"}:
        return ""
    same = NULLS if direction == "no-difference" else {direction}
    others = by_telling(one for one in groups.human if told_of(one) not in {*same, "unknown", "harms-alike"})
    told = [
        f"{pointing_words(len(studies_of(works)), way)} {marker_of(one.source_id for one in works[:MOST_MARKED])}"
        for way, works in others.items()
    ]
    return f"; of the other human studies {', '.join(told)}" if told else ""


def _elsewhere(groups: Groups) -> str:
    """Return where the evidence stands when none is on people."""
    kinds = (("animal", groups.animal), ("laboratory", groups.in_vitro), ("other", groups.other))
    named = [f"{kind} work {marker_of(one.source_id for one in found[:MOST_MARKED])}" for kind, found in kinds if found]
    return f"there is only {' and '.join(named)}" if named else "there are reviews only"


def basis(groups: Groups) -> str:
    """Return how many independent studies on people stand behind it, and the best design among them."""
    studies = len(studies_of(groups.human))
    if not studies:
        return "Basis: no independent study on people."
    best = DESIGN_NAMES[design_of(groups.human[0])]
    randomised = len(studies_of(groups.randomised))
    among = f" ({randomised} randomised)" if randomised else ""
    noun = "study" if studies == 1 else "studies"
    return f"Basis: {studies} independent human {noun}{among}; best design: {best}."


def main_limitation(order: m.ReportRequested, groups: Groups) -> str:
    """Return what weakens the answer most: no people, one trial, no trial, then how it was read."""
    randomised = len(studies_of(groups.randomised))
    if not groups.human:
        return "Main limitation: nothing was read that tells what happens in people."
    if not randomised:
        return "Main limitation: no randomised trial was among the works read."
    if randomised == 1:
        return "Main limitation: only one randomised trial was among the works read."
    if not any(piece.level == "full-text" for piece in order.evidence):
        return "Main limitation: only abstracts were read, and risk of bias was not assessed."
    return "Main limitation: risk of bias was not assessed."


def summary(order: m.ReportRequested, groups: Groups) -> tuple[str, tuple[str, ...]]:
    """Return the summary, and those of its sentences that the program made.

    A quotation stands behind the answer where one fits beside all else.
    """
    own = (answer(order, groups), basis(groups), main_limitation(order, groups))
    most = m.SUMMARY_CHARACTERS[1] - len(opening(order.record)) - 1
    room = most - len(without_markers(" ".join(own))) - 1
    told = _leading(groups, direction_of_answer(order, groups), order.question, room)
    return " ".join(filter(None, (own[0], told, *own[1:]))), own


def _leading(groups: Groups, direction: m.Direction, question: str, room: int) -> str:
    """Return a quotation of a human study that points this way and fits in *room* characters.

    Of those, the one whose title shares most with the question comes first, then the strongest.
    """
    wanted = content_words(question)
    pointing = [one for one in groups.human if reading_of(one) == direction]
    pointing.sort(key=lambda one: -len(wanted & content_words(one.reference.citation.title)))
    quoted = (quotation(one, passages_on(one, question)) for one in pointing)
    return next((told for told in quoted if told and len(without_markers(told)) <= room), "")


def conclusion(order: m.ReportRequested, groups: Groups) -> tuple[str, tuple[str, ...]]:
    """Return the conclusion, and those of its sentences that the program made.

    Each direction speaks through its strongest human study, so that no side is lost.
    """
    own = [answer(order, groups), _by_direction(groups), _left_open(groups), NO_VERDICT]
    directions = (direction for direction in READINGS if direction != "unknown")
    told = [_leading(groups, direction, order.question, LONGEST_IN_CONCLUSION) for direction in directions]
    items = "\n".join(f"- {one}" for one in told if one)
    first, last = (" ".join(filter(None, part)) for part in (own[:2], own[2:]))
    return "\n\n".join(filter(None, (first, items, last))), tuple(filter(None, own))


def _by_direction(groups: Groups) -> str:
    """Return how many independent human studies point which way, all of them in sight."""
    told = []
    for way, works in by_telling(groups.human).items():
        studies = studies_of(works)
        met = [name for names in studies.values() for name in names]
        told.append(f"{pointing_words(len(studies), way)} {marker_of(met)}")
    among = "Of the independent human studies among the works this report was written from, as rules read them"
    return f"{among}, {'; '.join(told)}." if told else ""


def _left_open(groups: Groups) -> str:
    """Return what evidence was not among the works read."""
    lacking = [
        name
        for name, found in (
            ("a randomised trial", groups.randomised),
            ("a review or meta-analysis of human studies", groups.human_secondary),
            ("work in animals", groups.animal),
            ("work in vitro", groups.in_vitro),
        )
        if not found
    ]
    return f"Not among the works read: {', '.join(lacking)}." if lacking else ""
