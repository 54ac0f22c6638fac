"""What of an accepted answer goes into ResearchMemory."""

from shared import messages as m
from shared.memory import ResearchMemory


async def remember(heard: m.Completed, memory: ResearchMemory, key: str) -> None:
    """Keep the texts of an answer under *key*: repeated, it replaces itself and no other answer to its step.

    Raises ``RetryLater`` when the memory is away, ``CannotDo`` when it refuses what was said.
    """
    match heard:
        case m.Found():
            await memory.store_works(heard.run_id, key, heard.works)
            await memory.store_evidence(heard.run_id, key, heard.evidence)
        case m.HypothesisCompleted():
            await memory.add_hypotheses(heard.run_id, key, heard.assessment.hypotheses)
        case m.JudgeCompleted():
            await memory.add_assessment(heard.run_id, key, heard.assessment)
            await memory.add_conflicts(heard.run_id, key, heard.assessment.details.conflicts)
        case m.ReportCompleted():
            await memory.store_report(heard.run_id, heard.report, heard.markdown)


async def likely_same(heard: m.Heard, memory: ResearchMemory) -> tuple[tuple[str, str], ...]:
    """Return which records of an answer look like works that the memory holds already."""
    if not isinstance(heard, m.Found) or not heard.works:
        return ()
    found = await memory.likely_same(heard.run_id, heard.works, heard.evidence)
    return tuple((pair.first, pair.second) for pair in found)
