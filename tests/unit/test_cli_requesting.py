"""Options become a request that holds the contract, or sentences a person understands."""

from datetime import date

import pytest

from services.cli.exits import BadInput
from services.cli.requesting import checked_run, day, in_options, request
from shared import messages as m

QUESTION = "Does drug A help people with disease B?"
SOURCES = "library, pubmed, clinicaltrials, europepmc, openalex"
A_FILE = m.LibraryFile(sha256="a" * 64, name="mine.ris", size_bytes=7)


def refusal(**given: object) -> str:
    """Return what a person is told about options that cannot be used; ``__`` stands for a dot."""
    fields = {name.replace("__", "."): value for name, value in given.items()}
    with pytest.raises(BadInput) as refused:
        request({"question": QUESTION, **fields})
    return str(refused.value)


def test_what_is_not_given_keeps_the_contracts_defaults() -> None:
    """One place has the defaults; a second one would drift."""
    asked = request({"question": QUESTION, "domain": None, "sources": (), "limits.max_rounds": None})

    assert asked == m.Submit(question=QUESTION)


def test_every_option_reaches_its_field() -> None:
    """An option that is dropped in silence would answer another question."""
    asked = request(
        {
            "question": QUESTION,
            "sources": ("library", "pubmed"),
            "filters.preprints": False,
            "filters.published_from": date(2019, 1, 1),
            "limits.max_rounds": 2,
            "run_id": "mine",
            "session_id": "malaria, autumn",
        },
        (A_FILE,),
    )

    assert (asked.sources, asked.run_id, asked.library) == (("library", "pubmed"), "mine", (A_FILE,))
    assert (asked.filters.preprints, asked.filters.published_from) == (False, date(2019, 1, 1))
    assert (asked.limits, asked.session_id) == (m.Limits(max_rounds=2), "malaria, autumn")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"question": " "}, "the question: is empty: write something"),
        ({"question": "malaria"}, "the question: is a single word: ask what you want to know about it"),
        (
            {"question": "why " * 25_000},
            "the question: has 100,000 characters; at most 4,000 are allowed: shorten it",
        ),
        (
            {"sources": ("pubmd",)},
            f"--source: 'pubmd' is not known; do you mean pubmed? choose from {SOURCES}",
        ),
        (
            {"sources": ("web",)},
            "--source: web is no literature source: say web: true, and the retrieval agent searches it",
        ),
        ({"domain": "magic"}, "--domain: 'magic' is not known: choose from drug-repurposing, general"),
        ({"limits__max_rounds": 0}, "--rounds: must be at least 1, not 0"),
        ({"limits__max_results": -1}, "--results: must be at least 1, not -1"),
        ({"limits__deadline_seconds": 0.0}, "--deadline: must be above 0, not 0.0"),
        ({"limits__max_usd": float("nan")}, "--usd: must be a number, not nan"),
        ({"filters__published_from": "soon"}, "--from: 'soon' is no date: write it as 2019-09-18, 2019-09 or 2019"),
        (
            {"filters__published_from": date(2020, 1, 1), "filters__published_to": date(2019, 1, 1)},
            "--from and --to: --from 2020-01-01 is after --to 2019-01-01: swap them",
        ),
        ({"run_id": "a.b"}, "--run-id: may only have letters, digits, - and _, and at most 64 of them"),
        ({"run_id": "a*"}, "--run-id: may only have letters, digits, - and _, and at most 64 of them"),
        ({"run_id": "sweeper"}, "--run-id: 'sweeper' is reserved: choose another"),
        ({"session_id": "x" * 201}, "--session: has 201 characters; at most 200 are allowed: shorten it"),
    ],
)
def test_bad_input_is_told_in_a_persons_words(given: dict[str, object], told: str) -> None:
    """Nobody at a terminal knows pydantic, or the fields of the contract."""
    assert refusal(**given) == told


def test_everything_that_is_wrong_is_told_at_once() -> None:
    """Who mends one thing at a time starts the command again and again."""
    told = refusal(question="malaria", limits__max_rounds=0, sources=("pubmd",))

    assert [line.partition(":")[0] for line in told.splitlines()] == ["the question", "--source", "--rounds"]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2019", date(2019, 1, 1), date(2019, 12, 31)),
        ("2020-02", date(2020, 2, 1), date(2020, 2, 29)),
        ("2019-09-18", date(2019, 9, 18), date(2019, 9, 18)),
        (None, None, None),
    ],
)
def test_a_year_or_month_means_all_its_days(text: str | None, first: date | None, last: date | None) -> None:
    """``--to 2019`` must not leave out what came after the first of January."""
    assert (day(text), day(text, last=True)) == (first, last)


@pytest.mark.parametrize("text", ["2019-13", "2019-02-30", "1546300800", "soon"])
def test_what_is_no_date_is_refused(text: str) -> None:
    """A number of seconds would pass for a date, and filter by it."""
    assert "is no date" in refusal(filters__published_from=day(text))


def test_a_coordinators_refusal_names_the_option() -> None:
    """Its reason speaks of the contract, which is not what the person typed."""
    told = in_options("limits.max_rounds is 50; at most 10 is allowed here")

    assert told == "--rounds is 50; at most 10 is allowed here"


@pytest.mark.parametrize("run_id", ["", "a.b", "a>", "x" * 65])
def test_an_impossible_run_id_is_refused_before_anyone_is_asked(run_id: str) -> None:
    """A dot or a star would follow the events of other runs."""
    with pytest.raises(BadInput, match="can be no run's id"):
        checked_run(run_id)
