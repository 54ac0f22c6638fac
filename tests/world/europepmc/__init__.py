"""Europe PMC as it answers: errors inside 200, pages by a mark, rows lite or core, JSON or XML."""

from tests.world.europepmc.serving import app

__all__ = ["app"]
