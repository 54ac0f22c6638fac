"""What a person reads afterwards."""

import io

from rich.console import Console

from services.cli.demoing import faults
from services.cli.exits import code_of
from services.cli.pages import for_terminal
from services.cli.presenting import Printing, present, summary
from services.cli.screen import Screen
from services.cli.tables import (
    RUN_HEAD,
    brief,
    letter_row,
    markdown_table,
    rich_table,
    run_row,
    shortened,
    sources_of,
    usage,
    used,
)
from shared import messages as m
from shared.bus.deadletters import DeadLetter
from tests.builders import NOON, QUESTION, RUN, at, make_citation, make_report

PAGE = "# Drug A\n\n## Clinical findings\n\nIt works [^1].\n\n## Footnotes\n\n[^1]: A trial.\n"


def make_source(source_id: str = "S1", **fields: object) -> m.RegisteredSource:
    """Return a registered work."""
    given: dict[str, object] = {
        "source_id": source_id,
        "citation": make_citation(f"A trial of drug A, number {source_id}", date="2019-09-18"),
        "identifiers": m.Identifiers(pmid="123", doi="10.1000/x"),
        "design": "randomised-trial",
    }
    return m.RegisteredSource.model_validate(given | fields)


def make_end(**fields: object) -> m.ResearchCompleted:
    """Return a run that ended with a report which cites S1 and not S2."""
    note = m.Footnote(number=1, source_id="S1", text="A trial.")
    given: dict[str, object] = {
        "run_id": RUN,
        "question": QUESTION,
        "status": "complete",
        "stopped_by": "sufficient",
        "reason": "The evidence is sufficient.",
        "report": make_report(footnotes=(note,)),
        "markdown": PAGE,
        "sources": (make_source("S1"), make_source("S2")),
        "started_at": NOON,
        "ended_at": at(4.24),
    }
    return m.ResearchCompleted.model_validate(given | fields)


def test_a_cited_source_says_where_it_is_cited() -> None:
    """The table under the report leads from a work back to the sentences that lean on it."""
    found = sources_of(make_end())

    assert found.cited == (
        (
            "S1",
            "1",
            "A trial of drug A, number S1",
            "2019",
            "randomised trial",
            "PMID:123 doi:10.1000/x",
            "Clinical findings",
        ),
    )
    assert found.remark == "1 more was read and not cited; --json lists all."


def test_a_retracted_source_and_an_alias_stand_out() -> None:
    """Who cites a work on must see that it was withdrawn, and under which numbers it went."""
    source = make_source("S1", aliases=("S7",), retraction=m.Retraction(status="retracted"))

    row = sources_of(make_end(sources=(source,))).cited[0]

    assert (row[0], row[2]) == ("S1 (= S7)", "RETRACTED: A trial of drug A, number S1")


def test_a_run_without_a_report_has_no_table() -> None:
    """A cancelled run cites nothing, whatever it had found."""
    found = sources_of(make_end(status="cancelled", stopped_by="cancelled", report=None, markdown=""))

    assert (found.cited, found.uncited) == ((), 2)


def test_a_terminal_gets_a_short_row() -> None:
    """Seven columns share a hundred signs."""
    row = ("S1", "1", "word " * 30, "2019", "cohort", "PMID:1 doi:10.1/x", "Executive summary, Study flow")

    short = brief(row)

    assert short[5:] == ("PMID:1", "summary, study flow")
    assert len(short[2]) <= 72
    assert short[2].endswith("word …")


def test_a_terminal_is_told_of_the_evidence_table_only_where_a_work_stands_nowhere_else() -> None:
    """All works that were read stand in it: the column would say nothing, at length."""
    row = ("S1", "1", "A trial", "2019", "cohort", "PMID:1")

    assert brief((*row, "Clinical findings, Evidence table"))[6] == "clinical"
    assert brief((*row, "Evidence table"))[6] == "evidence table"


def test_a_short_text_is_not_cut() -> None:
    """An ellipsis says that something is missing."""
    assert shortened("ten signs!", 10) == "ten signs!"


def test_pipes_do_not_break_a_markdown_table() -> None:
    """Titles have them."""
    table = markdown_table(("A", "B"), [("x | y", "z")])

    assert table == "| A | B |\n| --- | --- |\n| x \\| y | z |"


def test_a_running_run_says_whom_it_waits_for() -> None:
    """That is the first question about a run which takes long."""
    run = m.RunView(run_id=RUN, question=QUESTION, state="running", waiting_for=("1-search",), round=1, started_at=NOON)

    assert run_row(run)[2] == "running (1-search)"
    assert run_row(run.model_copy(update={"state": "ended", "status": "partial", "waiting_for": ()}))[2] == "partial"


def test_a_dead_letter_keeps_its_long_reason_short() -> None:
    """The list shows which; ``show`` shows all."""
    letter = DeadLetter(7, "judge.completed", "coordinator", "why " * 100, 5, "2026-01-01T12:00:00Z", RUN, {}, b"")

    row = letter_row(letter)

    assert row[:5] == ("7", "2026-01-01 12:00:00", "coordinator", "judge.completed", RUN)
    assert len(row[5]) <= 162


def test_markup_in_a_cell_is_text() -> None:
    """A question in square brackets must not colour the table, or vanish."""
    out = io.StringIO()

    Console(file=out, width=80).print(
        rich_table(RUN_HEAD, [("r", "", "", "", "", "", "[red]why[/red]")], {"Question": 1})
    )

    assert "[red]why[/red]" in out.getvalue()


def test_footnotes_are_paragraphs_of_their_own_on_a_terminal() -> None:
    """Rich knows no footnotes: it would run them together, and take their marks for links."""
    page = for_terminal("It works [^1][^2].\n\n[^1]: One.\n[^2]: Two.")

    assert page == "It works \\[1\\] \\[2\\].\n\n\n**1** One.\n\n**2** Two."


def test_the_last_line_says_how_a_run_ended() -> None:
    """It is what one looks for first when one comes back to the terminal."""
    assert summary(make_end()) == "complete in 4.2 s, 1 work cited. The evidence is sufficient. (run r1)"


def spending(**by_agent: m.Spending) -> tuple[m.AgentSpending, ...]:
    """Return what each agent used."""
    return tuple(m.AgentSpending(agent=name, spent=spent) for name, spent in by_agent.items())


JUDGE = m.Spending(tokens=7_100, usd=0.03, calls=3)
REPORT = m.Spending(tokens=11_002, usd=0.051, calls=2)
LOST = m.Spending(tokens=10_260, usd=1.0)
"""An order without an answer: its allowance, and no calls."""


def test_a_run_in_the_list_says_what_it_used() -> None:
    """Whoever pays looks down this column."""
    run = m.RunView(run_id=RUN, question=QUESTION, state="ended", status="complete", started_at=NOON)
    paid = run.model_copy(update={"spent": JUDGE + REPORT, "spent_by": spending(judge=JUDGE, report=REPORT)})

    place = RUN_HEAD.index("Used")
    assert len(run_row(run)) == len(RUN_HEAD)
    assert (run_row(run)[place], run_row(paid)[place]) == ("", "18,102 tokens, $0.08")


def test_what_nobody_reported_is_named_for_what_it_is() -> None:
    """Somebody without a key must not read that they spent a dollar."""
    assert used(spending(retrieval=LOST)) == "at most 10,260 tokens, $1.00"
    assert used(spending(retrieval=LOST, judge=JUDGE)) == "at most 17,360 tokens, $1.03"
    assert usage(spending(retrieval=LOST)) == (
        "at most 10,260 tokens, $1.00 in orders that did not say what they used: retrieval 10,260"
    )


def test_usage_is_a_line_that_begins_with_who_used_the_most() -> None:
    """The sum, and where to look to make it smaller; what was lost stands apart."""
    both = spending(retrieval=LOST, judge=JUDGE, report=REPORT)

    assert usage(both[1:]) == "used 18,102 tokens in 5 calls, $0.08: report 11,002, judge 7,100"
    assert usage(both) == (
        "used 18,102 tokens in 5 calls, $0.08: report 11,002, judge 7,100; "
        "at most 10,260 tokens, $1.00 in orders that did not say what they used: retrieval 10,260"
    )
    assert usage(spending(judge=m.Spending(tokens=1, calls=1))) == "used 1 token in 1 call: judge 1"


def test_the_last_line_under_a_report_is_what_it_used() -> None:
    """A run by rules used nothing, and says nothing of it."""
    out = io.StringIO()
    screen = Screen(Console(file=out, width=40))

    present(make_end(markdown="", spent_by=spending(judge=JUDGE)), screen, Printing())
    present(make_end(markdown=""), screen, Printing())

    lines = out.getvalue().splitlines()
    assert lines[1] == "used 7,100 tokens in 3 calls, $0.03: judge 7,100"
    assert lines[0] == lines[2]
    assert len(lines) == 3


def test_exit_codes_tell_the_ends_apart() -> None:
    """Scripts branch on them; they are documented in the help."""
    assert [code_of(one) for one in ("complete", "partial", "failed", "cancelled")] == [0, 3, 4, 5]


def test_footnotes_lead_to_works_of_the_run_each_to_another() -> None:
    """The page alone cannot tell; the demo looks at the registry, too."""
    notes = tuple(m.Footnote(number=n, source_id=one, text="A trial.") for n, one in enumerate(("S1", "S1", "S9"), 1))

    assert faults(make_end()) == ()
    assert faults(make_end(report=make_report(footnotes=notes))) == (
        "S9: no source of the run",
        "S1: has more than one footnote",
    )
