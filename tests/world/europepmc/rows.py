"""A row of Europe PMC's answers: of ids alone, lite, or core with everything."""

import zlib
from collections.abc import Mapping
from typing import Any

from tests.world.europepmc.holdings import Holding, abstract, author_string, initials, title, types
from tests.world.europepmc.relations import corrections
from tests.world.shapes import Author, Paper

Row = dict[str, Any]


def row(holding: Holding, result_type: str, held: Mapping[str, Holding]) -> Row:
    """Return a row of the wanted kind, without what is empty."""
    if result_type == "idlist":
        return _known({**_ids(holding)})
    body = _core(holding, held) if result_type == "core" else _lite(holding)
    return _known({**_ids(holding), **body, **_flags(holding)})


def _known(row: Row) -> Row:
    """Return a row without its empty fields: Europe PMC leaves them out."""
    return {name: value for name, value in row.items() if value not in ("", None, [], {})}


def _ids(holding: Holding) -> Row:
    """Return what names the record."""
    full_text = holding.shown("pmcid")
    return {
        "id": holding.id,
        "source": holding.source,
        "pmid": holding.shown("pmid"),
        "pmcid": full_text,
        "fullTextIdList": {"fullTextId": [full_text]} if full_text else {},
    }


def _both(holding: Holding) -> Row:
    """Return what lite and core rows share."""
    paper = holding.paper
    return {
        "doi": holding.shown("doi"),
        "title": title(holding),
        "authorString": author_string(paper),
        "pubYear": (paper.printed or paper.online)[:4],
        "pageInfo": paper.pages,
        "bookOrReportDetails": _server(paper),
        "versionNumber": 1 if paper.kind == "preprint" else None,
    }


def _lite(holding: Holding) -> Row:
    """Return what only lite rows have."""
    paper = holding.paper
    printed = {} if paper.kind == "preprint" else _in_lite_journal(paper)
    return {**_both(holding), **printed, "pubType": "; ".join(types(holding)).lower()}


def _in_lite_journal(paper: Paper) -> Row:
    """Return where a paper stands, as lite rows have it."""
    return {
        "journalTitle": _abbreviated(paper.journal),
        "issue": paper.issue,
        "journalVolume": paper.volume,
        "journalIssn": f"{_issn(paper.journal)}; ",
    }


def _core(holding: Holding, held: Mapping[str, Holding]) -> Row:
    """Return what only core rows have."""
    paper = holding.paper
    return {
        **_both(holding),
        "authorList": {"author": [*map(_author, paper.authors), *_group(paper)]} if paper.authors else {},
        "journalInfo": {} if paper.kind == "preprint" else _journal(paper),
        "abstractText": abstract(paper),
        "publicationStatus": "ppublish" if paper.printed else "aheadofprint",
        "language": paper.language,
        "pubModel": "Print-Electronic",
        "pubTypeList": {"pubType": list(types(holding))},
        "meshHeadingList": _headings(paper),
        "keywordList": {"keyword": list(paper.keywords)} if paper.keywords else {},
        "fullTextUrlList": {"fullTextUrl": _addresses(holding)} if holding.shown("doi") else {},
        "commentCorrectionList": corrections(holding, held),
        "license": "cc by" if paper.open_access else "",
        **_kept(paper),
    }


def _author(author: Author) -> Row:
    """Return one author."""
    short = initials(author)
    parts = {"firstName": author.given, "lastName": author.family, "initials": short}
    return {"fullName": f"{author.family} {short}".strip(), **parts}


def _group(paper: Paper) -> list[Row]:
    """Return the group that wrote a paper, if one did."""
    return [{"collectiveName": paper.group}] if paper.group else []


def _journal(paper: Paper) -> Row:
    """Return where a paper stands."""
    printed = (paper.printed or paper.online).split("-")
    month = int(printed[1]) if len(printed) > 1 and printed[1].isdigit() else 1
    return {
        "issue": paper.issue,
        "volume": paper.volume,
        "journalIssueId": zlib.crc32(f"{paper.journal} {paper.volume} {paper.issue}".encode()) % 4_000_000,
        "dateOfPublication": paper.printed or paper.online,
        "monthOfPublication": month,
        "yearOfPublication": int(printed[0][:4]),
        "printPublicationDate": f"{printed[0][:4]}-{month:02d}-01",
        "journal": {
            "title": paper.journal,
            "medlineAbbreviation": _abbreviated(paper.journal),
            "isoabbreviation": _abbreviated(paper.journal),
            "nlmid": str(zlib.crc32(paper.journal.encode()) % 10_000_000),
            "issn": _issn(paper.journal),
        },
    }


def _abbreviated(journal: str) -> str:
    """Return a journal's short name."""
    parts = [word for word in journal.split() if word[0].isupper()]
    return " ".join(word[:5] for word in parts) if len(parts) > 1 else journal


def _issn(journal: str) -> str:
    """Return a number of the right form that no journal has."""
    number = zlib.crc32(f"issn {journal}".encode()) % 1000
    return f"9999-{number:03d}X"


def _server(paper: Paper) -> Row:
    """Return which server has a preprint."""
    if paper.kind != "preprint":
        return {}
    return {"publisher": paper.journal, "yearOfPublication": int(paper.online[:4])}


def _headings(paper: Paper) -> Row:
    """Return the index terms."""
    return (
        {
            "meshHeading": [
                {"majorTopic_YN": "Y" if n == 0 else "N", "descriptorName": name} for n, name in enumerate(paper.mesh)
            ]
        }
        if paper.mesh
        else {}
    )


def _addresses(holding: Holding) -> list[Row]:
    """Return where the full text can be read."""
    free = holding.paper.open_access
    availability = {
        "availability": "Open access" if free else "Subscription required",
        "availabilityCode": "OA" if free else "S",
    }
    doi = {**availability, "documentStyle": "doi", "site": "DOI", "url": f"https://doi.org/{holding.shown('doi')}"}
    if not holding.shown("pmcid"):
        return [doi]
    page = f"https://europepmc.org/articles/{holding.shown('pmcid')}"
    styles = (("html", page), ("pdf", f"{page}?pdf=render"))
    return [{**availability, "documentStyle": style, "site": "Europe_PMC", "url": url} for style, url in styles] + [doi]


def _flags(holding: Holding) -> Row:
    """Return the flags and counts of a record."""
    paper, inside = holding.paper, "Y" if holding.shown("pmcid") else "N"
    return {
        "isOpenAccess": "Y" if paper.open_access else "N",
        "inEPMC": inside,
        "inPMC": inside,
        "hasPDF": "Y" if paper.open_access else "N",
        "hasBook": "N",
        "hasSuppl": "N",
        "citedByCount": paper.cited_by,
        "hasReferences": "Y" if holding.source == "MED" else "N",
        "hasTextMinedTerms": "Y" if paper.abstract else "N",
        "hasDbCrossReferences": "N",
        "hasLabsLinks": "N",
        "hasTMAccessionNumbers": "Y" if paper.registry_numbers else "N",
        "tmAccessionTypeList": {"accessionType": ["nct"]} if paper.registry_numbers else {},
        "firstIndexDate": paper.online,
        "firstPublicationDate": paper.online,
    }


def _kept(paper: Paper) -> Row:
    """Return what only core rows say of the record itself."""
    flags = dict.fromkeys(("hasData", "hasEvaluations", "authMan", "epmcAuthMan", "nihAuthMan"), "N")
    days = dict.fromkeys(("dateOfCreation", "dateOfRevision", "electronicPublicationDate"), paper.online)
    return {**flags, **days}
