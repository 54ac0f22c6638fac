"""The prompts that lie beside their agents, as ``prompt.md``: what an agent is told, for each domain.

A file begins with its name and version between two lines of dashes. Then comes the text for every domain, and at the
end a section for each, of which a prompt holds its own::

    ---
    name: vouch-judge
    version: 1
    ---
    You weigh evidence. …

    ## Domain: drug-repurposing
    A mechanism counts where …

    ## Domain: general
    …

``langfuse.py`` has prompts that operators keep elsewhere; these stand in for them.
"""

import re
from importlib.resources.abc import Traversable
from typing import Protocol, get_args

from shared import messages as m
from shared.errors import CannotDo

from .values import Prompt

DOMAINS: tuple[m.Domain, ...] = get_args(m.Domain)

FIELDS = ("name", "version")

_FRONT = re.compile(r"---\n(?P<front>.*?)\n---\n(?P<text>.*)", re.DOTALL)
_SECTION = re.compile(r"^## Domain: (?P<domain>.*)$", re.MULTILINE)
_NEARLY = re.compile(r"^#+\s*domain\b", re.MULTILINE | re.IGNORECASE)


class Prompts(Protocol):
    """Where an agent's prompts come from."""

    async def of(self, domain: m.Domain) -> Prompt:
        """Return the prompt for a domain, as it is now."""
        ...


class BuiltIn:
    """The prompts of a file, read once; raises ``CannotDo`` for a file that is missing or malformed."""

    def __init__(self, source: Traversable) -> None:
        written = _read(source)
        self._prompts = {domain: _well_formed(source, written, domain) for domain in DOMAINS}

    async def of(self, domain: m.Domain) -> Prompt:
        """Return the prompt for a domain."""
        return self._prompts[domain]


def built_in(source: Traversable, domain: m.Domain) -> Prompt:
    """Return the prompt for a domain from a file or resource; raise ``CannotDo`` for what cannot be read."""
    return _well_formed(source, _read(source), domain)


def _read(source: Traversable) -> str:
    """Return what a file or resource holds; raise ``CannotDo`` where it cannot be read."""
    try:
        return source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"the prompt {source.name} cannot be read: {type(error).__name__}"
        raise CannotDo(message) from error


def _well_formed(source: Traversable, written: str, domain: m.Domain) -> Prompt:
    """Return the prompt for a domain from what is *written* in a source; raise ``CannotDo`` naming it."""
    try:
        return parsed(written, domain)
    except CannotDo as error:
        message = f"the prompt {source.name} is malformed: {error}"
        raise CannotDo(message) from None


def parsed(written: str, domain: m.Domain) -> Prompt:
    """Return the prompt for a domain; raise ``CannotDo`` saying what is wrong with what is *written*."""
    if not (found := _FRONT.fullmatch(written.replace("\r\n", "\n"))):
        message = "it must begin with its name and version, between two lines of dashes"
        raise CannotDo(message)
    front, (common, sections) = _front(found["front"]), _sections(found["text"])
    if not common:
        message = "it says nothing before the sections of the domains"
        raise CannotDo(message)
    text = "\n\n".join(part for part in (common, sections[domain]) if part)
    return Prompt(name=f"{front['name']}-{domain}", version=front["version"], text=text)


def _front(lines: str) -> dict[str, str]:
    """Return the fields at the beginning, each there once and with a value."""
    pairs = [(key.strip(), value.strip()) for key, _, value in (line.partition(":") for line in lines.split("\n"))]
    front = dict(pairs)
    if sorted(key for key, _ in pairs) != sorted(FIELDS) or not all(front.values()):
        message = f"between the dashes there must be {' and '.join(FIELDS)}, each once, as `name: value`"
        raise CannotDo(message)
    return front


def _sections(text: str) -> tuple[str, dict[str, str]]:
    """Return what is common to all domains, and what each adds."""
    common, *parts = _SECTION.split(text)
    headings, texts = tuple(part.strip() for part in parts[::2]), parts[1::2]
    if sorted(headings) != sorted(DOMAINS) or any(_NEARLY.search(part) for part in (common, *texts)):
        wanted = " and ".join(f"`## Domain: {domain}`" for domain in DOMAINS)
        message = f"there must be one section {wanted} each, and no other heading that begins with Domain"
        raise CannotDo(message)
    return common.strip(), {domain: part.strip() for domain, part in zip(headings, texts, strict=True)}
