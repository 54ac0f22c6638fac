"""Unruly reports: invented references, wrong numbers, lost markers, turned directions, another language."""

import re
from collections.abc import Callable, Mapping

from tests.world.claude.answering.report import CLINICAL
from tests.world.claude.shapes import Asked

INVENTED_NAME = "Smith et al., 2021"
INVENTED_DOI = "10.9999/vouch.2021.001"
INVENTED_ID = "S99"
INVENTED_TITLE = "Beyond doubt: ten thousand cures in one winter"

_QUOTED = re.compile(r"“(?P<quote>[^”]*)”(?P<marker> \[S\d+\])")
_MARKER = re.compile(r" ?\[S(\d+)\]")
_NUMBER = re.compile(r"(?<![\w.])(\d+)(?![\w]|\.\d*\])")
_TURNED: Mapping[str, str] = {
    "reduced": "increased",
    "lowered": "raised",
    "lower": "higher",
    "fewer": "more",
    "rarer": "more frequent",
    "fell": "rose",
    "decreased": "increased",
    "declined": "grew",
    "improved": "worsened",
    "effective": "ineffective",
    "prevented": "provoked",
    "did not differ": "differed clearly",
    "did not reduce": "clearly reduced",
    "higher": "lower",
    "increased": "reduced",
}
_TURNING = re.compile(rf"\b(?:{'|'.join(sorted(_TURNED, key=len, reverse=True))})\b")
_HEADINGS: Mapping[str, str] = {
    "## Executive summary": "## Zusammenfassung",
    "## Clinical findings": "## Klinische Befunde",
    "## Mechanistic findings": "## Befunde zum Wirkmechanismus",
    "## Conclusion": "## Schlussfolgerung",
    "## Limitations": "## Einschränkungen",
}
_GERMAN: tuple[tuple[str, str], ...] = (
    (r"^# .*$", "# Was die gezeigten Arbeiten zu dieser Frage sagen"),
    (r"An? [^“\n]*?reports: “[^”]*”", "Eine Arbeit berichtet, dass es unter der Behandlung anders war als ohne sie"),
    (r"^- (?!Eine).*$", "- Es wurden nur die gezeigten Stellen gelesen und nicht auf Verzerrungen geprüft."),
)
"""What is written in place of what."""


def invents_citations(text: str, _: Asked) -> str:
    """Return a report that names an author, a DOI and a source that nobody gave it."""
    return _beside_findings(text, f"Earlier work agrees ({INVENTED_NAME}), doi:{INVENTED_DOI} [{INVENTED_ID}].")


def invents_a_title(text: str, asked: Asked) -> str:
    """Return a report that names a work which does not exist, with the marker of one that does."""
    first = next((one.id for one in asked.usable), INVENTED_ID)
    return _beside_findings(text, f"The article “{INVENTED_TITLE}” settles the question [{first}].")


def invents_a_list(text: str, _: Asked) -> str:
    """Return a report that ends in a list of references of its own."""
    return f"{text}\n\n## References\n\n1. Smith J. {INVENTED_TITLE}. doi:{INVENTED_DOI}\n2. Doe A. Another one. 2020."


def changes_a_number(text: str, _: Asked) -> str:
    """Return a report with another number in its first quotation that has one."""
    return _first_quoted(text, lambda quote: _NUMBER.sub(lambda found: str(int(found[1]) + 7), quote, count=1))


def drops_markers(text: str, _: Asked) -> str:
    """Return a report that cites nothing."""
    return _MARKER.sub("", text)


def numbers(text: str, _: Asked) -> str:
    """Return a report that cites by plain numbers, as journals do, and skips some: ``[1]``, ``[5]``, ``[9]``."""
    ids = list(dict.fromkeys(_MARKER.findall(text)))
    return _MARKER.sub(lambda found: f" [{1 + 4 * ids.index(found[1])}]", text)


def flips_direction(text: str, _: Asked) -> str:
    """Return a report that says the opposite of its first quotation in words of its own, and still cites it."""
    findings = text.index(CLINICAL)
    for found in _QUOTED.finditer(text, findings):
        if turned := turned_of(found["quote"]):
            line = text.rindex("\n", 0, found.start()) + 1
            return f"{text[:line]}- {turned}{found['marker']}{text[found.end() :]}"
    return text


def turned_of(sentence: str) -> str:
    """Return a sentence with its direction turned; nothing where it has none."""
    turned = _TURNING.sub(lambda found: _TURNED[found.group()], sentence, count=1)
    return turned if turned != sentence else ""


def in_german(text: str, asked: Asked) -> str:
    """Return a report in German."""
    text = german_below_our_headings(text, asked)
    for ours, german in _HEADINGS.items():
        text = text.replace(ours, german)
    return text


def german_below_our_headings(text: str, _: Asked) -> str:
    """Return a report in German that keeps the headings it was told."""
    for pattern, german in _GERMAN:
        text = re.sub(pattern, german, text, flags=re.MULTILINE)
    return text


def other_headings(text: str, _: Asked) -> str:
    """Return a report without one of the parts that were wanted, and with one that was not."""
    return text.replace("## Conclusion", "## Recommendations")


def _beside_findings(text: str, sentence: str) -> str:
    """Return a report with one more clinical finding."""
    return text.replace(CLINICAL, f"{CLINICAL}\n\n- {sentence}", 1)


def _first_quoted(text: str, change: Callable[[str], str]) -> str:
    """Return a report whose first quotation that can be changed is changed."""
    for found in _QUOTED.finditer(text):
        if (changed := change(found["quote"])) != found["quote"]:
            return f"{text[: found.start('quote')]}{changed}{text[found.end('quote') :]}"
    return text
