"""One work in several sources: what each of them knows comes together."""

from datetime import datetime

from services.search.asking import Literature
from services.search.finding import Found
from services.search.searching import search
from services.search.switched_off import SwitchedOff
from shared import messages as m
from shared.library import Provenance, Record, concluded
from shared.registry import Registry, identify, key_of
from tests.builders import NOON

QUESTION = "Does velastirin reduce attacks of erythromelalgia?"
TITLE = "Velastirin against attacks of erythromelalgia in adults with a mutation of one gene"
ABSTRACT = (
    "Velastirin reduced attacks of erythromelalgia by forty per cent in the first twelve weeks of a trial that "
    "compared it with placebo in eighty adults at nine hospitals, and pain fell as well."
)


class Scripted:
    """An index that holds one record."""

    def __init__(self, name: m.SourceName, **fields: object) -> None:
        self.name, self.title, self._fields = name, name, fields

    async def find(self, _query: str, _filters: m.Filters, _most: int, at: datetime) -> Found:
        """Return its record."""
        told = {"title": TITLE, "abstract": (("", ABSTRACT),), "dates": ("2020",)} | self._fields
        record = Record(name="one", **told)  # type: ignore[arg-type]
        one = concluded(record, Provenance(self.name, self.name, watches_retractions=True, at=at))
        return Found(asked="velastirin[tiab]", hits=7, references=(one,))  # type: ignore[arg-type]

    async def check(self) -> str:
        """Return that it answers."""
        return "no key needed"


def make_order(*sources: m.SourceName) -> m.SearchRequested:
    """Return an order of one query to these sources."""
    return m.SearchRequested(
        run_id="r1", step="1-search", expires_at=NOON, queries=(QUESTION,), sources=sources, max_results=10
    )


def works(answer: m.SearchCompleted) -> list[tuple[str, ...]]:
    """Return the records of each work that the registry makes of an answer."""
    same = ((pair.first, pair.second) for pair in answer.same_works)
    registry = identify(Registry(), map(key_of, answer.works), same, step="1-search", most=100)
    return [entry.work_ids for entry in registry.entries]


async def test_texts_are_compared_across_sources() -> None:
    """Another title in print, no identifier in common: the abstract tells, as a proposal to the registry."""
    pubmed = Scripted("pubmed", identifiers=m.Identifiers(pmid="41000001"))
    openalex = Scripted("openalex", title=f"{TITLE}.", identifiers=m.Identifiers(openalex="W41"))
    sources = {one.name: Literature(one, 5) for one in (pubmed, openalex)}

    answer = await search(make_order("pubmed", "openalex"), sources, NOON)

    assert len(answer.works) == 2
    assert len(works(answer)) == 1
    assert len(answer.evidence) == 1


async def test_each_source_says_exactly_what_it_was_asked() -> None:
    """The methodology can be repeated by hand."""
    answer = await search(make_order("pubmed"), {"pubmed": Literature(Scripted("pubmed"), 5)}, NOON)

    (record,) = answer.searches
    assert (record.query, record.asked, record.hits, record.fetched) == (QUESTION, "velastirin[tiab]", 7, 1)
    assert record.status == "answered"


async def test_a_source_that_is_switched_off_is_a_hole_with_the_setting_that_decides() -> None:
    """Whoever asked for it must see that nobody looked."""
    answer = await search(make_order("openalex"), {"openalex": SwitchedOff("openalex", "OpenAlex")}, NOON)

    (record,) = answer.searches
    assert record.status == "failed"
    assert record.reason == "OpenAlex is switched off in this installation: VOUCH_OPENALEX__ENABLED=true asks it"


async def test_the_state_of_a_source_is_told() -> None:
    """What the doctor shows."""
    ready = await Literature(Scripted("pubmed"), 5).state()
    off = await SwitchedOff("openalex", "OpenAlex").state()

    assert (ready.ready, ready.note) == (True, "no key needed")
    assert (off.ready, off.switched_off) == (False, True)
