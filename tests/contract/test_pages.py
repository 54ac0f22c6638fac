"""The pages written by hand say what the code does: the fields, the sizes, the words."""

import functools
import re
import sys
import typing
from typing import Any

import pytest

from deploy.documenting import ROOT
from deploy.documents.schemas import models_by_name
from shared import messages as m
from shared.bus.publishing import MOST_BODY_BYTES

INTEGRATING = (ROOT / "docs" / "integrating.md").read_text()
FIELDS = (ROOT / "docs" / "fields.md").read_text()
MODELS = models_by_name()

WHOLE = (
    "Evidence",
    "Citation",
    "AssessmentDetails",
    "JudgeAssessment",
    "MechanismHypothesis",
    "HypothesisAssessment",
    "ResearchReport",
    "ReportSection",
    "TestedHypothesis",
    "Reference",
    "SourceUsage",
    "RegisteredSource",
    "AgentEvent",
    *(one.__name__ for one in typing.get_args(typing.get_args(m.EventData)[0])),
    "RetrievalRequested",
    "RetrievalCompleted",
)
"""What the source documents describe: every field of these stands on the page."""

PLAIN = {"string": "text", "integer": "whole number", "number": "number", "boolean": "yes or no"}
BOUNDS = {
    "minimum": "from {}",
    "maximum": "to {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {}",
    "maxItems": "at most {}",
}


def constraint(model: str, field: str) -> str:
    """Return the constraint of a field as the page words it, from its JSON Schema."""
    schema = schema_of(model)
    own = schema["properties"][field]
    needed = "" if field in schema.get("required", ()) or "const" in own else ", may be left out"
    return f"{worded(own)}{needed}"


@functools.cache
def schema_of(model: str) -> dict[str, Any]:
    """Return the JSON Schema of a model."""
    return MODELS[model].model_json_schema()


def worded(schema: dict[str, Any]) -> str:
    """Return what a value may be, in words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if choices := schema.get("anyOf"):
        return " or ".join("nothing" if one.get("type") == "null" else worded(one) for one in choices)
    if "oneOf" in schema:
        return "data of its type"
    if "const" in schema:
        return f"always {schema['const']}".lower()
    if "enum" in schema:
        return f"one of {len(schema['enum'])} words"
    return ", ".join((_kind(schema), *(_bounds(schema)))).replace(", to", " to")


def _kind(schema: dict[str, Any]) -> str:
    """Return the plain kind of a value."""
    if schema["type"] == "array":
        return f"list of {worded(schema['items'])}"
    return "moment" if schema.get("format") == "date-time" else PLAIN[schema["type"]]


def _bounds(schema: dict[str, Any]) -> list[str]:
    """Return the bounds of a value."""
    return [words.format(schema[name]) for name, words in BOUNDS.items() if name in schema]


def rows() -> list[list[str]]:
    """Return the rows of the page's tables that name a field of ours."""
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in FIELDS.splitlines()]
    return [row for row in cells if len(row) == 5 and re.fullmatch(r"`\w+\.\w+`", row[2])]


def ours(row: list[str]) -> tuple[str, str]:
    """Return the model and the field that a row names."""
    model, _, field = row[2].strip("`").partition(".")
    return model, field


def test_every_field_in_our_column_exists_with_that_constraint() -> None:
    """A table of fields that were renamed since is worse than none."""
    stated = {row[2]: row[3] for row in rows()}
    known = {row[2]: constraint(*ours(row)) for row in rows() if ours(row)[1] in MODELS[ours(row)[0]].model_fields}

    assert stated == known


@pytest.mark.parametrize("model", WHOLE)
def test_every_field_of_a_compared_model_is_on_the_page(model: str) -> None:
    """What we added is told as well as what we changed."""
    named = {field for one, field in map(ours, rows()) if one == model}
    fixed = {"subject"} if issubclass(MODELS[model], m.Message) else set[str]()

    assert sorted(set(MODELS[model].model_fields) - named - fixed) == []


def test_every_row_says_what_differs_or_that_nothing_does() -> None:
    """An empty cell would leave the reader to compare for themselves."""
    assert [row for row in rows() if not all(row)] == []


def test_the_way_in_imports_nothing_of_ours() -> None:
    """The promise of the first paragraph of ``integrating.md``."""
    blocks = re.findall(r"^```python\n(.*?)^```", INTEGRATING, re.DOTALL | re.MULTILINE)
    found = {name for block in blocks for name in re.findall(r"^(?:import|from) (\w+)", block, re.MULTILINE)}

    assert found == {"asyncio", "hashlib", "json", "nats"}
    assert found - {"nats"} <= sys.stdlib_module_names


def test_the_way_in_names_every_status_reason_and_type_of_event() -> None:
    """A status nobody explained would be read as an error."""
    words = {*typing.get_args(m.RunStatus), *typing.get_args(m.StopReason), *typing.get_args(m.EventType)}

    assert len(words) == 24
    assert [word for word in sorted(words) if f"`{word}`" not in INTEGRATING] == []


def test_the_sizes_on_the_page_are_the_sizes_in_the_code() -> None:
    """A caller builds on these figures."""
    sizes = (m.MOST_QUESTION_CHARACTERS, MOST_BODY_BYTES, m.MOST_QUERIES, m.MOST_PIECES, m.MOST_WORKS)
    table = INTEGRATING.partition("## Sizes")[2]

    assert sizes == (4_000, 900_000, 8, 200, 1_500)
    assert [size for size in sizes if f"| {size:,}" not in table] == []


def test_every_field_of_a_request_is_on_the_page() -> None:
    """A field that is not explained is not used."""
    table = INTEGRATING.partition("## Ask\n")[2].partition("## Correlate")[0]

    assert [name for name in m.Ask.model_fields if f"| `{name}` |" not in table] == []
    assert [name for name in m.Limits.model_fields if f"`{name}` " not in table] == []
