"""OpenAlex as a source of literature."""

from .source import OpenAlex

__all__ = ["OpenAlex"]
