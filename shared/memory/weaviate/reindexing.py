"""The collections of several embedders, while the runs of one become another's.

A collection that is being filled says so of itself: it is no source, and whoever goes back to the old embedder gives it
up. What it is filled from is removed last.
"""

import weaviate

from .collection import PREFIX, described, is_filling_in, with_filling
from .failing import bounded
from .server import Address


async def others_of(client: weaviate.WeaviateAsyncClient, address: Address, own: str) -> dict[str, bool]:
    """Return the collections of other embedders, and whether each is only being filled.

    Raises ``CannotDo`` where one of them was made by somebody else, or by another version.
    """
    async with bounded("list its collections", address.seconds):
        found = await client.collections.list_all(simple=True)
    others = {name: one.description for name, one in sorted(found.items()) if name.startswith(PREFIX) and name != own}
    for name, description in others.items():
        described(name, description)
    return {name: is_filling_in(description) for name, description in others.items()}


async def mark(client: weaviate.WeaviateAsyncClient, address: Address, name: str, *, is_filling: bool) -> None:
    """Have a collection say whether it is being filled."""
    async with bounded("describe its collection", address.seconds):
        config = client.collections.use(name).config
        description = (await config.get(simple=True)).description
        await config.update(description=with_filling(description or "", is_filling=is_filling))


async def removed(client: weaviate.WeaviateAsyncClient, address: Address, name: str) -> None:
    """Remove a collection with all its runs."""
    async with bounded("remove a collection", address.seconds):
        await client.collections.delete(name)
