"""Sentences written otherwise with the same meaning: the kinds were fixed before the checker was written."""

import random
import re
from decimal import ROUND_HALF_UP, Decimal

_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
_DIGITS = {word: str(number) for number, word in enumerate(_WORDS, 2)}
_NOUNS = (
    r"(?:groups|patients|studies|trials|women|men|subjects|children|arms|doses|attacks|deaths|cases"
    r"|participants|days|weeks|months|years|hours|weeks'|treatments|drugs|sites|centers|centres|mice"
    r"|animals)"
)
_SYNONYMS: tuple[tuple[str, str], ...] = (
    (r"\b(was|were|significantly) decreased\b", r"\1 reduced"),
    (r"\b(was|were|significantly) reduced\b", r"\1 lowered"),
    (r"\bdecreases\b", "reduces"),
    (r"\bdecrease in\b", "reduction in"),
    (r"\breduction in\b", "decrease in"),
    (r"\breductions in\b", "decreases in"),
    (r"\bincrease in\b", "rise in"),
    (r"\bdemonstrated\b", "showed"),
    (r"\bshowed\b", "demonstrated"),
    (r"\bsimilar to\b", "comparable to"),
    (r"\bcomparable to\b", "similar to"),
    (r"\bhad similar\b", "had comparable"),
    (r"\bdid not differ significantly\b", "were not significantly different"),
    (r"\bapproximately\b", "about"),
    (r"\bobserved\b", "seen"),
    (r"\bachieved\b", "reached"),
    (r"\bsubstantially\b", "markedly"),
    (r"\badverse events\b", "side effects"),
    (r"\breceiving\b", "taking"),
    (r"\benhanced\b", "increased"),
)
_SPELLINGS = """
randomized randomised|tumor tumour|tumors tumours|estrogen oestrogen|estrogens oestrogens
estradiol oestradiol|hemoglobin haemoglobin|anemia anaemia|pediatric paediatric|behavior behaviour
behavioral behavioural|center centre|centers centres|diarrhea diarrhoea|edema oedema
hospitalized hospitalised|hospitalization hospitalisation|leukemia leukaemia|hemorrhage haemorrhage
ischemia ischaemia|ischemic ischaemic|fetal foetal|esophageal oesophageal|gynecologic gynaecologic
characterized characterised|utilization utilisation|localized localised|standardized standardised
color colour|fiber fibre|liter litre|labor labour|hypoglycemia hypoglycaemia|hematologic haematologic
minimized minimised|signaling signalling|favorable favourable|unfavorable unfavourable
generalized generalised|analyzed analysed|stabilized stabilised
"""
_SPELLED: dict[str, str] = {}
for _pair in re.split(r"[|\n]", _SPELLINGS.strip()):
    _american, _british = _pair.split()
    _SPELLED |= {_american: _british, _british: _american}
_SPELLING = re.compile(rf"\b(?:{'|'.join(_SPELLED)})\b", re.IGNORECASE)
_OPENING = re.compile(
    r"^(?:In (?:conclusion|summary|addition|contrast|this (?:study|trial|population))|Overall|However"
    r"|Moreover|Furthermore"
    r"|Importantly|Interestingly|Notably|Additionally|Finally|Conversely|Similarly|Thus|Therefore|Consequently|Also),? "
    r"|^(?:(?:Our|These|The|The present|This study's) (?:results|data|findings|study) (?:clearly |further )?"
    r"(?:show(?:s|ed)?|demonstrate[sd]?|confirm(?:s|ed)?) that |(?:Here,? )?[Ww]e (?:found|show"
    r"|demonstrate|observed) that )"
)
_LEADING = re.compile(
    r"^((?:At|After|Within|By|During|In|Among|For) [^,.;()]{4,60}), ((?:the|a|an|there|both|all|no|mean"
    r"|median|most|this|these|\d)\b[^,;:]*)\.$"
)
_UNITS: tuple[tuple[str, str], ...] = (
    (r"(?<=\d) mg\b(?!/)", " milligrams"),
    (r"(?<=\d) (?:hrs|h)\b", " hours"),
    (r"(?<=\d) min\b", " minutes"),
    ((r"(?<=\d) wks?\b"), " weeks"),
    (r"(?<=\d) (?:yr|yrs)\b", " years"),
    (r"(?<=mg)/d\b", "/day"),
    (r"(?<=\d) hours\b", " h"),
    (r"(?<=\d) kg\b(?!/)", " kilograms"),
    (r"(?<=\d)-hour\b", "-h"),
    (r"\bmcg\b", "µg"),
    (r"\bmicrog\b", "µg"),
    (r"(?<=\d) ml\b(?!/)", " mL"),
    (r"(?<=mg)/day\b", " per day"),
    (r"(?<=\d)mg\b", " mg"),
)
_SIGNS: tuple[tuple[str, str], ...] = (
    (r" ?\+/- ?", " ± "),
    (r"< or = ?", "≤ "),
    (r"> or = ?", "≥ "),
    (r"(?<=\d) ?± ?(?=\d)", " +/- "),
    (r"≥ ?(?=\d)", "> or = "),
    (r"(?<=\d)(?:-|–)(?=\d+(?:\.\d+)?%)", " to "),
    (r"(?<=\d\.\d)-(?=\d\.\d)", "–"),
)
_CI = re.compile(
    r"(\d\d)% (?:CI|confidence interval)s?(?: \[?CI\]?)?[,:=]? ?(?:of )?(\(?)(\d+\.?\d*)(?:-|–| to |, )(\d+\.?\d*)"
)
_BETWEEN = re.compile(
    r"(?<=[\w)%])(?<! was)(?<! were)(?<! is)(?<! are)(?<! been)(?<! when)(?<! as)(?<! and)(?<! be) "
    r"(?:vs\.?|versus|compared with|compared to|as compared with) (?=[\w(])"
)
_VERSUS = ("versus", "vs.", "compared with", "compared to")
_PERCENT = re.compile(r"(?<=\d)%|(?<=\d) ?per ?cent\b")
_P = re.compile(r"\b[Pp] ?([<>=]) ?(0?)\.(\d+)")
_DECIMAL = re.compile(
    r"(?<![\w.,(±/-])(\d{2,})\.(\d)(?=(?: ?%| years| months| weeks| days| hours| minutes| mg)(?! ?CI))"
)
_ACTIVE = re.compile(
    r"^((?:[\w-]+ ){0,6}?[\w-]{3,}(?<!ly)) ((?:significantly |markedly )?)(reduced|increased|improved|inhibited"
    r"|prevented|decreased|suppressed|stimulated|enhanced|induced|blocked|attenuated|abolished|reversed|impaired) "
    r"(?!over|by|with|after|during|to|from|in|at)"
    r"((?:the |both )?(?:(?!in\b|of\b|at\b)[\w-]+ ){0,3}?(?!in\b|of\b)[\w-]+"
    r"(?: of (?:the )?(?:(?!in\b)[\w-]+ )?[\w-]+)?)"
    r"((?: (?:in|from|after|during|at|compared with) [^,;]+)?)\.$"
)
_OTHER_VERB = re.compile(
    r"\b(?:was|were|is|are|has|had|have|that|which|who|did|may|can|could|but|to|by|from|when|than|also|not|only|further"
    r"|both|would|reverses?|this|these|\w+ly|\w+[^aeiou]ed|studied|observed|seen|while|with|without)\b",
    re.IGNORECASE,
)


def percent_written(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """``47%`` as ``47 percent`` or ``47 per cent``, and the other way round."""
    if re.search(r"\d ?per ?cent\b", sentence):
        return _PERCENT.sub("%", sentence)
    word = chance.choice((" percent", " per cent"))
    return _other(sentence, re.sub(r"(?<=\d)%(?! ?(?:CI|confidence)|[-\w])", word, sentence))


def thousands_written(sentence: str, _abstract: str, _chance: random.Random) -> str | None:
    """``24,550`` as ``24550``, and ``1465`` as ``1,465`` where it is no year."""
    if re.search(r"(?<![\d,.])\d{1,3},\d{3}(?![\d,])", sentence):
        return re.sub(r"(?<![\d,.])(\d{1,3}),(\d{3})(?![\d,])", r"\1\2", sentence)
    return _other(
        sentence, re.sub(r"(?<![\w.,/-])(?!19\d\d|20\d\d|18\d\d)(\d{1,3})(\d{3})(?![\w,/-]|\.\d)", r"\1,\2", sentence)
    )


def p_written(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """``P < .001`` as ``p<0.001`` or ``P<0.001``."""
    letter, gap = chance.choice((("p", ""), ("P", ""), ("p", " "), ("P", " ")))
    return _other(sentence, _P.sub(lambda one: f"{letter}{gap}{one[1]}{gap}{'' if one[2] else '0'}.{one[3]}", sentence))


def synonym_used(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with a word exchanged for one that means the same."""
    fitting = [(pattern, other) for pattern, other in _SYNONYMS if re.search(pattern, sentence)]
    return re.sub(*chance.choice(fitting), sentence, count=1) if fitting else None


def people_renamed(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with patients, participants and subjects called by one another's name."""
    said = next(
        (word for word in ("patients", "participants", "subjects") if re.search(rf"\b{word}\b", sentence)), None
    )
    if not said or re.search(r"\b(?:healthy|rats|mice|animals|controls)\b", sentence):
        return None
    other = (
        "participants"
        if said == "patients"
        else chance.choice([one for one in ("people", "participants") if one != said])
    )
    return re.sub(rf"\b{said}\b", other, sentence)


def versus_written(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """Return *sentence* with *versus* and *compared with* exchanged."""
    others = [word for word in _VERSUS if f" {word} " not in sentence]
    return _other(sentence, _BETWEEN.sub(f" {chance.choice(others)} ", sentence)) if others else None


def small_numbers_written(sentence: str, _abstract: str, _chance: random.Random) -> str | None:
    """``3 groups`` as ``three groups``, and the other way round."""
    if found := re.search(rf"(?<![\w.,/<>≥≤–-])([2-9]) (?={_NOUNS}\b)", sentence):
        word = _WORDS[int(found[1]) - 2]
        word = word.capitalize() if found.start() == 0 else word
        return sentence[: found.start()] + word + sentence[found.end(1) :]
    if found := re.search(rf"(?<![\w-])({'|'.join(_WORDS)}) (?={_NOUNS}\b)", sentence):
        return sentence[: found.start()] + _DIGITS[found[1]] + sentence[found.end(1) :]
    return None


def opening_dropped(sentence: str, _abstract: str, _chance: random.Random) -> str | None:
    """Return *sentence* without "In conclusion," or "Our results show that"."""
    rest = _OPENING.sub("", sentence)
    return _capital(rest) if rest != sentence else None


def phrase_moved(sentence: str, _abstract: str, _chance: random.Random) -> str | None:
    """``At 12 months, the mean was 5.`` as ``The mean was 5 at 12 months.``."""
    found = _LEADING.match(sentence)
    if not found or re.search(
        r"\b(?:and|but|or)\b.*\b(?:was|were|had)\b.*\b(?:was|were|had)\b|contrast|addition|conclusion|order to"
        r"|summary|fact",
        sentence,
    ):
        return None
    phrase, rest = found[1], found[2]
    return f"{_capital(rest)} {phrase[0].lower()}{phrase[1:]}."


def spelled_otherwise(sentence: str, _abstract: str, _chance: random.Random) -> str | None:
    """Return *sentence* with American words spelled as in Britain, and the other way round."""
    return _other(sentence, _SPELLING.sub(lambda one: _cased(_SPELLED[one.group().lower()], one.group()), sentence))


def abbreviation_expanded(sentence: str, abstract: str, _chance: random.Random) -> str | None:
    """Return *sentence* with an abbreviation written out that the abstract defines, or without its definition."""
    for found in re.finditer(r"(?<![\w/)-])[A-Z]{2,5}(?![\w/(-])", sentence):
        meant = _definition(found.group(), abstract)
        if not meant:
            continue
        if f"({found.group()})" in sentence:
            return sentence.replace(f" ({found.group()})", "", 1)
        if sentence[found.start() - 1 : found.start()] == "(":
            continue
        begins = _capital(meant) if found.start() == 0 else meant
        return sentence[: found.start()] + begins + sentence[found.end() :]
    return None


def _definition(short: str, abstract: str) -> str:
    """Return the words in front of ``(SHORT)`` whose first letters it is made of, or nothing."""
    words = r"[ -]".join(rf"{letter}[a-z]+" for letter in short)
    found = re.search(rf"\b({words}) \({short}\)", abstract, re.IGNORECASE)
    return found[1] if found else ""


def rounded(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """``62.4%`` as ``about 62%``."""
    found = [
        one
        for one in _DECIMAL.finditer(sentence)
        if not re.search(r"(?:CI|interval|[<>=±]|to|about|and)\W*$", sentence[: one.start()])
    ]
    if not found:
        return None
    one = chance.choice(found)
    whole = Decimal(one.group()).quantize(Decimal(1), ROUND_HALF_UP)
    return f"{sentence[: one.start()]}about {whole}{sentence[one.end() :]}"


def made_passive(sentence: str, _abstract: str, _chance: random.Random) -> str | None:
    """``X reduced Y.`` as ``Y was reduced by X.``, where nothing else is in the sentence."""
    found = _ACTIVE.match(sentence)
    if not found or _OTHER_VERB.search(f"{found[1].replace('with', '')} {found[4]}") or " and " in sentence:
        return None
    doer, manner, verb, done, rest = found.groups()
    form = "were" if re.search(r"[^su]s$", done.split(" of ")[0]) else "was"
    doer = (
        doer
        if doer.isupper() or any(sign.isupper() or sign.isdigit() for sign in doer[1:].split()[0])
        else doer[0].lower() + doer[1:]
    )
    return f"{_capital(done)} {form} {manner}{verb} by {doer}{rest}."


def units_written(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """``50 mg`` as ``50 milligrams``, ``2 h`` as ``2 hours``."""
    fitting = [(pattern, other) for pattern, other in _UNITS if re.search(pattern, sentence)]
    return re.sub(*chance.choice(fitting), sentence) if fitting else None


def signs_written(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """``+/-`` as ``±``, ``< or =`` as ``≤``."""
    fitting = [(pattern, other) for pattern, other in _SIGNS if re.search(pattern, sentence)]
    return re.sub(*chance.choice(fitting), sentence) if fitting else None


def interval_written(sentence: str, _abstract: str, chance: random.Random) -> str | None:
    """``95% CI 1.2-3.4`` as ``95% confidence interval, 1.2 to 3.4``."""
    said = chance.choice((r"\1% confidence interval, \2\3 to \4", r"\1% CI: \2\3–\4", r"\1% CI \2\3 to \4"))
    return _other(sentence, _CI.sub(said, sentence))


def contrast_written(sentence: str, _abstract: str, _chance: random.Random) -> str | None:
    """Return *sentence* with *whereas* and *while* exchanged."""
    if ", whereas " in sentence:
        return sentence.replace(", whereas ", ", while ")
    return sentence.replace(", while ", ", whereas ") if ", while " in sentence else None


def _other(sentence: str, changed: str) -> str | None:
    """Return the changed sentence, or nothing where nothing changed."""
    return changed if changed != sentence else None


def _capital(text: str) -> str:
    """Return *text* with a capital at its beginning, unless it begins with the name of a gene or a number."""
    first = text.split(maxsplit=1)[0]
    return text if not first[1:].islower() and len(first) > 1 else text[0].upper() + text[1:]


def _cased(other: str, said: str) -> str:
    """Return a word with a capital where the other had one."""
    return other.capitalize() if said[0].isupper() else other
