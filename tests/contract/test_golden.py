"""Recorded messages and run states: what was written once must stay readable for ever."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from services.coordinator.deciding import decide
from services.coordinator.keeping import Saved, Tombstone, decode, encode
from services.coordinator.planning import rounds_begun
from shared import messages as m
from shared.bus import envelope
from shared.errors import CannotDo, RetryLater, Unreadable
from tests.builders import at, make_judged, make_proposed, make_retrieved, make_searched
from tests.contract.record_golden import GOLDEN

MESSAGES = sorted((GOLDEN / "messages").glob("*.json"))
RUN = "golden"

SUMS = """\
7ee23aafb0dc4f2203f21e14d0c0f400ad4f12b7e020f3ced1286c7b956bfe73  messages/hypothesis.completed.v1.json
4082dbcfb8bf48deb2fdf2808ccfb696733110383270c76e1f1f2201e8a67593  messages/hypothesis.failed.v1.json
7ab38fbc3fe422efd8cbad03dfd2b06fe6e3d4937d26e843b7e746d1abbf7e76  messages/judge.completed.v1.json
b31d5bb9fcf8fb38d2940d73a92cfc79036e655af31e1133603d0c3b352edbbb  messages/judge.failed.v1.json
5d675bd4293fe8c7d930240a81f2cc9153e6c10ba4dcc3b8413a8941253a688d  messages/report.completed.v1.json
3065c324c81d2b1f883907644fd475f6eeb01112aa4ead06a62a6ff512eebeb7  messages/report.failed.v1.json
eddafcbba834843292f5d144f3937c0f6231ef2ae5132ce12fae60d602897b46  messages/research.cancel.requested.v1.json
81df511fc526963eaa7136b9f45e1a61bb4bd738c3ab3ea4211d79d08afedb72  messages/research.cancelled.v1.json
63c0af021481e588112414cdeabd61c8db0951039f993d69fbb36623ef6f6b4d  messages/research.completed.v1.json
47de39b459138ec03d58019d1f7a3ea8da2a6fd8cf0f6382b9d18aaf9b8c7737  messages/research.events.complete.v1.json
4fd7d184efa86a885bb491ce60c084512a073abbe54feb1253c28a3e908955ae  messages/research.events.error.v1.json
785744e1bdaf22f72e47e516c10b8a682b40625e79c3db32cfde5a087223eac0  messages/research.events.hypothesizing.v1.json
c3fb479579d7d54652904e39d10426948b648a236e91b2542ecfd7cd98d13efa  messages/research.events.judge_complete.v1.json
5f96c68a123501679c1e2919f7434eb63d65264b9f2c8e34c85fa5ec2d9796c0  messages/research.events.judging.v1.json
88df54fdb73d38ba822c75527a79c85d48191f61ab78710ec7a6234fc379add6  messages/research.events.progress.v1.json
d3a60776701ae8241df11b7a23da5ef436ffb080c7f0b9e29adba5db27339088  messages/research.events.search_complete.v1.json
03ca4628badd384efe04889ab77441571b6de5b5f940052b4d72935b862f8ec4  messages/research.events.searching.v1.json
8eb17c5fe733054e4608e4ab8f7911fae66b04237a7fdcefa63a0e009b2e0026  messages/research.events.started.v1.json
c0fa66e6267699cbcf58553dbd9e000e3c701a05dbb8f44a51a70e81524d98da  messages/research.events.streaming.v1.json
aa2bc73a4cb1ce67f7e7a6e97ae9f4832761c613d9b585275756def0c08041a8  messages/research.events.synthesizing.v1.json
70749eaaefee8bc6dbe55326ee983618ab97ce9f66fccab312bcf90dbe72a515  messages/research.events.thinking.v1.json
31fd5f14cac98aa66802b9a91f9b39b165cbf1dcb4fc06053ef64170016cc7a5  messages/research.hypothesis.requested.v1.json
da1d0db31e55dee2bc4703b58e21ce1e7fa8163820871644de7d8c50b50d3e28  messages/research.judge.requested.v1.json
72d5b89ec41ecd126f68580def7e681b3a6d1fe715566ff4dd2defd10caa63f1  messages/research.live.v1.json
00d2fb2862baa20bad3038f3824a149d1e65a45cfd3f8bf9075b996fc0db3ec6  messages/research.rejected.v1.json
0c6cbe5e15c30b74155f1e22c527f871bcf5891566ef0f45e9e05e28d43c3dd7  messages/research.report.get.v1.json
bfce29127564aea7ad70109d18c3389acb77398d4554a897d137d1e39d7d8fb5  messages/research.report.requested.v1.json
0148dac3d11c834702a27e08f0b6c7f156397761ba1a083363987a7f8584e2ce  messages/research.requested.v1.json
6f3d24e0aad5ba3268c114c0f0633f7ab6953e2cd213f904758c08faaf307ac7  messages/research.retrieval.requested.v1.json
139905e9e92d2b461fdff4d4794a885d0cf18783ab3471c590c9bd2ae08f9b95  messages/research.runs.delete.v1.json
0139cb068c5248b3e16057f6c916d5cb72ef7806b9ebe0e02316319ca7a48251  messages/research.runs.export.v1.json
536784c889d2302390769b59416fcddb3485394d18e3cf92e1d769c05af64716  messages/research.runs.get.v1.json
527d0a0ed8c43dfdd2ba021fac1cf41806564b14a424effbaa0036a8a6a8ae23  messages/research.runs.import.v1.json
fd1e1ec420bb1fd25bb0ec89534f5d3e7e28f5cea04f924ca3f7795a96a7bdbb  messages/research.runs.list.v1.json
a5ca69ff7df74e58a5f8ca0aad22a221f25ba82cf574b300af1789fe96fc6588  messages/research.search.requested.v1.json
0f20d8b9812428d2b5e1aa7c87fd9c680b58d4f11453e045caae7da4a5d15fbd  messages/research.submit.v1.json
6b7b92ca8fdf2a3bdc14ed064bc0d04dc0f5c468c22e9838c63204fa7ee2ff18  messages/retrieval.completed.v1.json
4a0abcb4b12e98a51def330b54029387c6e815cd7ef53fb828d41dae3ec5ef2e  messages/retrieval.failed.v1.json
c2559cf45ada91c133afd4ccf5f5079556b5d29307a6dae91197633ae625ef43  messages/retrieval.sources.get.v1.json
06487c290562de757c5365b632da1c60380139cfcb394640fe4b6c39bc3ee748  messages/search.completed.v1.json
64bceea6bb531cd1edf786b85ec6283274518d61f3c400de71955bde1dbe85dc  messages/search.failed.v1.json
776fe777e8afa8a0a0b5de935b99332cb4568b9c23ea852cb05de5b3c7a6f56b  messages/search.sources.get.v1.json
2bf69aef6b9507e0bdb81e03cb2890d09d6da8604b56aefc59dadb9460871108  messages/timer.fired.sweeper.tick.v1.json
dcfdf3fce897372aebbce87050c93522048f5eb92e75fc413bb35dc45d592c89  messages/timer.fired.v1.json
47af192a5a2f06f60b11f5d915caa4396bc852074114e88752fc2298cf647420  states/begun.json
adff80df5c73dbca087f5f898a0934c8fa205c1cad4420c4126d22fa9c715e33  states/deleted.json
9fcbf1654ed838fc1266d56c17a83c7247d5f1c81a400f990ede9b5f9517eda4  states/ended.json
fceb04a196c1e72383bb53a455642533960ba6e70ef9381603fc87b5294fb7a5  states/second-round.json
"""
"""SHA-256 of every recording. A line is added for a new one, and never changed."""


def recorded(path: Path) -> tuple[str, dict[str, str], dict[str, Any]]:
    """Return the subject, the headers and the body of a recorded message."""
    whole = json.loads(path.read_bytes())
    return whole["subject"], whole["headers"], whole["body"]


def read(subject: str, body: object, headers: dict[str, str] | None = None) -> m.Message:
    """Return the message as a service reads it."""
    return envelope.decode(subject, json.dumps(body).encode(), headers or {})


def state(name: str) -> Saved:
    """Return a recorded state of a run."""
    found = decode((GOLDEN / "states" / f"{name}.json").read_bytes(), RUN)
    assert isinstance(found, Saved)
    return found


def events(kept: Saved) -> list[m.AgentEvent]:
    """Return the events that a state still owes."""
    return [one for one in kept.outbox if isinstance(one, m.AgentEvent)]


def lost(before: object, after: object, path: str = "") -> list[str]:
    """Return the paths at which *after* does not say what *before* said."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [one for key in before for one in lost(before[key], after.get(key), f"{path}.{key}")]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [one for place, (old, new) in pairs for one in lost(old, new, f"{path}.{place}")]
    return [] if before == after else [path]


def test_no_recording_was_edited_added_or_dropped() -> None:
    """A recording that follows the code proves nothing: whoever changes one must change the list, too."""
    sums = {line.split()[1]: line.split()[0] for line in SUMS.splitlines()}
    found = {str(path.relative_to(GOLDEN)): path for path in sorted(GOLDEN.rglob("*.json"))}

    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in found.items()} == sums


def test_every_kind_and_every_type_of_event_is_recorded() -> None:
    """A kind without a recording could change unseen."""
    subjects = {recorded(path)[2]["subject"] for path in MESSAGES}
    events = {recorded(path)[2].get("type") for path in MESSAGES} - {None}

    assert subjects == set(m.KINDS)
    assert len(events) == 12


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_recorded_message_is_read_and_written_without_loss(path: Path) -> None:
    """A renamed or dropped field would lose what older services wrote."""
    subject, headers, body = recorded(path)

    again = envelope.encode(read(subject, body, headers), "test", at(60), headers["traceparent"])

    assert lost(body, json.loads(again.body)) == []
    assert again.subject == subject
    assert lost(headers | {"ce-source": "/vouch/test"}, dict(again.headers)) == []


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_an_unknown_field_is_ignored(path: Path) -> None:
    """An old reader must survive what a newer sender adds."""
    subject, headers, body = recorded(path)

    newer = read(subject, body | {"added_later": {"by": "a newer version"}}, headers)

    assert newer == read(subject, body, headers)


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_each_missing_field_is_refused_with_its_path(path: Path) -> None:
    """A guess in the place of a missing field would be an invention."""
    subject, headers, body = recorded(path)
    needed = {name for name, field in m.KINDS[body["subject"]].model_fields.items() if field.is_required()}

    for name in needed:
        with pytest.raises(Unreadable, match=f"^{name}: Field required$"):
            read(subject, {key: value for key, value in body.items() if key != name}, headers)


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_message_on_another_subject_than_its_own_is_refused(path: Path) -> None:
    """The subject is written on the message: one that was misdirected must not be taken for another."""
    subject, headers, body = recorded(path)

    with pytest.raises(Unreadable, match=r"^subject: Input should be"):
        read(subject, body | {"subject": "judge.invented"}, headers)


def test_a_wrong_field_deep_inside_is_refused_by_its_path_and_not_its_value() -> None:
    """The path says what to mend; the value may be what must never stand in a log."""
    subject, headers, body = recorded(GOLDEN / "messages" / "search.completed.v1.json")
    body["evidence"][0]["relevance_score"] = "secret"

    with pytest.raises(Unreadable) as refused:
        read(subject, body, headers)

    assert str(refused.value).startswith("evidence.0.relevance_score: Input should be a valid number")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_newer_schema_version_is_refused_with_a_sentence(path: Path) -> None:
    """A message that may mean something else must not be half understood."""
    subject, headers, body = recorded(path)
    headers["ce-type"] = headers["ce-type"].replace(".v1", ".v2")

    with pytest.raises(Unreadable) as refused:
        read(subject, body, headers)

    assert str(refused.value) == "it is written in schema version 2; this service reads version 1"


@pytest.mark.parametrize("name", ["begun", "second-round", "ended", "deleted"])
def test_a_recorded_state_is_read_and_written_without_loss(name: str) -> None:
    """Runs outlive the replicas that began them."""
    value = (GOLDEN / "states" / f"{name}.json").read_bytes()

    again = encode(decode(value, RUN))

    assert lost(json.loads(value), json.loads(again)) == []


def test_a_run_that_just_began_goes_on() -> None:
    """Its two open orders are answered, and it asks for hypotheses from the three works they found."""
    kept = state("begun")
    assert [one.subject for one in kept.outbox if isinstance(one, m.Order)] == [
        "research.search.requested",
        "research.retrieval.requested",
    ]

    searched = decide(kept.run, make_searched("w1", "w2", run_id=RUN), at(1))
    after = decide(searched.run, make_retrieved("w2", "w3", run_id=RUN), at(2))

    order = after.outbox[-1]
    assert isinstance(order, m.HypothesisRequested)
    assert (order.step, order.sources_until, order.run_id) == ("1-hypothesis", 3, RUN)


def test_a_run_in_its_second_round_goes_on() -> None:
    """It knows what it found, what it asked, and which number its next event has."""
    kept = state("second-round")

    proposed = decide(kept.run, make_proposed(step="2-hypothesis", run_id=RUN), at(9))
    judged = decide(proposed.run, make_judged(step="2-judge", run_id=RUN), at(10))

    order = judged.outbox[-1]
    assert isinstance(order, m.ReportRequested)
    assert (order.sources_until, rounds_begun(judged.run)) == (5, 2)
    assert [one.seq for one in events(kept)] == list(range(kept.run.seq - len(events(kept)) + 1, kept.run.seq + 1))
    assert isinstance(proposed.outbox[0], m.AgentEvent)
    assert proposed.outbox[0].seq == kept.run.seq + 1


def test_a_run_that_ended_changes_no_more() -> None:
    """A late answer must not wake it."""
    kept = state("ended")

    late = decide(kept.run, make_judged(step="2-judge", run_id=RUN), at(99))

    assert (kept.ended, kept.outbox, late.outbox) == (True, (), ())
    assert late.run is kept.run
    assert kept.run.end is not None
    assert (kept.run.end.status, kept.run.end.stopped_by) == ("complete", "sufficient")


def test_a_deleted_run_is_read_as_its_tombstone() -> None:
    """Late messages find it and change nothing."""
    found = decode((GOLDEN / "states" / "deleted.json").read_bytes(), RUN)

    assert found == Tombstone(deleted_at=at(3600))


def test_a_state_of_a_newer_coordinator_waits_for_a_newer_replica() -> None:
    """An older replica that rewrote it would drop what it does not know."""
    value = json.loads((GOLDEN / "states" / "begun.json").read_bytes()) | {"state_version": 2}

    with pytest.raises(RetryLater, match=r"run golden was saved by a newer coordinator .*state version 2"):
        decode(json.dumps(value).encode(), RUN)


def test_a_damaged_state_says_so() -> None:
    """Half a state is no state; repeating the message would not mend it."""
    value = (GOLDEN / "states" / "begun.json").read_bytes()

    with pytest.raises(CannotDo, match="the saved state of run golden cannot be read"):
        decode(value[: len(value) // 2], RUN)
