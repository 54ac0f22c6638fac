"""How fast PubMed XML becomes works, and whether a long file fits: ``python -m tests.bench.parsing``.

The records are made up: of the length that PubMed's have on average, with affiliations, index terms, corrections
and references, half of them on trials. Speed is that of one core from bytes to validated works.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shared.clock import now
from shared.library import Provenance, Record, Reference, concluded
from shared.library.pubmed import stream

RECORDS = 2_000
LONG_BYTES = 100_000_000
GOAL_PER_SECOND = 2_000
GOAL_GROWTH_MEGABYTES = 30.0
"""Of memory, while a file of a hundred megabytes is read."""

DRUGS = ("tolvarine", "meskatide", "oprelanib", "quorinol", "zestapril", "dalmocin")
DISEASES = ("migraine", "gout", "plaque psoriasis", "stable angina", "hay fever", "tension headache")
AIMS = (
    "It is not known whether {drug} changes the course of {disease} in the long run.",
    "We set out to learn how well people with {disease} tolerate {drug}.",
    "Earlier work left open if {drug} adds to usual care in {disease}.",
)
METHODS = (
    "In this randomised, double-blind trial, {n} adults with {disease} received {drug} or placebo for {weeks} weeks.",
    "We followed a cohort of {n} patients with {disease} from the day they first took {drug}.",
    "Cultured cells and mice with induced {disease} were exposed to {drug} at three concentrations.",
    "Records of {n} people treated for {disease} at two clinics were read by two of the authors.",
)
RESULTS = (
    "The score fell by {x} points with {drug} and by {y} with placebo (difference {z}, 95% CI {y} to {x}; p=0.0{n}).",
    "{n} of those on {drug} stopped early, most of them for nausea, dizziness or a rash.",
    "After {weeks} weeks the rate of attacks was {z} per month, against {x} at the outset.",
    "No deaths were attributed to treatment, and laboratory values stayed within the usual range.",
    "Those over sixty years of age gained as much as younger participants did.",
)
ENDS = (
    "{drug} lessened the burden of {disease}, though its lasting value is uncertain.",
    "These observations do not support the use of {drug} in {disease} outside of trials.",
)
HEADINGS = ("Humans", "Adult", "Female", "Male", "Middle Aged", "Double-Blind Method", "Treatment Outcome", "Aged")
TYPES = ("Journal Article", "Randomized Controlled Trial", "Research Support, Non-U.S. Gov't", "Multicenter Study")


@dataclass(frozen=True)
class Speed:
    """What reading so many records took, in seconds of processor time."""

    records: int
    characters: int
    seconds: float
    """From bytes to works."""
    parse_seconds: float
    """From bytes to records alone."""

    @property
    def per_second(self) -> float:
        """Return how many records a second became works."""
        return self.records / self.seconds


def made(number: int, chance: random.Random) -> str:
    """Return one record."""
    fill = {
        "drug": chance.choice(DRUGS),
        "disease": chance.choice(DISEASES),
        "n": chance.randint(20, 900),
        "weeks": chance.randint(4, 52),
        "x": chance.randint(20, 80) / 10,
        "y": chance.randint(5, 20) / 10,
        "z": chance.randint(1, 50) / 10,
    }
    parts = (("BACKGROUND", AIMS, 2), ("METHODS", METHODS, 2), ("RESULTS", RESULTS, 4), ("CONCLUSIONS", ENDS, 1))
    abstract = "".join(
        f'<AbstractText Label="{label}">{" ".join(chance.choices(lines, k=count)).format(**fill)}</AbstractText>'
        for label, lines, count in parts
    )
    corrected = (
        f'<CommentsCorrections RefType="ErratumIn"><RefSource>J</RefSource><PMID>{number}</PMID></CommentsCorrections>'
    )
    return RECORD.format(
        pmid=10_000_000 + number,
        title="{drug} for {disease}: what <i>n</i> = {n} tell".format(**fill),
        abstract=abstract,
        authors="".join(AUTHOR.format(chance.choice(DRUGS).title(), chance.choice("ABCDE")) for _ in range(6)),
        types="".join(f"<PublicationType UI='D1'>{one}</PublicationType>" for one in TYPES[: 1 + number % 4]),
        headings="".join(HEADING.format(one) for one in (*HEADINGS, fill["drug"], fill["disease"])),
        corrections=corrected if number % 10 == 0 else "",
        references="".join(REFERENCE.format(number + one) for one in range(6)),
        month=1 + number % 12,
    )


AUTHOR = (
    '<Author ValidYN="Y"><LastName>{0}</LastName><ForeName>{1} B</ForeName><Initials>{1}B</Initials><AffiliationInfo>'
    "<Affiliation>Department of Made-up Medicine, University of Nowhere, 12 Long Road, Nowhere.</Affiliation>"
    "</AffiliationInfo></Author>"
)
HEADING = (
    '<MeshHeading><DescriptorName UI="D000001" MajorTopicYN="N">{}</DescriptorName>'
    '<QualifierName UI="Q000001" MajorTopicYN="N">drug therapy</QualifierName></MeshHeading>'
)
REFERENCE = (
    "<Reference><Citation>Somebody A. Something of note. J Nowhere. 2001;1:1-9.</Citation><ArticleIdList>"
    '<ArticleId IdType="pubmed">{}</ArticleId></ArticleIdList></Reference>'
)
RECORD = (
    '<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">{pmid}</PMID>'
    "<DateRevised><Year>2020</Year><Month>01</Month><Day>02</Day></DateRevised>"
    '<Article PubModel="Print-Electronic"><Journal><JournalIssue CitedMedium="Internet"><Volume>12</Volume>'
    "<Issue>3</Issue><PubDate><Year>2019</Year><Month>{month}</Month></PubDate></JournalIssue>"
    "<Title>Journal of nowhere</Title></Journal><ArticleTitle>{title}.</ArticleTitle>"
    "<Pagination><MedlinePgn>100-9</MedlinePgn></Pagination>"
    '<ELocationID EIdType="doi" ValidYN="Y">10.1000/made.{pmid}</ELocationID><Abstract>{abstract}</Abstract>'
    '<AuthorList CompleteYN="Y">{authors}</AuthorList><Language>eng</Language>'
    "<PublicationTypeList>{types}</PublicationTypeList>"
    '<ArticleDate DateType="Electronic"><Year>2019</Year><Month>01</Month><Day>05</Day></ArticleDate></Article>'
    "<MedlineJournalInfo><MedlineTA>J Nowhere</MedlineTA></MedlineJournalInfo>"
    "<CommentsCorrectionsList>{corrections}</CommentsCorrectionsList>"
    "<MeshHeadingList>{headings}</MeshHeadingList></MedlineCitation><PubmedData><ArticleIdList>"
    '<ArticleId IdType="pubmed">{pmid}</ArticleId><ArticleId IdType="doi">10.1000/made.{pmid}</ArticleId>'
    "</ArticleIdList><ReferenceList>{references}</ReferenceList></PubmedData></PubmedArticle>\n"
)


def file_of(records: int, seed: int = 1) -> Iterator[bytes]:
    """Yield a set of so many records in pieces."""
    chance = random.Random(seed)
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<PubmedArticleSet>\n'
    for number in range(records):
        yield made(number, chance).encode()
    yield b"</PubmedArticleSet>"


def write_long(path: Path, size: int) -> None:
    """Write a set of about *size* bytes, made of the same records again and again."""
    whole = b"".join(file_of(RECORDS))
    begun, _, rest = whole.partition(b"<PubmedArticleSet>\n")
    records = rest.removesuffix(b"</PubmedArticleSet>")
    with path.open("wb") as file:
        file.write(begun + b"<PubmedArticleSet>\n")
        for _ in range(-(-size // len(records))):
            file.write(records)
        file.write(b"</PubmedArticleSet>")


def works(data: bytes) -> int:
    """Return how many works the records in *data* became."""
    provenance = Provenance("pubmed", "PubMed", watches_retractions=True, at=now())
    records = (one for one in stream((data,), "the bench") if isinstance(one, Record))
    return sum(isinstance(concluded(record, provenance), Reference) for record in records)


def speed(records: int = RECORDS) -> Speed:
    """Return how fast so many records are read, the best of five."""
    data = b"".join(file_of(records))
    return max((_once(data, records) for _ in range(5)), key=lambda one: one.per_second)


def _once(data: bytes, records: int) -> Speed:
    """Return how fast *data* is read."""
    begin = time.process_time()
    parsed = sum(isinstance(one, Record) for one in stream((data,), "the bench"))
    middle = time.process_time()
    became = works(data)
    if not parsed == became == records:
        message = f"{parsed} of {records} records were read, and {became} became works"
        raise AssertionError(message)
    return Speed(records, len(data), time.process_time() - middle, middle - begin)


def growth_megabytes(size: int = LONG_BYTES) -> tuple[int, float]:
    """Return how many records a file of *size* bytes has, and by how much memory grew while it was read.

    Another process reads it, so that only what reading takes is counted.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "long.xml")
        write_long(path, size)
        said = subprocess.run([sys.executable, "-c", READING, str(path)], check=True, capture_output=True, text=True)
    count, kilobytes = map(int, said.stdout.split())
    return count, kilobytes / 1000


READING = """
import sys, psutil
from shared.library import Record
from shared.library.pubmed import stream
room = psutil.Process().memory_info
with open(sys.argv[1], "rb") as file:
    before = most = room().rss
    for count, one in enumerate(stream(file, "long"), 1):
        assert isinstance(one, Record), one
        if count % 100 == 0:
            most = max(most, room().rss)
print(count, (most - before) // 1000)
"""


def lines() -> Iterator[str]:
    """Yield what was measured, as sentences."""
    count, grown = growth_megabytes()
    yield f"{count} records in {LONG_BYTES / 1e6:.0f} MB: {grown:.1f} MB more memory (≤ {GOAL_GROWTH_MEGABYTES:.0f})"
    fast = speed()
    yield (
        f"PubMed XML of {fast.characters / fast.records / 1000:.1f} kB a record: {fast.per_second:.0f} records/s on one"
        f" core (≥ {GOAL_PER_SECOND}); {1 - fast.parse_seconds / fast.seconds:.0%} of the time is for identity, kind,"
        f" design, subject and size; parsing alone {fast.records / fast.parse_seconds:.0f}/s"
    )


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
