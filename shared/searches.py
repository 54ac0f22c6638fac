"""How a record says what a source was asked, and how to get the strings back out of it. Pure."""

THEN = " … then … "
"""Between the ways a query was asked, as a person reads them."""

CUT = "…"
"""At the end of a text that was too long to be kept whole."""


def ways(asked: str) -> tuple[str, ...]:
    """Return each string that a source was asked, the narrowest first; one that ends in ``CUT`` is not whole."""
    return tuple(" ".join(way.split()) for way in asked.split(THEN) if way.strip())
