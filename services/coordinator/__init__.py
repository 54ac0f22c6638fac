"""Decides what is next, keeps the memory, and publishes what happened."""
