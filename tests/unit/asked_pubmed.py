"""A PubMed that answers what a test says, and remembers what it was asked."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from urllib.parse import parse_qs

import httpx

from services.search.pubmed import PubMed
from shared.http import Site

AT = datetime(2026, 1, 2, tzinfo=UTC)
QUESTION = "Does velastirin reduce attack frequency in adults with chronic migraine?"
Params = Mapping[str, str]


def record(pmid: str, title: str = "Velastirin for migraine: a trial") -> str:
    """Return a record as efetch writes it."""
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><ArticleTitle>{title}</ArticleTitle>"
        "<Abstract><AbstractText>Attacks fell.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>"
    )


def records(*pmids: str) -> str:
    """Return an answer of efetch."""
    return f"<?xml version='1.0'?><PubmedArticleSet>{''.join(map(record, pmids))}</PubmedArticleSet>"


def hits(*pmids: str, count: int | None = None, **more: object) -> str:
    """Return an answer of esearch, whose numbers are texts."""
    found = {
        "count": str(len(pmids) if count is None else count),
        "idlist": list(pmids),
        "querykey": "1",
        "webenv": "W1",
    }
    return json.dumps({"header": {"type": "esearch"}, "esearchresult": {**found, **more}})


class Eutils:
    """Answers by the tool that is asked, and remembers what was asked."""

    def __init__(self, **tools: Callable[[Params], str | httpx.Response]) -> None:
        self.tools, self.asked = tools, list[tuple[str, str, dict[str, str]]]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Answer one request."""
        text = request.url.query.decode() if request.method == "GET" else request.content.decode()
        params = {name: values[0] for name, values in parse_qs(text).items()}
        tool = request.url.path.rsplit("/", 1)[-1].removesuffix(".fcgi")
        self.asked.append((request.method, tool, params))
        answer = self.tools[tool](params)
        return answer if isinstance(answer, httpx.Response) else httpx.Response(200, text=answer)

    def index(self, api_key: str = "", contact: str = "") -> PubMed:
        """Return PubMed over this."""
        client = httpx.AsyncClient(transport=httpx.MockTransport(self), base_url="http://eutils.test/")
        return PubMed(Site("PubMed", client), api_key=api_key, contact=contact, pause_seconds=0)

    def terms(self) -> list[str]:
        """Return the queries that were asked."""
        return [params["term"] for _, tool, params in self.asked if tool == "esearch"]


def giving(*pmids: str) -> Eutils:
    """Return a PubMed that finds and gives these."""
    return Eutils(esearch=lambda _: hits(*pmids), efetch=lambda _: records(*pmids))
