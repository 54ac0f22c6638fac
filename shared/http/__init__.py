"""How Vouch asks other people's servers: politely, within limits, and understanding how they refuse."""

from .answers import Answer, Wants
from .site import Site

__all__ = ["Answer", "Site", "Wants"]
