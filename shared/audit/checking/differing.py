"""What a near copy says otherwise than its passage, named: a number, a unit, a direction, a denial, a drug …. Pure.

Only what is known to change the meaning is named. Other words may be a writer's own way of saying the same.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from shared.audit.checking.aligning import LONGEST_EDIT, Edit, edits
from shared.audit.checking.exchanging import exchanged
from shared.audit.checking.lexicon import are_opposite
from shared.audit.checking.numbers import Quantity, agree, missing, scaled_alike
from shared.audit.checking.tokens import Token, numbers_of, tokens

SMALL_P = 0.05


class Difference(NamedTuple):
    """One difference, in words; one that turns the meaning round is undone by another such one."""

    reason: str
    turns: bool = False
    opposes: bool = False
    """Whether the passage then says the opposite, and not only something else."""


class Copy(NamedTuple):
    """A near copy: the sentence, its passage, every number of the source, its name, and all it says."""

    own_words: str
    passage: str
    numbers: tuple[Quantity, ...]
    source_id: str
    source_text: str = ""


def difference(copy: Copy) -> Difference | None:
    """Return the first difference that changes the meaning, or ``None``.

    Two turns are none: *higher with placebo than with the drug* is *lower with the drug than with placebo*.
    """
    found = tuple(_differences(copy))
    turning = [one for one in found if one.turns]
    named = [one for one in found if not one.turns]
    if len(turning) % 2:
        return turning[0]
    return named[0] if named else None


def _differences(copy: Copy) -> Iterator[Difference]:
    """Yield every difference that is known to matter."""
    for edit in edits(copy.own_words, copy.passage):
        yield from _of_numbers(edit, copy)
        yield from _of_words(edit, copy)
    if found := exchanged(copy.own_words, copy.passage):
        yield Difference(
            f"exchanged: {_said(found.first)} and {_said(found.second)}", turns=not numbers_of(found.first)
        )


def _said(part: Sequence[Token]) -> str:
    """Return tokens as they were written."""
    return f"“{' '.join(token.text for token in part)}”"


def _of_numbers(edit: Edit, copy: Copy) -> Iterator[Difference]:
    """Yield each number that stands in the place of another one, or nowhere in the source."""
    there = numbers_of(edit.there)
    for stated in numbers_of(edit.here):
        if any(agree(stated, other) for other in there):
            continue
        if replaced := next((reason for other in there if (reason := _other_number(stated, other))), ""):
            yield Difference(f"{replaced} in {copy.source_id}")
        elif missing((stated,), copy.numbers):
            yield Difference(f"the number {stated.written} is not in {copy.source_id}")


def _other_number(stated: Quantity, there: Quantity) -> str:
    """Return how a number differs from the one in its place; nothing where the two measure different things."""
    one, other = scaled_alike(stated, there)
    if one.unit == other.unit or (not one.unit and other.unit != "%") or not other.unit:
        return f"number differs: {stated.written} said, {there.written}"
    return f"unit differs: {stated.written} said, {there.written}" if one.value == other.value else ""


def _of_words(edit: Edit, copy: Copy) -> Iterator[Difference]:
    """Yield each difference of words at one place; a part that was left out makes none."""
    if len(edit.there) > LONGEST_EDIT or len(edit.here) > LONGEST_EDIT:
        return
    yield from _turned(edit, copy)
    yield from _replaced(edit, copy)
    yield from _strengthened(edit, copy)


def _turned(edit: Edit, copy: Copy) -> Iterator[Difference]:
    """Yield a denial put in or left out, and a direction that became its opposite."""
    put_in = () if _speaks_anew(edit, copy) else _more_denials(edit.here, edit.there)
    for said in put_in:
        yield Difference(f"direction differs: “{said.text}” put in", turns=True, opposes=True)
    left_out = () if _leaves_out(edit) else _more_denials(edit.there, edit.here)
    for said in left_out:
        yield Difference(f"direction differs: “{said.text}” left out", turns=True, opposes=True)
    for one, other in _pairs(edit, "way"):
        if are_opposite(one.key, other.key):
            reason = f"direction differs: “{one.text}” said, “{other.text}” in {copy.source_id}"
            yield Difference(reason, turns=True, opposes=True)


def _more_denials(one: Sequence[Token], other: Sequence[Token]) -> list[Token]:
    """Return the denials that one side has more than the other."""
    count = sum(token.kind == "denial" for token in other)
    return [token for token in one if token.kind == "denial"][count:]


_OBJECTS = frozenset({"word", "drug", "name", "people", "species"})
_UNTREATED = frozenset({"placebo", "sham", "control"})


def _speaks_anew(edit: Edit, copy: Copy) -> bool:
    """Say whether what is denied is nothing that the passage speaks of, as in *well tolerated, with no deaths*.

    *Without* in the place of the control is no denial either.
    """
    if not edit.kinds(edit.here, "denial"):
        return False
    if {token.key for token in edit.there} & _UNTREATED:
        return edit.here[-1].kind == "denial"
    places = [place for place, token in enumerate(edit.here) if token.kind == "denial"]
    spoken = {token.same for token in tokens(copy.passage)}
    return all(_is_new(edit.here[place + 1 :], spoken) for place in places) and not edit.there


def _is_new(behind: Sequence[Token], spoken: Collection[tuple[str, str]]) -> bool:
    """Say whether the first thing behind a denial is one that the passage does not speak of."""
    return bool(behind) and behind[0].kind in _OBJECTS and behind[0].same not in spoken


def denied_anew(own_words: str, passage: str) -> str:
    """Return the words that deny something of which *passage* does not speak; nothing where there are none."""
    copy = Copy(own_words, passage, (), "")
    found = (edit.here for edit in edits(own_words, passage) if not edit.there and _speaks_anew(edit, copy))
    return " ".join(token.text for token in next(found, ()))


def _leaves_out(edit: Edit) -> bool:
    """Say whether what is denied was left out with its denial, as in *in children, but not in adults*."""
    kinds = [token.kind for token in edit.there]
    return "denial" in kinds and kinds[-1] in _OBJECTS


def _pairs(edit: Edit, kind: str, *others: str) -> Iterator[tuple[Token, Token]]:
    """Yield what is said of one kind beside what stands there, of the same kind or of *others*."""
    yield from zip(edit.kinds(edit.here, kind), edit.kinds(edit.there, *(others or (kind,))), strict=False)


_NAMES = {
    "drug": "another drug",
    "name": "another name",
    "species": "another species",
    "people": "other people",
    "stage": "another time",
}


def _replaced(edit: Edit, copy: Copy) -> Iterator[Difference]:
    """Yield what was replaced by another of its kind, a drug by one that the source never names, people by animals."""
    pairs = [(what, *pair) for kind, what in _NAMES.items() for pair in _pairs(edit, kind)]
    pairs += [("another drug", *pair) for pair in _pairs(edit, "drug", "word", "name") if not _names(copy, pair[0])]
    pairs += [("another species", *pair) for pair in _crossed(edit)]
    for what, one, other in pairs:
        yield Difference(f"{what}: “{one.text}” said, “{other.text}” in {copy.source_id}")
    for one, other in _pairs(edit, "measure"):
        yield Difference(f"{other.key} reported as {one.key}")


def _names(copy: Copy, drug: Token) -> bool:
    """Say whether the source names a drug anywhere."""
    return drug.text.lower() in copy.source_text.lower() or drug.key in copy.source_text.lower()


def _crossed(edit: Edit) -> Iterator[tuple[Token, Token]]:
    """Yield animals in the place of women, men or children, and the other way round."""
    for one, other in (*_pairs(edit, "species", "people"), *_pairs(edit, "people", "species")):
        if "people" not in {one.key, other.key}:
            yield one, other


def _strengthened(edit: Edit, copy: Copy) -> Iterator[Difference]:
    """Yield what is said more surely than the passage does."""
    said = {token.kind for token in tokens(copy.own_words)}
    gone = {token.kind for token in edit.there}
    if "doubt" in gone - said:
        yield Difference("hedging removed")
    if "trend" in gone - said:
        yield Difference("a trend told as an effect")
    if "association" in gone and "association" not in said and said & {"cause", "way"}:
        yield Difference("causal words for an association")
    if edit.kinds(edit.here, "cause") and edit.kinds(edit.there, "association"):
        yield Difference("causal words for an association")
    if edit.kinds(edit.here, "significance") and not _is_significant(copy):
        yield Difference(f"called significant, which {copy.source_id} does not say")


def _is_significant(copy: Copy) -> bool:
    """Say whether the passage calls a difference significant, in words or by its p-value."""
    sure = ("significance" in {token.kind for token in tokens(copy.passage)}, _has_small_p(copy.passage))
    return any(sure)


def _has_small_p(passage: str) -> bool:
    """Say whether a passage gives a p-value below 0.05."""
    told = tokens(passage)
    after = ((one.text, other.quantity) for one, other in pairwise(told))
    return any(text.lower() in {"p", "p-value"} and number and float(number.value) < SMALL_P for text, number in after)
