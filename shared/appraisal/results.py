"""Which sentences report a result, and which only set the scene.

Only results and conclusions may carry a finding (evidence.md, 7). Labels of a structured
abstract decide where the text has them; wording and position decide everywhere else.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from shared.appraisal.direction_words import COMPARATOR
from shared.appraisal.directions import Reading, direction_in, is_hedged, readings_in, together
from shared.appraisal.drugs import drugs_in, mentions
from shared.appraisal.result_words import (
    AIM,
    AIM_OPENING,
    ASKING,
    BACKGROUND,
    BARE_LABEL,
    CONCLUSION,
    DEFINES,
    FIGURE,
    LABEL,
    LABEL_NAME,
    LABELS,
    METHOD,
    OTHERS,
    OTHERS_FIRST,
    RESULT,
    RESULTS_AFTER_ALL,
    SCENE,
    STATED,
    SentenceRole,
)
from shared.appraisal.tongues import is_readable
from shared.messages import Direction
from shared.sentences import Sentence, sentences

__all__ = [
    "SentenceRole",
    "compares_harms_alone",
    "direction_of",
    "is_about",
    "is_hedged",
    "is_whole",
    "result_sentences",
    "role_of_label",
    "roles",
    "statements",
]

Told = tuple[Sentence, SentenceRole]

MOST_REMEMBERED = 512
"""Texts whose roles are kept at hand: a few rounds of one run."""

SHORTEST_WITH_BACKGROUND = 4
"""Sentences an abstract needs before its first sets the scene and its last concludes."""


def role_of_label(label: str) -> SentenceRole | None:
    """Return what a section of this name holds, or ``None`` where the name does not tell."""
    name = label.strip().rstrip(":").strip()
    found = LABEL_NAME.fullmatch(name)
    if found is None or RESULTS_AFTER_ALL.fullmatch(name):
        return None
    return _role_named(found)


def _role_named(found: re.Match[str]) -> SentenceRole | None:
    """Return the role whose group matched."""
    return next((role for role in LABELS if found.group(role)), None)


def _unlabelled(sentence: Sentence) -> tuple[Sentence, str]:
    """Return the sentence without the label it opens with, and that label."""
    found = LABEL.match(sentence.text) or BARE_LABEL.match(sentence.text)
    if not found or found.end() >= len(sentence.text):
        return sentence, ""
    start = sentence.start + found.end()
    return Sentence(start, sentence.end, sentence.text[found.end() :]), found.group().strip(" :\n.-–—")


def _labelled(text: str, sections: Sequence[tuple[int, str]]) -> Iterator[tuple[Sentence, str]]:
    """Yield each sentence without its label, and the label it stands under."""
    label = ""
    waiting = sorted(sections)
    for sentence in sentences(text):
        while waiting and waiting[0][0] <= sentence.start:
            label = waiting.pop(0)[1]
        bare, own = _unlabelled(sentence)
        label = own or label
        yield bare, label


def _is_measured(sentence: str) -> bool:
    """Say whether a sentence has a figure beside a word of result."""
    return bool(FIGURE.search(sentence) and RESULT.search(sentence))


def _is_aim(sentence: str) -> bool:
    """Say whether a sentence asks or intends; one with a measured result does not."""
    asks = ASKING.search(sentence) or AIM.search(sentence) or AIM_OPENING.match(sentence)
    return bool(asks) and not _is_measured(sentence)


def _concludes(sentence: str) -> bool:
    """Say whether a sentence concludes; figures belong to results."""
    return bool(CONCLUSION.search(sentence)) and not FIGURE.search(sentence)


def _is_method(sentence: str) -> bool:
    """Say whether a sentence says what was done or defined; one with a measured result says more."""
    return bool(DEFINES.search(sentence)) or (bool(METHOD.search(sentence)) and not _is_measured(sentence))


def _is_scene(sentence: str) -> bool:
    """Say whether a sentence tells what a thing is or is being developed for; one with a measured result says more."""
    return bool(SCENE.search(sentence)) and not _is_measured(sentence)


def _is_result(sentence: str) -> bool:
    """Say whether a sentence has a figure or a word of result."""
    return bool(FIGURE.search(sentence) or RESULT.search(sentence))


_WORDING: tuple[tuple[SentenceRole, Callable[[str], object]], ...] = (
    ("aim", _is_aim),
    ("others", OTHERS.search),
    ("background", _is_scene),
    ("conclusion", _concludes),
    ("method", _is_method),
    ("result", _is_result),
    ("background", BACKGROUND.search),
)
"""The first that fits decides."""


def _worded(sentence: str) -> SentenceRole | None:
    """Return the role the wording of an unlabelled sentence gives away, if any."""
    return next((role for role, fits in _WORDING if fits(sentence)), None)


def _placed(sentence: str, place: int, count: int, before: SentenceRole) -> SentenceRole:
    """Return the role of a sentence whose wording says nothing, from where it stands."""
    stated = bool(STATED.search(sentence))
    if count < SHORTEST_WITH_BACKGROUND:
        return "result" if stated else "background"
    if place == count - 1:
        return "conclusion"
    return "background" if place == 0 else _following(before, stated=stated)


def _following(before: SentenceRole, *, stated: bool) -> SentenceRole:
    """Return what comes behind a sentence: an abstract runs from scene to finding."""
    if before in {"others", "aim"}:
        return "background"
    return "result" if before == "method" and stated else before


def _by_label(sentence: str, label: str) -> SentenceRole | None:
    """Return the role under *label*; what others found supports nothing wherever it stands."""
    role = role_of_label(label) if label else None
    if role == "conclusion" and AIM_OPENING.match(sentence):
        return "aim"
    return "others" if role in {"result", "conclusion"} and OTHERS_FIRST.match(sentence) else role


def roles(text: str, sections: Sequence[tuple[int, str]] = ()) -> tuple[Told, ...]:
    """Return every sentence of *text* with its role, in order.

    A label such as ``RESULTS:`` inside the text is cut from its sentence, whose offsets stay true.
    *sections* holds ``(offset, name)`` where the caller knows under which heading a text stands.
    """
    return _told(text, tuple(sections))


@functools.lru_cache(maxsize=MOST_REMEMBERED)
def _told(text: str, sections: tuple[tuple[int, str], ...]) -> tuple[Told, ...]:
    """Return the roles of a text; every agent asks for those of one piece several times."""
    labelled = tuple(_labelled(text, sections))
    told: list[Told] = []
    for place, (sentence, label) in enumerate(labelled):
        before = told[-1][1] if told else "background"
        role = _by_label(sentence.text, label) or _worded(sentence.text)
        told.append((sentence, role or _placed(sentence.text, place, len(labelled), before)))
    return tuple(told)


def statements(text: str, sections: Sequence[tuple[int, str]] = ()) -> tuple[Told, ...]:
    """Return the results and conclusions of *text* with their roles: what a finding may rest on."""
    return tuple(told for told in roles(text, sections) if told[1] in {"result", "conclusion"})


def result_sentences(text: str, sections: Sequence[tuple[int, str]] = ()) -> tuple[Sentence, ...]:
    """Return the sentences of *text* that report a result or conclude from one."""
    return tuple(sentence for sentence, _ in statements(text, sections))


def is_about(sentence: str, names: Sequence[str]) -> bool:
    """Say whether a sentence tells of the drug called *names*: of that one, not of another compared with it.

    A sentence that names no drug speaks of the one its text is about.
    """
    named = drugs_in(sentence)
    if not names or not named:
        return True
    if set(named) <= {name.lower() for name in names}:
        return True
    return mentions(COMPARATOR.sub(" ", sentence), names)


def direction_of(text: str, sections: Sequence[tuple[int, str]] = (), names: Sequence[str] = ()) -> Direction:
    """Return which way *text* says the evidence points; see ``shared.appraisal.directions`` for the words.

    With *names*, only what is said of the drug that bears them counts.

    One sentence speaks for itself. Of a longer text only results and conclusions do, and a
    conclusion that claims what its own results do not show makes it ``mixed``. ``no-difference``
    means that none was *shown* (evidence.md, 4): it is no proof that there is none. A text in another
    language than English is not read at all.
    """
    if not is_readable(text):
        return "unknown"
    if len(sentences(text)) == 1:
        return direction_in(text) if is_about(text, names) else "unknown"
    told = tuple(one for one in statements(text, sections) if is_about(one[0].text, names))
    return _weighed(_readings_as(told, "result"), _readings_as(told, "conclusion"))


def is_whole(sentence: str) -> bool:
    """Say whether no bracket of a sentence was cut: abbreviations and figures mislead every rule for sentences."""
    depth = 0
    for sign in sentence:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def compares_harms_alone(text: str, sections: Sequence[tuple[int, str]] = ()) -> bool:
    """Say whether all that *text* tells is that harms did not differ."""
    told = (readings_in(sentence.text) for sentence, _ in statements(text, sections))
    known = [reading for readings in told for reading in readings if reading.direction != "unknown"]
    return bool(known) and all(reading.of_harms for reading in known)


def _readings_as(told: Iterable[Told], wanted: SentenceRole) -> tuple[Reading, ...]:
    """Return what the sentences of one role tell."""
    return tuple(reading for sentence, role in told if role == wanted for reading in readings_in(sentence.text))


def _weighed(shown: tuple[Reading, ...], concluded: tuple[Reading, ...]) -> Direction:
    """Return the direction of results and conclusions together; a drug that is only called good is not shown so."""
    first, last = together(shown), together(concluded)
    if "unknown" in {first, last}:
        return first if last == "unknown" else last
    if first == "mixed":
        return last
    if first == "no-difference" and last == "benefit" and any(reading.of_actives for reading in shown):
        return first
    return together((*shown, *concluded))
