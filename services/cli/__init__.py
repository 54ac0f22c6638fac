"""The command `vouch`."""
