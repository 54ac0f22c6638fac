"""The collection that holds the runs, one for each embedder, and what its name and description say of it.

Vectors of two embedders must not be compared, and Weaviate keeps the size of vectors in no schema: each embedder has
a collection of its own, whose name says which. So a change of embedder is noticed, and ``vouch memory reindex`` can
fill the new collection while the old one is still whole.
"""

import re
from collections.abc import Iterable

from weaviate.classes.config import DataType, Property, Tokenization

from shared.errors import CannotDo

SCHEMA_VERSION = 1
"""Of the objects; another version is refused, never guessed at."""

PREFIX = "ResearchMemory_"
VECTOR = "body"
"""Named, so that another one can be added beside it."""

_DESCRIBED = re.compile(r"schema=(\d+) embedder=(\S+)( filling)?")

FILLING = " filling"
"""Behind the description of a collection into which another one's runs are being copied."""

NO_EMBEDDER = "none"
"""In place of an embedder's name, where words alone rank."""


def name_for(embedder: str) -> str:
    """Return the name of the collection of an embedder's runs."""
    return PREFIX + re.sub(r"\W", "_", embedder, flags=re.ASCII)


def description_for(embedder: str) -> str:
    """Return what the collection says of itself."""
    return f"schema={SCHEMA_VERSION} embedder={embedder}"


def check_description(name: str, description: str | None, embedder: str) -> None:
    """Raise ``CannotDo`` for a collection that this Vouch must not write to."""
    if (made_for := described(name, description)) != embedder:
        message = f"the collection {name} was made for the embedder {made_for}, and this one is {embedder}"
        raise CannotDo(message)


def is_filling_in(description: str | None) -> bool:
    """Say whether a collection is a copy that was not finished."""
    return (description or "").endswith(FILLING)


def with_filling(description: str, *, is_filling: bool) -> str:
    """Return a description that says whether its collection is being filled."""
    return description.removesuffix(FILLING) + (FILLING if is_filling else "")


def described(name: str, description: str | None) -> str:
    """Return the embedder that a collection was made for; raise ``CannotDo`` where this Vouch cannot read it."""
    if not (found := _DESCRIBED.fullmatch(description or "")):
        message = (
            f"the collection {name} of this Weaviate was not made by Vouch: give Vouch a Weaviate of its own, "
            "or remove the collection"
        )
        raise CannotDo(message)
    if int(found[1]) != SCHEMA_VERSION:
        newer = "newer" if int(found[1]) > SCHEMA_VERSION else "older"
        message = (
            f"the research memory in Weaviate has schema {found[1]}, this Vouch knows {SCHEMA_VERSION}: "
            f"start the {newer} Vouch"
        )
        raise CannotDo(message)
    return found[2]


def check_others(names: Iterable[str], own: str, embedder: str) -> None:
    """Raise ``CannotDo`` where the memory was made with another embedder, or half of it was."""
    others = sorted(name for name in names if name.startswith(PREFIX) and name != own)
    if not others:
        return
    kept = ", ".join(name.removeprefix(PREFIX) for name in others)
    message = (
        f"this Weaviate holds runs whose vectors another embedder made ({kept}), and Vouch is set to {embedder}: "
        "set the embedder back, or stop Vouch and run `vouch memory reindex`, which goes on where it was stopped"
    )
    raise CannotDo(message)


def properties() -> list[Property]:
    """Return what an object has besides its id and its vector."""
    return [
        _filter("kind"),
        _filter("step"),
        _filter("work_id"),
        _filter("identifiers", DataType.TEXT_ARRAY),
        _filter("design"),
        Property(name="year", data_type=DataType.INT),
        Property(name="retracted", data_type=DataType.BOOL),
        Property(
            name="words",
            data_type=DataType.TEXT,
            tokenization=Tokenization.WHITESPACE,
            index_filterable=False,
            index_searchable=True,
        ),
        _kept("record", DataType.TEXT),
        _kept("ids", DataType.TEXT_ARRAY),
    ]


def _filter(name: str, data_type: DataType = DataType.TEXT) -> Property:
    """Return a property to filter by; only whole values match, for a part of an identifier is another one."""
    return Property(name=name, data_type=data_type, tokenization=Tokenization.FIELD, index_searchable=False)


def _kept(name: str, data_type: DataType) -> Property:
    """Return a property that is only read."""
    return Property(name=name, data_type=data_type, index_filterable=False, index_searchable=False)
