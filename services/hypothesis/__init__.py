"""The hypothesis agent."""
