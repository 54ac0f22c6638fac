"""Evaluates a query: operators from left to right, fields, phrases, and words by automatic term mapping."""

from collections.abc import Iterable
from dataclasses import replace

from . import dates
from .catalogue import NOTHING, Catalogue, Pmids
from .fields import ALL, MESH, Field, field_of
from .looking import Looking
from .mapping import Thesaurus
from .reading import Group, Node, Quoted, Range, Words, read
from .understood import Part, Understood, all_fields, all_of, joined_by
from .words import LEAST_STEM, STOP_WORDS, variants, words


class Search:
    """The evaluation of one query."""

    def __init__(self, catalogue: Catalogue, thesaurus: Thesaurus) -> None:
        self._catalogue, self._thesaurus = catalogue, thesaurus
        self.found = Understood()
        self._looking = Looking(catalogue, thesaurus, self.found.messages)

    def run(self, term: str) -> Understood:
        """Return what *term* finds."""
        whole = self._group(read(term))
        self.found.pmids = whole.pmids or NOTHING
        self.found.said = whole.said
        return self.found

    def _group(self, group: Group) -> Part:
        """Return what the parts find, taken from left to right."""
        whole = Part()
        for place, (op, node) in enumerate(group.parts):
            ranked = len(self.found.words)
            part = self._node(node)
            if op == "NOT" and place:
                del self.found.words[ranked:]
            whole = joined_by(whole, op, part)
        return whole

    def _node(self, node: Node) -> Part:
        """Return what one part finds."""
        if isinstance(node, Group):
            inner = self._group(node)
            return replace(inner, said=f"({inner.said})" if len(node.parts) > 1 and inner.said else inner.said)
        if isinstance(node, Range):
            return self._range(node)
        if isinstance(node, Quoted):
            return self._quoted(node)
        return self._words(node)

    def _range(self, node: Range) -> Part:
        """Return what appeared between two dates."""
        name = field_of(node.tag)
        if name is None or name.kind != "date":
            return self._words(Words((node.first, node.last), node.tag))
        first, last = dates.asked(node.first), dates.asked(node.last, ends=True)
        found = self._catalogue.between(name.name, first or dates.FIRST, last or dates.LAST)
        return Part(found, f"{node.first}:{node.last}[{name.name}]")

    def _quoted(self, node: Quoted) -> Part:
        """Return what holds a phrase; one that nothing holds is taken as words."""
        spoken = words(node.phrase)
        if not spoken:
            return Part()
        chosen = self._field(node.tag)
        found = self._looking.within(chosen, spoken, node.phrase, exactly=True)
        if found or len(spoken) == 1 or chosen.kind != "words":
            return self._counted(found, chosen, spoken, _named(node.phrase, node.tag))
        self.found.quoted_not_found.append(f'"{node.phrase}"')
        return self._words(Words(spoken, node.tag))

    def _words(self, node: Words) -> Part:
        """Return what holds words without quotes: mapped where they have no field."""
        if node.tag:
            return self._tagged(node)
        kept: list[str] = []
        for word in node.words:
            if word.lower() in STOP_WORDS:
                self.found.phrases_ignored.append(word)
            else:
                kept.extend(self._stemmed(words(word)))
        return all_of(self._mapped(run, heading) for run, heading in self._thesaurus.split(kept))

    def _mapped(self, run: tuple[str, ...], heading: str) -> Part:
        """Return what a heading or its wordings find."""
        if heading:
            return self._either(run, heading)
        (word,) = run
        forms = (word,) if word.endswith("*") else variants(word)
        known = [form for form in forms if self._catalogue.expanded(ALL.name, form)]
        if not known:
            self.found.phrases_not_found.append(word)
            return Part(None, f"{word}[All Fields]")
        self.found.words.append(word)
        said = " OR ".join(all_fields(form) for form in known)
        if len(known) > 1:
            self.found.translations.append((word, said))
        pmids = frozenset().union(*(self._catalogue.holding(ALL.name, form) for form in known))
        return Part(pmids, f"({said})" if len(known) > 1 else said)

    def _either(self, run: tuple[str, ...], heading: str) -> Part:
        """Return what has the heading, or says it, or says the words of the query."""
        self.found.words.extend(run)
        wordings = dict.fromkeys((heading, " ".join(run)))
        pmids = self._catalogue.whole(MESH.name, heading)
        said = [f'"{heading}"[MeSH Terms]']
        for wording in wordings:
            spoken = words(wording)
            pmids |= frozenset.intersection(*(self._any_form(word) for word in spoken))
            apart = " AND ".join(all_fields(word) for word in spoken)
            said += [f"({apart})", all_fields(wording)] if len(spoken) > 1 else [apart]
        self.found.translations.append((" ".join(run), " OR ".join(said)))
        if not pmids:
            self.found.phrases_not_found.append(" ".join(run))
        return Part(pmids or None, f"({' OR '.join(said)})")

    def _any_form(self, word: str) -> Pmids:
        """Return what holds *word* in any of its forms."""
        return frozenset().union(*(self._catalogue.holding(ALL.name, form) for form in variants(word)))

    def _tagged(self, node: Words) -> Part:
        """Return what holds words in their field: as a phrase where there is one, else each of them."""
        chosen, text = self._field(node.tag), " ".join(node.words)
        spoken = self._stemmed(words(text))
        found = self._looking.within(chosen, spoken, text, exactly=False)
        if found or len(spoken) < 2 or chosen.kind != "words":
            return self._counted(found, chosen, spoken, _named(text, node.tag))
        kept = [word for word in spoken if word not in STOP_WORDS]
        return all_of(
            self._counted(self._looking.within(chosen, (word,), word), chosen, (word,), _named(word, node.tag))
            for word in kept
        )

    def _counted(self, found: Pmids, chosen: Field, spoken: tuple[str, ...], named: str) -> Part:
        """Return a part with what it found; what exists nowhere is named as it was asked, and passed over."""
        if chosen.kind in {"words", "whole"}:
            self.found.words.extend(word for word in spoken if word not in STOP_WORDS)
        text = "/".join(spoken) if chosen.kind == "date" else f'"{" ".join(spoken)}"'
        written = f"{text}[{chosen.name}]"
        if found or self._looking.exists(chosen, spoken):
            return Part(found, written)
        self.found.phrases_not_found.append(named)
        return Part(None, written)

    def _field(self, tag: str) -> Field:
        """Return the field of a tag; an unknown one is named, and all fields are searched."""
        chosen = field_of(tag) if tag else ALL
        if chosen is None:
            self.found.fields_not_found.append(tag)
        return chosen or ALL

    def _stemmed(self, spoken: Iterable[str]) -> tuple[str, ...]:
        """Return the words, those that are cut too short without their star."""
        kept = []
        for word in spoken:
            short = word.endswith("*") and len(word) <= LEAST_STEM
            if short:
                self.found.messages.append(f"{word} is cut too short: {LEAST_STEM} letters must stand before the star")
            kept.append(word[:-1] if short else word)
        return tuple(kept)


def _named(text: str, tag: str) -> str:
    """Return a term as it was asked."""
    return f"{text}[{tag}]" if tag else text
