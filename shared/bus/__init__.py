"""The bus: hearing, saying, and what becomes of a message whose handler fails."""

from .consumers import Consumer
from .protocol import Bus

__all__ = ["Bus", "Consumer"]
