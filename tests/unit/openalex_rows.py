"""Works as OpenAlex gives them."""

Fields = dict[str, object]


def row(number: int = 7, **fields: object) -> Fields:
    """Return a work as OpenAlex gives it."""
    given: Fields = {
        "id": f"https://openalex.org/W{1000 + number}",
        "doi": f"https://doi.org/10.1000/{number}",
        "title": f"Tafenoquine for the relapse of vivax malaria, part {number}",
        "type": "article",
        "language": "en",
        "publication_date": "2019-05-17",
        "ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{number}"},
    }
    return given | fields
