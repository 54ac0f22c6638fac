"""The ledger's entry for one sentence: what each checker says of each source it cites, and what of it shows.

The weakest verdict shows. A checker that could not settle a matter has no verdict on it, so that
the other one's stands alone; where both have one and they differ, that is said in words.
"""

from collections.abc import Iterator, Mapping, Sequence

from shared import messages as m
from shared.audit.checking import CHECKER, Finding, check, strongest, weakest
from shared.audit.markers import cited
from shared.audit.parts import CANDIDATES, HYPOTHESES, Part
from shared.audit.prose import FEWEST_WORDS, Clause, clauses, quotations
from shared.audit.shelf import Shelf

Opinions = Mapping[tuple[str, str], m.SourceCheck]
"""What the second checker says, by sentence and source."""

NOBODY: Opinions = {}

UNSTATED = "nothing that was read of the source says so"
"""Why a model that has looked does not vouch: it found the sentence neither stated nor denied."""

_KINDS: Mapping[m.Verdict, str] = {
    "verbatim": "for",
    "numbers-and-direction-match": "for",
    "supported": "for",
    "partly": "partly",
    "mismatch": "against",
    "contradicted": "against",
}


def claim_of(sentence: str, part: Part, shelf: Shelf, opinions: Opinions = NOBODY) -> m.Claim:
    """Return the entry of a sentence of *part*."""
    asserted = _asserted(sentence, part)
    sources = tuple(dict.fromkeys(one for clause in asserted for one in clause.source_ids if one in shelf))
    pairs = [_of_source(one, sentence, asserted, shelf, opinions) for one in sources]
    settling = [one for pair in pairs for one in _settling(pair)]
    leaning = part.section == CANDIDATES and not cited(sentence)
    shown = _shown(settling, leaning=leaning) if settling else _UNCITED
    return m.Claim(
        sentence=sentence,
        section=part.section,
        source_ids=sources,
        passages=shown.passages,
        verdict=shown.verdict,
        verdict_by=_by(shown, settling),
        reason=shown.reason,
        quotes=any(len(one.text.split()) >= FEWEST_WORDS for one in quotations(sentence)),
        checks=tuple(one for pair in pairs for one in pair),
        disagreement="; ".join(filter(None, map(_disagreement, pairs))),
    )


_UNCITED = Finding("not-checked", "it cites no registered source")


def _asserted(sentence: str, part: Part) -> tuple[Clause, ...]:
    """Return the clauses of a sentence; without markers it leans on the sources of its row."""
    if cited(sentence) or not part.source_ids:
        return clauses(sentence)
    hedge = "hypothesised: " if part.section == HYPOTHESES else ""
    return (Clause(f"{hedge}{sentence}", part.source_ids),)


def _of_source(
    source_id: str, sentence: str, asserted: Sequence[Clause], shelf: Shelf, opinions: Opinions
) -> tuple[m.SourceCheck, ...]:
    """Return what the rules say of a sentence and one source, then what the second checker says, if it was asked."""
    bearing = (clause for clause in asserted if source_id in clause.source_ids)
    found = weakest(check(clause, sentence, shelf[source_id]) for clause in bearing)
    ours = m.SourceCheck(
        source_id=source_id,
        verdict=found.verdict,
        verdict_by=CHECKER,
        reason=found.reason,
        passages=found.passages,
    )
    theirs = opinions.get((sentence, source_id))
    return (ours, theirs) if theirs else (ours,)


def _settling(pair: tuple[m.SourceCheck, ...]) -> tuple[m.SourceCheck, ...]:
    """Return the checks of one source that settle something; the rules' own where none does."""
    return tuple(one for one in pair if _kind(one)) or pair[:1]


def _kind(check_of: m.SourceCheck) -> str:
    """Return on which side a check stands; nothing where it settles nothing."""
    return "unstated" if check_of.reason == UNSTATED else _KINDS.get(check_of.verdict, "")


def _shown(checks: Sequence[m.SourceCheck], *, leaning: bool) -> Finding:
    """Return the weakest check; a candidate's cell that cites nothing is *leaning* on what bears it best in its row."""
    findings = [Finding(one.verdict, one.reason, one.passages) for one in checks]
    return strongest(findings) if leaning else weakest(findings)


def _by(shown: Finding, checks: Sequence[m.SourceCheck]) -> str:
    """Return who said what shows."""
    said = (one.verdict_by for one in checks if (one.verdict, one.reason) == (shown.verdict, shown.reason))
    return next(said, CHECKER)


def _disagreement(pair: tuple[m.SourceCheck, ...]) -> str:
    """Return in words that the checkers of one source do not agree, or nothing."""
    settling = [one for one in pair if _kind(one)]
    if len({_kind(one) for one in settling}) < 2:  # noqa: PLR2004 -- it takes two
        return ""
    return f"{pair[0].source_id}: {', but '.join(_told(settling))}"


def _told(checks: Sequence[m.SourceCheck]) -> Iterator[str]:
    """Yield what each checker says."""
    for one in checks:
        verdict = one.verdict.replace("-", " ")
        yield f"{one.verdict_by} says {verdict}{f' ({one.reason})' if one.reason else ''}"
