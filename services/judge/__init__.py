"""The judge agent."""
