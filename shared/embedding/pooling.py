"""What every embedder does with its texts at the beginning, and with its rows at the end."""

import numpy as np
from numpy.typing import NDArray


def readable(text: str, most_characters: int) -> str:
    """Return the part of *text* that is embedded, with what is no character replaced; blank texts become empty."""
    return text[:most_characters].strip().encode("utf-8", "replace").decode("utf-8")


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return *rows* (n × size) scaled to length 1; a row of zeros stays one, without a warning."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: NDArray[np.float32] = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return scaled
