"""One work as PubMed, Europe PMC and OpenAlex each write it, read back by their own readers.

Each source shows some of the identifiers, spells the title its own way and dates the work by print or by line.
"""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from services.search.europepmc.rows import record as of_europepmc
from services.search.openalex.rows import record as of_openalex
from shared import messages as m
from shared.library import Provenance, Record, Reference, Skipped, concluded, pubmed
from shared.likeness import Described
from tests.builders import NOON

KEPT = 0.5
"""The chance that a source shows an identifier that the work has."""

WITH_ABSTRACT = 0.6
"""The share of works of which OpenAlex has the abstract (of 2022, by its documentation)."""

CUT = 0.1
"""The chance that OpenAlex has a title without its subtitle, which Crossref keeps in a field of its own."""

OPENALEX_TYPES = {"article": "article", "preprint": "preprint", "erratum": "erratum", "comment": "letter"}
PUBMED_TYPES = {"article": "Journal Article", "erratum": "Published Erratum", "comment": "Comment"}


@dataclass(frozen=True)
class Facts:
    """A work as it is."""

    title: str
    online: str
    """When it came out on line, whole: print follows within a year."""
    kind: str = "article"
    pmid: str = ""
    pmcid: str = ""
    doi: str = ""
    openalex: str = ""
    abstract: str = ""
    journal: str = "Journal of Drugs"


@dataclass(frozen=True)
class Shown:
    """A record of a work, and which work it is of."""

    truth: int
    described: Described


class Chance(random.Random):
    """Where a source decides at random, and how likely it shows an identifier."""

    kept = KEPT

    def shows(self) -> bool:
        """Say whether a source shows an identifier that the work has."""
        return self.random() < self.kept


def split(works: Sequence[Facts], seed: int, kept: float = KEPT) -> list[Shown]:
    """Return two or three records of each work, as different sources have them, in random order."""
    chance = Chance(seed)
    chance.kept = kept
    shown = [Shown(truth, one) for truth, facts in enumerate(works) for one in _split(facts, chance)]
    chance.shuffle(shown)
    return shown


def _split(facts: Facts, chance: Chance) -> Iterable[Described]:
    """Return the records of one work; PubMed has no preprints and nothing without a PMID."""
    writers = [_europepmc, _openalex]
    if facts.pmid and facts.kind in PUBMED_TYPES:
        writers = chance.choice(
            [[_pubmed, _europepmc, _openalex], [_pubmed, _openalex], [_pubmed, _europepmc], writers]
        )
    for writer in writers:
        record, source = writer(facts, chance)
        assert isinstance(record, Record)
        found = concluded(record, Provenance(source, source, watches_retractions=True, at=NOON))
        assert isinstance(found, Reference)
        yield Described(found.work, "" if found.title_only else found.text)


def _pubmed(facts: Facts, chance: Chance) -> tuple[Record | Skipped, m.SourceName]:
    """Return a work as efetch has it: dated by print, its title closed by a full stop."""
    ids = "".join(
        f'<ArticleId IdType="{kind}">{escape(value)}</ArticleId>'
        for kind, value in (("doi", facts.doi), ("pmc", facts.pmcid))
        if value and chance.shows()
    )
    pmid = f"<PMID>{facts.pmid}</PMID>" if chance.shows() else ""
    year, month, _ = printed(facts, chance).split("-")
    (record,) = pubmed.parse(
        f"<PubmedArticleSet><PubmedArticle><MedlineCitation>{pmid}<Article><Journal><Title>{escape(facts.journal)}</Title>"
        f"<JournalIssue><PubDate><Year>{year}</Year><Month>{month}</Month></PubDate></JournalIssue></Journal>"
        f"<ArticleTitle>{escape(dashed(facts.title, chance))}.</ArticleTitle>"
        f"<Abstract><AbstractText>{escape(facts.abstract)}</AbstractText></Abstract>"
        f"<PublicationTypeList><PublicationType>{PUBMED_TYPES[facts.kind]}</PublicationType></PublicationTypeList>"
        f"</Article></MedlineCitation><PubmedData><ArticleIdList>{ids}</ArticleIdList></PubmedData>"
        "</PubmedArticle></PubmedArticleSet>",
        "split",
    ).records
    return record, "pubmed"


def _europepmc(facts: Facts, chance: Chance) -> tuple[Record | Skipped, m.SourceName]:
    """Return a work as a core row has it: mark-up in the title, dated by the first publication."""
    ids = {"pmid": facts.pmid, "pmcid": facts.pmcid, "doi": facts.doi}
    shown = {kind: value for kind, value in ids.items() if value and chance.shows()}
    source = "PPR" if facts.kind == "preprint" else "MED" if "pmid" in shown else "AGR"
    types = [PUBMED_TYPES.get(facts.kind, "Preprint")]
    row: dict[str, object] = {
        "id": shown.get("pmid", f"X{facts.openalex}"),
        "source": source,
        "title": f"{marked(facts.title, chance)}.",
        "electronicPublicationDate": facts.online,
        "firstPublicationDate": facts.online,
        "abstractText": f"<h4>Summary</h4>{escape(facts.abstract)}" if facts.abstract else "",
        "journalInfo": {"journal": {"title": facts.journal}},
        "bookOrReportDetails": {"publisher": "medRxiv"} if facts.kind == "preprint" else {},
        "pubTypeList": {"pubType": types},
    }
    return of_europepmc(row | shown), "europepmc"


def _openalex(facts: Facts, chance: Chance) -> tuple[Record | Skipped, m.SourceName]:
    """Return a work as OpenAlex has it: capitals and quotes of its own, the day filled up, often no abstract."""
    ids = {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{facts.pmid}", "doi": f"https://doi.org/{facts.doi}"}
    ids = {kind: url for kind, url in ids.items() if getattr(facts, kind) and chance.shows()}
    words = facts.abstract.split() if chance.random() < WITH_ABSTRACT else []
    index: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        index.setdefault(word, []).append(place)
    when = chance.choice((facts.online, printed(facts, chance)))
    row: dict[str, object] = {
        "id": f"https://openalex.org/{facts.openalex}",
        "doi": ids.get("doi"),
        "ids": ids,
        "title": recased(facts.title, chance),
        "publication_date": f"{when[:7]}-01",
        "type": OPENALEX_TYPES[facts.kind],
        "abstract_inverted_index": index or None,
        "primary_location": {"source": {"display_name": facts.journal, "type": "journal"}},
    }
    return of_openalex(row), "openalex"


def printed(facts: Facts, chance: Chance) -> str:
    """Return the first day of the month of print: with the line, or up to eight months after."""
    year, month = int(facts.online[:4]), int(facts.online[5:7]) + chance.choice((0, 0, 1, 3, 8))
    return f"{year + (month - 1) // 12}-{(month - 1) % 12 + 1:02}-01"


def dashed(title: str, chance: Chance) -> str:
    """Return a title with the dashes and quotes of print."""
    return title.replace("-", chance.choice("-–‐")).replace("'", chance.choice("'’"))


def marked(title: str, chance: Chance) -> str:
    """Return a title with a word in italics, its mark-up escaped as often as not."""
    words = escape(title).split()
    place = chance.randrange(len(words))
    words[place] = chance.choice(("<i>{}</i>", "&lt;i&gt;{}&lt;/i&gt;", "{}")).format(words[place])
    return " ".join(words)


def recased(title: str, chance: Chance) -> str:
    """Return a title as Crossref's members register it: as it is, cut, in capitals of titles, or with other signs."""
    if chance.random() < CUT and len(title.partition(": ")[0].split()) > 4:
        return title.partition(": ")[0]
    ways = (title, re.sub(r"\b[a-z]{4,}", lambda word: word[0].capitalize(), title), title.replace(" and ", " &amp; "))
    return chance.choice((*ways, re.sub(r"\s*: ", " : ", title), re.sub(r": ", ". ", title)))
