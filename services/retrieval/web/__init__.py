"""The retrieval agent's two tools for the web: search it, and read a page of it."""

from .opening import open_web
from .tools import Web

__all__ = ["Web", "open_web"]
