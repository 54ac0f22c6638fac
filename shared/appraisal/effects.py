"""Estimates of an effect with their interval, word for word: what is measured, its value, how sure it is. Pure.

Only what stands in the text is told; an estimate without an interval has none, and none is ever computed.
"""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from shared.sentences import sentences

_NUMBER = r"[-−–+]?\d+(?:[.·]\d+)?"
_WHOLE = r"(?![.·]?\d|,\d+(?!\d|\s?%))"
"""Behind a number that may be a thousand or a decimal comma, such as ``1,250``: nobody can tell, so it is not read."""
_RATIO_WORDS = (
    r"(?:(?:hazards?|risk|odds|rate|rates|incidence rate|incidence|prevalence|mortality) ratio|relative risk)"
)
_RATIO_LETTERS = r"(?:a?HR|a?RR|a?OR|a?IRR|SMR|PR)"
_DIFFERENCE = (
    r"(?:(?:standardi[sz]ed |weighted |least[- ]squares |adjusted ){0,3}mean difference"
    r"|(?:absolute )?(?:risk|rate) difference|(?:absolute |relative )?risk (?:reduction|increase)"
    r"|between[- ]group difference|treatment difference|difference|WMD|SMD|MD|RD|ARR)"
)
_ADJECTIVE = r"(?:(?:adjusted|unadjusted|crude|pooled|combined|summary|overall|multivariable|weighted)\s+){0,2}"
_MEASURE = rf"{_ADJECTIVE}(?:(?P<ratio>\b{_RATIO_WORDS}|\b(?-i:{_RATIO_LETTERS}))\b|(?P<difference>\b{_DIFFERENCE})\b)"
_TO_VALUE = (
    r"(?:\s*\[?\(?(?-i:[A-Za-z]{2,4})\)?\]?)?\s*+(?:of|was|were|is|for \w+|[,:=])?\s*+(?:was|were|of|[,:=])?\s*+"
)
_CALLED = r"(?:(?:confidence|credible) intervals?|CI|CrI)(?:\s*[\[(]CI[\])])?"
_INTERVAL = (
    rf"\s*+[,;]?\s*+(?:with (?:an? |its )?)?[\[(]?\s*+(?P<level>\d{{2}})\s?%\s*{_CALLED}"
    r"[,:=]?\s*+(?:of|from|was)?\s*+[\[(]?\s*+"
    rf"(?P<low>{_NUMBER})\s?%?\s*(?:to|[-–—,;]|and)\s*(?P<high>{_NUMBER}{_WHOLE})\s?%?"
)
_BARE = rf"\s*[\[(]\s*(?P<from>{_NUMBER})\s*(?:to|[-–—])\s*(?P<to>{_NUMBER})\s*(?=[\])])"
"""Behind a ratio: an interval that does not say what it is."""
_ESTIMATE = re.compile(
    rf"{_MEASURE}{_TO_VALUE}(?P<value>{_NUMBER}){_WHOLE}(?:\s?%)?(?:{_INTERVAL}|(?(ratio){_BARE}|(?!)))?", re.IGNORECASE
)
_LOGARITHM = re.compile(r"\b(?:log(?:arithm\w*)?|ln)[-\s(]{0,3}(?:of )?(?:the )?$", re.IGNORECASE)
"""Before a ratio: what follows is its logarithm, on another scale."""
MOST_BEFORE = 24
"""Characters looked at for it."""
_SHARE = re.compile(rf"(?<![\d.·])(?P<value>{_NUMBER})\s?%{_INTERVAL}", re.IGNORECASE)
_CHANCE = re.compile(r"\s*+[,;)\]]*+\s*+\(?\bp\s?(?:value)?\s?(?P<sign>[<=>≤≥])\s?(?P<p>0?[.·]\d+)", re.IGNORECASE)

PERCENT = "percent"
"""What a bare share measures: of one group, compared with nothing."""

NO_RATIO, NO_DIFFERENCE = 1.0, 0.0
"""Where nothing differs."""

NARROW = (0.80, 1.25)
"""A ratio whose whole interval lies within these bounds shows that there is no difference that matters.

Regulators call two medicines bioequivalent by the same bounds. A difference has no such bounds of its own.
"""

_EQUIVALENT = re.compile(
    r"\b(?:was|were|is|are) (?:\w+ly )?(?:non-?inferior|equivalent) to\b"
    r"|\b(?:non-?inferiority|equivalence)\b[^.;,]{0,40}\b(?:was|were) (?:shown|demonstrated|established|met)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|no|never|cannot|neither|nor|without|fail\w*|unable|unclear|unknown|uncertain|whether|if|may|might|could"
    r"|would|should|hypothes\w+|expect\w*|assum\w+|aim\w*|design\w*|test\w*|assess\w*|determin\w+)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Before or inside a claim of equivalence in one sentence: it is asked about, hoped for or denied, and so not shown."""

_FAMILIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("hazard", r"hazard|\ba?hr\b"),
        ("odds", r"odds|\ba?or\b"),
        ("rate", r"\brates? ratio|incidence|\ba?irr\b"),
        ("prevalence", r"prevalence|\bpr\b"),
        ("mortality", r"mortality|\bsmr\b"),
        ("risk", r"risk|\ba?rr\b"),
    )
)


class Effect(NamedTuple):
    """One estimate as a text states it."""

    measure: str
    """What is measured, in the text's own words; ``PERCENT`` for a bare share."""
    is_ratio: bool
    value: float
    low: float | None = None
    high: float | None = None
    level: int | None = None
    """Of the interval, in percent: mostly 95."""
    p: str = ""
    """As written: ``<0.001``."""
    start: int = 0
    end: int = 0
    """Where it stands, interval included: the words between are the effect verbatim."""

    @property
    def has_interval(self) -> bool:
        """Say whether the text states an interval."""
        return self.low is not None and self.high is not None

    @property
    def null(self) -> float:
        """Return the value that means no difference."""
        return NO_RATIO if self.is_ratio else NO_DIFFERENCE

    def excludes(self, value: float) -> bool:
        """Say whether the interval leaves *value* out; without an interval nothing is excluded."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high

    @property
    def is_narrow(self) -> bool:
        """Say whether the interval shows that there is no difference, and not only that none was shown."""
        if not self.is_ratio or self.low is None or self.high is None:
            return False
        return NARROW[0] <= self.low <= NO_RATIO <= self.high <= NARROW[1]

    @property
    def family(self) -> str:
        """Return what kind of ratio this is, whatever letters or adjectives it goes by; nothing for a difference."""
        called = self.measure.lower() if self.is_ratio else ""
        return next((name for name, words in _FAMILIES if words.search(called)), "")


@functools.lru_cache(maxsize=4096)
def effects_in(text: str) -> tuple[Effect, ...]:
    """Return the estimates in *text*, in their order; shares of people only with their interval."""
    found = sorted((*_estimates(text), *_shares(text)), key=lambda one: one.start)
    kept: list[Effect] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def main_effect(text: str) -> Effect | None:
    """Return the estimate that tells most: a comparison with its interval, then any with one, then the first."""
    ranked = sorted(effects_in(text), key=lambda one: (not one.has_interval, one.measure == PERCENT))
    return ranked[0] if ranked else None


def effect_text(text: str) -> str:
    """Return the main estimate as *text* writes it, or nothing."""
    found = main_effect(text)
    return text[found.start : found.end] if found else ""


def shows_no_difference(text: str) -> bool:
    """Say whether *text* shows that there is no difference, and not only that none was shown (evidence.md, 4).

    That takes equivalence or non-inferiority in its own words, or a narrow interval.
    """
    found = main_effect(text)
    return _is_equivalent(text) or (found is not None and found.is_narrow)


def _is_equivalent(text: str) -> bool:
    """Say whether a sentence of *text* claims equivalence, and neither denies nor doubts it."""
    claims = ((one.text, found) for one in sentences(text) for found in _EQUIVALENT.finditer(one.text))
    return any(not _DENIED.search(said, 0, found.end()) for said, found in claims)


def comparable(one: Effect, other: Effect) -> bool:
    """Say whether two estimates can be held against each other: two ratios of one kind can.

    An odds ratio is no risk ratio, and differences may be in other units.
    """
    return bool(one.family) and one.family == other.family


def _estimates(text: str) -> Iterator[Effect]:
    """Yield the estimates that are named."""
    for found in _ESTIMATE.finditer(text):
        named = text[found.start() : found.end("ratio" if found["ratio"] else "difference")]
        is_told = _is_plain(text, found) if found["ratio"] else found["low"]  # "a difference of 3 mg" may be anything
        if is_told:
            yield _effect(text, found, " ".join(named.split()), is_ratio=bool(found["ratio"]))


def _is_plain(text: str, found: re.Match[str]) -> bool:
    """Say whether a ratio is told as such: no logarithm, and not below zero, which no ratio is.

    A dash before the value is no minus where an interval without one holds the value.
    """
    if _LOGARITHM.search(text[max(0, found.start() - MOST_BEFORE) : found.start()]):
        return False
    value, bounds = _value(found["value"]), [_value(one) for one in _bounds(found)]
    if any(bound < 0 for bound in bounds):
        return False
    return value >= 0 or bool(bounds and min(bounds) <= -value <= max(bounds))


def _shares(text: str) -> Iterator[Effect]:
    """Yield the shares of people that have an interval."""
    for found in _SHARE.finditer(text):
        yield _effect(text, found, PERCENT, is_ratio=False)


def _effect(text: str, found: re.Match[str], measure: str, *, is_ratio: bool) -> Effect:
    """Return what one place of the text states."""
    chance = _CHANCE.match(text, found.end())
    value, *bounds = (_value(number) for number in (found["value"], *_bounds(found)) if number)
    low, high = sorted(bounds) or (None, None)
    return Effect(
        measure=measure,
        is_ratio=is_ratio,
        value=abs(value) if is_ratio else value,
        low=low,
        high=high,
        level=int(found["level"]) if found["level"] else None,
        p=f"{chance['sign']}{chance['p']}" if chance else "",
        start=found.start(),
        end=_closed(text, found.start(), found.end()),
    )


def _bounds(found: re.Match[str]) -> tuple[str, ...]:
    """Return both ends of the interval as written; nothing where there is none."""
    groups = found.groupdict()
    pairs = ((groups.get("low"), groups.get("high")), (groups.get("from"), groups.get("to")))
    return next(((low, high) for low, high in pairs if low and high), ())


def _closed(text: str, start: int, end: int) -> int:
    """Return the end of a span, moved behind the bracket that closes what was opened in it."""
    opened = sum(text.count(sign, start, end) for sign in "([") - sum(text.count(sign, start, end) for sign in ")]")
    return end + 1 if opened > 0 and text[end : end + 1] in {")", "]"} else end


def _value(number: str) -> float:
    """Return a number however its point and its minus are printed; a dash before it may be a minus."""
    return float(number.replace("·", ".").replace("−", "-").replace("–", "-"))
