"""What the pieces read say of a drug's harms and of whom it is not for; silence is never "safe" (evidence.md, 9)."""

import re

from shared import messages as m
from shared.appraisal.directions import direction_in

from .quoting import quotations, said_of

MOST_SAID = 2
"""Judgements on safety quoted beside the harms."""

NO_DATA = "no safety data among the sources read"
SAID_OF_SAFETY = "Said of safety:"
"""Stands before what judges or compares, and reports no harm."""

_HARM_WORDS = (
    r"adverse|side[- ]effects?|toxicit\w+|ha?emolysis|ha?emoglobin|bleeding|hypoglyc\w+|nausea|vomiting|diarrh\w+"
    r"|dizziness|headaches?|rash|hepatotoxic\w*|neuropath\w+|arrhythmia|QT\w*|deaths?"
    r"|(?:discontinu\w+|withdr[ae]w\w*|stopped) (?:\w+ ){0,4}(?:because|due|owing|for)"
    r"|(?:liver|hepatic|kidney|renal) (?:injur\w+|damage|failure)"
    r"|(?:raised|elevated|increased|higher|abnormal) (?:liver enzymes|transaminases|aminotransferases|creatinine)"
    r"|an(?:a)?emia|meth(?:a)?emoglobin\w*|keratopathy|infections? (?:was|were) more"
)
_HARMS = re.compile(rf"\b(?:{_HARM_WORDS})\b", re.IGNORECASE)
_SAFETY = re.compile(rf"\b(?:well[- ]tolerated|tolerability|tolerated|safe|safety|{_HARM_WORDS})\b", re.IGNORECASE)
_NONE = re.compile(
    rf"\b(?:no|not|without|neither|nor|none)\b[^.;,]{{0,40}}\b(?:{_HARM_WORDS})\b"
    rf"|\b(?:{_HARM_WORDS})\b[^.;,]{{0,60}}\b(?:no|not|nor|none|similar|comparable|little)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d\s?%|\d+ of \d+|\b(?:in|of) \d+\b|\d/\d")
_PEOPLE_KEPT_FROM = re.compile(
    r"\b(?:contra-?indicat\w+|(?:should|must) not (?:be )?(?:given|used|taken|receive|prescribed|administered)"
    r"|not (?:be )?recommended (?:in|for)|cannot (?:be given|take|receive)|avoid(?:ed)? in)\b"
    r"(?! (?:as monotherapy|alone))",
    re.IGNORECASE,
)


def harms(pieces: tuple[m.Evidence, ...], names: tuple[str, ...]) -> str:
    """Return what is reported of harms, those counted first, then what is only said of safety, told apart."""
    reported = sorted(said_of(pieces, names, _reports_harm), key=lambda said: not _FIGURE.search(said[1]))
    quoted = quotations(reported)
    judged = quotations(
        said_of(pieces, names, lambda text: _SAFETY.search(text) and not _reports_harm(text)), MOST_SAID
    )
    return " ".join((*quoted, *((SAID_OF_SAFETY, *judged) if judged else ()))) or NO_DATA


def _reports_harm(text: str) -> bool:
    """Say whether a sentence tells of a harm that happened, and not that none did or that harms were alike."""
    asked = text.lower().startswith("whether ")
    return bool(_HARMS.search(text)) and not (asked or _NONE.search(text)) and direction_in(text) != "no-difference"


def contraindications(pieces: tuple[m.Evidence, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences that keep the drug from some people; advice on how to combine it is none."""
    return quotations(said_of(pieces, names, _PEOPLE_KEPT_FROM.search))
