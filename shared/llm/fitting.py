"""Cuts evidence to the room that a prompt has: every piece shorter first, then the least relevant left out. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared import messages as m
from shared.errors import CannotDo
from shared.sentences import truncate_at_sentence

from .fencing import source

BYTES_A_TOKEN = 3
"""Of English prose with names of drugs and genes it is four; what is counted wrongly is counted exactly before it is
sent."""

FEWEST_CHARACTERS = 300
"""Of a piece: with less, no result and its number fit."""

AROUND_CHARACTERS = 220
"""What stands around a text: its title, design and so on."""


@dataclass(frozen=True)
class Fitted:
    """The evidence as a prompt shows it."""

    sources: tuple[str, ...]
    """Each fenced, in the order given, which is by relevance."""
    pieces: tuple[m.Evidence, ...] = ()
    """What stands in them, whole: on anything else no model can rest what it says."""
    note: str = ""
    """What was cut or left out, for a person and for the model; empty where all is there."""


def fitted(pieces: Sequence[m.Evidence], room_tokens: int, most_characters: int) -> Fitted:
    """Return *pieces* so that they fit in *room_tokens*, none longer than *most_characters*."""
    room = max(0, room_tokens) * BYTES_A_TOKEN
    most_pieces = room // (FEWEST_CHARACTERS + AROUND_CHARACTERS)
    shown = tuple(pieces[:most_pieces])
    lengths = [min(len(piece.content), most_characters) for piece in shown]
    cap = _cap(lengths, room - AROUND_CHARACTERS * len(shown))
    texts = [truncate_at_sentence(piece.content, min(cap, most_characters)) for piece in shown]
    cut = sum(cap < length for length in lengths)
    return Fitted(
        sources=tuple(source(piece, text) for piece, text in zip(shown, texts, strict=True)),
        pieces=shown,
        note=_note(len(pieces) - len(shown), cut),
    )


def legible(pieces: Sequence[m.Evidence], room_tokens: int, most_characters: int) -> Fitted:
    """Return *pieces* as ``fitted`` does; raise ``CannotDo`` (over budget) where there are some and none has room.

    A model that is shown nothing can only make something up, and is paid for it.
    """
    shown = fitted(pieces, room_tokens, most_characters)
    if pieces and not shown.pieces:
        message = "its allowance has no room for any evidence; raise max_tokens"
        raise CannotDo(message, over_budget=True)
    return shown


def told_of(agent: str, shown: Fitted) -> tuple[str, ...]:
    """Return what a person is told of what *agent* was shown; nothing where it was everything."""
    return (f"To the {agent} agent not all evidence was shown. {shown.note}",) if shown.note else ()


def _cap(lengths: Sequence[int], room: int) -> int:
    """Return the greatest length at which all texts fit together; short ones leave their room to the others."""
    left, waiting = room, sorted(lengths)
    for place, length in enumerate(waiting):
        share = left // (len(waiting) - place)
        if length > share:
            return max(share, FEWEST_CHARACTERS)
        left -= length
    return max(lengths, default=0)


def _note(left_out: int, cut: int) -> str:
    """Return what does not stand in the prompt, in words."""
    parts = []
    if left_out:
        parts.append(f"{left_out} less relevant {'piece was' if left_out == 1 else 'pieces were'} left out")
    if cut:
        parts.append(f"{cut} {'piece was' if cut == 1 else 'pieces were'} shortened")
    return f"For lack of room in the prompt {' and '.join(parts)}." if parts else ""
