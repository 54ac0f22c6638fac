"""What a field holds, by the kind of the field."""

from . import dates
from .catalogue import NOTHING, Catalogue, Pmids
from .fields import QUALIFIED, VOCABULARY, Field
from .mapping import Thesaurus

Kept = tuple[str, ...]


class Looking:
    """Looks words up in one field; what is wrong with them is said in *messages*."""

    def __init__(self, catalogue: Catalogue, thesaurus: Thesaurus, messages: list[str]) -> None:
        self._catalogue, self._thesaurus, self.messages = catalogue, thesaurus, messages

    def within(self, chosen: Field, spoken: tuple[str, ...], text: str, *, exactly: bool = True) -> Pmids:
        """Return what a field holds, by the kind of the field."""
        if chosen.kind == "date":
            return self._dated(chosen, text)
        if chosen.kind == "author":
            return self._catalogue.by(chosen.name, text, exactly=exactly)
        if chosen.kind == "whole":
            return self._whole(chosen, spoken, text)
        if chosen.near is not None:
            return self._catalogue.near(chosen.name, spoken, chosen.near)
        return self._catalogue.following(chosen.name, spoken)

    def exists(self, chosen: Field, spoken: Kept) -> bool:
        """Say whether PubMed would know the words though none of our papers has them: a day, a type, a heading."""
        if chosen.kind == "date" or " ".join(spoken) in VOCABULARY.get(chosen.name, ()):
            return True
        return "MeSH" in chosen.name and bool(self._thesaurus.heading(spoken))

    def _whole(self, chosen: Field, spoken: tuple[str, ...], text: str) -> Pmids:
        """Return what has a heading, by its name or one of its wordings, or by ``name/qualifier``."""
        is_qualified = "MeSH" in chosen.name and "/" in text
        found = self._catalogue.whole(QUALIFIED if is_qualified else chosen.name, text)
        heading = "" if found or "MeSH" not in chosen.name else self._thesaurus.heading(spoken)
        return self._catalogue.whole(chosen.name, heading) if heading else found

    def _dated(self, chosen: Field, text: str) -> Pmids:
        """Return what appeared in a year, a month or on a day."""
        first, last = dates.asked(text), dates.asked(text, ends=True)
        if not first or not last:
            self.messages.append(f"{text} is no date")
            return NOTHING
        return self._catalogue.between(chosen.name, first, last)
