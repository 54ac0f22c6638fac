"""The search agent."""
