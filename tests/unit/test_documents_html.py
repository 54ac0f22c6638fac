"""Pages in HTML: what a reader sees is audited, and what a browser hides is not."""

import pytest

from shared.audit.documents import audit_document
from shared.errors import CannotDo

PAGE = """<!doctype html>
<html><head><title>Velomirine [9]</title><style>a[7] { color: red }</style></head>
<body><nav>[8]</nav><h1>Velomirine</h1>
<p>It lowered relapse<sup><a href="#ref1">1</a></sup> in adults<sup><a href="#gone">6</a></sup>.
The plot was 12 m<sup>2</sup> wide.<sup>2</sup> <code>rows[7]</code></p>
<table><tr><th>What</th><th>How much</th></tr>
<tr><td><p>Relapse</p></td><td>12 % [2]</td></tr></table>
<p hidden>Never seen [5]</p><span class="sr-only">read out [4]</span><script>x[3]</script>
<h2>References</h2>
<ol><li id="ref1">Ashby T. Velomirine in adults. 2019.
<a href="https://doi.org/10.1000/ague.1">link</a> <a href="#a">↩</a></li>
<li><p>Denholm P. Velomirine in children. 2020.</p><p>PMID: 7654321</p></li>
<li>Eklund R. Haemolysis after velomirine. 2021. https://ague.example/eklund</li></ol>
</body></html>"""


def test_a_page_is_read_as_a_browser_shows_it() -> None:
    """Anchors lead to list items; head, code, hidden parts and powers cite nothing."""
    audit = audit_document(PAGE, kind="html")

    assert [(one.kind, one.line, one.marker) for one in audit.problems] == [
        ("dangling-marker", 4, "6"),
        ("orphan-reference", 13, "3"),
    ]
    assert [one.references for one in audit.markers] == [(0,), (), (1,), (1,)]
    assert [one.identifiers for one in audit.references] == [("doi:10.1000/ague.1",), ("pmid:7654321",), ()]


def test_notes_that_only_a_class_announces_are_references() -> None:
    """Converters write no heading above them; what leads back to the text is no address."""
    page = (
        '<p>One thing <a href="#fn1" id="fnref1"><sup>1</sup></a> and another.</p>'
        '<section class="footnotes"><ol><li id="fn1"><p>Ashby T, 2019. https://ague.example/a '
        '<a href="#fnref1">↩︎</a></p></li><li id="fn2"><p>Denholm P, 2020. doi:10.1000/x</p></li></ol></section>'
    )

    audit = audit_document(page, kind="html")

    assert [one.urls for one in audit.references] == [("https://ague.example/a",), ()]
    assert [(one.kind, one.marker) for one in audit.problems] == [("orphan-reference", "2")]


def test_lists_begin_where_they_say_and_definitions_count() -> None:
    """``start``, ``value`` and ``dl`` number references, too."""
    page = (
        "<p>It fell [4], rose [9] and stayed [11].</p><h2>Sources</h2>"
        '<ol start="4"><li>Ashby T. 2019. doi:10.1000/a</li><li value="9">Corro M. 2019. doi:10.1000/b</li></ol>'
        "<dl><dt>[11]</dt><dd>Denholm P. 2020. doi:10.1000/c</dd></dl>"
    )

    audit = audit_document(page, kind="html")

    assert ([one.label for one in audit.references], audit.problems) == (["4", "9", "11"], ())


@pytest.mark.parametrize(
    "page",
    [
        "<!-- nothing -->",
        "<p>unclosed <b>bold [1]",
        "<div>" * 1_500 + "deep [1]" + "</div>" * 1_500,
        "no tag [1]",
        "<ol start='x'><li>a [1]",
    ],
)
def test_broken_pages_are_read_as_far_as_they_go(page: str) -> None:
    """Whatever is wrong with a page, the words in it are audited, and nothing is raised."""
    audit = audit_document(page, kind="html")

    assert [one.written for one in audit.markers] == (["[1]"] if "[1]" in page else [])


def test_html_inside_markdown_is_read_with_its_line() -> None:
    """Reports mix both."""
    body = "First.\n\n<div>\n<p>It fell [1].</p>\n<p>It rose [2].</p>\n</div>\n\n"
    text = f"{body}## Sources\n\n1. Ashby T. 2019. doi:10.1000/a\n"

    audit = audit_document(text, kind="markdown")

    assert [(one.kind, one.line, one.sentence) for one in audit.problems] == [("dangling-marker", 5, "It rose [2].")]


def test_a_page_without_a_bottom_is_refused() -> None:
    """The parser would leave its words out, and silence would look like a clean page."""
    with pytest.raises(CannotDo, match="2,000 elements inside one another"):
        audit_document("<div>" * 20_000 + "deep [1]" + "</div>" * 20_000, kind="html")


@pytest.mark.parametrize(
    "told", ['class="user-preferences"', 'class="page has-references"', 'id="no-footnotes-yet"', 'role="preference"']
)
def test_a_class_that_only_contains_the_word_lists_no_notes(told: str) -> None:
    """Else a whole page would read as its references, and nothing in it would be audited."""
    audit = audit_document(f"<div {told}><p>Relapse fell [7].</p></div>", kind="html")

    assert (audit.sentences, [one.kind for one in audit.problems]) == (1, ["dangling-marker"])


@pytest.mark.parametrize(
    "told", ['class="wide references"', 'role="doc-endnotes"', 'id="footnotes"', 'class="ref-list"']
)
def test_a_class_that_is_the_word_lists_notes(told: str) -> None:
    """Among others, and with what converters put before or behind it."""
    page = f"<p>Relapse fell [1].</p><div {told}><ol><li>Ashby T. 2019. doi:10.1000/a</li></ol></div>"

    audit = audit_document(page, kind="html")

    assert (len(audit.references), audit.problems) == (1, ())
