"""How Vouch asks other people's servers: politely, within limits, and understanding how they refuse."""

from .answers import Answer, Wants
from .failing import RefusedError, SiteError
from .manners import Manners, Patience
from .opening import open_site, user_agent
from .site import Site

__all__ = ["Answer", "Manners", "Patience", "RefusedError", "Site", "SiteError", "Wants", "open_site", "user_agent"]
