"""OpenAlex as it answers: ids as addresses, abstracts inside out, pages by number or by cursor."""

from tests.world.openalex.serving import app

__all__ = ["app"]
