"""``esummary``: the short form of records, in JSON."""

from collections.abc import Sequence

from tests.world.shapes import Paper

from . import dates
from .articles import stable, title
from .holdings import Holdings
from .saying import identifiers, publication_types
from .words import joined, without_markup, words


def summaries(holdings: Holdings, ids: Sequence[str]) -> dict[str, object]:
    """Return one summary per id beside the list of ids; an unknown one has an error in its place."""
    known = {one: _summary(holdings.papers[one]) for one in ids if one in holdings.papers}
    return {"uids": list(dict.fromkeys(ids))} | {one: known.get(one) or _unknown(one) for one in ids}


def _unknown(pmid: str) -> dict[str, object]:
    """Return what stands in place of a summary."""
    return {"uid": pmid, "error": "there is no summary of this record"}


def _summary(paper: Paper) -> dict[str, object]:
    """Return the summary of one paper."""
    authors, doi = _authors(paper), identifiers(paper).get("doi", "")
    return {
        "uid": paper.pmid,
        "authors": authors,
        "lastauthor": authors[-1]["name"] if authors else "",
        "title": without_markup(title(paper)),
        "sorttitle": joined(paper.title),
        "lang": [paper.language],
        "pubtype": list(publication_types(paper)),
        "articleids": _ids(paper),
        "references": [],
        "attributes": ["Has Abstract"] if paper.abstract else [],
        "pmcrefcount": paper.cited_by or "",
        "elocationid": f"doi: {doi}" if doi and stable(paper.pmid, 3) else "",
        "doctype": "book" if paper.kind == "book" else "citation",
        "booktitle": paper.title if paper.kind == "book" else "",
    } | _issue(paper)


def _issue(paper: Paper) -> dict[str, object]:
    """Return where and when a paper appeared."""
    return {
        "pubdate": dates.written(paper),
        "epubdate": "{} {} {}".format(*_spelt(paper.online)) if paper.online else "",
        "source": paper.journal,
        "fulljournalname": paper.journal,
        "volume": paper.volume,
        "issue": paper.issue,
        "pages": paper.pages,
        "history": [{"pubstatus": "pubmed", "date": _stamp(dates.entered(paper))}],
        "sortpubdate": _stamp(dates.appeared(paper)),
    }


def _authors(paper: Paper) -> list[dict[str, str]]:
    """Return the authors as ``Smith JA``; a group is one, too."""
    found = [
        {
            "name": f"{author.family} {''.join(word[0].upper() for word in words(author.given))}".strip(),
            "authtype": "Author" if author.given else "CollectiveName",
            "clusterid": "",
        }
        for author in paper.authors
    ]
    return [*found, *([{"name": paper.group, "authtype": "CollectiveName", "clusterid": ""}] if paper.group else [])]


def _ids(paper: Paper) -> list[dict[str, object]]:
    """Return the identifiers with NCBI's names and numbers for their kinds."""
    kinds = {"pmid": ("pubmed", 1), "doi": ("doi", 3), "pmcid": ("pmc", 8)}
    return [
        {"idtype": kinds[name][0], "idtypen": kinds[name][1], "value": value}
        for name, value in identifiers(paper).items()
    ]


def _spelt(text: str) -> tuple[int, str, int]:
    """Return a whole date with its month by name."""
    year, month, day = dates.printed(text).begins
    return year, dates.MONTHS[month - 1], day


def _stamp(day: dates.Day) -> str:
    """Return a date as summaries sort by it."""
    year, month, number = day
    return f"{year:04}/{month:02}/{number:02} 00:00"
