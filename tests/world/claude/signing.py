"""Signs what Claude thinks, so that a client which alters it is found out."""

import hashlib


def signature_of(thinking: str) -> str:
    """Return the signature of a text that was thought."""
    return hashlib.sha256(f"thought: {thinking}".encode()).hexdigest()
