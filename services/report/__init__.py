"""The report agent."""
