"""The world's web: pages on velasartan in migraine, in our own words, and pages that are hard to read or better not.

``PAGES`` are what search engines name. ``FOUND_NOWHERE`` are reached by redirects and by addresses a person gives.
"""

import html
import re
from dataclasses import dataclass

from tests.world.corpus import PAPERS
from tests.world.shapes import Paper

NAV = "<nav><a href='/'>Home</a> <a href='/about'>About us</a> <a href='/news'>News</a></nav>"
FOOT = "<footer><p>We use cookies. Subscribe to our newsletter.</p></footer>"


@dataclass(frozen=True)
class WebPage:
    """A page at ``/pages/<name>``."""

    name: str
    title: str
    body: bytes
    content_type: str = "text/html; charset=utf-8"
    snippet: str = ""
    status: int = 200

    @property
    def words(self) -> str:
        """Return what a search engine knows of it."""
        return f"{self.title} {self.snippet}".lower()


def made(title: str, text: str, head: str = "") -> str:
    """Return a page as a site would send it, menus around it; ``Heading | Words`` begins a paragraph of *text*."""
    parts = re.split(r"\n\s*(?=[^|\n.]{1,40} \| )", text.strip())
    told = "".join(map(_paragraph, parts))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>{head}</head>'
        f"<body>{NAV}<main><article><h1>{html.escape(title)}</h1>{told}</article></main>{FOOT}</body></html>"
    )


def _paragraph(text: str) -> str:
    """Return a paragraph, with its heading if it has one."""
    heading, _, words = " ".join(text.split()).rpartition(" | ")
    return (f"<h2>{html.escape(heading)}</h2>" if heading else "") + f"<p>{html.escape(words)}</p>"


LEAFLET = made(
    "Velasartan for migraine: what to know before you start",
    """What it is | Velasartan is a medicine against high blood pressure that doctors also give to prevent migraine. It
    does not stop an attack that has begun.
    What it does | In the VESTA trial adults with migraine who took velasartan had fewer attacks a month than those who
    took placebo. It takes six to eight weeks until the attack frequency falls. About a third of the people notice no
    change.
    What to look out for | Dizziness is the most common complaint in the first weeks. Velasartan must not be taken in
    pregnancy, because it harms the unborn child. Ask for your kidney values and potassium to be measured.""",
    '<meta name="author" content="Ines Falkenrath"><meta property="og:site_name" content="Headache Days">'
    '<meta property="article:published_time" content="2023-05-04T08:00:00Z">',
)

NEWS = made(
    "Blood pressure pill velasartan cuts migraine attacks, trial suggests",
    """A pill that has been used against high blood pressure for decades may help adults with migraine, doctors reported
    on Thursday. Those who took velasartan had 1.4 fewer attacks a month than those on placebo.
    Caution | Experts who did not take part warned that the trial lasted only half a year. Velasartan is not approved
    for migraine, and it is no treatment for an attack.""",
    '<meta property="og:site_name" content="The Evening Ledger"><meta name="date" content="2019-02-15">',
)

GUIDE = (
    "Preventing migraine in primary care\n\n"
    "Offer a preventive medicine to adults with four or more migraine days a month. Beta-blockers come first;\n"
    "velasartan is an alternative for adults with migraine who do not tolerate them. Review the attack frequency\n"
    "with a diary after three months.\n\n"
    "Do not offer velasartan to women who may become pregnant.\n"
)


def landing_of(paper: Paper) -> str:
    """Return a publisher's page of a paper: its abstract, and who it is in the head."""
    authors = "".join(
        f'<meta name="citation_author" content="{html.escape(f"{one.family}, {one.given}".rstrip(", "))}">'
        for one in paper.authors
    )
    head = (
        f'<meta name="citation_title" content="{html.escape(paper.title)}">{authors}'
        f'<meta name="citation_journal_title" content="{html.escape(paper.journal)}">'
        f'<meta name="citation_publication_date" content="{paper.online.replace("-", "/")}">'
        f'<meta name="citation_doi" content="{paper.doi}"><meta name="citation_pmid" content="{paper.pmid}">'
    )
    abstract = "\n".join(f"{label} | {text}" if label else text for label, text in paper.abstract)
    return made(f"{paper.title} - {paper.journal}", abstract, head)


LANDED = next(paper for paper in PAPERS if paper.key == "vesta-main")
"""The paper that has a page of its own."""

CHALLENGE = (
    "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to "
    "continue</noscript><div id='challenge-form' class='cf-challenge'></div><script>var challenge = 1;</script></body>"
    "</html>"
)
SHELL = (
    "<!DOCTYPE html><html><head><title>Velasartan</title></head><body><div id='root'></div>"
    "<script src='/app.js'></script></body></html>"
)
LATIN = made(
    "Velasartan bei Migräne",
    """Velasartan senkt bei Erwachsenen mit Migräne die Häufigkeit der Anfälle. Die Wirkung setzt nach sechs Wochen
    ein, und Schwindel ist die häufigste Klage der Behandelten.""",
).replace("utf-8", "iso-8859-1")


def _page(name: str, title: str, text: str, snippet: str, content_type: str = "text/html; charset=utf-8") -> WebPage:
    """Return a page that engines name."""
    return WebPage(name, title, text.encode(), content_type, snippet)


PAGES = (
    _page(
        "leaflet",
        "Velasartan for migraine: what to know before you start",
        LEAFLET,
        "Velasartan prevents migraine attacks in adults; how long it takes, and who must not take it.",
    ),
    _page(
        "landing",
        LANDED.title,
        landing_of(LANDED),
        f"{LANDED.journal}: adults with episodic migraine were randomised to velasartan or placebo.",
    ),
    _page(
        "news",
        "Blood pressure pill velasartan cuts migraine attacks, trial suggests",
        NEWS,
        "Adults with migraine had fewer attacks with velasartan, an old pill, doctors reported.",
    ),
    _page(
        "guide.txt",
        "Preventing migraine in primary care",
        GUIDE,
        "A short guide for general practice: when to offer velasartan to adults with migraine.",
        "text/plain",
    ),
    WebPage(
        "trial.pdf",
        "Velasartan in migraine: full report of the trial (PDF)",
        b"%PDF-1.4\n%%EOF\n",
        "application/pdf",
        "All tables of the velasartan trial in adults with migraine.",
    ),
    _page("private/notes", "Notes on velasartan in migraine", LEAFLET, "Velasartan in adults with migraine: notes."),
)

FOUND_NOWHERE = (
    WebPage("challenge", "", CHALLENGE.encode()),
    WebPage("challenge-202", "", CHALLENGE.encode(), status=202),
    WebPage("shell", "", SHELL.encode()),
    WebPage("latin", "", LATIN.encode("latin-1"), "text/html"),
    WebPage("data", "", b'{"velasartan": 1}', "application/json"),
    WebPage("picture", "", b"\x89PNG", "image/png"),
    WebPage("empty", "", b""),
    WebPage("gone", "", b"gone", status=410),
    WebPage("broken", "", b"an error", status=500),
)
