"""What the script understands of language: sentences, the drug of a question, its condition, and what acts on what."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.world.claude.shapes import Source

_DRUG = re.compile(
    r"\b[a-z][\w-]*(?:sartan|quine|olol|pril|statin|mab|nib|gliptin|gliflozin|glutide|formin|azole|cillin|mycin|cycline"
    r"|vir|triptan|setron|dipine|oxetine|azepam|xaban|irin|cept|lukast|profen|caine|idone|alopram|thiazide|fibrate)\b",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\b(?:of|in|with|for|against|by) (?:the |an? )?((?!of |in |with )[^?.,;]+?)\s*[?.]*$", re.IGNORECASE
)
_EMPTY = """
a an the of in on at by to for with from against and or not no is are was were be been do does did can could may might
will would should has have had it its this that these those as than then which who what how why whether when where
any some there their them they we our effective effectively efficacy safe safety help helps used use using adults people
patients treatment
"""
_NOTHING = frozenset(_EMPTY.split())
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_BETWEEN = re.compile(r"(?<=[.!?])(?<!\bvs\.)(?<!\bal\.)(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=[A-Z0-9(“])")
_LABEL = re.compile(r"^[A-Z][A-Z &/]{3,}: ")
_NEGATED = r"did not|does not|do not|has not"
_VERBS = (
    "inhibit|block|bind|bound|activate|suppress|attenuate|reduce|lower|increase|raise|cause|mediate|prevent|antagonise"
    "|stimulate|target"
)
_ACTING = re.compile(
    rf"^(?P<subject>[^.;:]{{2,70}}?)\s+(?:(?P<negated>{_NEGATED})\s+)?(?:\w+ly\s+)?"
    rf"(?P<verb>(?:{_VERBS})(?:s|d|ed|es)?|inhibits|blocked)\s+(?:the\s+|its\s+)?(?P<object>[^.;:,(]{{2,80}})",
    re.IGNORECASE,
)
_ENDS = (
    "by in of from with at when to through within among as and than for on compared over under during before after"
    " between against without more less so but while there better alone again too"
)
_OBJECT_ENDS = re.compile(rf"(?:^|\s+)(?:{'|'.join(_ENDS.split())})\b.*$")
_MECHANISM = re.compile(
    r"\b(?:receptor|channel|enzyme|kinase|oxidase|reductase|transporter|signal|pathway|cascade|release|secretion"
    r"|expression|synthesis|uptake|transcription|phosphorylation|polymeri|mitochondri|membrane|stress"
    r"|inflammation)\w*|\b[A-Z]+[\w-]*[A-Z0-9]\w*",
)
"""What is acted on in a mechanism: a molecule, often in capitals, or a process; not an outcome."""
_AIM = re.compile(r"^(?:To|Whether|We (?:aimed|wished|wanted|tested|studied)|The (?:aim|objective|purpose))\b")
_CLAUSES = re.compile(r", (?:and |which )?| and (?=\w+ )|; ")
_OUTCOME = re.compile(
    r"\b(?:reduc|lower|increas|fell|fall|declin|decreas|rare|improv|differ|prevent|effective|benefit|relapse|remission"
    r"|recurren|respon|surviv|mortality|risk|ratio|worse|harm|dizziness|adverse)\w*",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d+(?:\.\d+)?\s?%|\bp\s?[<=>]|\bCI\b|\bratio\b|\d+\.\d+", re.IGNORECASE)
_UNQUOTABLE = re.compile(r"[“”\"\[\]*_|\n]")
FEWEST_QUOTED_WORDS = 6
MOST_SHARED = 3
"""Words of the question that count in a sentence; more of them are rather its aim than its result."""


class Acting(NamedTuple):
    """A sentence that says that one thing acts, or does not act, on another."""

    source: Source
    sentence: str
    subject: str
    object: str
    negated: bool


def sentences(text: str) -> list[str]:
    """Return the sentences of a text as they stand there, without the label of a section before them."""
    found = (_LABEL.sub("", one.strip()) for one in _BETWEEN.split(text))
    return [one for one in found if one]


def content_words(text: str) -> list[str]:
    """Return the words that carry meaning, each once, in order."""
    return list(dict.fromkeys(word for word in _WORD.findall(text.lower()) if word not in _NOTHING))


def drug_of(question: str) -> str:
    """Return the first word that is built like a drug's name, else the first that carries meaning."""
    found = _DRUG.search(question)
    return found.group().lower() if found else next(iter(content_words(question)), "")


def condition_of(question: str) -> str:
    """Return what a question asks about beside the drug: what stands behind its last preposition."""
    found = _TAIL.search(question)
    words = _WORD.findall(found[1]) if found else content_words(question)[1:]
    return " ".join(word for word in words if word.lower() not in _NOTHING and word.lower() != drug_of(question))


def results_of(source: Source, question: str) -> list[str]:
    """Return the sentences of a source that report something and can be quoted, the most telling first."""
    wanted = set(content_words(question))
    whole = [one for one in sentences(source.text) if _quotable(one)]
    told = [one for one in whole if _OUTCOME.search(one) and not _AIM.match(one)]
    return sorted(told or whole, key=lambda one: -_worth(one, wanted))


def _quotable(sentence: str) -> bool:
    """Say whether quotation marks around a sentence would be read right."""
    return sentence.endswith(".") and len(sentence.split()) >= FEWEST_QUOTED_WORDS and not _UNQUOTABLE.search(sentence)


def _worth(sentence: str, wanted: set[str]) -> float:
    """Return how much a sentence tells: figures, and some words of the question."""
    return 2 * bool(_FIGURE.search(sentence)) + min(MOST_SHARED, len(wanted & set(content_words(sentence))))


def actings(sources: Iterable[Source]) -> Iterator[Acting]:
    """Yield what the sources say acts on what, sentence by sentence."""
    for source in sources:
        for sentence in filter(_quotable, sentences(source.text)):
            yield from _actings_in(source, sentence)


def _actings_in(source: Source, sentence: str) -> Iterator[Acting]:
    """Yield what one sentence says acts on what."""
    for found in filter(None, map(_ACTING.match, _CLAUSES.split(sentence))):
        ended = _OBJECT_ENDS.sub("", found["object"]).strip()
        if ended:
            yield Acting(source, sentence, found["subject"].strip(), ended, bool(found["negated"]))


def mechanisms(sources: Iterable[Source], question: str) -> list[Acting]:
    """Return those actings that explain something: what acts on the outcome asked about is no mechanism."""
    asked = set(content_words(question))
    acting = (one for one in actings(sources) if _MECHANISM.search(one.object))
    return [one for one in acting if not asked & set(content_words(one.object))]
