"""Anthropic's Messages API by a script: five agents are answered from the evidence in their prompts, well or unruly."""

from .behaving import NAMED
from .calls import Call
from .checking import KEY, MODELS, NO_ACCESS
from .serving import Claude
from .shapes import AGENTS

__all__ = ["AGENTS", "KEY", "MODELS", "NAMED", "NO_ACCESS", "Call", "Claude"]
