"""What nobody could check in a document, each as a sentence with how much it is."""

from collections.abc import Iterator, Sequence

from shared import messages as m

from .claims import Leaning, places_of, quotes, results_in
from .knowing import Held
from .naming import has_title, naming
from .reading import Sentence


def not_checked(
    leaning: Leaning, known: Sequence[Held], sentences: Sequence[Sentence], claims: Sequence[m.Claim]
) -> Iterator[str]:
    """Yield everything that was not checked: retractions, titles, claims, sections, names."""
    yield from _of_references(leaning, known)
    yield from _of_claims(leaning, [one for one in sentences if one.asserts and one.markers], claims)
    if apart := sum(_is_apart(one) for one in sentences):
        yield f"Sections on methods or on works not cited: not checked for {apart} sentences with a result or marker."
    if any(one.form == "author-year" for one in leaning.markers):
        yield "Markers by name and year are matched by family name and year alone: a best effort."


def _of_references(leaning: Leaning, known: Sequence[Held]) -> Iterator[str]:
    """Yield what nobody said of the references."""
    references = leaning.references
    if untold := sum(one.retraction.status == "not-checked" for one in known):
        yield f"Retraction: not checked for {untold} of {len(known)} references; no source that was given says."
    named = [one for one in known if naming(references[one.place].identifiers)]
    alone = sum(
        not (one.titles or one.other or one.asked) or not has_title(references[one.place].text) for one in named
    )
    if alone:
        yield f"Whether identifier and title belong together: not checked for {alone} of {len(named)} references."


def _of_claims(leaning: Leaning, cited: Sequence[Sentence], claims: Sequence[m.Claim]) -> Iterator[str]:
    """Yield how many sentences were held against nothing, and how many against some of their works alone."""
    if unread := len(cited) - len(claims):
        many = f"{unread} of {len(cited)} sentences with a marker"
        yield f"Claims: not checked for {many}; no text of their works was given."
    read = [places for one in cited if (places := places_of(one, leaning)) & leaning.sources.keys()]
    if partly := sum(not places <= leaning.sources.keys() for places in read):
        yield (
            f"Claims: {partly} of {len(cited)} sentences with a marker were checked against some of their works alone; "
            "no text of the others was given."
        )


def _is_apart(one: Sentence) -> bool:
    """Say whether a sentence would be checked if it stood in the body."""
    return not one.asserts and bool(one.markers or quotes(one.text) or results_in(one.text))
