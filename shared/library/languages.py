"""Languages, in one spelling each: sources write ``eng``, ``en``, ``en-GB`` and ``English``."""

_TABLE = """
ar ara arabic|bg bul bulgarian|ca cat catalan|cs cze ces czech|da dan danish|de ger deu german|el gre ell greek
en eng english|es spa spanish|et est estonian|fa per fas persian farsi|fi fin finnish|fr fre fra french|he heb hebrew
hi hin hindi|hr hrv scr croatian|hu hun hungarian|id ind indonesian|is ice isl icelandic|it ita italian|ja jpn japanese
ko kor korean|lt lit lithuanian|lv lav latvian|ms may msa malay|nl dut nld dutch|no nor nob nno norwegian|pl pol polish
pt por portuguese|ro rum ron romanian|ru rus russian|sk slo slk slovak|sl slv slovenian|sr srp scc serbian
sv swe swedish|th tha thai|tr tur turkish|uk ukr ukrainian|vi vie vietnamese|zh chi zho chinese mandarin
"""
_CODES = {word: line.split()[0] for line in _TABLE.replace("\n", "|").split("|") if line for word in line.split()}
_UNKNOWN = frozenset({"und", "undetermined", "unknown", "mul", "zxx", "none"})


_NAMES = {
    line.split()[0]: next(word for word in line.split() if len(word) > len("eng"))
    for line in _TABLE.replace("\n", "|").split("|")
    if line
}
"""The English name of each language by its code."""


def language_name(text: str) -> str:
    """Return the English name of a language, as PubMed writes it; one that is not known here stands as it is."""
    return _NAMES.get(language_code(text), text.strip().lower()).capitalize()


def language_code(text: str) -> str:
    """Return the two-letter code of a language, its own word where it has none here, nothing for "unknown"."""
    words = text.lower().replace(";", " ").replace(",", " ").replace("_", "-").split()
    word = words[0].partition("-")[0] if words else ""
    return "" if word in _UNKNOWN else _CODES.get(word, word)
