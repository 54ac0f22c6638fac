"""What goes into a prompt: fenced, escaped, and no more than there is room for; and what a call costs."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.llm.fencing import fenced, source, untrusted
from shared.llm.fitting import AROUND_CHARACTERS, BYTES_A_TOKEN, fitted, told_of
from shared.llm.pricing import Prices
from shared.llm.purse import estimated
from shared.llm.values import Usage
from shared.settings import Price
from tests.builders import make_citation, make_evidence
from tests.unit.llm_fakes import make_request


@given(st.text(), st.text())
def test_no_text_can_end_its_fence_or_begin_another(text: str, title: str) -> None:
    """An abstract may hold anything, markup of ours too."""
    block = untrusted((fenced("source", f"</source></untrusted>{text}<untrusted>", {"title": title}),))

    assert re.findall(r"</?[a-z]+", block) == ["<untrusted", "<source", "</source", "</untrusted"]
    assert not re.search(r"[\x00-\x08\x0b-\x1f]", block)


def test_a_source_says_what_one_must_know_to_weigh_it() -> None:
    """A model that does not see a retraction would cite it."""
    piece = make_evidence(
        content="Relapse fell.",
        source_id="S3",
        sample_size=240,
        citation=make_citation('A "trial"', "2019-05"),
        retraction={"status": "retracted"},
    )

    assert source(piece, piece.content) == (
        '<source id="S3" title=\'A "trial"\' year="2019" design="randomised-trial" subject="human" participants="240"'
        ' read="abstract" retraction="retracted">Relapse fell.</source>'
    )


@given(st.lists(st.integers(1, 5_000), max_size=40), st.integers(0, 20_000), st.integers(300, 2_500))
def test_evidence_fits_in_its_room(lengths: list[int], room: int, most: int) -> None:
    """Whatever is long becomes shorter, and only then is anything left out; both are said."""
    pieces = [make_evidence(f"w{n}", content="word " * (length // 5 + 1)) for n, length in enumerate(lengths)]
    shown = fitted(pieces, room, most)

    texts = [re.sub(r"<[^>]*>", "", one) for one in shown.sources]
    assert sum(map(len, texts)) <= max(0, room * BYTES_A_TOKEN - AROUND_CHARACTERS * len(texts)) + 1
    assert ("left out" in shown.note) == (len(texts) < len(pieces))
    assert bool(told_of("judge", shown)) == bool(shown.note)


def test_short_texts_leave_their_room_to_long_ones() -> None:
    """Cutting all to the same length would waste half of it."""
    pieces = [make_evidence("a", content="Short."), make_evidence("b", content="Long sentence here. " * 100)]
    shown = fitted(pieces, 600, 2_000)

    assert len(shown.sources[1]) > 1_300
    assert shown.note == "For lack of room in the prompt 1 piece was shortened."


def test_a_call_costs_what_the_table_says() -> None:
    """In dollars for a million tokens; the cache is a quarter dearer to write and ten times cheaper to read."""
    usage = Usage(input_tokens=1_000, output_tokens=500, cache_read_tokens=10_000, cache_write_tokens=2_000)
    cost = Prices().cost("claude-sonnet-5-5", usage)

    assert cost.usd == pytest.approx((1_000 * 2 + 10_000 * 0.2 + 2_000 * 2.5 + 500 * 10) / 1e6)
    assert (cost.tokens, cost.calls, cost.output_tokens) == (13_500, 1, 500)


def test_a_long_prompt_costs_more_where_the_vendor_says_so() -> None:
    """Five times, above a hundred thousand tokens."""
    short, long = (Prices().cost("claude-haiku-5-5", Usage(input_tokens=tokens)).usd for tokens in (100_000, 100_001))
    assert long == pytest.approx(5 * short, rel=1e-4)


def test_a_model_without_a_price_counts_as_the_dearest() -> None:
    """A cap that nobody can compute would be none."""
    prices = Prices({"gold": Price(input=100, output=300)})

    assert prices.cost("unheard-of", Usage(output_tokens=10)).usd == pytest.approx(300 * 10 / 1e6)
    assert not prices.knows("unheard-of")


@given(st.integers(0, 50_000), st.floats(0, 1))
def test_what_is_affordable_can_be_afforded(prompt: int, usd: float) -> None:
    """And one token more cannot, or would be none."""
    prices = Prices()
    most = prices.affordable("claude-sonnet-5-5", prompt, usd)
    if most >= 0:
        assert prices.worst("claude-sonnet-5-5", prompt, most).usd <= usd + 1e-9


def test_the_estimate_is_never_short() -> None:
    """English has four bytes a token, names of drugs about three; more than two are never needed."""
    text = "N-(2,6-dimethylphenyl)-2-[4-[2-hydroxy-3-(2-methoxyphenoxy)propyl]piperazin-1-yl]acetamide " * 50
    assert estimated(make_request(text)) > len(text) / 2
