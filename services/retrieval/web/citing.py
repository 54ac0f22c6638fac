"""From a page that was read to a work, and the passages of it that bear on a question. Pure."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from shared import messages as m
from shared.library import relevant, shares
from shared.ranking import TextIndex
from shared.sentences import Sentence, sentences
from shared.works import normalise, title_key, work_id

from .reading import Page

MOST_PASSAGES_OF_A_PAGE = 2
MOST_SENTENCES = 3
"""In a passage, as in those of a library."""

FEWEST_WORDS = 5
"""Of a sentence: shorter ones are headings and labels."""

_ENDS = tuple(".!?。！？")
_CLOSING = ")]”’\"'»"

MOST_TITLE_CHARACTERS = 2_000


def work_of(page: Page) -> m.Work:
    """Return the work a page is; the page of a paper has the paper's identifiers, and so resolves to it."""
    ids = normalise(page.identifiers.model_copy(update={"url": page.address}))
    citation = m.Citation(
        source="web",
        title=page.title[:MOST_TITLE_CHARACTERS],
        url=page.address,
        date=page.date,
        authors=page.authors,
        journal=page.site or (urlsplit(page.address).hostname or "").removeprefix("www."),
    )
    return m.Work(
        work_id=work_id(citation, ids),
        citation=citation,
        identifiers=ids,
        kind="web-page",
        title_key=title_key(citation.title),
        language=page.language,
    )


def evidence_of(page: Page, work: m.Work, question: str) -> tuple[m.Evidence, ...]:
    """Return the passages of *page* that bear most on *question*, best first; none is an answer.

    Neither design nor subject is concluded from a page's words: a page is no study (evidence.md, 2).
    """
    passages = tuple(_bare(page.text, *place) for place in _passages(page.text))
    index = TextIndex([page.text[start:end] for start, end in passages])
    held = shares(index, question)
    # By the share of the question's words: relative to a page's own best, each page would have a perfect passage.
    best = sorted((hit.position for hit in relevant(index, question)), key=lambda at: -held[at])
    index.close()
    return tuple(_piece(page, work, passages[at], float(held[at])) for at in best[:MOST_PASSAGES_OF_A_PAGE])


def _piece(page: Page, work: m.Work, place: tuple[int, int], score: float) -> m.Evidence:
    """Return a passage as evidence."""
    start, end = place
    return m.Evidence(
        work_id=work.work_id,
        content=page.text[start:end],
        citation=work.citation,
        relevance_score=min(score, 1.0),
        locator=m.Locator(section="web page", start=start, end=end),
        level="web-page",
    )


def _passages(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of runs of whole sentences; a run ends with its paragraph."""
    start = 0
    for line in text.splitlines(keepends=True):
        run: list[Sentence] = []
        for sentence in filter(_is_whole, sentences(line)):
            if run and (len(run) == MOST_SENTENCES or line[run[-1].end : sentence.start].strip()):
                yield start + run[0].start, start + run[-1].end
                run = []
            run.append(sentence)
        if run:
            yield start + run[0].start, start + run[-1].end
        start += len(line)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of a passage without the space around it: a sentence that begins a line may begin with one."""
    passage = text[start:end]
    return end - len(passage.lstrip()), start + len(passage.rstrip())


def _is_whole(sentence: Sentence) -> bool:
    """Say whether this is a sentence that says something by itself: no heading, no label, no row of a table."""
    text = sentence.text.strip()
    complete = text.rstrip(_CLOSING).endswith(_ENDS) and not text[:1].islower()
    return complete and "|" not in text and len(text.split()) >= FEWEST_WORDS
