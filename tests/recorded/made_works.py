"""Works that nobody wrote: many on few drugs, whose titles differ in one word or number."""

import random
from collections.abc import Iterator
from itertools import product

from tests.recorded.splitting import Facts

DRUGS = ["tafenoquine", "primaquine", "artesunate", "mefloquine", "ivermectin", "chloroquine"]
DISEASES = ["vivax malaria", "falciparum malaria", "babesiosis", "leishmaniasis", "scabies", "onchocerciasis"]
PEOPLE = [
    "children in Kenya",
    "adults in Brazil",
    "pregnant women in India",
    "travellers",
    "soldiers in Thailand",
    "infants",
]
FORMS = (
    "{drug} for the treatment of {disease} in {people}: a randomised controlled trial",
    "Safety of {drug} against {disease} among {people} - results of a phase {number} trial",
    "Pharmacokinetics of {drug} and its metabolites in {people} with {disease}, part {number}",
    "'Real-life' use of {drug} for {disease} in {people}: a {number}-year cohort",
)
WORDS = [
    "dose",
    "relapse",
    "parasite",
    "clearance",
    "plasma",
    "day",
    "arm",
    "placebo",
    "weight",
    "group",
    "risk",
    "fever",
    "count",
    "rate",
    "week",
    "blood",
]


def generated(count: int, seed: int) -> list[Facts]:
    """Return as many articles on few drugs, with the errata, comments and preprints that belong to some of them."""
    chance = random.Random(seed)
    fields = product(FORMS, DRUGS, DISEASES, PEOPLE, (1, 2, 3))
    titles = {
        form.format(drug=drug, disease=disease, people=people, number=number)
        for form, drug, disease, people, number in fields
    }
    works = [made(number, title, chance) for number, title in enumerate(chance.sample(sorted(titles), count))]
    return [one for work in works for one in (work, *beside(work, chance))]


def made(number: int, title: str, chance: random.Random, **fields: str) -> Facts:
    """Return a work with all identifiers, an abstract of its own and a date."""
    online = f"{chance.randint(2008, 2023)}-{chance.randint(1, 12):02}-{chance.randint(2, 28):02}"
    return Facts(
        **{
            "title": title,
            "online": online,
            "pmid": str(20_000_000 + number),
            "pmcid": f"PMC{3_000_000 + number}",
            "doi": f"10.1000/drug.{number}",
            "openalex": f"W{4_000_000_000 + number}",
            "abstract": " ".join(chance.choice(WORDS) + str(chance.randint(1, 99)) for _ in range(60)),
            **fields,
        }
    )


def beside(work: Facts, chance: random.Random) -> Iterator[Facts]:
    """Yield what stands beside some works under their titles, each a work of its own."""
    own = int(work.pmid)
    if chance.random() < 0.15:
        yield made(
            own + 1_000_000, f"Correction: {work.title}", chance, kind="erratum", online=work.online, abstract=""
        )
    if chance.random() < 0.15:
        yield made(own + 2_000_000, f"Reply to: {work.title}", chance, kind="comment", online=work.online, abstract="")
    if chance.random() < 0.15:
        place = {"doi": f"10.1101/2020.01.01.{own}", "pmid": "", "pmcid": "", "journal": "medRxiv"}
        text = {"title": work.title, "online": work.online, "abstract": work.abstract}
        yield made(own + 3_000_000, chance=chance, kind="preprint", **place, **text)


def twins(count: int, seed: int, years: int) -> list[Facts]:
    """Return pairs of articles under one title, so many years apart, as columns and yearly reports have them."""
    chance = random.Random(seed)
    first = [one for one in generated(count, seed) if one.kind == "article"]
    return [one for work in first for one in (work, _again(work, years, chance))]


def _again(work: Facts, years: int, chance: random.Random) -> Facts:
    """Return another article under the title of *work*."""
    online = f"{int(work.online[:4]) + years}{work.online[4:]}"
    return made(int(work.pmid) + 5_000_000, work.title, chance, online=online)
