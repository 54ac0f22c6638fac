"""The sections that papers have, and what they call them."""

import re

FRONT = "Front matter"
TEXT = "Text"
"""Of a document without headings."""
ABSTRACT = "Abstract"
REFERENCES = "References"

_NAMES: dict[str, str] = {
    ABSTRACT: r"(?:structured )?abstract|summary|executive summary",
    "Keywords": r"key ?words?(?: and phrases)?|index terms",
    "Author summary": (r"(?:author|lay|plain language) summary|key points|highlights|research in context"),
    "Introduction": (r"introduction(?: and (?:background|aims?))?|background(?: and (?:aims?|rationale|objectives?))?"),
    "Methods": (
        r"(?:(?:materials?|subjects?|patients?|participants|animals|data)(?:,| and| &) )*"
        r"(?:methods?|methodology)(?: and (?:materials?|analysis|design))?"
        r"|experimental(?: section| procedures?| methods)?"
        r"|study design|research design and methods|online methods"
    ),
    "Methods and findings": r"methods? and (?:findings|results)",
    "Results": r"(?:main )?results?(?: and (?:analysis|interpretation))?|findings|results and discussion",
    "Discussion": (
        r"(?:general )?discussion(?: and (?:conclusions?|outlook|limitations))?|perspectives?|interpretation"
    ),
    "Limitations": r"(?:study )?limitations?|strengths and limitations",
    "Conclusions": (
        r"(?:summary and )?conclusions?(?: and (?:outlook|perspectives?|future (?:directions|work)|recommendations))?"
        r"|concluding remarks"
    ),
    "Acknowledgements": r"acknowledge?ments?(?: and funding)?",
    "Funding": r"(?:sources? of )?(?:funding|financial support)(?: sources?| statement| information)?",
    "Contributions": r"(?:author'?s?'? |authors' )?contributions?|author information|authorship",
    "Competing interests": (
        r"(?:(?:declaration of )?(?:conflicts?|competing|declarations?) (?:of )?interests?|disclosures?)(?: statement)?"
    ),
    "Data availability": (
        r"(?:data|availability)(?: and materials?)?(?: sharing)?(?: availability| of data(?: and materials?)?)?"
        r"(?: statement)?"
    ),
    "Ethics": (
        r"ethic(?:s|al)(?: approval| statement| considerations| standards)?(?: and consent to participate)?"
        r"|consent for publication|footnote"
    ),
    "Abbreviations": r"(?:list of )?abbreviations(?: used)?|nomenclature",
    "Supplement": (
        r"(?:supplementary|supporting|supplemental|additional) (?:materials?|information|data|files?|digital content"
        r"|figures?|tables?)|appendix(?: [a-z0-9])?|appendices"
    ),
    REFERENCES: r"references?(?: and notes)?|bibliography|literature(?: cited)?|works cited|notes and references",
}
"""What papers call their sections, by the name Vouch gives them."""

SILENT = frozenset(
    {
        FRONT,
        "Keywords",
        "Acknowledgements",
        "Funding",
        "Contributions",
        "Competing interests",
        "Data availability",
        "Ethics",
        "Abbreviations",
        REFERENCES,
    }
)
"""Sections that say nothing about what was studied, or only what others wrote: they support nothing."""

OWN_PARTS = frozenset(
    {"Introduction", "Methods", "Methods and findings", "Results", "Discussion", "Limitations", "Conclusions"}
)
"""What a structured abstract is made of, too."""

WHOLE_SECTIONS = frozenset({"Methods", "Methods and findings", "Results", "Discussion", "Limitations"})
"""Their name says more of a passage than the headings inside them do."""

_NUMBER = r"(?:(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}|[A-H])[.):]?\s+)?"
_WHOLE = re.compile(
    rf"{_NUMBER}(?:{'|'.join(f'(?P<n{place}>{words})' for place, words in enumerate(_NAMES.values()))})\s*[.:]?",
    re.IGNORECASE,
)


def name_of(text: str) -> str:
    """Return the section that a heading names, or nothing."""
    found = _WHOLE.fullmatch(text.strip().replace("’", "'"))
    if not found:
        return ""
    return next(name for place, name in enumerate(_NAMES) if found[f"n{place}"] is not None)
