"""The retrieval agent's turns: look for the question, read the first page that was found, then say what there is."""

import re

from tests.world.claude.shapes import Answer, Asked, Block, Use, said, use_of, using

LOCAL = ("pdf_retrieval", "passage_search")
"""Tools that look into what a person has."""
_ADDRESS = re.compile(r"<(https?://[^\s<>]+)>")
_TAG = re.compile(r"</?[a-z][^<>:]*>")
_IN_QUESTION = re.compile(r"https?://[^\s<>\"”)]+")
MOST_CHARACTERS = 160


def turn(asked: Asked) -> Answer:
    """Return the next turn."""
    if not asked.uses:
        first = _first(asked)
        return using(*first, text="Let me look for what there is.") if first else _ended(asked)
    reader, address = asked.tool("read_page"), _named_by_search(asked.uses)
    if reader and address and not any(use.name == reader.name for use in asked.uses):
        return using(use_of(reader.name, {reader.argument: address}))
    return _ended(asked)


def _first(asked: Asked) -> tuple[Block, ...]:
    """Return the first uses: what a person has and the web at once, else a work or the page that was named."""
    searching = (asked.tool(*LOCAL), asked.tool("web_search"))
    found = _IN_QUESTION.search(asked.question)
    reading = (asked.tool("read_page") if found else None, asked.tool("read_work"))
    if any(searching):
        return tuple(use_of(tool.name, {tool.argument: asked.question}) for tool in searching if tool)
    wanted = found.group() if found else asked.question
    return tuple(use_of(tool.name, {tool.argument: wanted}) for tool in reading if tool)[:1]


def _named_by_search(uses: tuple[Use, ...]) -> str:
    """Return the first address that a search of the web named."""
    told = " ".join(use.result for use in uses if use.name == "web_search")
    found = _ADDRESS.search(told)
    return found[1] if found else ""


def _ended(asked: Asked) -> Answer:
    """Return the last turn: which tools answered, and how the first answer begins."""
    told = [use for use in asked.uses if use.result.strip()]
    if not told:
        return said("Nothing was found on this question.")
    begins = " ".join(_TAG.sub(" ", told[0].result).split())[:MOST_CHARACTERS]
    return said(f"Found by {', '.join(dict.fromkeys(use.name for use in told))}. The first answer begins: {begins}")
