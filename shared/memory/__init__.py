"""ResearchMemory: what the runs found and thought, each run by itself.

Open an adapter where a process starts: ``embedded.SqliteMemory`` (one file), ``in_memory.InMemoryMemory`` (tests).
"""

from .protocol import HIGH_CONFIDENCE, ResearchMemory

__all__ = ["HIGH_CONFIDENCE", "ResearchMemory"]
