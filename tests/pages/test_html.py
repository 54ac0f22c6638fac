"""The HTML of a report, read by a parser that did not write it. How it looks and feels is tested in tests/pages."""

import asyncio
import base64
import hashlib
import re
from functools import cache

import lxml.html
import pytest
from lxml.html import HtmlElement

from shared import messages as m
from shared.audit.exports import export
from shared.audit.exports.cleaning import in_a_line
from shared.audit.exports.wording import SIGNS
from tests.exported import HOSTILE, by_model, ended, hostile_report


@cache
def hostile_page() -> str:
    """Return the page of the hostile report."""
    return export(ended(hostile_report()), "html", "apa").data.decode()


@pytest.fixture(scope="module")
def page() -> HtmlElement:
    """Return the page of a report that a model wrote, one sentence of it wrong."""
    return lxml.html.document_fromstring(export(asyncio.run(by_model()), "html").data.decode())


def told(element: HtmlElement) -> str:
    """Return the words of an element."""
    return " ".join(element.text_content().split())


def test_each_sign_says_its_verdict_and_leads_to_its_passages(page: HtmlElement) -> None:
    """Not by colour alone: a sign, and words for whoever cannot see it; its description is really there."""
    signs = page.xpath('//a[contains(@class, "sign")]')

    assert len(signs) > 8
    for sign in signs:
        assert told(sign).split("verdict: ")[1] in {one.name for one in SIGNS.values()}
        (described,) = page.xpath("//*[@id=$name]", name=sign.get("aria-describedby"))
        assert told(described)
        (entry,) = page.xpath("//*[@id=$name]", name=sign.get("href")[1:])
        assert entry.tag == "li"


def test_a_wrong_sentence_is_marked_where_it_stands(page: HtmlElement) -> None:
    """With the reason, its source, and the passages as they are."""
    (entry,) = [one for one in page.xpath('//ol[@class="ledger"]/li') if "77%" in told(one)]

    assert "≠ mismatch" in told(entry)
    assert entry.xpath('.//span[contains(@class, "mismatch")]')
    (shown,) = page.xpath("//*[@id=$name]", name=f"sentence-{entry.get('value')}")
    assert "77% with velomirine" in told(shown)


def test_a_passage_is_shown_verbatim_with_its_place(page: HtmlElement) -> None:
    """Where in the work it stands: section and characters."""
    (entry, *_) = [one for one in page.xpath('//ol[@class="ledger"]/li') if "= verbatim" in told(one)]

    (quotation, *_) = entry.xpath(".//blockquote/q")
    assert "Relapse within 6 months occurred in 12%" in told(quotation)
    assert re.search(r"S1, .*characters \d+ to \d+", told(entry))


def test_every_format_line_of_the_page_is_there(page: HtmlElement) -> None:
    """What no reader may miss, and the numbers of each figure as a table."""
    text = told(page)

    assert "Not medical advice; not a systematic review." in text
    assert "sentences in the claim ledger were checked" in text
    assert {"Evidence base", "Hypotheses tested", "Drug candidates", "Methodology", "Footnotes", "Claim ledger"} <= {
        told(one) for one in page.xpath("//h2")
    }
    for figure in page.xpath("//figure"):
        (picture,) = figure.xpath("./*[local-name() = 'svg']")
        assert picture.get("role") == "img"
        assert [told(page.get_element_by_id(name)) for name in picture.get("aria-labelledby").split()]
        assert figure.xpath(".//table//td")


def test_nothing_hostile_becomes_markup() -> None:
    """One script, ours, and the browser is told its digest; no handler, picture, style or frame is a record's."""
    tree = lxml.html.document_fromstring(hostile_page())

    (script,) = tree.xpath("//script")
    digest = base64.b64encode(hashlib.sha256(script.text.encode()).digest()).decode()
    (policy,) = tree.xpath('//meta[@http-equiv="Content-Security-Policy"]/@content')
    assert f"'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert tree.xpath("//img | //iframe | //object | //link | //form") == []
    assert [one for one in tree.iter() if any(str(name).startswith("on") for name in one.attrib)] == []
    assert len(tree.xpath("//main")) == len(tree.xpath("/html/head/style")) == 1
    assert {one.getparent().tag for one in tree.xpath("//style")} <= {"head", "defs"}, "ours, and those of the figures"
    assert all(one.startswith(("#", "https://", "http://")) for one in tree.xpath("//a/@href"))


def test_the_hostile_text_itself_is_still_there() -> None:
    """To drop it would be to change the evidence."""
    tree = lxml.html.document_fromstring(hostile_page())

    assert in_a_line(HOSTILE)[:200] in told(tree)
    (quotation, *_) = tree.xpath('//ol[@class="ledger"]//blockquote/q')
    assert len(told(quotation)) > 10_000


def test_a_retracted_work_is_flagged_where_it_is_called_and_where_it_is_listed() -> None:
    """A reader of one sentence must not miss it."""
    tree = lxml.html.document_fromstring(hostile_page())

    assert "[2, RETRACTED]" in told(tree.get_element_by_id("call-2-1"))
    assert told(tree.get_element_by_id("note-2")).startswith("RETRACTED:")


def test_nothing_is_loaded_from_anywhere() -> None:
    """The file is whole: it opens on a train."""
    tree = lxml.html.document_fromstring(hostile_page())

    assert tree.xpath("//@src | //link/@href | //@srcset | //@poster | //@data") == []
    assert not re.search(r"url\((?!#)|@import", hostile_page())


def test_an_empty_report_makes_a_page() -> None:
    """No claim, no source, no figure: nothing is left half open."""
    bare = hostile_report().model_copy(
        update={"claims": (), "references": (), "footnotes": (), "reviewed_not_cited": (), "evidence_table": ()}
    )
    tree = lxml.html.document_fromstring(export(ended(m.ResearchReport.model_validate(bare)), "html").data.decode())

    assert not {"Footnotes", "Claim ledger"} & {told(one) for one in tree.xpath("//h2")}
