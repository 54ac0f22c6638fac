"""The options of the command line, each with its help; several commands share some."""

from pathlib import Path
from typing import Annotated, Literal

import typer

_FILTERS = "Which works count"
_LIMITS = "How far the run may go"
_ELSE = "What becomes of it"

Question = Annotated[str, typer.Argument(help="What you want to know, as a sentence.", show_default=False)]
Run = Annotated[str, typer.Argument(help="The run's id: `vouch runs` lists them.", show_default=False)]
Number = Annotated[
    int, typer.Argument(help="The number of the dead letter: `vouch deadletters list`.", show_default=False)
]
Library = Annotated[
    list[Path] | None,
    typer.Option(
        "--library",
        "-l",
        metavar="FILE",
        help="Your own files for this question: PDF, EndNote XML, RIS, NBIB, PubMed XML, BibTeX or CSL-JSON. "
        "Again for more. Without one, what you stored with `vouch library add` is searched.",
        show_default=False,
    ),
]
Sources = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        "-s",
        help="Where to search: library, pubmed, clinicaltrials, europepmc or openalex; again for more. "
        "Without one: the --library alone, or else all others and what you stored.",
        show_default=False,
    ),
]
Web = Annotated[bool, typer.Option("--web", help="Search the web, too; a web page is never clinical evidence.")]
Domain = Annotated[
    str | None,
    typer.Option(help="drug-repurposing asks for a mechanism, too; general does not.", show_default="drug-repurposing"),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="DATE", help="Published from: 2019-09-18, 2019-09 or 2019.", rich_help_panel=_FILTERS
    ),
]
To = Annotated[str | None, typer.Option("--to", metavar="DATE", help="Published to.", rich_help_panel=_FILTERS)]
Languages = Annotated[
    list[str] | None, typer.Option("--language", help="Such as en; again for more.", rich_help_panel=_FILTERS)
]
Designs = Annotated[
    list[str] | None,
    typer.Option("--design", help="Such as randomised-trial; again for more.", rich_help_panel=_FILTERS),
]
NoPreprints = Annotated[bool, typer.Option("--no-preprints", help="Leave preprints out.", rich_help_panel=_FILTERS)]
Rounds = Annotated[int | None, typer.Option(help="Rounds of searching.", show_default="5", rich_help_panel=_LIMITS)]
Results = Annotated[
    int | None, typer.Option(help="Pieces of evidence from one search.", show_default="30", rich_help_panel=_LIMITS)
]
Deadline = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="When to stop searching.", show_default="600", rich_help_panel=_LIMITS),
]
Tokens = Annotated[int | None, typer.Option(help="Of a language model.", show_default="50000", rich_help_panel=_LIMITS)]
Usd = Annotated[float | None, typer.Option(help="Of money.", show_default="5", rich_help_panel=_LIMITS)]
RunId = Annotated[
    str | None,
    typer.Option(help="Your own name for the run: asking again under it changes nothing.", rich_help_panel=_ELSE),
]
Session = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Your name for a conversation: the retrieval agent is told what was asked in it before.",
        rich_help_panel=_ELSE,
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json", help="Print everything as JSON on standard output, and nothing else there.", rich_help_panel=_ELSE
    ),
]
Brief = Annotated[
    bool,
    typer.Option(
        "--brief",
        help="Print the first screen alone: answer, human studies, harms, trials, what was not searched and checked.",
        rich_help_panel=_ELSE,
    ),
]
Problems = Annotated[
    bool,
    typer.Option(
        "--problems",
        help="Print only what is not verified, the worst first, its passages beside it.",
        rich_help_panel=_ELSE,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="md, html, pdf, docx, json, bibtex, ris or csl-json. Without it: by the name of the file.",
        rich_help_panel=_ELSE,
        show_default=False,
    ),
]
Style = Annotated[
    str | None,
    typer.Option(
        "--style",
        help="Of the references: apa, mla or vancouver.",
        rich_help_panel=_ELSE,
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the report to this file, too, in the form that its name ends in: .html, .pdf, .docx, .json, .bib, "
        ".ris or .csl.json, else Markdown, or with --json JSON.",
        rich_help_panel=_ELSE,
        show_default=False,
    ),
]
Into = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to this file: the report in the form that its name ends in, as --format says, or Markdown; with "
        "--brief or --problems what they show, as text, or in .csv or .json.",
        rich_help_panel=_ELSE,
        show_default=False,
    ),
]
Server = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="VOUCH_NATS_URL",
        help="Of NATS. Without one: that of `vouch up`.",
        show_default=False,
        rich_help_panel=_ELSE,
    ),
]
Memory = Annotated[
    Literal["embedded", "weaviate"] | None,
    typer.Option(
        help="Where the research memory is kept: embedded, in a file; or weaviate, at VOUCH_WEAVIATE_URL or else in a "
        "server of its own. Without it: VOUCH_MEMORY.",
        show_default=False,
    ),
]
