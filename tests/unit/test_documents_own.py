"""Our own pages under the auditor for anybody's: sound ones give no finding, and what was changed since is found."""

import time
import tracemalloc
from collections.abc import Callable
from functools import cache

import pytest

from services.report.rules import RuleWriter
from services.report.writing import write
from shared import messages as m
from shared.audit.documents import audit_document
from shared.audit.rendering import to_markdown
from tests.reporting import full_order


async def report() -> m.ResearchReport:
    """Return a report by rules with something in every part, as one that keeps its passages."""
    order = full_order()
    done = await write(order, RuleWriter())
    return done.report.model_copy(update={"evidence": order.evidence})


async def test_our_own_page_gives_no_finding_alone_or_beside_its_json() -> None:
    """The program's own counts are no claims on a source; every other sentence is held against its passages."""
    made = await report()
    page = to_markdown(made)

    alone, beside = audit_document(page, kind="markdown"), audit_document(page, kind="markdown", record=made)

    assert (alone.problems, beside.problems) == ((), ())
    assert len(alone.markers) == len(beside.markers) > 20
    assert {one.verdict for one in beside.claims} >= {"verbatim"}
    assert any(one.startswith("Retraction: not checked") for one in alone.not_checked)


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (lambda page: page.replace("12% with velomirine", "2% with velomirine", 1), {"altered", "claim-mismatch"}),
        (lambda page: page.replace("“ [^1]", "“", 1).replace("” [^1]", "”", 1), {"altered"}),
        (lambda page: page.replace("10.1000/v1 ", "10.1000/v77 "), {"altered"}),
        (lambda page: page.replace("\n## Conclusion\n", "\nIt cures everybody.\n\n## Conclusion\n"), {"altered"}),
        (lambda page: "\n".join(line for line in page.splitlines() if "Risk of bias" not in line), {"altered"}),
        (lambda page: page.replace("[^2]: ", "[^20]: "), {"altered", "undefined-footnote", "unused-footnote"}),
    ],
)
async def test_what_was_changed_by_hand_is_found(change: Callable[[str], str], kinds: set[str]) -> None:
    """A number, a marker, a DOI, a sentence more, a sentence less, a footnote."""
    made = await report()
    page = to_markdown(made)

    audit = audit_document(change(page), kind="markdown", record=made)

    assert change(page) != page
    assert kinds <= {_plain(one.kind) for one in audit.problems} <= kinds | {"uncited-quotation"}


async def test_the_json_of_another_report_only_gives_its_works() -> None:
    """A colleague's page on the same works was not made from it, so nothing in it was altered."""
    made = await report()
    page = "Velomirine never fails in 77% of patients [1].\n\n## Sources\n\n1. A trial. 2001. doi:10.1000/v1\n"

    audit = audit_document(page, kind="markdown", record=made)

    assert [_plain(one.kind) for one in audit.problems] == ["claim-mismatch"]


@pytest.mark.parametrize("heading", ["title", "question"])
async def test_a_page_of_ours_that_was_rewritten_is_still_ours(heading: str) -> None:
    """By its title, or by its question with a sentence of it: however little was kept, what was changed is named."""
    made = await report()
    head = f"# {made.title}" if heading == "title" else f"# {made.research_question}\n\n{_first_of(made)}"
    page = f"{head}\n\nVelomirine is a matter of taste. Nobody had said this before.\n"

    audit = audit_document(page, kind="markdown", record=made)

    altered = {one.sentence for one in audit.problems if one.kind == "altered"}
    assert altered >= {"Velomirine is a matter of taste.", "Nobody had said this before."}


async def test_a_page_that_was_not_compared_says_so() -> None:
    """Another report, or HTML: "no change" would be a guess."""
    made = await report()
    other = audit_document("# Tides\n\nThey rise twice a day.\n", kind="markdown", record=made)
    html = audit_document(f"<h1>{made.title}</h1><p>They rise.</p>", kind="html", record=made)
    same = audit_document(to_markdown(made), kind="markdown", record=made)

    found = [[one for one in audit.not_checked if "since the report left" in one] for audit in (other, html, same)]
    assert [len(one) for one in found] == [1, 1, 0]
    assert "neither its title nor enough of its sentences" in found[0][0]
    assert "because the page is HTML" in found[1][0]


def _first_of(made: m.ResearchReport) -> str:
    """Return a sentence of a report's page that is its own."""
    return next(
        line for line in to_markdown(made).splitlines() if line.startswith("Rules chose") or "Rules chose" in line
    )


def _plain(kind: str) -> str:
    """Return a kind of problem; which of the two names a wrong number has is the checker's matter."""
    return kind.replace("contradicted", "mismatch")


@cache
def enormous(sentences: int, *, kind: str = "markdown", one_paragraph: bool = False) -> str:
    """Return a report of so many sentences, each with markers, and thirty references."""
    told = (
        f"In valley {n} relapse fell by {n % 90}.5% with velomirine [{n % 30 + 1}, {n % 29 + 1}]."
        for n in range(sentences)
    )
    listed = (f"Ashby T. On valley {n} and its velomirine. J Ague. 2019. doi:10.1000/v{n}" for n in range(1, 31))
    if kind == "html":
        items = "".join(f"<li>{one}</li>" for one in listed)
        return f"<h1>Ague</h1>{''.join(f'<p>{one}</p>' for one in told)}<h2>References</h2><ol>{items}</ol>"
    numbered = "\n".join(f"{n}. {one}" for n, one in enumerate(listed, start=1))
    between = " " if one_paragraph else "\n\n"
    return f"# Ague\n\n{between.join(told)}\n\n## References\n\n{numbered}\n"


def seconds(text: str, kind: str) -> float:
    """Return the processor time of one audit."""
    began = time.process_time()
    audit_document(text, kind=kind)  # type: ignore[arg-type]
    return time.process_time() - began


@pytest.mark.parametrize(
    ("kind", "one_paragraph", "most"), [("markdown", False, 5_000), ("markdown", True, 600), ("html", False, 600)]
)
def test_ten_times_the_sentences_take_ten_times_as_long(kind: str, most: int, *, one_paragraph: bool) -> None:
    """An enormous report is read in time that grows with it, not with its square: that would be a hundred times."""
    small, large = (enormous(n, kind=kind, one_paragraph=one_paragraph) for n in (most // 10, most))
    seconds(small, kind)

    assert seconds(large, kind) < 25 * max(seconds(small, kind), 0.02)


def test_memory_stays_in_proportion() -> None:
    """Some hundred times the text, and no more for a longer one."""

    def peak(text: str) -> int:
        tracemalloc.start()
        try:
            audit_document(text, kind="html")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    small, large = (enormous(n, kind="html") for n in (50, 200))
    peak(small)

    assert peak(large) < 6 * peak(small)
