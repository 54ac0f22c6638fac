"""The retrieval agent."""
